//! Storage gateways: an agent polls for its work, and reports its progress.
//!
//! Work is leased: if an agent stops renewing its lease, the work is given out again.

use std::time::Duration;

use domain::Refusal;
use domain::backoff::Backoff;
use domain::connection::{CloudConnection, ConnectionState};
use domain::file::File;
use domain::package::{Package, PackageState};
use domain::transfer::{Transfer, TransferState};
use store::activities::ActivityState;
use store::{Tx, cloud_connections, files, packages, scans, transfers};
use tokio::time::Instant;
use wire::connections::{GatewayFile, GatewayLease, GatewayPackage, GatewayWork};
use wire::ids::{FileId, TransferId};

use super::moves::{for_everyone, moved};
use super::selection::Selection;
use crate::app::App;
use crate::auth::GatewayHolder;
use crate::error::{ApiError, ApiResult};
use crate::operations::files::file_body;
use crate::operations::mail::fault_notices;
use crate::operations::requests::long_poll;

pub const LONGEST_WAIT_SECONDS: u64 = 50;
const LOOK_EVERY: Duration = Duration::from_millis(500);
const LEASE_SECONDS: i64 = 120;
const SCAN_SECONDS: i64 = 10;
const ATTEMPTS_MOST: i64 = 10;
const BACKOFF: Backoff = Backoff::new(Duration::from_secs(30), Duration::from_hours(1));
const LONGEST_REASON: usize = 500;
/// Files that are listed in one page, and read at once.
pub const PAGE_LARGEST: u16 = 1_000;
const OLD_AGENT: &str =
    "the agent of this gateway cannot deliver to a target directory: update it, or remove the directory";

/// What an agent can do, beyond what every version can.
#[derive(Clone, Copy)]
pub struct Abilities {
    /// It delivers to the target directory of the connection. Older agents would deliver next to it.
    pub target_directory: bool,
}

/// Which files of a piece of work are listed.
#[derive(Default)]
pub struct WorkPage {
    /// How many; `None` for all, as agents of earlier versions expect.
    pub count: Option<u16>,
    /// The first one.
    pub from: Option<FileId>,
}

impl WorkPage {
    fn is_full(&self, listed: &[GatewayFile]) -> bool {
        self.count.is_some_and(|count| listed.len() >= usize::from(count))
    }
}

/// The next piece of work; waits for it.
pub async fn next(
    app: &App,
    holder: &GatewayHolder,
    wait: Duration,
    abilities: Abilities,
    page: &WorkPage,
) -> ApiResult<Option<GatewayWork>> {
    let deadline = long_poll::deadline(app, wait);
    loop {
        seen(app, holder).await?;
        if let Some(leased) = lease(app, holder, abilities).await? {
            return work(app, leased, page).await.map(Some);
        }
        let until = deadline.min(Instant::now() + LOOK_EVERY);
        if Instant::now() >= deadline {
            return Ok(None);
        }
        tokio::select! {
            () = tokio::time::sleep_until(until) => {}
            () = app.ending.stop.cancelled() => return Ok(None),
        }
    }
}

/// Records that the gateway is online, but not at every poll.
async fn seen(app: &App, holder: &GatewayHolder) -> ApiResult<()> {
    const OFTEN_ENOUGH_SECONDS: i64 = 10;
    let now = app.clock.now();
    let mut connection = app.store.read().await?;
    let known = cloud_connections::by_gateway(&mut connection, &holder.gateway.id).await?;
    drop(connection);
    // Deleted while it waited: its token is no longer valid.
    let gateway = known.and_then(|known| known.gateway).ok_or(ApiError::Unauthorized)?;
    if gateway.polled_at.is_some_and(|polled_at| polled_at.plus_seconds(OFTEN_ENOUGH_SECONDS) > now) {
        return Ok(());
    }
    let mut tx = app.store.begin().await?;
    cloud_connections::set_polled(&mut tx, &holder.gateway.id, now).await?;
    tx.commit().await?;
    Ok(())
}

struct Leased {
    transfer: Transfer,
    package: Package,
    connection: CloudConnection,
}

async fn lease(app: &App, holder: &GatewayHolder, abilities: Abilities) -> ApiResult<Option<Leased>> {
    let lease = app.lease_time(LEASE_SECONDS);
    let now = lease.now;
    if !transfers::has_work(&mut *app.store.read().await?, &holder.connection.id, lease).await? {
        return Ok(None);
    }
    let mut tx = app.store.begin().await?;
    // Lock the connection first, as every transaction that locks both does.
    let connection = cloud_connections::lock(&mut tx, &holder.connection.id).await?.ok_or(ApiError::Unauthorized)?;
    let Some(mut transfer) = transfers::next_of_gateway(&mut tx, &holder.connection.id, lease).await? else {
        return Ok(None);
    };
    if !transfer.directory(&connection.target_directory).is_empty() && !abilities.target_directory {
        let is_default = connection.target_directory.is_empty();
        let fitting = transfers::next_without_directory(&mut tx, &connection.id, lease, is_default).await?;
        if connection.state_reason != OLD_AGENT {
            cloud_connections::set_state(&mut tx, &connection.id, ConnectionState::Error, OLD_AGENT).await?;
        }
        let Some(fitting) = fitting else {
            tx.commit().await?;
            return Ok(None);
        };
        transfer = fitting;
    }
    let package = packages::by_id(&mut tx, &transfer.package_id).await?;
    let Some(package) = package.filter(|package| package.state == PackageState::Finalized) else {
        let reason = "the package no longer exists";
        moved(&mut tx, transfer.fail(reason, now)?, ActivityState::Error, reason, now).await?;
        tx.commit().await?;
        return Ok(None);
    };
    if scans::has_pending(&mut tx, &package.id).await? {
        let later = Transfer { not_before: now.plus_seconds(SCAN_SECONDS), ..transfer };
        transfers::update(&mut tx, &later).await?;
        tx.commit().await?;
        return Ok(None);
    }
    // A gateway that stopped responding has failed, too.
    let attempts = transfer.attempts + i64::from(transfer.state == TransferState::Transferring);
    if attempts >= ATTEMPTS_MOST {
        let reason = "the gateway fetched the package several times, but never reported a result";
        moved(&mut tx, transfer.fail(reason, now)?, ActivityState::Error, reason, now).await?;
        cloud_connections::set_state(&mut tx, &holder.connection.id, ConnectionState::Error, reason).await?;
        fault_notices::connection_fails(app, &mut tx, &holder.connection, reason).await?;
        tx.commit().await?;
        return Ok(None);
    }
    let selection = Selection::of(&mut tx, &transfer, &package).await?;
    let withheld = selection.all_withheld(&mut tx, &package).await?;
    transfers::set_withheld(&mut tx, &transfer.id, &withheld).await?;
    let (total_files, total_bytes) = totals(&mut tx, &package, &selection, withheld.count).await?;
    let lease_until = Some(lease.end(&mut tx).await?);
    let leased = Transfer { total_files, total_bytes, attempts, lease_until, ..transfer.start(now)? };
    let leased = moved(&mut tx, leased, ActivityState::Started, "", now).await?;
    tx.commit().await?;
    Ok(Some(Leased { transfer: leased, package, connection }))
}

/// What a gateway is to fetch.
async fn totals(tx: &mut Tx, package: &Package, selection: &Selection, withheld: i64) -> ApiResult<(i64, i64)> {
    let (mut count, mut bytes, mut last) = (0, 0_i64, None::<FileId>);
    if selection.is_everything() && withheld == 0 {
        return Ok((package.total_files, package.size));
    }
    loop {
        let page = files::page_after(tx, &package.id, last.as_ref(), i64::from(PAGE_LARGEST)).await?;
        let Some(newest) = page.last() else { return Ok((count, bytes)) };
        last = Some(newest.id.clone());
        for file in page.iter().filter(|file| selection.has(file)) {
            count += 1;
            bytes = bytes.saturating_add(file.size);
        }
    }
}

/// A piece of work that the gateway holds, with fresh URLs.
pub async fn again(app: &App, holder: &GatewayHolder, id: &TransferId, page: &WorkPage) -> ApiResult<GatewayWork> {
    let mut connection = app.store.read().await?;
    let transfer = transfers::by_id(&mut connection, id).await?;
    let transfer = transfer.filter(|transfer| transfer.connection_id == holder.connection.id);
    let transfer = transfer.ok_or(ApiError::NotFound("work"))?;
    check_held(&transfer)?;
    let package = packages::by_id(&mut connection, &transfer.package_id).await?.ok_or(ApiError::NotFound("work"))?;
    drop(connection);
    work(app, Leased { transfer, package, connection: holder.connection.clone() }, page).await
}

async fn work(app: &App, leased: Leased, wanted: &WorkPage) -> ApiResult<GatewayWork> {
    let Leased { transfer, package, connection } = leased;
    let selection = Selection::of(&mut *app.store.read().await?, &transfer, &package).await?;
    let target_directory = transfer.directory(&connection.target_directory).to_owned();
    let (files, next_file) = listed(app, &package, &selection, wanted).await?;
    Ok(GatewayWork {
        lease_expires_at: transfer.lease_until.unwrap_or(transfer.updated_at),
        id: transfer.id,
        package: GatewayPackage { id: package.id, name: package.name },
        target_directory,
        total_bytes: Some(transfer.total_bytes),
        files,
        next_file,
    })
}

/// A page of the files that go to the gateway, and the first file of the next page.
async fn listed(
    app: &App,
    package: &Package,
    selection: &Selection,
    wanted: &WorkPage,
) -> ApiResult<(Vec<GatewayFile>, Option<FileId>)> {
    let (mut listed, mut from) = (Vec::new(), wanted.from.clone());
    loop {
        let mut connection = app.store.read().await?;
        // One more than is looked at: the next round begins with it.
        let mut page =
            files::page_from(&mut connection, &package.id, from.as_ref(), i64::from(PAGE_LARGEST) + 1).await?;
        drop(connection);
        from = if page.len() > usize::from(PAGE_LARGEST) { page.pop().map(|file| file.id) } else { None };
        for file in page.into_iter().filter(|file| selection.has(file)) {
            if wanted.is_full(&listed) {
                return Ok((listed, Some(file.id)));
            }
            listed.push(gateway_file(app, &file));
        }
        if from.is_none() {
            return Ok((listed, None));
        }
    }
}

fn gateway_file(app: &App, file: &File) -> GatewayFile {
    GatewayFile {
        id: file.id.clone(),
        path: file.place.path().to_owned(),
        name: file.place.name().to_owned(),
        size: file.size,
        checksum: file_body(file).checksum,
        url: app.storage.download_url(&file.object_key(), file.place.name()).into(),
    }
}

/// The gateway is still working on it.
pub async fn heartbeat(
    app: &App,
    holder: &GatewayHolder,
    id: &TransferId,
    bytes: Option<i64>,
) -> ApiResult<GatewayLease> {
    seen(app, holder).await?;
    let lease = app.lease_time(LEASE_SECONDS);
    let mut tx = app.store.begin().await?;
    let transfer = held(&mut tx, holder, id).await?;
    let bytes = bytes.unwrap_or(transfer.bytes);
    if !(0..=transfer.total_bytes).contains(&bytes) {
        return Err(Refusal::invalid("bytes", format!("must be 0 to {}", transfer.total_bytes)).into());
    }
    let until = lease.end(&mut tx).await?;
    let longer = Transfer { bytes, lease_until: Some(until), updated_at: lease.now, ..transfer };
    transfers::update(&mut tx, &longer).await?;
    tx.commit().await?;
    Ok(GatewayLease { lease_expires_at: until })
}

/// All files are stored. Idempotent.
pub async fn complete(app: &App, holder: &GatewayHolder, id: &TransferId) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let transfer = of_gateway(&mut tx, holder, id).await?;
    if transfer.state == TransferState::Complete {
        return Ok(());
    }
    check_held(&transfer)?;
    fault_notices::files_withheld(app, &mut tx, &holder.connection, &transfer).await?;
    moved(&mut tx, transfer.complete(now)?, ActivityState::Complete, "", now).await?;
    cloud_connections::set_state(&mut tx, &holder.connection.id, ConnectionState::Ok, "").await?;
    tx.commit().await?;
    Ok(())
}

/// The gateway returns the work. It gets it again after a while, unless it has failed too often.
pub async fn fail(app: &App, holder: &GatewayHolder, id: &TransferId, reason: &str) -> ApiResult<()> {
    let now = app.clock.now();
    let reason: String = reason.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST_REASON).collect();
    let reason = if reason.is_empty() { "the gateway gave no reason".to_owned() } else { reason };
    let mut tx = app.store.begin().await?;
    let transfer = held(&mut tx, holder, id).await?;
    let attempts = transfer.attempts + 1;
    let shown = for_everyone(&mut tx, &transfer.package_id, &reason).await?;
    if attempts >= ATTEMPTS_MOST {
        moved(&mut tx, transfer.fail(&reason, now)?, ActivityState::Error, &reason, now).await?;
        fault_notices::connection_fails(app, &mut tx, &holder.connection, &shown).await?;
    } else {
        let not_before = now.plus_seconds(backoff_seconds(attempts));
        let postponed = Transfer { attempts, not_before, ..transfer.postpone(&reason, now)? };
        moved(&mut tx, postponed, ActivityState::Pending, &reason, now).await?;
    }
    cloud_connections::set_state(&mut tx, &holder.connection.id, ConnectionState::Error, &shown).await?;
    tx.commit().await?;
    Ok(())
}

fn backoff_seconds(attempts: i64) -> i64 {
    BACKOFF.delay(u32::try_from(attempts - 1).unwrap_or(0)).as_secs().cast_signed()
}

async fn held(tx: &mut Tx, holder: &GatewayHolder, id: &TransferId) -> ApiResult<Transfer> {
    let transfer = of_gateway(tx, holder, id).await?;
    check_held(&transfer)?;
    Ok(transfer)
}

async fn of_gateway(tx: &mut Tx, holder: &GatewayHolder, id: &TransferId) -> ApiResult<Transfer> {
    cloud_connections::lock(tx, &holder.connection.id).await?;
    let transfer = transfers::lock(tx, id).await?;
    let transfer = transfer.filter(|transfer| transfer.connection_id == holder.connection.id);
    transfer.ok_or(ApiError::NotFound("work"))
}

/// Whether this gateway still holds the work.
fn check_held(transfer: &Transfer) -> Result<(), Refusal> {
    if transfer.state == TransferState::Transferring {
        return Ok(());
    }
    let state = transfer.state.as_str();
    Err(Refusal::wrong_state(format!("the work is {state} and this gateway does not hold it: request new work")))
}
