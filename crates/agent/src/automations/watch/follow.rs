//! Follows the uploads that a watch folder has started.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::{OsStr, OsString};

use tokio::task::JoinHandle;
use tokio::time::Instant;
use wire::agent::{UploadId, UploadState};
use wire::error::ErrorCode;

use super::Rules;
use super::known::{Known, hold};
use super::removal::{self, Removed};
use crate::automations::kind::Task;
use crate::error::{AgentResult, tolerated};
use crate::journal::uploads::{self as rows, UploadRow};
use crate::journal::watched;
use crate::uploads;

/// Uploads that need attention.
#[derive(Default)]
pub(super) struct Sending {
    removals: HashMap<OsString, JoinHandle<Removed>>,
    retries: HashMap<OsString, Retry>,
    /// Why some of them stopped.
    troubles: BTreeMap<OsString, String>,
    /// Those that are paused, or have failed, and so keep nothing from others.
    stopped: HashSet<OsString>,
}

#[derive(Clone, Copy)]
struct Retry {
    at: Instant,
    tries: u32,
}

/// What to do with a folder, given the state of its upload.
enum Verdict {
    Wait,
    /// Delivered, or deleted by a person: it is not sent again.
    Done,
    Delivered,
    /// The folder has changed since, or the package has ended: the upload is withdrawn.
    Anew,
    Retry,
}

fn verdict(upload: Option<&UploadRow>, has_changed: bool) -> Verdict {
    let Some(upload) = upload else { return Verdict::Done };
    match (upload.life.state, &upload.failure) {
        (UploadState::Complete, _) => Verdict::Delivered,
        (UploadState::Error, Some(failure)) => match failure.code {
            // A package that was deleted or has expired does not come back.
            ErrorCode::SourceChanged | ErrorCode::SourceUnusable | ErrorCode::Gone => Verdict::Anew,
            _ if has_changed => Verdict::Anew,
            _ if failure.recoverable => Verdict::Retry,
            _ => Verdict::Wait,
        },
        _ => Verdict::Wait,
    }
}

impl Sending {
    pub(super) async fn follow(&mut self, task: &Task, known: &mut Known, rules: &Rules) -> AgentResult<()> {
        for (name, id) in known.in_flight() {
            if self.is_being_removed(&name) {
                continue;
            }
            let wanted = id.clone();
            let upload = task.app.journal.read(move |tables| rows::find_uncounted(tables, &wanted)).await?;
            match upload.as_ref().and_then(|upload| upload.failure.as_ref()) {
                Some(failure) => drop(self.troubles.insert(name.clone(), failure.message.clone())),
                None => drop(self.troubles.remove(&name)),
            }
            let state = upload.as_ref().map(|upload| upload.life.state);
            match state {
                Some(UploadState::Paused | UploadState::Error) => drop(self.stopped.insert(name.clone())),
                _ => drop(self.stopped.remove(&name)),
            }
            match verdict(upload.as_ref(), known.has_changed(&name)) {
                Verdict::Wait => {}
                Verdict::Delivered if rules.deletes_sources && !self.removals.contains_key(&name) => {
                    let removal = removal::remove(task.app.clone(), task.stop.clone(), id);
                    self.removals.insert(name, tokio::spawn(removal));
                }
                Verdict::Done => self.done(task, known, &name).await?,
                Verdict::Delivered => self.delivered(task, known, &name).await?,
                Verdict::Anew => {
                    tolerated(uploads::delete(&task.app, &id).await)?;
                    self.forget(task, &name).await?;
                    known.begin_again(&name);
                }
                Verdict::Retry => self.retry(task, name, &id).await?,
            }
        }
        Ok(())
    }

    pub(super) fn troubles(&self) -> impl Iterator<Item = (&OsStr, &str)> {
        self.troubles.iter().map(|(name, reason)| (name.as_os_str(), reason.as_str()))
    }

    /// How many run.
    pub(super) fn running(&self, known: &Known) -> usize {
        known.sending().saturating_sub(self.stopped.len())
    }

    /// A finished removal stays in the map until its row is done.
    fn is_being_removed(&self, name: &OsStr) -> bool {
        self.removals.get(name).is_some_and(|removal| !removal.is_finished())
    }

    /// What was deleted can be dropped again, also exactly as it was.
    async fn delivered(&mut self, task: &Task, known: &mut Known, name: &OsStr) -> AgentResult<()> {
        if task.stop.is_cancelled() {
            return Ok(());
        }
        let removed = match self.removals.remove(name) {
            Some(removal) => removal.await.unwrap_or(Removed::Kept),
            None => Removed::Kept,
        };
        match removed {
            Removed::Kept => return self.done(task, known, name).await,
            Removed::All => {
                self.forget(task, name).await?;
                known.forget(name);
                known.look_at(name);
            }
            Removed::Changed => {
                self.forget(task, name).await?;
                known.begin_again(name);
            }
        }
        Ok(())
    }

    /// Forgets that the entry was sent.
    async fn forget(&mut self, task: &Task, name: &OsStr) -> AgentResult<()> {
        let (automation, gone) = (task.id.clone(), name.to_owned());
        task.app.journal.write(move |tables| watched::forget(tables, &automation, &gone)).await?;
        self.retries.remove(name);
        self.troubles.remove(name);
        self.stopped.remove(name);
        Ok(())
    }

    async fn done(&mut self, task: &Task, known: &mut Known, name: &OsStr) -> AgentResult<()> {
        let (automation, done) = (task.id.clone(), name.to_owned());
        task.app.journal.write(move |tables| watched::settled(tables, &automation, &done)).await?;
        known.done(name);
        self.retries.remove(name);
        self.troubles.remove(name);
        self.stopped.remove(name);
        Ok(())
    }

    /// The reason why it stopped may be gone; retries with increasing delays.
    async fn retry(&mut self, task: &Task, name: OsString, id: &UploadId) -> AgentResult<()> {
        let now = Instant::now();
        let retry = *self.retries.entry(name.clone()).or_insert(Retry { at: now + hold(0), tries: 1 });
        if retry.at <= now {
            self.retries.insert(name, Retry { at: now + hold(retry.tries), tries: retry.tries + 1 });
            tolerated(uploads::resume(&task.app, id).await)?;
        }
        Ok(())
    }
}
