//! Downloads that use the session stop when it ends and resume when it is back.

use wire::agent::{DownloadId, DownloadState};

use super::{change, row, run};
use crate::app::App;
use crate::error::{AgentResult, tolerated};
use crate::failure::Failure;
use crate::journal::downloads as rows;
use crate::session_loss::no_session;

/// Resumes downloads that wait for the session, and holds those that lost it. Downloads by link do not need one.
pub async fn follow_session(app: &App) -> AgentResult<()> {
    let (status, has_session) = (app.sessions.status(), app.sessions.require().is_ok());
    for download in app.journal.read(rows::of_sessions).await? {
        if app.options.for_one_command && !app.downloads.is_running(&download.id) {
            continue;
        }
        if has_session && download.life.held {
            tolerated(release(app, &download.id).await)?;
        } else if !has_session && download.life.state == DownloadState::Transferring {
            tolerated(interrupt(app, &download.id, no_session(&status)).await)?;
        }
    }
    Ok(())
}

async fn interrupt(app: &App, id: &DownloadId, failure: Failure) -> AgentResult<()> {
    let _alone = app.downloads.alone(id).await;
    let download = row(app, id).await?;
    change(app, &download, download.life.hold()?, Some(failure)).await?;
    app.downloads.halt(id).await;
    Ok(())
}

async fn release(app: &App, id: &DownloadId) -> AgentResult<()> {
    let _alone = app.downloads.alone(id).await;
    let download = row(app, id).await?;
    let released = download.life.release()?;
    app.downloads.halt(id).await;
    change(app, &download, released, None).await?;
    run::spawn(app, id);
    Ok(())
}
