//! Watch folders: every subfolder that no longer changes becomes a package, exactly once.
//!
//! A scan decides what to send; notifications only make it start sooner. The journal records what was sent in the same
//! transaction as the upload, so nothing is sent twice, even after a crash. A folder that is unreadable or empty is no
//! evidence that its content was deleted, so nothing is forgotten then. Sources are deleted only after the service has
//! the whole package and each file was read again and still matches what was sent.

mod follow;
mod known;
mod look;
pub(super) mod preview;
mod removal;
pub(super) mod root;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::future::Future;
use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::RecursiveMode;
use tokio::time::Instant;
use wire::agent::{AutomationTrouble, StartedUpload};

use self::follow::Sending;
use self::known::{Due, Intervals, Known};
use self::look::Look;
use super::hints::Hints;
use super::kind::{Report, Task};
use super::rounds;
use super::sidecar::{self, Answers};
use super::watch_rules::Rules;
use crate::app::App;
use crate::disks::{Asking, Disks};
use crate::error::{AgentError, AgentResult};
use crate::journal::uploads::{Choice, LeftOut, Origin};
use crate::journal::watched::{self, Watched};
use crate::uploads::Start;

/// Used if a field that passed the checks can no longer be parsed.
pub(super) const QUIET_USUAL: Duration = Duration::from_mins(10);
/// Parallel uploads of one watch folder. The others wait: a thousand new folders must not start a thousand uploads.
const AT_ONCE: usize = 16;
/// How often the whole folder is scanned even if there are no notifications.
const LOOK_ALL: Duration = Duration::from_mins(10);
/// Shortest and longest polling interval without notifications.
const LOOK_OFTEN: Duration = Duration::from_secs(1);
const LOOK_SELDOM: Duration = Duration::from_mins(1);
/// How often uploads are polled for their progress.
const FOLLOW: Duration = Duration::from_millis(500);
/// Scanning takes at most one part in this many of the time.
const SHARE: u32 = 10;
/// The shortest pause between two rounds.
const SHORTEST: Duration = Duration::from_millis(50);

/// A subfolder or loose file to send.
pub(super) struct Parcel {
    pub(super) path: String,
    pub(super) package_name: String,
    pub(super) answers: BTreeMap<String, String>,
    pub(super) start: Start,
}

/// Where parcels are sent.
pub(super) trait Sends: Sync {
    fn send(&self, app: &App, parcel: Parcel) -> impl Future<Output = AgentResult<StartedUpload>> + Send;
}

impl Rules {
    /// Asks the disk.
    fn left_out(&self, root: &Path, name: &OsStr) -> LeftOut {
        let answers = self.form.as_ref().and_then(|form| sidecar::place(form, &root.join(name)));
        LeftOut {
            root: root.to_owned(),
            patterns: self.blacklist.clone(),
            files: answers.into_iter().collect(),
            answers_sum: None,
        }
    }

    /// What is left out of an entry, and the answers to the form. Asks the disk.
    fn answers(&self, root: &Path, name: &OsStr) -> Result<(LeftOut, BTreeMap<String, String>), String> {
        let left_out = self.left_out(root, name);
        let Some(form) = &self.form else { return Ok((left_out, BTreeMap::new())) };
        let Answers { given, sum } = sidecar::answers(form, &root.join(name))?;
        Ok((LeftOut { answers_sum: sum, ..left_out }, given))
    }
}

/// Runs until it is stopped.
pub(super) async fn run(task: &Task, rules: Rules, target: &impl Sends) {
    let mut watch = Watch {
        task,
        rules,
        known: Known::default(),
        sending: Sending::default(),
        hints: None,
        cause: None,
        is_loaded: false,
        rest: Duration::ZERO,
    };
    loop {
        let folder = watch.rules.root.clone();
        let report = match rounds::round(task, &folder, watch.round(target)).await {
            None => return,
            Some(Ok(())) => watch.report(),
            Some(Err(obstacle)) => {
                // Changes may have been missed.
                watch.hints = None;
                Report { obstacle: Some(obstacle.message()), ..watch.report() }
            }
        };
        task.report(report);
        tokio::select! {
            () = task.stop.cancelled() => return,
            () = watch.until_next() => {}
        }
    }
}

struct Watch<'a> {
    task: &'a Task,
    rules: Rules,
    known: Known,
    sending: Sending,
    hints: Option<Hints>,
    /// Why the last parcel could not be sent, if the reason affects all parcels.
    cause: Option<AgentError>,
    /// Whether the record of what was sent has been loaded.
    is_loaded: bool,
    /// Pause after the last scan.
    rest: Duration,
}

impl Watch<'_> {
    /// Follows running uploads, scans, and sends what has settled.
    async fn round(&mut self, target: &impl Sends) -> AgentResult<()> {
        if !self.is_loaded {
            let automation = self.task.id.clone();
            let rows = self.task.app.journal.read(move |tables| watched::all(tables, &automation)).await?;
            self.known.load(rows);
            self.is_loaded = true;
        }
        self.sending.follow(self.task, &mut self.known, &self.rules).await?;
        let root = root::seen(self.task, &self.rules.root).await?;
        if self.hints.is_none() {
            let folder = root.clone();
            let make = move |_: &Asking| Ok(Hints::of(&folder, RecursiveMode::Recursive));
            self.hints = Some(self.disks().ask_at_length(Path::new(&self.rules.root), make).await?);
            self.known.look_at_all();
        }
        self.look(&root).await?;
        if self.task.stop.is_cancelled() {
            return Ok(());
        }
        self.send_settled(&root, target).await
    }

    async fn look(&mut self, root: &Path) -> AgentResult<()> {
        let started = Instant::now();
        let changed = self.hints.as_ref().map(Hints::take).unwrap_or_default();
        let free = AT_ONCE.saturating_sub(self.sending.running(&self.known));
        match self.known.due(changed, started, self.intervals(), free) {
            Due::All => {
                let names = root::names(&self.task.app, Path::new(&self.rules.root), root).await?;
                if !self.look_at(root, names.iter().cloned().collect()).await? {
                    return Ok(());
                }
                for name in self.known.all_seen(&names, started) {
                    let (automation, gone) = (self.task.id.clone(), name.clone());
                    self.task.app.journal.write(move |tables| watched::forget(tables, &automation, &gone)).await?;
                    self.known.forget(&name);
                }
            }
            Due::Names(names) => drop(self.look_at(root, names).await?),
        }
        self.rest = (started.elapsed() * SHARE).min(self.rules.quiet);
        Ok(())
    }

    /// Returns whether everything was scanned before it was stopped.
    async fn look_at(&mut self, root: &Path, names: Vec<OsString>) -> AgentResult<bool> {
        let begun = Instant::now();
        let looks = look::at(self.disks(), root, names, &self.rules, self.task.stop.clone()).await?;
        let (is_whole, ended) = (looks.is_some(), Instant::now());
        for (name, look) in looks.unwrap_or_default() {
            self.known.see(name, look, begun, ended);
        }
        Ok(is_whole)
    }

    fn disks(&self) -> &Disks {
        &self.task.app.disks
    }

    fn intervals(&self) -> Intervals {
        let has_hints = self.hints.as_ref().is_some_and(Hints::are_given);
        let often = (self.rules.quiet / 4).clamp(LOOK_OFTEN, LOOK_SELDOM);
        Intervals { quiet: self.rules.quiet, all: if has_hints { LOOK_ALL } else { often } }
    }

    /// Sends entries that have not changed for long enough, up to the limit.
    async fn send_settled(&mut self, root: &Path, target: &impl Sends) -> AgentResult<()> {
        self.cause = None;
        for (name, look) in self.known.settled(Instant::now(), self.rules.quiet) {
            if self.sending.running(&self.known) >= AT_ONCE || self.cause.is_some() {
                break;
            }
            match look::locked(self.disks(), root, &name, &self.rules).await? {
                Some(reason) => self.known.wait_again(&name, reason, Instant::now()),
                None => self.send(root, name, look, target).await,
            }
        }
        Ok(())
    }

    async fn send(&mut self, root: &Path, name: OsString, look: Look, target: &impl Sends) {
        let sent = match self.parcel(root, &name, &look).await {
            Ok(parcel) => target.send(&self.task.app, parcel).await,
            Err(reason) => return self.known.hold(&name, reason, Instant::now()),
        };
        match sent {
            Ok(started) => {
                tracing::info!(automation = %self.task.id, upload = %started.upload_id, "sending a settled folder");
                self.known.sent(Watched { name, fingerprint: look.fingerprint, upload: Some(started.upload_id) });
            }
            Err(error) => {
                self.known.hold(&name, error.message(), Instant::now());
                self.cause = matches!(error, AgentError::SessionMissing).then_some(error);
            }
        }
    }

    async fn parcel(&self, root: &Path, name: &OsStr, look: &Look) -> Result<Parcel, String> {
        let path: PathBuf = root.join(name);
        let (Some(text), Some(own)) = (path.to_str(), name.to_str()) else {
            return Err("has a name that is not UTF-8: rename it".to_owned());
        };
        let (rules, folder, entry) = (self.rules.clone(), root.to_owned(), name.to_owned());
        let read = move || Ok(rules.answers(&folder, &entry));
        let read = self.disks().ask(Path::new(&self.rules.root), read).await;
        let (left_out, answers) = read.map_err(|error| error.message())??;
        let (automation, fingerprint) = (self.task.id.clone(), look.fingerprint.clone());
        let origin = Origin {
            automation: Some(automation.clone()),
            left_out: Some(left_out),
            fingerprint: Some(fingerprint.clone()),
            choice: Choice::default(),
        };
        let name = name.to_owned();
        let note = Box::new(move |tables: &crate::journal::Tables, upload: &wire::agent::UploadId| {
            watched::sending(tables, &automation, &Watched { name, fingerprint, upload: Some(upload.clone()) })
        });
        Ok(Parcel {
            path: text.to_owned(),
            package_name: format!("{own}{}", self.rules.suffix),
            answers,
            start: Start { origin, note: Some(note) },
        })
    }

    fn report(&self) -> Report {
        let trouble = |(name, reason): (&OsStr, &str)| AutomationTrouble {
            name: name.to_string_lossy().into_owned(),
            reason: reason.to_owned(),
        };
        Report {
            obstacle: self.cause.as_ref().map(|_| "waits for a session".to_owned()),
            waiting: self.known.waiting(),
            troubles: self.sending.troubles().chain(self.known.troubles()).map(trouble).collect(),
        }
    }

    /// Waits for a notification, a due time, or progress of an upload.
    async fn until_next(&self) {
        let sending = self.known.sending();
        let has_room = self.sending.running(&self.known) < AT_ONCE;
        let mut pause = self.known.next(Instant::now(), self.intervals(), has_room).min(LOOK_SELDOM);
        if sending > 0 {
            pause = pause.min(FOLLOW);
        }
        let Some(hints) = &self.hints else { return tokio::time::sleep(pause.max(LOOK_OFTEN)).await };
        tokio::select! {
            () = tokio::time::sleep(pause.max(SHORTEST)) => {}
            () = hints.changed() => {
                // Changes come in bursts.
                let gather = (self.rules.quiet / 4).min(LOOK_OFTEN);
                tokio::time::sleep(gather.max(self.rest)).await;
            }
        }
    }
}
