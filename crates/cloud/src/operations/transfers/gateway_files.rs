//! Lists the folder of a storage gateway through its agent.
//!
//! The question is a row in the database: the agent polls for it and posts its answer, possibly to other processes than
//! the one whose caller waits. The process that asked deletes the row, with or without an answer. So a lost reply only makes
//! the agent answer again, and an agent that was killed makes the caller wait until the limit, and no longer.

use std::time::Duration;

use domain::Refusal;
use domain::connection::CloudConnection;
use domain::file::FileKind;
use store::{cloud_connections, gateway_listings};
use tokio::time::Instant;
use wire::gateway_files::{
    GatewayFileEntry, GatewayFiles, GatewayListing, GatewayListings, ListedEntry, ListingAnswer, ListingFailure,
    ListingFailureKind,
};
use wire::ids::{CloudConnectionId, GatewayListingId};

use super::connections::find;
use super::sight::is_hidden;
use crate::app::App;
use crate::auth::{Caller, GatewayHolder};
use crate::error::{ApiError, ApiResult};
use crate::operations::requests::long_poll;
use crate::operations::requests::rate_limit::{Limit, consume};

/// How long a caller waits for the agent.
const ANSWER_SECONDS: u64 = 15;
/// Longer than anyone waits, also if the clocks of processes differ.
pub const ABANDONED_SECONDS: i64 = 600;
const PER_MINUTE: i64 = 240;
const AT_ONCE: i64 = 8;
const LOOK_FOR_ANSWER: Duration = Duration::from_millis(100);
const LOOK_FOR_QUESTION: Duration = Duration::from_millis(500);

/// The page of a directory that a caller wants.
pub struct Wanted {
    /// Already checked: names with `/` between them.
    pub path: String,
    pub offset: i64,
    pub count: i64,
}

pub async fn list(app: &App, caller: &Caller, id: &CloudConnectionId, wanted: Wanted) -> ApiResult<GatewayFiles> {
    let connection = gateway(app, caller, id).await?;
    consume(app, &[Limit::per_minute("gateway_files", connection.team_id.as_str(), PER_MINUTE)]).await?;
    let listing = GatewayListing { id: app.ids.next(), path: wanted.path, offset: wanted.offset, count: wanted.count };
    ask(app, &connection, &listing).await?;
    let answer = wait(app, &listing.id).await;
    let mut tx = app.store.begin().await?;
    gateway_listings::delete(&mut tx, &listing.id).await?;
    tx.commit().await?;
    page(&listing, answer?)
}

/// The connection, if the caller may see what arrives in its folder and its agent is connected.
async fn gateway(app: &App, caller: &Caller, id: &CloudConnectionId) -> ApiResult<CloudConnection> {
    let mut read = app.store.read().await?;
    let (access, connection) = find(&mut read, caller, id).await.map_err(|error| error.hiding("storage gateway"))?;
    let Some(known) = &connection.gateway else { return Err(ApiError::NotFound("storage gateway")) };
    // The folder shows the names of packages and files.
    if is_hidden(&mut read, &access, id).await? {
        let reason = "packages that you do not see are delivered to this gateway: its files can be listed only by \
                      someone who sees all its Portals and packages";
        return Err(Refusal::Forbidden(reason).into());
    }
    if !known.is_connected(app.clock.now()) {
        let reason = "the agent of this gateway is not connected: start it, and check its network and its token";
        return Err(Refusal::wrong_state(reason).into());
    }
    Ok(connection)
}

async fn ask(app: &App, connection: &CloudConnection, listing: &GatewayListing) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    // Deleted in the meantime: nobody would delete the question.
    if cloud_connections::lock(&mut tx, &connection.id).await?.is_none() {
        return Err(ApiError::NotFound("storage gateway"));
    }
    let since = now.plus_seconds(-ANSWER_SECONDS.cast_signed());
    if gateway_listings::count_since(&mut tx, &connection.id, since).await? >= AT_ONCE {
        let reason = format!("the gateway is already asked to list {AT_ONCE} directories");
        return Err(ApiError::TooManyAtOnce(reason));
    }
    gateway_listings::insert(&mut tx, &connection.id, listing, now).await?;
    tx.commit().await?;
    Ok(())
}

async fn wait(app: &App, id: &GatewayListingId) -> ApiResult<ListingAnswer> {
    let deadline = long_poll::deadline(app, Duration::from_secs(ANSWER_SECONDS));
    loop {
        match gateway_listings::answer(&mut *app.store.read().await?, id).await? {
            None => return Err(ApiError::NotFound("storage gateway")),
            Some(Some(answer)) => return Ok(answer),
            Some(None) if Instant::now() >= deadline => {
                let reason = "the agent of this gateway did not answer in time: check that it runs and that its \
                              version lists files, and retry";
                return Err(Refusal::wrong_state(reason).into());
            }
            Some(None) => {}
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK_FOR_ANSWER) => {}
            () = app.ending.stop.cancelled() => return Err(ApiError::Leaving),
        }
    }
}

fn page(listing: &GatewayListing, answer: ListingAnswer) -> ApiResult<GatewayFiles> {
    if let Some(ListingFailure { kind, reason }) = answer.failure {
        return Err(match kind {
            ListingFailureKind::Missing => ApiError::NotFound("directory"),
            ListingFailureKind::NotADirectory => Refusal::invalid("path", "must be a directory of the gateway").into(),
            ListingFailureKind::Refused => Refusal::Forbidden("the agent does not show this directory").into(),
            ListingFailureKind::Unreadable => {
                Refusal::wrong_state(format!("the agent cannot list the directory: {reason}")).into()
            }
        });
    }
    let files = answer.entries.into_iter().map(|entry| shown(&listing.path, entry)).collect();
    Ok(GatewayFiles { files, more_data: answer.more_data })
}

fn shown(directory: &str, entry: ListedEntry) -> GatewayFileEntry {
    let path = if directory.is_empty() { entry.name.clone() } else { format!("{directory}/{}", entry.name) };
    let kind = if entry.is_directory { FileKind::Directory } else { FileKind::File };
    GatewayFileEntry {
        name: entry.name,
        path,
        kind: kind.as_str().to_owned(),
        size: entry.size,
        modified_at: entry.modified_at,
    }
}

/// What the agent is asked; waits for it. It stays open until it is answered, because the reply may be lost.
pub async fn open(app: &App, holder: &GatewayHolder, wait: Duration) -> ApiResult<Option<GatewayListings>> {
    let deadline = long_poll::deadline(app, wait);
    loop {
        let listings = gateway_listings::open(&mut *app.store.read().await?, &holder.connection.id, AT_ONCE).await?;
        if !listings.is_empty() {
            return Ok(Some(GatewayListings { listings }));
        }
        if Instant::now() >= deadline {
            return Ok(None);
        }
        tokio::select! {
            () = tokio::time::sleep_until(deadline.min(Instant::now() + LOOK_FOR_QUESTION)) => {}
            () = app.ending.stop.cancelled() => return Ok(None),
        }
    }
}

/// The agent's answer. Idempotent. If nobody waits for it any more, it is dropped.
pub async fn answer(app: &App, holder: &GatewayHolder, id: &GatewayListingId, answer: &ListingAnswer) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let asked = gateway_listings::find(&mut tx, &holder.connection.id, id).await?;
    let asked = asked.ok_or(ApiError::NotFound("listing"))?;
    check(&asked, answer)?;
    gateway_listings::set_answer(&mut tx, id, answer).await?;
    tx.commit().await?;
    Ok(())
}

fn check(asked: &GatewayListing, answer: &ListingAnswer) -> Result<(), Refusal> {
    if i64::try_from(answer.entries.len()).is_ok_and(|entries| entries > asked.count) {
        return Err(Refusal::invalid("entries", format!("can be up to {}", asked.count)));
    }
    let is_bad = |entry: &ListedEntry| {
        matches!(entry.name.as_str(), "" | "." | "..") || entry.name.contains(['/', '\0']) || entry.size < 0
    };
    match answer.entries.iter().position(is_bad) {
        None => Ok(()),
        Some(index) => Err(Refusal::invalid(format!("entries[{index}]"), "must be a name in the directory")),
    }
}
