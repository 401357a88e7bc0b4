//! Downloads packages that arrive in Portals, each exactly once.
//!
//! The senders are unknown, so no package is trusted. A package with a virus is not downloaded, one whose scan is not
//! done waits, and one that does not fit on the disk is not started. Downloads that stopped for a temporary reason are
//! retried with increasing delays. The journal records which packages were seen, in the same transaction as their
//! downloads.

pub(super) mod portals;
mod standing;

use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::local_name::Platform;
use serving::secret::Secret;
use tokio::time::Instant;
use transfer::Fault;
use transfer::folder::{Folder, FolderError};
use wire::agent::AutomationTrouble;
use wire::ids::{PackageId, PortalId, TeamId};
use wire::packages::PackageBody;
use wire::time::Time;

use self::portals::PortalNames;
use self::standing::{Standing, Unfinished};
use super::kind::{Report, Task};
use super::rounds;
use crate::app::App;
use crate::downloads::{self, PackageDownload};
use crate::error::{AgentError, AgentResult};
use crate::journal::mounts::FolderOf;
use crate::journal::received;
use crate::mounts;
use crate::session::Session;

/// Packages per request; the maximum that the cloud allows.
const PAGE: usize = 50;
/// Files per request.
const FILES: usize = 1_000;
/// Parallel downloads of one automation. The others wait.
const AT_ONCE: usize = 16;
/// How often all packages since the effective time are checked; in between, only those of the last days, and from the
/// first one on that waits.
const LOOK_ALL: Duration = Duration::from_hours(1);
/// A package that takes longer than this to arrive is found by the next full check.
const LATE_DAYS: i64 = 2;
/// Bytes on the disk that are left free for others.
const RESERVE: u64 = 64 << 20;
/// Limits the names in a status.
const SHOWN: usize = 100;

/// The settings that differ between download automations.
pub(super) struct Rules {
    /// As the user wrote it; links in it are resolved at every check.
    pub(super) dst_folder: String,
    /// Packages created before this time, by the cloud's clock, are ignored.
    pub(super) effective_time: Time,
    pub(super) package_folders: bool,
    pub(super) portal_folders: bool,
    pub(super) priority: i64,
}

/// Where to look for packages.
pub(super) struct Inbox {
    pub(super) team: TeamId,
    /// `None` for all Portals of the Team.
    pub(super) portal: Option<PortalId>,
}

pub(super) trait Source: Sync {
    fn inbox(&self, app: &App, session: &Session) -> impl Future<Output = AgentResult<Inbox>> + Send;
}

/// Runs until it is stopped.
pub(super) async fn run(task: &Task, rules: Rules, source: &impl Source) {
    let mut session = task.app.sessions.watch();
    let mut receiving = Receiving {
        task,
        rules,
        dst_folder: PathBuf::new(),
        standing: Standing::default(),
        portals: PortalNames::default(),
        newest: None,
        looked: None,
        first_waiting: None,
        round: Round::default(),
    };
    loop {
        let folder = receiving.rules.dst_folder.clone();
        let Some(done) = rounds::round(task, &folder, receiving.look(source)).await else { return };
        task.report(receiving.report(done).await);
        tokio::select! {
            () = task.stop.cancelled() => return,
            () = tokio::time::sleep(task.app.options.poll) => {}
            _ = session.changed() => {}
        }
    }
}

struct Receiving<'a> {
    task: &'a Task,
    rules: Rules,
    /// The resolved folder of the current check.
    dst_folder: PathBuf,
    standing: Standing,
    portals: PortalNames,
    /// Creation time of the newest package seen.
    newest: Option<Time>,
    /// Time of the last full check.
    looked: Option<Instant>,
    /// Creation time of the oldest package that was left for later.
    first_waiting: Option<Time>,
    round: Round,
}

/// The result of one check.
#[derive(Default)]
struct Round {
    waiting: usize,
    first_waiting: Option<Time>,
    troubles: Vec<AutomationTrouble>,
    /// Downloads that are running or stopped.
    active: usize,
    /// Bytes that remain free once all of these have arrived.
    room: u64,
}

impl Round {
    /// Packages come in the order of their creation.
    fn waits(&mut self, package: &PackageBody) {
        self.waiting += 1;
        self.first_waiting.get_or_insert(package.created_at);
    }
}

/// The result of a package's virus scan.
enum Scan {
    Done,
    Pending,
    Infected,
}

impl Receiving<'_> {
    async fn look(&mut self, source: &impl Source) -> AgentResult<()> {
        self.round = Round::default();
        let app = &self.task.app;
        let session = app.sessions.require()?;
        let (owned, text) = (app.clone(), self.rules.dst_folder.clone());
        let resolve = move || owned.paths.writable_unattended("dst_folder", &text);
        self.dst_folder = app.disks.ask(Path::new(&self.rules.dst_folder), resolve).await?;
        mounts::require(app, FolderOf::Automation(self.task.id.clone()), &self.dst_folder).await?;
        let Unfinished { active, missing, troubles } = self.standing.look(app, &self.task.id).await?;
        let room = self.room().await?.saturating_sub(missing);
        self.round = Round { troubles, active, room, ..Round::default() };
        let inbox = source.inbox(app, &session).await?;
        let look_all = self.looked.is_none_or(|looked| looked.elapsed() >= LOOK_ALL);
        let began = Instant::now();
        self.look_through(&session, &inbox, self.since(look_all)).await?;
        if look_all {
            self.looked = Some(began);
        }
        self.first_waiting = self.round.first_waiting;
        standing::forget_old(app, &self.task.id).await
    }

    fn since(&self, look_all: bool) -> Time {
        let recent = self.newest.map(|newest| newest.plus_days(-LATE_DAYS)).filter(|_| !look_all);
        let first = recent.map(|recent| self.first_waiting.map_or(recent, |waiting| waiting.min(recent)));
        first.map_or(self.rules.effective_time, |first| first.max(self.rules.effective_time))
    }

    async fn look_through(&mut self, session: &Session, inbox: &Inbox, since: Time) -> AgentResult<()> {
        for page in 1_usize.. {
            let portal = inbox.portal.as_ref().map(|portal| format!("&portal={portal}")).unwrap_or_default();
            let query =
                format!("status=finalized&sort=created_at&created_at_start={since}&page={page}&limit={PAGE}{portal}");
            let found = session.client.inbox(&inbox.team, &query).await;
            let found = found.map_err(|error| portals::refused(&self.task.app, &error))?.records;
            let is_last = found.len() < PAGE;
            for package in found {
                self.newest = self.newest.max(Some(package.created_at));
                if !self.is_known(&package.id).await? {
                    self.take(session, inbox, package).await?;
                }
            }
            if is_last || self.task.stop.is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    async fn is_known(&self, package: &PackageId) -> AgentResult<bool> {
        let (automation, package) = (self.task.id.clone(), package.clone());
        Ok(self.task.app.journal.read(move |tables| received::is_known(tables, &automation, &package)).await?)
    }

    /// Starts the download of a package, blocks it, or lets it wait.
    async fn take(&mut self, session: &Session, inbox: &Inbox, package: PackageBody) -> AgentResult<()> {
        if package.contains_virus {
            return self.quarantine(&package).await;
        }
        if self.round.active >= AT_ONCE {
            self.round.waits(&package);
            return Ok(());
        }
        match self.scan_of(&package).await? {
            Scan::Done => {}
            Scan::Infected => return self.quarantine(&package).await,
            Scan::Pending => {
                self.round.waits(&package);
                return Ok(());
            }
        }
        let size = u64::try_from(package.size).unwrap_or_default();
        if size.saturating_add(RESERVE) > self.round.room {
            self.round.waits(&package);
            let reason = format!("waits for disk space: it has {size} bytes, and {} are free", self.round.room);
            self.round.troubles.push(AutomationTrouble { name: package.name, reason });
            return Ok(());
        }
        let dst_folder = self.folder_for(session, inbox, &package).await?;
        let wanted = PackageDownload {
            team: inbox.team.clone(),
            package: package.id,
            name: package.name,
            token: Secret::new(package.access_token),
            dst_folder,
            create_package_folder: self.rules.package_folders,
            priority: self.rules.priority,
            automation: self.task.id.clone(),
        };
        if let Some(download) = downloads::start_for_package(&self.task.app, wanted).await? {
            tracing::info!(automation = %self.task.id, %download, "a package has arrived, downloading it");
            self.round.active += 1;
            self.round.room = self.round.room.saturating_sub(size);
        }
        Ok(())
    }

    async fn quarantine(&self, package: &PackageBody) -> AgentResult<()> {
        tracing::warn!(automation = %self.task.id, package = %package.id, "a package with a virus is not downloaded");
        let (automation, id, name) = (self.task.id.clone(), package.id.clone(), package.name.clone());
        let reason = "has a virus and is not downloaded";
        let noted = self
            .task
            .app
            .journal
            .write(move |tables| received::insert(tables, &automation, &id, &name, Some(reason)).map(|_| ()));
        Ok(noted.await?)
    }

    /// Over all its files: one that is not scanned yet may still turn out to be infected.
    async fn scan_of(&self, package: &PackageBody) -> AgentResult<Scan> {
        let cloud = self.task.app.anyone.with_package_token(&package.access_token);
        for page in 1_usize.. {
            let files = cloud.files(&package.id, &format!("page={page}&limit={FILES}")).await;
            let files = files.map_err(|error| portals::refused(&self.task.app, &error))?;
            if files.iter().any(|file| file.scan_state == "infected") {
                return Ok(Scan::Infected);
            }
            if files.iter().any(|file| file.scan_state == "pending") {
                return Ok(Scan::Pending);
            }
            if files.len() < FILES {
                break;
            }
        }
        Ok(Scan::Done)
    }

    async fn folder_for(&mut self, session: &Session, inbox: &Inbox, package: &PackageBody) -> AgentResult<PathBuf> {
        let Some(portal) = package.portal_id.as_deref().filter(|_| self.rules.portal_folders) else {
            return Ok(self.dst_folder.clone());
        };
        let name = self.portals.name(&self.task.app, session, &inbox.team, portal).await?;
        let folder = self.dst_folder.join(Platform::Linux.visible_part(&name));
        self.task.app.paths.require_writable("dst_folder", &folder)?;
        Ok(folder)
    }

    /// Bytes that may be written to the folder. A missing folder is not created again: its disk may not be mounted.
    async fn room(&self) -> AgentResult<u64> {
        let (app, automation, path) = (&self.task.app, self.task.id.clone(), self.dst_folder.clone());
        let was_there = app.journal.read(move |tables| received::has_any(tables, &automation)).await?;
        let look = move || {
            let folder = match Folder::open_existing(&path) {
                Err(FolderError::Missing { path }) if was_there => Err(FolderError::Removed { path }),
                Err(FolderError::Missing { .. }) => Folder::open(&path),
                opened => opened,
            };
            let room = folder.and_then(|folder| folder.room());
            Ok(room.map_err(|error| AgentError::Cloud(Fault::from(error)))?.bytes)
        };
        app.disks.ask(&self.dst_folder, look).await
    }

    async fn report(&mut self, done: AgentResult<()>) -> Report {
        let obstacle = match done {
            Ok(()) => None,
            Err(AgentError::SessionMissing) => Some("waits for a session".to_owned()),
            Err(error) => Some(error.message()),
        };
        let Round { waiting, mut troubles, .. } = std::mem::take(&mut self.round);
        let automation = self.task.id.clone();
        let kept_off = self.task.app.journal.read(move |tables| received::quarantined(tables, &automation, SHOWN));
        let kept_off = kept_off.await.unwrap_or_default().into_iter();
        troubles.extend(kept_off.map(|(name, reason)| AutomationTrouble { name, reason }));
        Report { obstacle, waiting, troubles }
    }
}
