//! Export and import of automations: base64 of JSON with a version.
//!
//! Passwords are included only if a passphrase is given, encrypted with it. The content of an imported document is
//! checked like any other request. The import is all or nothing.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use wire::agent::{
    AutomationId, AutomationType, ExportedAutomation, ImportAutomations, ImportedAutomation, ImportedAutomations,
};

use super::seal::{self, Sealed};
use super::{SECRETS, checked, keep, row, type_of};
use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::folders::FolderUse;

const FORMAT: &str = "tonnage-automations";
const VERSION: u32 = 1;
const AUTOMATIONS_MOST: usize = 100;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    version: u32,
    automations: Vec<Element>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Element {
    #[serde(rename = "type")]
    kind: AutomationType,
    fields: Map<String, Value>,
    /// The passwords, as JSON encrypted with the passphrase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sealed: Option<Sealed>,
}

pub async fn export(
    app: &App,
    kind: AutomationType,
    id: &AutomationId,
    passphrase: Option<String>,
) -> AgentResult<ExportedAutomation> {
    let mut fields = row(app, kind, id).await?.fields;
    let secrets: Map<String, Value> =
        SECRETS.iter().filter_map(|name| Some(((*name).to_owned(), fields.remove(*name)?))).collect();
    let sealed = match passphrase {
        Some(passphrase) if !secrets.is_empty() => Some(seal::seal(&Value::Object(secrets), passphrase).await?),
        _ => None,
    };
    let automations = vec![Element { kind, fields, sealed }];
    let document = Document { format: FORMAT.to_owned(), version: VERSION, automations };
    let text = serde_json::to_vec(&document).map_err(|error| AgentError::Internal(error.into()))?;
    Ok(ExportedAutomation { data: STANDARD.encode(text) })
}

pub async fn import(app: &App, request: ImportAutomations) -> AgentResult<ImportedAutomations> {
    let document = read(&request.data)?;
    let _turn = app.automations.turn.lock().await;
    let mut new: Vec<crate::journal::automations::AutomationRow> = Vec::new();
    let mut folders: Vec<FolderUse> = Vec::new();
    for Element { kind, mut fields, sealed } in document.automations {
        type_of(kind)?.require_session(app)?;
        if SECRETS.iter().any(|name| fields.contains_key(*name)) {
            return Err(wrong("contains passwords that are not encrypted"));
        }
        if let (Some(sealed), Some(passphrase)) = (sealed, &request.passphrase) {
            let Value::Object(secrets) = seal::open(sealed, passphrase.clone()).await? else {
                return Err(wrong("has an encrypted part that is not a JSON object"));
            };
            fields.extend(secrets.into_iter().filter(|(name, _)| SECRETS.contains(&name.as_str())));
        }
        let row = checked(app, kind, fields).await?;
        let folder = FolderUse::of(app, &row.fields, true).await?;
        if let Some(why) = folders.iter().find_map(|other| folder.clash_with(other)) {
            return Err(wrong(&format!("contains two automations whose folders overlap: {why}")));
        }
        folders.push(folder);
        new.push(row);
    }
    let imported = |row: &crate::journal::automations::AutomationRow| ImportedAutomation {
        automation_id: row.id.clone(),
        kind: row.kind,
    };
    let automations = new.iter().map(imported).collect();
    keep(app, new).await?;
    Ok(ImportedAutomations { automations })
}

fn read(data: &str) -> AgentResult<Document> {
    let bytes = STANDARD.decode(data.trim()).map_err(|_| wrong("is not valid base64"))?;
    let head: Value = serde_json::from_slice(&bytes).map_err(|_| wrong("is not an export of automations"))?;
    if head.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(wrong("is not an export of automations"));
    }
    if head.get("version").and_then(Value::as_u64) != Some(u64::from(VERSION)) {
        return Err(wrong("was written by an incompatible version of the agent"));
    }
    let document: Document =
        serde_json::from_value(head).map_err(|error| wrong(&format!("cannot be read: {error}")))?;
    match document.automations.len() {
        0 => Err(wrong("contains no automation")),
        1..=AUTOMATIONS_MOST => Ok(document),
        _ => Err(wrong("contains more than 100 automations")),
    }
}

fn wrong(reason: &str) -> AgentError {
    AgentError::invalid("data", reason)
}
