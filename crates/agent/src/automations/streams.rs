//! Sends each file directly in a folder while it grows, as its own package.
//!
//! A scan of the folder finds new files. Notifications trigger a scan early; without them, the folder is scanned every
//! second. A file is recorded in the transaction that creates its upload, so it is sent exactly once even if the
//! process crashes. From then on the upload does everything; it can be watched, paused and deleted like any other. A
//! folder that cannot be read is reported as an obstacle, and nothing is forgotten.

mod folder;
mod generation;
mod refusals;
mod stranded;
mod taken;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::RecursiveMode;
use tokio::time::Instant;
use wire::agent::{AutomationTrouble, FormMetadata, UploadId};

use super::hints::Hints;
use super::kind::{Report, Task};
use super::watch::{Parcel, Sends, root};
use super::{rounds, sidecar};
use crate::disks::Asking;
use crate::error::{AgentError, AgentResult};
use crate::globs::Globs;
use crate::journal::Tables;
use crate::journal::stream_files::{self, StreamFile};
use crate::journal::uploads::Origin;
use crate::uploads::{NewStream, Start};

use folder::{Choice, Found, files};
use refusals::Refusals;

/// The shortest time between two scans; also the polling interval without notifications.
const LOOK: Duration = Duration::from_secs(1);
/// Scan at least this often, because notifications can get lost.
const LOOK_ANYWAY: Duration = Duration::from_secs(30);
/// How often recorded files and their uploads are checked.
const UPKEEP: Duration = Duration::from_mins(1);
/// Each stream keeps its file open.
const GROWING_MOST: usize = 256;

pub(super) struct Rules {
    pub(super) root: String,
    /// A file that has not changed for this long is complete.
    pub(super) idle: Duration,
    /// Whether members of the Team can read the files while they grow.
    pub(super) is_followed: bool,
    pub(super) whitelist: Vec<String>,
    pub(super) form: Option<FormMetadata>,
}

struct Looking<'a> {
    task: &'a Task,
    rules: Rules,
    choice: Choice,
    refusals: Refusals,
    upkeep: Instant,
    hints: Option<Hints>,
    /// Whether work is left that no notification will report.
    is_waiting: bool,
}

/// Runs until it is stopped.
pub(super) async fn run(task: &Task, rules: Rules, target: &impl Sends) {
    let whitelist = match Globs::new("whitelist", &rules.whitelist) {
        Ok(whitelist) => whitelist,
        Err(error) => return task.report(Report { obstacle: Some(error.message()), ..Report::default() }),
    };
    let has_answers = rules.form.as_ref().is_some_and(|form| form.metadata_file.is_some());
    let choice = Choice { whitelist, has_answers };
    let (refusals, upkeep) = (Refusals::default(), Instant::now());
    let mut looking = Looking { task, rules, choice, refusals, upkeep, hints: None, is_waiting: false };
    loop {
        let folder = looking.rules.root.clone();
        let report = match rounds::round(task, &folder, looking.look(target)).await {
            None => return,
            Some(Ok(report)) => report,
            Some(Err(obstacle)) => {
                // A folder that comes back may be a different one, and the old watcher does not see it.
                looking.hints = None;
                Report { obstacle: Some(obstacle.message()), ..Report::default() }
            }
        };
        looking.is_waiting = report.obstacle.is_some() || report.waiting > 0 || !report.troubles.is_empty();
        task.report(report);
        tokio::select! {
            () = task.stop.cancelled() => return,
            () = looking.rest() => {}
        }
    }
}

impl Looking<'_> {
    async fn look(&mut self, target: &impl Sends) -> AgentResult<Report> {
        let root = root::seen(self.task, &self.rules.root).await?;
        if self.hints.is_none() {
            let folder = root.clone();
            let make = move |_: &Asking| Ok(Hints::of(&folder, RecursiveMode::NonRecursive));
            self.hints = Some(self.ask(make).await?);
        }
        let (folder, choice) = (root.clone(), self.choice.clone());
        let found = self.ask(move |_| files(&folder, &choice).map_err(|error| unseen(&error))).await?;
        if self.upkeep.elapsed() >= UPKEEP {
            self.upkeep = Instant::now();
            self.look_after(&root).await?;
        }
        self.refusals.forget_all_but(&found);
        let new = taken::new_ones(self.task, found).await?;
        self.take_up(new, target).await
    }

    async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Asking) -> AgentResult<T> + Send + 'static,
    ) -> AgentResult<T> {
        self.task.app.disks.ask_at_length(Path::new(&self.rules.root), work).await
    }

    async fn answers(&self, form: FormMetadata, path: PathBuf) -> Result<BTreeMap<String, String>, String> {
        let read = self.ask(move |_| Ok(sidecar::answers(&form, &path))).await;
        Ok(read.map_err(|error| error.message())??.given)
    }

    /// Regular checks that no other part does.
    async fn look_after(&self, root: &Path) -> AgentResult<()> {
        stranded::resume(self.task).await?;
        let (folder, all) = (root.to_owned(), Choice::all()?);
        let there = self.ask(move |_| files(&folder, &all).map_err(|error| unseen(&error))).await?;
        taken::forget_gone(self.task, &there).await
    }

    /// Starts streams for new files, up to the limit.
    async fn take_up(&mut self, new: Vec<Found>, target: &impl Sends) -> AgentResult<Report> {
        let mut report = Report::default();
        if new.is_empty() {
            return Ok(report);
        }
        let id = self.task.id.clone();
        let growing = self.task.app.journal.read(move |tables| stream_files::growing(tables, &id)).await?;
        let mut room = GROWING_MOST.saturating_sub(growing);
        for found in new {
            if room == 0 || !self.refusals.allows_any() {
                report.waiting += 1;
                continue;
            }
            if self.refusals.allows(found.key) {
                room -= 1;
                self.try_to_take_up(&found, target).await;
            }
            if let Some(reason) = self.refusals.reason(found.key) {
                let name = found.name.to_string_lossy().into_owned();
                report.troubles.push(AutomationTrouble { name, reason: reason.to_owned() });
            }
        }
        report.obstacle = self.refusals.obstacle().map(str::to_owned);
        Ok(report)
    }

    async fn try_to_take_up(&mut self, found: &Found, target: &impl Sends) {
        let parcel = match self.parcel(found).await {
            Ok(parcel) => parcel,
            Err(reason) => return self.refusals.refused_one(found.key, reason),
        };
        match target.send(&self.task.app, parcel).await {
            Ok(started) => {
                tracing::info!(automation = %self.task.id, upload = %started.upload_id, "sending a growing file");
                self.refusals.went_well(found.key);
            }
            Err(error) => self.refusals.refused(found.key, &error),
        }
    }

    /// How to send the file, or why it cannot be sent.
    async fn parcel(&self, found: &Found) -> Result<Parcel, String> {
        let (Some(path), Some(name)) = (found.path.to_str(), found.name.to_str()) else {
            return Err("has a name that is not UTF-8: rename it".to_owned());
        };
        let answers = match &self.rules.form {
            Some(form) => self.answers(form.clone(), found.path.clone()).await?,
            None => BTreeMap::new(),
        };
        let stream = NewStream {
            automation: self.task.id.clone(),
            path: found.path.clone(),
            identity: found.identity,
            file: StreamFile { key: found.key, name: found.name.clone(), ended: None },
            idle: self.rules.idle,
            is_followed: self.rules.is_followed,
        };
        let origin = Origin { automation: Some(self.task.id.clone()), ..Origin::default() };
        let note = Box::new(move |tables: &Tables, upload: &UploadId| stream.save(tables, upload));
        let start = Start { origin, note: Some(note) };
        Ok(Parcel { path: path.to_owned(), package_name: name.to_owned(), answers, start })
    }

    /// Waits until the next scan.
    async fn rest(&self) {
        tokio::time::sleep(LOOK).await;
        let hints = self.hints.as_ref().filter(|hints| hints.are_given() && !self.is_waiting);
        if let Some(hints) = hints {
            let _ = tokio::time::timeout(LOOK_ANYWAY, hints.changed()).await;
            hints.take();
        }
    }
}

fn unseen(error: &std::io::Error) -> AgentError {
    AgentError::invalid("path", &format!("cannot read the folder: {error}"))
}
