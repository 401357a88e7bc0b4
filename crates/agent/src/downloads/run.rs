//! Runs a download and records how it ended.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use transfer::download::{Download, OfPackage, receive};
use transfer::folder::Folder;
use transfer::{Fault, Progress};
use wire::agent::{DownloadId, DownloadState};
use wire::error::ErrorCode;

use super::disk::check_room;
use super::ledger::Ledger;
use super::own_folder::blocking;
use super::{change, listing, opening, row, shown};
use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::failure::Failure;
use crate::journal::download_items;
use crate::journal::downloads as rows;
use crate::journal::mounts::FolderOf;
use crate::mounts;
use crate::runs::{Broken, is_unrecorded, may_run_again, with_news};
use crate::session_loss::{is_of_the_session, no_session};

/// Starts or resumes a download that is `transferring`, unless it is already running.
pub(super) fn spawn(app: &App, id: &DownloadId) {
    let (owned, run_id) = (app.clone(), id.clone());
    app.downloads.begin(id, &app.stop, |progress, stop| async move { run(&owned, &run_id, progress, stop).await });
}

async fn run(app: &App, id: &DownloadId, progress: Arc<Progress>, stop: CancellationToken) {
    for retry in 0.. {
        let work = to_the_end(app, id, &progress, &stop);
        let is_recorded = match with_news(work, &progress, &stop, || shown::tell(app, id)).await {
            Ok(()) => true,
            Err(broken) => end(app, id, broken).await,
        };
        if is_recorded || !may_run_again(&stop, retry).await {
            break;
        }
    }
    shown::tell(app, id).await;
}

async fn to_the_end(
    app: &App,
    id: &DownloadId,
    progress: &Arc<Progress>,
    stop: &CancellationToken,
) -> Result<(), Broken> {
    let download = row(app, id).await?;
    let _place = app.downloads.turn(download.priority).await;
    match fetch(app, id, progress, stop, false).await {
        // The token of a link can expire before the link does.
        Err(Broken::Fault(Fault::Refused { code: ErrorCode::Unauthorized, .. })) => {
            fetch(app, id, progress, stop, true).await?;
        }
        other => other?,
    }
    let download = row(app, id).await?;
    let wanted = id.clone();
    let failed = app.journal.read(move |tables| download_items::first_failure(tables, &wanted)).await;
    let (to, failure) = match failed? {
        Some(failure) => (download.life.fail(failure.recoverable), Some(failure)),
        None => (download.life.all_received(), None),
    };
    Ok(change(app, &download, to?, failure).await?)
}

async fn fetch(
    app: &App,
    id: &DownloadId,
    progress: &Arc<Progress>,
    stop: &CancellationToken,
    again: bool,
) -> Result<(), Broken> {
    let download = row(app, id).await?;
    mounts::require(app, FolderOf::Download(id.clone()), &download.dst_folder).await?;
    let opened = opening::open(app, &download, again).await?;
    let download = row(app, id).await?;
    let path = listing::folder(app, &download).await?;
    listing::list_once(app, &download, &opened, &path).await?;
    let download = row(app, id).await?;
    progress.set_proven(download.proven);
    app.paths.require_writable("dst_folder", &path)?;
    let folder = blocking(app, move || Folder::open(&path)).await?;
    check_room(app, id, &folder, download.folder.as_ref().unwrap_or(&download.dst_folder)).await?;
    let ledger = Ledger { journal: app.journal.clone(), download: id.clone() };
    let addresses = Arc::new(OfPackage { cloud: opened.cloud, package: opened.package });
    let fetching = Download { addresses, priority: download.priority, folder: Arc::new(folder) };
    match receive(&app.engine, fetching, Arc::new(ledger), Arc::clone(progress), stop).await {
        // Recorded with the files themselves.
        Err(fault) if fault.is_of_one_file() && !has_pending(app, id).await? => Ok(()),
        other => Ok(other?),
    }
}

async fn has_pending(app: &App, id: &DownloadId) -> Result<bool, Broken> {
    let id = id.clone();
    Ok(!app.journal.read(move |tables| download_items::pending(tables, &id, None, 1)).await?.is_empty())
}

/// Records why a run ended. False if the journal cannot be written.
async fn end(app: &App, id: &DownloadId, broken: Broken) -> bool {
    let failure = match &broken {
        Broken::Fault(Fault::Stopped) => return true,
        broken if broken.is_overtaken() => return true,
        broken => Failure::from(broken),
    };
    tracing::warn!(download = %id, reason = failure.message, "a download stopped");
    let settled = async {
        let download = row(app, id).await?;
        let lost = if download.team.is_some() { session_failure(app, &broken) } else { None };
        match lost {
            // The agent resumes it when the session is back.
            Some(lost) => change(app, &download, download.life.hold()?, Some(lost)).await,
            None => change(app, &download, download.life.fail(failure.recoverable)?, Some(failure)).await,
        }
    };
    let Err(error) = settled.await else { return true };
    // Someone paused or deleted it at the same time, or the disk is full.
    tracing::warn!(download = %id, error = error.message(), "could not record why a download ended");
    !is_unrecorded(&error)
}

/// Why a run ended, if the session is the cause.
fn session_failure(app: &App, broken: &Broken) -> Option<Failure> {
    match broken {
        Broken::Agent(AgentError::SessionMissing) => Some(no_session(&app.sessions.status())),
        Broken::Fault(fault @ Fault::Refused { code, .. }) if is_of_the_session(*code) => {
            app.sessions.doubt();
            Some(Failure::from(fault))
        }
        _ => None,
    }
}

/// At start: resumes what was running, or pauses it if that was requested.
pub async fn restore(app: &App) -> AgentResult<()> {
    if app.options.for_one_command {
        return Ok(());
    }
    for download in app.journal.read(|tables| rows::in_states_of(tables, &[DownloadState::Transferring])).await? {
        if app.options.auto_resume {
            spawn(app, &download.id);
        } else {
            change(app, &download, download.life.pause()?, None).await?;
        }
    }
    Ok(())
}
