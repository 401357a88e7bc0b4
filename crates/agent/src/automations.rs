//! Automations: watch folders, growing files, and downloads of arriving packages.
//!
//! All types are in one registry. An automation is a row in the journal and, while it is enabled, a task that runs
//! until it is stopped. A change stops the task and starts a new one, so no task ever sees its own fields change.

mod all_portals_download;
mod check;
mod document;
mod hints;
mod kind;
mod portal_download;
mod portal_stream;
mod portal_upload;
mod receive;
mod rounds;
mod seal;
mod sidecar;
mod streams;
mod team_stream;
mod team_upload;
mod watch;
mod watch_rules;

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use wire::agent::{
    AgentEvent, AutomationBody, AutomationId, AutomationState, AutomationStatus, AutomationType, CreatedAutomation,
    PreviewedParcel, Removed,
};

use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::folders::{self, FolderUse};
use crate::journal::automations::{self as rows, AutomationRow};

pub use document::{export, import};

use kind::{Entry, entry};

/// One entry per type.
const TYPES: &[Entry] = &[
    entry::<team_upload::Kind>(),
    entry::<portal_upload::Kind>(),
    entry::<portal_download::Kind>(),
    entry::<all_portals_download::Kind>(),
    entry::<team_stream::Kind>(),
    entry::<portal_stream::Kind>(),
];

/// Fields that are never shown.
pub const SECRETS: [&str; 2] = ["download_password", "portal_password"];

fn type_of(kind: AutomationType) -> AgentResult<&'static Entry> {
    TYPES.iter().find(|entry| entry.kind == kind).ok_or(AgentError::not_found("type of automation"))
}

pub async fn create(app: &App, kind: AutomationType, fields: Map<String, Value>) -> AgentResult<CreatedAutomation> {
    let row_type = type_of(kind)?;
    row_type.require_session(app)?;
    // What is wrong here is said first, and nobody waits for this one while the cloud takes its time.
    let known = row_type.check(app, fields.clone())?;
    FolderUse::of(app, &known, true).await?;
    row_type.admit(app, known).await?;
    let _turn = app.automations.turn.lock().await;
    let row = checked(app, kind, fields).await?;
    let created = CreatedAutomation { automation_id: row.id.clone() };
    keep(app, vec![row]).await?;
    Ok(created)
}

/// Lists what a watch folder with these fields would send now. Saves nothing, and another automation may watch the same
/// folder.
pub async fn preview(app: &App, kind: AutomationType, fields: Map<String, Value>) -> AgentResult<Vec<PreviewedParcel>> {
    let row_type = type_of(kind)?;
    row_type.require_session(app)?;
    let fields = row_type.check(app, fields)?;
    FolderUse::of(app, &fields, true).await?;
    let not_watched = || AgentError::invalid("type", "must be team_upload or portal_upload: only they watch a folder");
    watch::preview::of(app, row_type.watched(fields)?.ok_or_else(not_watched)?).await
}

/// Checks the fields and returns a row that may be saved.
async fn checked(app: &App, kind: AutomationType, fields: Map<String, Value>) -> AgentResult<AutomationRow> {
    let fields = type_of(kind)?.check(app, fields)?;
    folders::check(app, None, &FolderUse::of(app, &fields, true).await?).await?;
    Ok(AutomationRow { id: AutomationId::from_chance(rand::random()), kind, fields, provisioned: None })
}

/// Saves all rows or none.
async fn keep(app: &App, new: Vec<AutomationRow>) -> AgentResult<()> {
    let kept = new.clone();
    app.journal.write(move |tables| kept.iter().try_for_each(|row| rows::insert(tables, row))).await?;
    for row in &new {
        start(app, row);
        tell(app, row);
    }
    Ok(())
}

async fn row(app: &App, kind: AutomationType, id: &AutomationId) -> AgentResult<AutomationRow> {
    let wanted = id.clone();
    let found = app.journal.read(move |tables| rows::find(tables, &wanted)).await?;
    found.filter(|row| row.kind == kind).ok_or(AgentError::not_found("automation"))
}

/// Changes the given fields. A null clears an optional field.
pub async fn update(
    app: &App,
    kind: AutomationType,
    id: &AutomationId,
    changes: Map<String, Value>,
) -> AgentResult<AutomationBody> {
    let row_type = type_of(kind)?;
    let _turn = app.automations.turn.lock().await;
    let row = row(app, kind, id).await?;
    row_type.require_session(app)?;
    let mut fields = row.fields.clone();
    fields.extend(changes);
    let fields = row_type.check(app, fields)?;
    let moved = ["path", "dst_folder"].iter().any(|folder| fields.get(*folder) != row.fields.get(*folder));
    folders::check(app, Some(&row.id), &FolderUse::of(app, &fields, moved).await?).await?;
    replace(app, row, fields).await
}

/// Saves the new fields and restarts the automation with them.
async fn replace(app: &App, mut row: AutomationRow, fields: Map<String, Value>) -> AgentResult<AutomationBody> {
    app.automations.runs.halt(&row.id).await;
    let (id, kept) = (row.id.clone(), fields.clone());
    let written = app.journal.write(move |tables| rows::change(tables, &id, &kept)).await;
    if written.is_ok() {
        row.fields = fields;
    }
    // Restart even if nothing was written: it then continues with the old fields.
    start(app, &row);
    written?;
    tell(app, &row);
    Ok(shown(app, &row))
}

/// Creates or changes the automation with this name in the provisioning file. Its folder may be missing for now.
pub async fn provision(app: &App, kind: AutomationType, name: &str, fields: Map<String, Value>) -> AgentResult<()> {
    let _turn = app.automations.turn.lock().await;
    let fields = type_of(kind)?.check(app, fields)?;
    let rows = app.journal.read(rows::all).await?;
    let known = rows.into_iter().find(|row| row.provisioned.as_deref() == Some(name));
    let known = match known {
        Some(row) if row.kind != kind => {
            remove(app, &row).await?;
            None
        }
        other => other,
    };
    folders::check(app, known.as_ref().map(|row| &row.id), &FolderUse::of(app, &fields, false).await?).await?;
    match known {
        Some(row) if row.fields == fields => Ok(()),
        Some(row) => replace(app, row, fields).await.map(|_| ()),
        None => {
            let id = AutomationId::from_chance(rand::random());
            let row = AutomationRow { id, kind, fields, provisioned: Some(name.to_owned()) };
            Ok(app.journal.write(move |tables| rows::insert(tables, &row)).await?)
        }
    }
}

/// Deletes automations that the provisioning file no longer names.
pub async fn retire(app: &App, named: &BTreeSet<String>) -> AgentResult<()> {
    let _turn = app.automations.turn.lock().await;
    for row in app.journal.read(rows::all).await? {
        if row.provisioned.as_ref().is_some_and(|name| !named.contains(name)) {
            remove(app, &row).await?;
        }
    }
    Ok(())
}

/// Keeps the files that it sent or received, and transfers that are running.
pub async fn delete(app: &App, kind: AutomationType, id: &AutomationId) -> AgentResult<()> {
    let _turn = app.automations.turn.lock().await;
    remove(app, &row(app, kind, id).await?).await
}

async fn remove(app: &App, row: &AutomationRow) -> AgentResult<()> {
    app.automations.runs.halt(&row.id).await;
    let gone = row.id.clone();
    app.journal.write(move |tables| rows::delete(tables, &gone)).await?;
    app.automations.forget(&row.id);
    app.events.tell(AgentEvent::Removed(Removed::Automation { automation_id: row.id.clone() }));
    Ok(())
}

pub async fn list(app: &App) -> AgentResult<Vec<AutomationBody>> {
    let all = app.journal.read(rows::all).await?;
    Ok(all.iter().map(|row| shown(app, row)).collect())
}

fn shown(app: &App, row: &AutomationRow) -> AutomationBody {
    let mut fields = row.fields.clone();
    fields.retain(|name, _| !SECRETS.contains(&name.as_str()));
    AutomationBody { automation_id: row.id.clone(), kind: row.kind, status: app.automations.status(&row.id), fields }
}

fn tell(app: &App, row: &AutomationRow) {
    app.events.tell(AgentEvent::Automation(Box::new(shown(app, row))));
}

/// Called when the agent starts.
pub async fn restore(app: &App) -> AgentResult<()> {
    for row in app.journal.read(rows::all).await? {
        start(app, &row);
    }
    Ok(())
}

/// Starts the automation if it is enabled.
fn start(app: &App, row: &AutomationRow) {
    let status = |state, reason| AutomationStatus { state, reason, waiting: 0, troubles: Vec::new() };
    if !row.is_enabled() || app.options.for_one_command {
        app.automations.set(&row.id, status(AutomationState::Off, None));
        return;
    }
    match type_of(row.kind) {
        Ok(entry) => {
            app.automations.set(&row.id, status(AutomationState::Running, None));
            let (owned, row_owned) = (app.clone(), row.clone());
            app.automations.runs.begin(&row.id, &app.stop, |_, stop| entry.run(owned, row_owned, stop));
        }
        Err(error) => {
            app.automations.set(&row.id, status(AutomationState::Error, Some(error.message())));
        }
    }
}
