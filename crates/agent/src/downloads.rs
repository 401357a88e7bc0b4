//! Starts, shows, pauses, resumes and deletes downloads.
//!
//! The journal holds the state. This module changes it by the rules of `domain` and starts or stops the transfer engine
//! accordingly. A download that was running when the process ended resumes at the next start.

mod disk;
mod follow;
mod ledger;
mod listing;
mod lost;
mod only;
mod opening;
mod own_folder;
mod removal;
mod run;
mod shown;
mod start;

use domain::Refusal;
use domain::agent_download::AgentDownload;
use wire::agent::{AgentEvent, DownloadId, DownloadState, Removed};

use crate::app::App;
use crate::error::{AgentError, AgentResult, tolerated};
use crate::failure::Failure;
use crate::journal::download_items;
use crate::journal::downloads::{self as rows, DownloadRow};
use crate::journal::mounts::FolderOf;
use crate::mounts;

pub(crate) use disk::check_room;
pub use follow::follow_session;
pub(crate) use ledger::Ledger;
pub(crate) use listing::checked;
pub(crate) use only::Only;
pub(crate) use own_folder::{OwnFolder, blocking};
pub(crate) use removal::clear;
pub use run::restore;
pub use shown::{get, list};
pub use start::{Link, PackageDownload, start, start_for_package};

async fn row(app: &App, id: &DownloadId) -> AgentResult<DownloadRow> {
    let wanted = id.clone();
    let found = app.journal.read(move |tables| rows::find(tables, &wanted)).await?;
    found.ok_or(AgentError::not_found("download"))
}

/// Writes a state change. Fails if another caller changed the state first.
async fn change(app: &App, row: &DownloadRow, to: AgentDownload, failure: Option<Failure>) -> AgentResult<()> {
    let (id, from) = (row.id.clone(), row.life.state);
    let written = app.journal.write(move |tables| rows::change(tables, &id, from, to, failure.as_ref())).await?;
    if !written {
        return Err(Refusal::wrong_state("the download was changed at the same time: reload it and try again").into());
    }
    shown::tell(app, &row.id).await;
    Ok(())
}

/// Whether an agent that has ended was running it, and nothing runs it now.
fn is_left(app: &App, row: &DownloadRow) -> bool {
    row.life.state == DownloadState::Transferring && app.options.for_one_command && !app.downloads.is_running(&row.id)
}

pub async fn pause(app: &App, id: &DownloadId) -> AgentResult<()> {
    let _alone = app.downloads.alone(id).await;
    let row = row(app, id).await?;
    change(app, &row, row.life.pause()?, None).await?;
    app.downloads.halt(id).await;
    Ok(())
}

pub async fn resume(app: &App, id: &DownloadId) -> AgentResult<()> {
    let _alone = app.downloads.alone(id).await;
    let row = row(app, id).await?;
    let resumed = if is_left(app, &row) { row.life } else { row.life.resume()? };
    if row.team.is_some() {
        app.sessions.require()?;
    }
    // On another disk, all files would look lost.
    mounts::require(app, FolderOf::Download(id.clone()), &row.dst_folder).await?;
    lost::renew(app, &row).await?;
    let renewed = id.clone();
    app.journal.write(move |tables| download_items::renew_failed(tables, &renewed)).await?;
    // The last run has recorded its end, but its task may still be running.
    app.downloads.halt(id).await;
    change(app, &row, resumed, None).await?;
    run::spawn(app, id);
    Ok(())
}

/// Deletes the download in any state. Its files are kept unless the caller wants them deleted too.
pub async fn delete(app: &App, id: &DownloadId, remove_files: bool) -> AgentResult<()> {
    let _alone = app.downloads.alone(id).await;
    let row = row(app, id).await?;
    app.downloads.abandon(id).await;
    removal::remove(app, &row, remove_files).await?;
    let gone = id.clone();
    app.journal.write(move |tables| rows::delete(tables, &gone)).await?;
    app.events.tell(AgentEvent::Removed(Removed::Download { download_id: id.clone() }));
    Ok(())
}

/// Deletes the downloads in these states, or all.
pub async fn delete_all(app: &App, states: Option<&[DownloadState]>, remove_files: bool) -> AgentResult<()> {
    let states = states.unwrap_or(DownloadState::ALL).to_vec();
    for row in app.journal.read(move |tables| rows::in_states_of(tables, &states)).await? {
        tolerated(delete(app, &row.id, remove_files).await)?;
    }
    Ok(())
}
