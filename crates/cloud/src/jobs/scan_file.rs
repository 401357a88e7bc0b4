//! Has the virus scanner check a file, and records the outcome.
//!
//! If the scanner is down or breaks off, the job retries for some hours. A file never stays `pending` forever: when the
//! last attempt has failed, the file is marked as not scanned. The job then stays as dead; if an operator retries it,
//! the file is scanned after all.

use domain::audit::AuditAction;
use domain::file::{File, ScanState};
use store::audit::{self, AuditEntry};
use store::{StoreResult, files, packages};

use super::{Job, JobError, Size};
use crate::app::App;
use crate::queue::ScanFile;
use crate::scan::Verdict;

const OFF: &str = "off";
const TOO_LARGE: &str = "too large";
const TIMEOUT: &str = "timeout";

impl Job for ScanFile {
    const SIZE: Size = Size::Large;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        let Some(file) = unscanned(app, self).await? else { return Ok(()) };
        let Some(scanner) = &app.scanner else {
            return Ok(conclude(app, self, ScanState::NotScanned, OFF).await?);
        };
        let size = u64::try_from(file.size)?;
        let content = app.storage.read(&file.object_key(), 0..size).await?;
        let verdict = scanner.scan(content).await?;
        let (state, reason) = match &verdict {
            Verdict::Clean => (ScanState::Clean, ""),
            Verdict::Infected(name) => (ScanState::Infected, name.as_str()),
            Verdict::TooLarge => (ScanState::NotScanned, TOO_LARGE),
            Verdict::TooLong => (ScanState::NotScanned, TIMEOUT),
        };
        Ok(conclude(app, self, state, reason).await?)
    }

    async fn settle_dead(&self, app: &App) -> anyhow::Result<()> {
        Ok(conclude(app, self, ScanState::NotScanned, TIMEOUT).await?)
    }
}

/// The file, if it and its package still exist and it has no verdict yet.
async fn unscanned(app: &App, task: &ScanFile) -> StoreResult<Option<File>> {
    let mut connection = app.store.read().await?;
    let package = packages::by_id(&mut connection, &task.package).await?;
    if !package.is_some_and(|package| package.state.is_alive()) {
        return Ok(None);
    }
    let file = files::by_id(&mut connection, &task.package, &task.file).await?;
    let is_open = |file: &File| matches!(file.scan_state, ScanState::Pending | ScanState::NotScanned);
    Ok(file.filter(|file| file.is_stored() && is_open(file)))
}

/// Records the verdict for the file, the package and the activity record in one transaction.
async fn conclude(app: &App, task: &ScanFile, state: ScanState, reason: &str) -> StoreResult<()> {
    let mut tx = app.store.begin().await?;
    let Some(package) = packages::lock(&mut tx, &task.package).await? else { return Ok(()) };
    if !files::set_scan(&mut tx, &task.file, state, reason).await? {
        return Ok(());
    }
    if state == ScanState::Infected {
        packages::mark_infected(&mut tx, &package.id).await?;
        let entry = AuditEntry::by_service(app.clock.now(), AuditAction::VirusFound, package.id.as_str());
        let entry = AuditEntry { detail: format!("{} in file {}", reason, task.file), ..entry };
        audit::append(&mut tx, &package.team_id, &entry).await?;
        tracing::warn!(package = %package.id, file = %task.file, virus = reason, "a virus was found");
    }
    tx.commit().await
}
