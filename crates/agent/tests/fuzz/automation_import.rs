//! Import of automations: an input is the document inside an export. `$FOLDER` and `$TEAM` are those of the test.

use std::path::PathBuf;

use agent::app::App;
use agent::automations::{self, SECRETS};
use agent::error::AgentError;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use testkit::{Fuzz, Random};
use tokio::runtime::Runtime;
use wire::agent::{ImportAutomations, ImportedAutomations};

use crate::transfers::bench::Bench;

const AUTOMATIONS_MOST: usize = 100;
/// For documents with an encrypted part.
const PASSPHRASE: &str = "correct horse";
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "{", "}", "[", "]", ",", ":", "\"", "null", "-1", "1e99", "\"\"", "\\u0000", "\"format\":", "\"version\":",
    "\"automations\":", "\"type\":", "\"fields\":", "\"sealed\":", "\"team_upload\"", "\"portal_stream\"",
    "\"path\":", "\"$FOLDER\"", "\"download_password\":\"x\"", "\"name\":",
];
const TYPES: &[&str] = &[
    "team_upload",
    "portal_upload",
    "portal_download",
    "all_portals_download",
    "team_stream",
    "portal_stream",
    "nothing",
];

struct Scene {
    bench: Bench,
    folder: PathBuf,
}

impl Scene {
    async fn start() -> Self {
        let bench = Bench::start().await;
        let folder = bench.agent.place("watched");
        std::fs::create_dir(&folder).unwrap();
        Self { bench, folder }
    }

    fn app(&self) -> &App {
        self.bench.agent.app()
    }

    /// With the folder and the Team of this test. Nothing is enabled: a path that fuzzing comes upon is not watched.
    fn document(&self, input: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(input);
        let text = text.replace("$FOLDER", &self.folder.to_string_lossy());
        let text = text.replace("$TEAM", self.bench.owner.team_id.as_str());
        let Ok(mut document) = serde_json::from_str::<Value>(&text) else { return text.into_bytes() };
        let elements = document.get_mut("automations").and_then(Value::as_array_mut);
        for element in elements.into_iter().flatten() {
            if let Some(fields) = element.get_mut("fields").and_then(Value::as_object_mut) {
                fields.insert("enabled".to_owned(), json!(false));
            }
        }
        document.to_string().into_bytes()
    }

    /// All or nothing, and nothing that an import leaves behind is a secret.
    async fn check(&self, data: String) {
        let passphrase = Some(PASSPHRASE.to_owned());
        let outcome = automations::import(self.app(), ImportAutomations { data, passphrase }).await;
        let kept = automations::list(self.app()).await.unwrap();
        let imported = match outcome {
            Ok(imported) => imported,
            Err(error) => {
                let is_ours = matches!(error, AgentError::Internal(_) | AgentError::Journal(_));
                assert!(!is_ours && kept.is_empty(), "{error}; {} automations were kept", kept.len());
                return;
            }
        };
        assert!((1..=AUTOMATIONS_MOST).contains(&kept.len()) && kept.len() == imported.automations.len());
        for automation in &kept {
            assert!(SECRETS.iter().all(|name| !automation.fields.contains_key(*name)), "{automation:?}");
        }
        let exported = self.exported(&imported).await;
        // What was imported can be exported, and imported again as it was.
        for data in exported {
            let request = ImportAutomations { data: data.clone(), passphrase: None };
            let again = automations::import(self.app(), request).await;
            let again = again.unwrap_or_else(|error| panic!("an export was refused: {error}"));
            assert_eq!(self.exported(&again).await, [data]);
        }
        assert!(automations::list(self.app()).await.unwrap().is_empty());
    }

    /// Exports all of these automations, then deletes them.
    async fn exported(&self, imported: &ImportedAutomations) -> Vec<String> {
        let mut exported = Vec::new();
        for one in &imported.automations {
            let export = automations::export(self.app(), one.kind, &one.automation_id, None).await.unwrap();
            exported.push(export.data);
        }
        for one in &imported.automations {
            automations::delete(self.app(), one.kind, &one.automation_id).await.unwrap();
        }
        exported
    }
}

fn make(random: &mut Random) -> Vec<u8> {
    let automations: Vec<Value> = (0..=random.below(3)).map(|_| element(random)).collect();
    let version = if random.once_in(10) { random.number() } else { 1 };
    json!({ "format": "tonnage-automations", "version": version, "automations": automations }).to_string().into_bytes()
}

fn element(random: &mut Random) -> Value {
    let text = |random: &mut Random| random.joined(&["a", "é", "\n", " ", "/", "*", "[", "{", "@example.org"], 4);
    let folder = *random.one_of(&["$FOLDER", "$FOLDER", "$FOLDER/../watched", "/proc/1", "", "a"]);
    let mut fields = json!({
        "name": text(random), "path": folder, "timeout": random.number() % 100, "timeout_unit": "seconds",
        "team_id": "$TEAM", "recipient_emails": ["ben@example.org"], "portal_subdomain": "dailies",
        "sender_email": "anna@example.org",
    });
    if random.once_in(2) {
        let name = *random.one_of(&["message", "blacklist", "tag", "download_limit", "delete_after", "dst_folder"]);
        fields[name] = match random.below(4) {
            0 => json!(text(random)),
            1 => json!([text(random)]),
            2 => json!(random.number()),
            _ => json!({ "name": text(random) }),
        };
    }
    json!({ "type": random.one_of(TYPES), "fields": fields })
}

#[test]
fn an_import_is_whole_or_leaves_nothing() {
    let runtime = Runtime::new().unwrap();
    let scene = runtime.block_on(Scene::start());
    Fuzz::new("automation_import").pieces(PIECES).run(make, |input| {
        runtime.block_on(async {
            scene.check(STANDARD.encode(scene.document(input))).await;
            scene.check(String::from_utf8_lossy(input).into_owned()).await;
        });
    });
    runtime.block_on(async { drop(scene) });
}
