//! Starts, shows, pauses, resumes, finalizes and deletes uploads.
//!
//! The journal holds the state. This module changes it by the rules of `domain` and starts or stops the transfer engine
//! accordingly. An upload that was running when the process ended resumes at the next start.

mod check;
mod ended;
mod ledger;
mod links;
mod run;
mod shown;
mod start;
mod streams;
mod walk;

use domain::Refusal;
use domain::agent_upload::{AgentUpload, PackageFate};
use wire::agent::{AgentEvent, Removed, UploadId, UploadState};

use crate::app::App;
use crate::error::{AgentError, AgentResult, tolerated};
use crate::failure::Failure;
use crate::journal::uploads::{self as rows, UploadRow};
use crate::journal::{upload_items, upload_skipped};

pub use check::{check_for_team, check_through_portal};
pub use links::create_link;
pub use run::{finalize, follow_session, restore, sweep_removed};
pub use shown::{get, list};
pub use start::{Note, Start, check_delete_after, start_for_team, start_through_portal, subdomain};
pub use streams::NewStream;

/// The states of uploads that run, or may run again by themselves.
const UNFINISHED: &[UploadState] = &[UploadState::Transferring, UploadState::Paused, UploadState::Idle];

async fn row(app: &App, id: &UploadId) -> AgentResult<UploadRow> {
    let wanted = id.clone();
    let found = app.journal.read(move |tables| rows::find(tables, &wanted)).await?;
    found.ok_or(AgentError::not_found("upload"))
}

/// Writes a state change. Fails if another caller changed the state first.
async fn change(app: &App, row: &UploadRow, to: AgentUpload, failure: Option<Failure>) -> AgentResult<()> {
    let (id, from) = (row.id.clone(), row.life.state);
    let written = app.journal.write(move |tables| rows::change(tables, &id, from, to, failure.as_ref())).await?;
    if !written {
        return Err(Refusal::wrong_state("the upload was changed at the same time: reload it and try again").into());
    }
    shown::tell(app, &row.id).await;
    Ok(())
}

/// Whether an agent that has ended was running it, and nothing runs it now.
fn is_left(app: &App, row: &UploadRow) -> bool {
    let is_active = match row.life.state {
        UploadState::Transferring => true,
        UploadState::Idle => app.options.auto_finalize,
        _ => false,
    };
    is_active && app.options.for_one_command && !app.uploads.is_running(&row.id)
}

pub async fn pause(app: &App, id: &UploadId) -> AgentResult<()> {
    let _alone = app.uploads.alone(id).await;
    let row = row(app, id).await?;
    change(app, &row, row.life.pause()?, None).await?;
    app.uploads.halt(id).await;
    Ok(())
}

pub async fn pause_all(app: &App) -> AgentResult<()> {
    for row in app.journal.read(|tables| rows::in_states_of(tables, &[UploadState::Transferring])).await? {
        tolerated(pause(app, &row.id).await)?;
    }
    Ok(())
}

pub async fn resume(app: &App, id: &UploadId) -> AgentResult<()> {
    let _alone = app.uploads.alone(id).await;
    let row = row(app, id).await?;
    let resumed = if is_left(app, &row) { row.life } else { row.life.resume()? };
    if row.team.is_some() {
        app.sessions.require()?;
    }
    walk::renew_failed(app, &row).await?;
    // The last run has recorded its end, but its task may still be running.
    app.uploads.halt(id).await;
    change(app, &row, resumed, None).await?;
    run::spawn(app, &row.id);
    Ok(())
}

/// Resumes the upload without the files that failed, such as one that no longer exists. Each is named in what was left out.
pub async fn leave_out_failed(app: &App, id: &UploadId) -> AgentResult<()> {
    let _alone = app.uploads.alone(id).await;
    let row = row(app, id).await?;
    let resumed = row.life.without_failed()?;
    if row.team.is_some() {
        app.sessions.require()?;
    }
    let counted = id.clone();
    match app.journal.read(move |tables| upload_items::failed_and_others(tables, &counted)).await? {
        (0, _) => return Err(Refusal::wrong_state("no file of the upload has failed: resume it").into()),
        (_, 0) => return Err(Refusal::wrong_state("nothing else would be left to send: delete the upload").into()),
        _ => {}
    }
    app.uploads.halt(id).await;
    let wanted = id.clone();
    app.journal.write(move |tables| upload_skipped::leave_out_failed(tables, &wanted)).await?;
    change(app, &row, resumed, None).await?;
    run::spawn(app, id);
    Ok(())
}

pub async fn resume_all(app: &App) -> AgentResult<()> {
    for row in app.journal.read(|tables| rows::in_states_of(tables, UNFINISHED)).await? {
        if row.life.state == UploadState::Paused || is_left(app, &row) {
            tolerated(resume(app, &row.id).await)?;
        }
    }
    Ok(())
}

/// Deletes the upload in any state, and its package if that is not finalized.
pub async fn delete(app: &App, id: &UploadId) -> AgentResult<()> {
    let _alone = app.uploads.alone(id).await;
    let row = row(app, id).await?;
    app.uploads.abandon(id).await;
    let (gone, fate) = (row.id.clone(), row.life.remove());
    app.journal
        .write(move |tables| match fate {
            PackageFate::Keep => rows::delete(tables, &gone),
            PackageFate::Delete => rows::hide(tables, &gone),
        })
        .await?;
    app.events.tell(AgentEvent::Removed(Removed::Upload { upload_id: id.clone() }));
    if fate == PackageFate::Delete {
        run::delete_package(app, &row).await;
    }
    Ok(())
}

/// Deletes the uploads in these states, or all.
pub async fn delete_all(app: &App, states: Option<&[UploadState]>) -> AgentResult<()> {
    let states = states.unwrap_or(UploadState::ALL).to_vec();
    for row in app.journal.read(move |tables| rows::in_states_of(tables, &states)).await? {
        tolerated(delete(app, &row.id).await)?;
    }
    Ok(())
}
