//! Answers when members of the Team want to list the folder of a gateway.
//!
//! Nothing outside of the folder is ever listed, and no link is followed. Each question is answered, if only with a
//! reason: a disk that hangs must not keep the others waiting.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use client::ClientError;
use futures_util::future::join_all;
use tokio::time::Instant;
use transfer::Fault;
use transfer::folder::{Folder, FolderError, Listed, ListedEntry as Found};
use wire::gateway_files::{GatewayListing, ListedEntry, ListingAnswer, ListingFailure, ListingFailureKind};
use wire::ids::GatewayId;
use wire::time::Time;

use super::pauses::{HASTE, WAIT_SECONDS, pause_after};
use super::row;
use super::work::Cloud;
use crate::app::App;
use crate::journal::gateways::GatewayRow;

/// Shorter than callers wait for an answer.
const READING: Duration = Duration::from_secs(10);
/// How often to look whether the gateway is connected by now.
const CONNECTING: Duration = Duration::from_millis(200);
/// Directories that are read at the same time, for all gateways.
pub const READ_AT_ONCE: usize = 8;
/// 1 January 1970 to 9999: files can have modification times that cannot be written.
const TIMES: (i64, i64) = (0, 253_370_764_800_000);

/// Answers until it is dropped.
pub(super) async fn answer(app: &App, id: &GatewayId) {
    let mut failed = 0;
    loop {
        // A cloud that refuses the gateway is asked for work once a minute, and for nothing else.
        if !app.gateway_states.of(id).is_connected {
            tokio::time::sleep(CONNECTING).await;
            continue;
        }
        let asked = Instant::now();
        let pause = match round(app, id).await {
            // The cloud may answer without waiting.
            Ok(true) => HASTE.saturating_sub(asked.elapsed()),
            Ok(false) => Duration::ZERO,
            Err(error) => {
                failed += 1;
                tracing::debug!(gateway = %id, %error, "cannot ask what to list");
                pause_after(&Fault::from(&error).into(), failed, app.engine.retry_policy())
            }
        };
        if pause.is_zero() {
            failed = 0;
        }
        tokio::time::sleep(pause).await;
    }
}

/// Asks once, and answers what is asked. Returns whether to pause before asking again.
async fn round(app: &App, id: &GatewayId) -> Result<bool, ClientError> {
    // Removed at the same time: then this is dropped.
    let Ok(gateway) = row(app, id).await else { return Ok(true) };
    let cloud = Cloud { client: app.anyone.with_gateway_token(gateway.token.expose()), gateway: id.clone() };
    let Some(asked) = cloud.client.gateway_listings(id, WAIT_SECONDS).await? else { return Ok(true) };
    let answers = asked.listings.iter().map(|listing| answer_one(app, &gateway, &cloud, listing));
    let answered = join_all(answers).await;
    // What could not be answered is asked again at once.
    Ok(answered.contains(&false))
}

/// Returns false if the cloud did not take the answer.
async fn answer_one(app: &App, gateway: &GatewayRow, cloud: &Cloud, asked: &GatewayListing) -> bool {
    let answer = match listed(app, &gateway.dst_folder, asked).await {
        Ok(listed) => ListingAnswer {
            entries: listed.entries.into_iter().map(shown).collect(),
            more_data: listed.has_more,
            failure: None,
        },
        Err(failure) => ListingAnswer { failure: Some(failure), ..ListingAnswer::default() },
    };
    match cloud.client.answer_gateway_listing(&gateway.id, &asked.id, &answer).await {
        Ok(()) => true,
        // Nobody waits any more.
        Err(ClientError::Refused { status, .. }) if status.as_u16() == 404 => true,
        Err(error) => {
            tracing::debug!(gateway = %gateway.id, %error, "cannot answer what is in a directory");
            false
        }
    }
}

async fn listed(app: &App, dst_folder: &Path, asked: &GatewayListing) -> Result<Listed, ListingFailure> {
    let unreadable = |reason: &str| ListingFailure { kind: ListingFailureKind::Unreadable, reason: reason.to_owned() };
    // What nothing may be delivered to is not listed either. The folder was resolved when it was chosen; if a link is in
    // its way by now, it is another folder.
    app.paths
        .require_writable("path", &dst_folder.join(asked.path.as_str()))
        .map_err(|error| ListingFailure { kind: ListingFailureKind::Refused, reason: error.message() })?;
    let (skipped, most) = (usize::try_from(asked.offset), usize::try_from(asked.count));
    let (skipped, most) = (skipped.unwrap_or(usize::MAX), most.unwrap_or_default());
    let busy = "other directories are still being read: try again in a moment";
    let place = Arc::clone(&app.listing).try_acquire_owned().map_err(|_| unreadable(busy))?;
    let (root, path) = (dst_folder.to_owned(), asked.path.clone());
    let reading = tokio::task::spawn_blocking(move || {
        let listed = Folder::open_existing(&root).and_then(|folder| folder.list(Path::new(&path), skipped, most));
        // Only now: a disk that hangs must not get another thread.
        drop(place);
        listed
    });
    match tokio::time::timeout(READING, reading).await {
        Ok(Ok(listed)) => listed.map_err(|error| failure(&error)),
        Ok(Err(_)) => Err(unreadable("reading failed: the log of the agent has the cause")),
        Err(_) => Err(unreadable("the disk did not answer in time")),
    }
}

fn failure(error: &FolderError) -> ListingFailure {
    let kind = match error {
        FolderError::Missing { .. } => ListingFailureKind::Missing,
        FolderError::NotADirectory { .. } | FolderError::Link { .. } => ListingFailureKind::NotADirectory,
        FolderError::Outside { .. } => ListingFailureKind::Refused,
        _ => ListingFailureKind::Unreadable,
    };
    ListingFailure { kind, reason: error.to_string() }
}

fn shown(found: Found) -> ListedEntry {
    ListedEntry {
        name: found.name,
        is_directory: found.is_directory,
        size: i64::try_from(found.size).unwrap_or(i64::MAX),
        modified_at: Time::from_millis(found.modified.clamp(TIMES.0, TIMES.1)),
    }
}
