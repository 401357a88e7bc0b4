//! What a type of automation is made of.

use std::pin::Pin;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use serving::body::JsonList;
use tokio_util::sync::CancellationToken;
use wire::agent::{AutomationId, AutomationState, AutomationStatus, AutomationTrouble, AutomationType};

use super::watch_rules::Rules;
use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::journal::automations::AutomationRow;

/// More troubles than this help nobody.
const TROUBLES_MOST: usize = 100;

/// A type of automation. `path` or `dst_folder` among its fields is the folder that it reads or writes.
pub(super) trait Kind {
    type Fields: Serialize + DeserializeOwned + Send + 'static;
    const TYPE: AutomationType;
    /// Whether it can be made only with a session.
    const NEEDS_SESSION: bool;

    /// Refuses what is wrong with the fields, but for their folder.
    fn check(app: &App, fields: &Self::Fields) -> AgentResult<()>;

    /// What it watches, if it is a watch folder.
    fn watched(_: &Self::Fields) -> Option<Rules> {
        None
    }

    /// Until it is stopped. Whatever fails is reported, waited for and tried again.
    fn run(task: Task, fields: Self::Fields) -> impl Future<Output = ()> + Send;
}

/// An automation while it runs.
#[derive(Clone)]
pub(super) struct Task {
    pub(super) app: App,
    pub(super) id: AutomationId,
    pub(super) stop: CancellationToken,
    row: AutomationRow,
}

/// How it is now.
#[derive(Default)]
pub(super) struct Report {
    /// Why nothing can be done; none when all is well.
    pub(super) obstacle: Option<String>,
    pub(super) waiting: usize,
    pub(super) troubles: Vec<AutomationTrouble>,
}

impl Task {
    pub(super) fn report(&self, report: Report) {
        let state = if report.obstacle.is_some() { AutomationState::Error } else { AutomationState::Running };
        let (waiting, mut troubles) = (u64::try_from(report.waiting).unwrap_or(u64::MAX), report.troubles);
        troubles.truncate(TROUBLES_MOST);
        let status = AutomationStatus { state, reason: report.obstacle, waiting, troubles };
        let before = self.app.automations.status(&self.id);
        if let (Some(reason), true) = (&status.reason, status.reason != before.reason) {
            tracing::warn!(automation = %self.id, reason, "an automation cannot do its work");
        }
        if self.app.automations.set(&self.id, status) {
            super::tell(&self.app, &self.row);
        }
    }
}

/// As callers write them.
type Fields = Map<String, Value>;
type Running = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A line of the registry.
pub(super) struct Entry {
    pub(super) kind: AutomationType,
    needs_session: bool,
    normal: fn(&App, Fields) -> AgentResult<Fields>,
    watched: fn(Fields) -> AgentResult<Option<Rules>>,
    run: fn(Task, Map<String, Value>) -> Running,
}

pub(super) const fn entry<K: Kind>() -> Entry {
    Entry { kind: K::TYPE, needs_session: K::NEEDS_SESSION, normal: normal::<K>, watched: watched::<K>, run: run::<K> }
}

impl Entry {
    /// Refuses whoever has no session where one is needed.
    pub(super) fn require_session(&self, app: &App) -> AgentResult<()> {
        if self.needs_session { app.sessions.require().map(|_| ()) } else { Ok(()) }
    }

    /// The fields as they are kept.
    pub(super) fn check(&self, app: &App, fields: Map<String, Value>) -> AgentResult<Map<String, Value>> {
        (self.normal)(app, fields)
    }

    /// What it watches, if it is a watch folder. The fields must be checked.
    pub(super) fn watched(&self, fields: Map<String, Value>) -> AgentResult<Option<Rules>> {
        (self.watched)(fields)
    }

    pub(super) fn run(&self, app: App, row: AutomationRow, stop: CancellationToken) -> Running {
        let fields = row.fields.clone();
        (self.run)(Task { app, id: row.id.clone(), stop, row }, fields)
    }
}

fn normal<K: Kind>(app: &App, fields: Map<String, Value>) -> AgentResult<Map<String, Value>> {
    let fields: K::Fields = JsonList::element(Value::Object(fields))?;
    K::check(app, &fields)?;
    match serde_json::to_value(&fields) {
        Ok(Value::Object(fields)) => Ok(fields),
        _ => Err(AgentError::Internal(anyhow::anyhow!("the fields of an automation are no object"))),
    }
}

fn watched<K: Kind>(fields: Map<String, Value>) -> AgentResult<Option<Rules>> {
    let fields: K::Fields = JsonList::element(Value::Object(fields))?;
    Ok(K::watched(&fields))
}

fn run<K: Kind>(task: Task, fields: Map<String, Value>) -> Running {
    Box::pin(async move {
        match JsonList::element::<K::Fields>(Value::Object(fields)) {
            Ok(fields) => K::run(task, fields).await,
            Err(error) => task.report(Report { obstacle: Some(error.to_string()), ..Report::default() }),
        }
    })
}
