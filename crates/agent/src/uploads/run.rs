//! Runs an upload and records how it ended.

use std::sync::Arc;

use client::Client;
use domain::agent_upload::AgentUpload;
use serving::secret::Secret;
use tokio_util::sync::CancellationToken;
use transfer::stream::{Stream, follow};
use transfer::upload::{Upload, send};
use transfer::{Fault, Progress, with_retries};
use wire::agent::{UploadId, UploadState};
use wire::error::ErrorCode;
use wire::packages::ChangeExpiry;
use wire::time::OptionalTime;

use super::ledger::Ledger;
use super::{UNFINISHED, change, ended, row, shown, walk};
use crate::app::App;
use crate::clock;
use crate::error::{AgentError, AgentResult, tolerated};
use crate::failure::Failure;
use crate::journal::upload_items;
use crate::journal::uploads::{self as rows, StreamRow, UploadRow};
use crate::runs::{Broken, is_unrecorded, may_run_again, with_news};
use crate::session_loss::{is_of_the_session, no_session};

/// Starts or resumes an upload that is `transferring` or `idle`, unless it is already running.
pub(super) fn spawn(app: &App, id: &UploadId) {
    let (owned, run_id) = (app.clone(), id.clone());
    app.uploads.begin(id, &app.stop, |progress, stop| async move { run(&owned, &run_id, progress, stop).await });
}

async fn run(app: &App, id: &UploadId, progress: Arc<Progress>, stop: CancellationToken) {
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
    id: &UploadId,
    progress: &Arc<Progress>,
    stop: &CancellationToken,
) -> Result<(), Broken> {
    let mut upload = row(app, id).await?;
    if upload.life.state == UploadState::Transferring {
        // A stream is as slow as its writer, so it must neither wait in the queue nor block others.
        let _place = match upload.stream {
            Some(_) => None,
            None => Some(app.uploads.turn(upload.priority).await),
        };
        upload.paths.iter().try_for_each(|path| app.paths.require_readable("paths", path))?;
        walk::walk_once(app, &upload).await?;
        upload = row(app, id).await?;
        progress.set_proven(upload.proven);
        let cloud = package_client(app, &upload).await?;
        let sending = Upload { cloud, package: upload.package.clone(), priority: upload.priority };
        let ledger = Arc::new(Ledger { journal: app.journal.clone(), upload: id.clone() });
        let sent = send_files(app, sending, upload.stream, ledger, progress, stop).await;
        match sent {
            // Recorded with the files themselves.
            Err(fault) if fault.is_of_one_file() && !has_pending(app, id).await? => {}
            other => other?,
        }
        upload = row(app, id).await?;
        let refused = refused(app, id).await?;
        if refused.is_none()
            && let Some(failure) = unsent(app, id).await?
        {
            change(app, &upload, upload.life.fail(failure.recoverable)?, Some(failure)).await?;
            return Ok(());
        }
        // That none has failed does not mean that all were sent.
        if has_pending(app, id).await? {
            let message = "some files were not sent: resume the upload".to_owned();
            let failure = Failure { code: ErrorCode::WrongState, message, recoverable: true };
            change(app, &upload, upload.life.fail(true)?, Some(failure)).await?;
            return Ok(());
        }
        change(app, &upload, upload.life.all_sent()?, refused).await?;
        upload = row(app, id).await?;
    }
    if app.options.auto_finalize {
        finalize_row(app, &upload).await?;
    }
    Ok(())
}

async fn send_files(
    app: &App,
    upload: Upload,
    stream: Option<StreamRow>,
    ledger: Arc<Ledger>,
    progress: &Arc<Progress>,
    stop: &CancellationToken,
) -> Result<(), Fault> {
    let (engine, progress) = (&app.engine, Arc::clone(progress));
    match stream {
        None => send(engine, upload, ledger, progress, stop).await,
        Some(StreamRow { idle, is_ended, is_followed }) => {
            let stream = Stream { upload, idle, is_ended, is_followed };
            Box::pin(follow(engine, stream, ledger, progress, stop)).await
        }
    }
}

async fn has_pending(app: &App, id: &UploadId) -> AgentResult<bool> {
    let id = id.clone();
    Ok(!app.journal.read(move |tables| upload_items::pending(tables, &id, None, 1)).await?.is_empty())
}

/// Why a file of the upload was not sent, if one failed.
async fn unsent(app: &App, id: &UploadId) -> AgentResult<Option<Failure>> {
    let id = id.clone();
    Ok(app.journal.read(move |tables| upload_items::first_failure(tables, &id)).await?)
}

/// How the service refuses one file for good: its name, type or size stays what it is, so trying again would not help. Not
/// `LimitExceeded`: that a package or a Team is full says nothing about the file, and room can be made.
const REFUSALS: &[ErrorCode] = &[ErrorCode::InvalidField, ErrorCode::Duplicate, ErrorCode::FileTooLarge];

/// Why the package goes without some files, if the service refused these and has all others.
async fn refused(app: &App, id: &UploadId) -> AgentResult<Option<Failure>> {
    let Some(failure) = unsent(app, id).await? else { return Ok(None) };
    let id = id.clone();
    if !app.journal.read(move |tables| upload_items::only_refused(tables, &id, REFUSALS)).await? {
        return Ok(None);
    }
    let message = format!("the server refused some files, and the package goes without them: {}", failure.message);
    Ok(Some(Failure { message, recoverable: false, ..failure }))
}

/// A client with the package's token. Requests a new one if the session can, because tokens expire after a week.
async fn package_client(app: &App, upload: &UploadRow) -> Result<Client, Broken> {
    if upload.team.is_none() {
        return Ok(app.anyone.with_package_token(upload.token.expose()));
    }
    let package = ended::package(app, &app.sessions.require()?, upload).await?;
    let (id, token) = (upload.id.clone(), Secret::new(package.access_token));
    let client = app.anyone.with_package_token(token.expose());
    app.journal.write(move |tables| rows::renew_token(tables, &id, &token)).await?;
    Ok(client)
}

/// Finalizes an upload whose files have all arrived.
pub async fn finalize(app: &App, id: &UploadId) -> AgentResult<()> {
    let upload = row(app, id).await?;
    upload.life.finalized()?;
    if app.options.auto_finalize && app.uploads.is_running(id) {
        return Err(AgentError::BeingFinalized);
    }
    match finalize_row(app, &upload).await {
        Ok(()) => Ok(()),
        Err(Broken::Agent(error)) => Err(error),
        Err(Broken::Fault(fault)) => Err(AgentError::Cloud(fault)),
    }
}

async fn finalize_row(app: &App, upload: &UploadRow) -> Result<(), Broken> {
    let to = upload.life.finalized()?;
    let cloud = package_client(app, upload).await?;
    let policy = app.engine.retry_policy();
    let finalized = with_retries(policy, || cloud.finalize_package(&upload.package)).await?;
    // By the clock of the server, and the same if this is repeated.
    let after = || upload.expires_after.map(|seconds| finalized.updated_at.plus_seconds(seconds));
    let kept = match upload.expires_at.or_else(after).or_else(|| upload.delete_after.map(clock::in_days)) {
        None => Ok(()),
        Some(end) => {
            let request = ChangeExpiry { expiry: OptionalTime(Some(end)), unlimited_storage: None };
            with_retries(policy, || cloud.change_expiry(&upload.package, &request)).await.map(|_| ())
        }
    };
    // The package is sent in any case; the failed setting is only reported.
    let failure = kept.err().map(|fault| {
        let message = format!("the package was sent, but its expiry could not be set: {fault}");
        Failure { message, ..Failure::from(&fault) }
    });
    let failure = match failure {
        None => refused(app, &upload.id).await?,
        failure => failure,
    };
    Ok(change(app, upload, to, failure).await?)
}

/// Records why a run ended. False if the journal cannot be written.
async fn end(app: &App, id: &UploadId, broken: Broken) -> bool {
    if matches!(broken, Broken::Fault(Fault::Stopped)) || broken.is_overtaken() {
        return true;
    }
    let broken = match row(app, id).await {
        Ok(upload) => ended::explained(app, &upload, broken).await,
        Err(_) => broken,
    };
    let failure = match &broken {
        Broken::Agent(AgentError::SessionMissing) => return hold(app, id, no_session(&app.sessions.status())).await,
        Broken::Fault(fault @ Fault::Refused { code, .. }) if is_of_the_session(*code) => {
            app.sessions.doubt();
            return hold(app, id, Failure::from(fault)).await;
        }
        broken => Failure::from(broken),
    };
    tracing::warn!(upload = %id, reason = failure.message, "an upload stopped");
    settle(app, id, failure, AgentUpload::fail).await
}

/// Pauses the upload until the session is back. If all files are sent, only the reason is saved.
async fn hold(app: &App, id: &UploadId, failure: Failure) -> bool {
    settle(app, id, failure, |life, _| if life.state == UploadState::Idle { Ok(life) } else { life.hold() }).await
}

async fn settle(
    app: &App,
    id: &UploadId,
    failure: Failure,
    to: impl FnOnce(AgentUpload, bool) -> Result<AgentUpload, domain::Refusal>,
) -> bool {
    let settled = async {
        let upload = row(app, id).await?;
        let to = to(upload.life, failure.recoverable)?;
        change(app, &upload, to, Some(failure)).await
    };
    let Err(error) = settled.await else { return true };
    // Someone paused or deleted it at the same time, or the disk is full.
    tracing::warn!(upload = %id, error = error.message(), "could not record why an upload ended");
    !is_unrecorded(&error)
}

/// At start: resumes what was running, or pauses it if that was requested.
pub async fn restore(app: &App) -> AgentResult<()> {
    if app.options.for_one_command {
        return Ok(());
    }
    for upload in app.journal.read(|tables| rows::in_states_of(tables, UNFINISHED)).await? {
        match upload.life.state {
            UploadState::Transferring if !app.options.auto_resume => {
                change(app, &upload, upload.life.pause()?, None).await?;
            }
            UploadState::Transferring => spawn(app, &upload.id),
            UploadState::Idle if app.options.auto_finalize => spawn(app, &upload.id),
            _ => {}
        }
    }
    follow_session(app).await
}

/// Resumes uploads that wait for the session, and holds those that lost it. Uploads through a Portal do not need one.
pub async fn follow_session(app: &App) -> AgentResult<()> {
    let (status, has_session) = (app.sessions.status(), app.sessions.require().is_ok());
    for upload in app.journal.read(|tables| rows::in_states_of(tables, UNFINISHED)).await? {
        if app.options.for_one_command && !app.uploads.is_running(&upload.id) {
            continue;
        }
        if upload.team.is_some() && !has_session {
            if upload.life.state == UploadState::Transferring {
                tolerated(interrupt(app, &upload, no_session(&status)).await)?;
            }
        } else if upload.life.held {
            tolerated(release(app, &upload).await)?;
        } else if upload.life.state == UploadState::Idle && app.options.auto_finalize {
            // All files are sent, but the package could not be finalized without a session.
            spawn(app, &upload.id);
        }
    }
    Ok(())
}

async fn interrupt(app: &App, upload: &UploadRow, failure: Failure) -> AgentResult<()> {
    let _alone = app.uploads.alone(&upload.id).await;
    let upload = row(app, &upload.id).await?;
    change(app, &upload, upload.life.hold()?, Some(failure)).await?;
    app.uploads.halt(&upload.id).await;
    Ok(())
}

async fn release(app: &App, upload: &UploadRow) -> AgentResult<()> {
    let _alone = app.uploads.alone(&upload.id).await;
    let upload = row(app, &upload.id).await?;
    let released = upload.life.release()?;
    app.uploads.halt(&upload.id).await;
    change(app, &upload, released, None).await?;
    spawn(app, &upload.id);
    Ok(())
}

/// Deletes the packages of deleted uploads that could not be deleted at once.
pub async fn sweep_removed(app: &App) -> AgentResult<()> {
    for upload in app.journal.read(rows::removed).await? {
        delete_package(app, &upload).await;
    }
    Ok(())
}

/// Tries once; failures are retried later.
pub(super) async fn delete_package(app: &App, upload: &UploadRow) {
    let cloud = app.anyone.with_package_token(upload.token.expose());
    let deleted = match cloud.withdraw_package(&upload.package).await {
        // It is gone, or it was finalized and the response got lost. Either way, nothing is left to do.
        Err(client::ClientError::Refused { status, .. }) => status.as_u16() < 500 && status.as_u16() != 429,
        other => other.is_ok(),
    };
    if deleted {
        let id = upload.id.clone();
        let forgotten = app.journal.write(move |tables| rows::delete(tables, &id)).await;
        if let Err(error) = forgotten {
            tracing::warn!(%error, "could not remove a deleted upload");
        }
    }
}
