//! One download while it runs, and what becomes of it afterwards.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use transfer::download::{Download, receive};
use transfer::folder::{Folder, FolderError};
use transfer::{Fault, Progress};
use wire::agent::{DownloadId, DownloadState};
use wire::error::ErrorCode;

use super::ledger::Ledger;
use super::{change, listing, row, shown};
use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::failure::Failure;
use crate::journal::download_items;
use crate::journal::downloads::{self as rows, DownloadRow};
use crate::runs::{Broken, with_news};

/// Room that is left for others.
const RESERVE: u64 = 64 << 20;

/// Begins or goes on with a download that is `transferring`, unless it runs already.
pub(super) fn spawn(app: &App, id: &DownloadId) {
    let (owned, run_id) = (app.clone(), id.clone());
    app.downloads.begin(id, &app.stop, |progress, stop| async move { run(&owned, &run_id, progress, stop).await });
}

async fn run(app: &App, id: &DownloadId, progress: Arc<Progress>, stop: CancellationToken) {
    let work = to_the_end(app, id, &progress, &stop);
    if let Err(broken) = with_news(work, &stop, || shown::tell(app, id)).await {
        end(app, id, broken).await;
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
        // The token of a link can end before its link does.
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
    let opened = listing::open(app, &row(app, id).await?, again).await?;
    let download = row(app, id).await?;
    let path = listing::folder(app, &download).await?;
    listing::list_once(app, &download, &opened, &path).await?;
    let download = row(app, id).await?;
    progress.set_proven(download.proven);
    let folder = tokio::task::spawn_blocking(move || Folder::open(&path)).await;
    let folder = folder.map_err(|error| AgentError::Internal(error.into()))?.map_err(Fault::from)?;
    check_room(app, &download, &folder).await?;
    let is_doubtful = started_anew(app, &download).await?;
    let ledger = Ledger { journal: app.journal.clone(), download: id.clone(), is_doubtful };
    let fetching = Download {
        cloud: opened.cloud,
        package: opened.package,
        priority: download.priority,
        folder: Arc::new(folder),
    };
    match receive(&app.engine, fetching, Arc::new(ledger), Arc::clone(progress), stop).await {
        // Said of the files themselves.
        Err(fault) if fault.is_of_one_file() => Ok(()),
        other => Ok(other?),
    }
}

async fn check_room(app: &App, download: &DownloadRow, folder: &Folder) -> Result<(), Broken> {
    let id = download.id.clone();
    let missing = app.journal.read(move |tables| download_items::missing(tables, &id)).await;
    let (bytes, files) = missing?;
    let room = folder.room().map_err(Fault::from)?;
    if bytes > 0 && room.bytes < bytes.saturating_add(RESERVE) || room.inodes < files {
        let path = download.folder.clone().unwrap_or_else(|| download.dst_folder.clone());
        return Err(Fault::from(FolderError::Full { path }).into());
    }
    Ok(())
}

/// Whether the machine was started anew since the download ran: what was written last may not have reached the disk.
async fn started_anew(app: &App, download: &DownloadRow) -> Result<bool, Broken> {
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default().trim().to_owned();
    let is_doubtful = !download.boot.is_empty() && download.boot != boot;
    let id = download.id.clone();
    app.journal.write(move |tables| rows::set_boot(tables, &id, &boot)).await?;
    Ok(is_doubtful)
}

/// Writes down why a run ended.
async fn end(app: &App, id: &DownloadId, broken: Broken) {
    let failure = match &broken {
        Broken::Fault(Fault::Stopped) => return,
        broken if broken.is_overtaken() => return,
        broken => Failure::from(broken),
    };
    tracing::warn!(download = %id, reason = failure.message, "a download stands still");
    let settled = async {
        let download = row(app, id).await?;
        let to = download.life.fail(failure.recoverable)?;
        change(app, &download, to, Some(failure)).await
    };
    if let Err(error) = settled.await {
        // Someone paused or deleted it in the same moment, or the disk is full: the next start looks again.
        tracing::warn!(download = %id, error = error.message(), "why a download ended could not be written down");
    }
}

/// At the start: what was running goes on, or is paused if that was asked for.
pub async fn restore(app: &App) -> AgentResult<()> {
    for download in app.journal.read(rows::all).await? {
        if download.life.state != DownloadState::Transferring {
            continue;
        }
        if app.options.auto_resume {
            spawn(app, &download.id);
        } else {
            change(app, &download, download.life.pause()?, None).await?;
        }
    }
    Ok(())
}
