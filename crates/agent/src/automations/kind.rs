//! The trait that each type of automation implements, and its entry in the registry.

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

/// Limits the list of problems in a status.
const TROUBLES_MOST: usize = 100;

/// A type of automation. Its field `path` or `dst_folder` is the folder that it reads or writes.
pub(super) trait Kind {
    type Fields: Serialize + DeserializeOwned + Send + Sync + 'static;
    const TYPE: AutomationType;
    /// Whether a session is required to create it.
    const NEEDS_SESSION: bool;

    /// Checks all fields except the folder.
    fn check(app: &App, fields: &Self::Fields) -> AgentResult<()>;

    /// What only the cloud can check, when one is created. If the cloud does not answer, running it will tell.
    fn admit(_: &App, _: &Self::Fields) -> impl Future<Output = AgentResult<()>> + Send {
        std::future::ready(Ok(()))
    }

    /// What it watches, if this type is a watch folder.
    fn watched(_: &Self::Fields) -> Option<Rules> {
        None
    }

    /// Runs until it is stopped. Failures are reported and retried after a wait.
    fn run(task: Task, fields: Self::Fields) -> impl Future<Output = ()> + Send;
}

/// A running automation.
#[derive(Clone)]
pub(super) struct Task {
    pub(super) app: App,
    pub(super) id: AutomationId,
    pub(super) stop: CancellationToken,
    row: AutomationRow,
}

/// The current state of an automation.
#[derive(Default)]
pub(super) struct Report {
    /// Why nothing can be done; `None` if all is well.
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
            tracing::warn!(automation = %self.id, reason, "an automation is blocked");
        }
        if self.app.automations.set(&self.id, status) {
            super::tell(&self.app, &self.row);
        }
    }
}

/// Fields as callers write them.
type Fields = Map<String, Value>;
type Running = Pin<Box<dyn Future<Output = ()> + Send>>;
type Admission<'a> = Pin<Box<dyn Future<Output = AgentResult<()>> + Send + 'a>>;

/// An entry of the registry.
pub(super) struct Entry {
    pub(super) kind: AutomationType,
    needs_session: bool,
    normal: fn(&App, Fields) -> AgentResult<Fields>,
    admit: for<'a> fn(&'a App, Fields) -> Admission<'a>,
    watched: fn(Fields) -> AgentResult<Option<Rules>>,
    run: fn(Task, Map<String, Value>) -> Running,
}

pub(super) const fn entry<K: Kind>() -> Entry {
    Entry {
        kind: K::TYPE,
        needs_session: K::NEEDS_SESSION,
        normal: normal::<K>,
        admit: admit::<K>,
        watched: watched::<K>,
        run: run::<K>,
    }
}

impl Entry {
    /// Fails if this type needs a session and there is none.
    pub(super) fn require_session(&self, app: &App) -> AgentResult<()> {
        if self.needs_session { app.sessions.require().map(|_| ()) } else { Ok(()) }
    }

    /// Returns the fields as they are saved.
    pub(super) fn check(&self, app: &App, fields: Map<String, Value>) -> AgentResult<Map<String, Value>> {
        (self.normal)(app, fields)
    }

    /// Asks the cloud about a new one.
    pub(super) async fn admit(&self, app: &App, fields: Map<String, Value>) -> AgentResult<()> {
        (self.admit)(app, fields).await
    }

    /// What it watches, if it is a watch folder. The fields must have been checked before.
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
        _ => Err(AgentError::Internal(anyhow::anyhow!("the fields of an automation are not an object"))),
    }
}

fn admit<K: Kind>(app: &App, fields: Map<String, Value>) -> Admission<'_> {
    Box::pin(async move {
        let fields: K::Fields = JsonList::element(Value::Object(fields))?;
        K::admit(app, &fields).await
    })
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
