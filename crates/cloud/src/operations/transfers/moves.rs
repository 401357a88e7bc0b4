//! State changes of transfers: saved with their step in the activity, and on the connection if it is affected.

use domain::connection::{CloudConnection, ConnectionState, Direction};
use domain::package::{Package, PackageState};
use domain::transfer::{Transfer, TransferState};
use providers::{Fault, ProviderError};
use store::activities::{self, ActivityState};
use store::usage::Usage;
use store::{CrashPoint, Tx, cloud_connections, packages, transfers, usage};
use wire::ids::{ActivityId, CloudConnectionId, PackageId, TransferId};
use wire::time::Time;

use super::failure::{TransferError, TransferResult};
use crate::app::App;
use crate::error::ApiResult;
use crate::operations::mail::fault_notices::{self, is_hidden};
use crate::queue::{AbandonUploads, enqueue};

/// For this long, an attempt that gets further than all before does not count as failed.
const DAYS_OF_PROGRESS: i64 = 14;

const HIDDEN_REASON: &str = "a transfer failed; those who can see its package find the reason in its transfers";

/// The outcome of an attempt.
pub enum Outcome {
    /// Done, or no longer wanted.
    Over,
    /// Some files are not scanned yet.
    NotYet,
    Failed {
        error: ProviderError,
        /// More has arrived than after any attempt before.
        got_further: bool,
    },
}

/// A transfer that is being worked on.
pub(super) struct Begun {
    pub(super) transfer: Transfer,
    pub(super) connection: CloudConnection,
    pub(super) package: Package,
}

/// Moves the transfer to `transferring`, unless it is no longer wanted.
pub(super) async fn begin_attempt(app: &App, id: &TransferId, wanted: PackageState) -> ApiResult<Option<Begun>> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let Some(transfer) = transfers::lock(&mut tx, id).await?.filter(|transfer| transfer.state.is_open()) else {
        return Ok(None);
    };
    let connection = cloud_connections::by_id(&mut tx, &transfer.connection_id).await?;
    let package = packages::by_id(&mut tx, &transfer.package_id).await?;
    let package = package.filter(|package| package.state == wanted);
    // Ending either one fails its transfers; this covers a race between the two.
    let (Some(connection), Some(package)) = (connection, package) else {
        let reason = "the package or the connection was deleted, or the package is finalized";
        moved(&mut tx, transfer.fail(reason, now)?, ActivityState::Error, reason, now).await?;
        tx.commit().await?;
        return Ok(None);
    };
    let transfer = moved(&mut tx, transfer.start(now)?, ActivityState::Started, "", now).await?;
    tx.commit().await?;
    Ok(Some(Begun { transfer, connection, package }))
}

/// Saves the outcome of an attempt, on the transfer, its activity and the connection.
pub(super) async fn settle(app: &App, transfer: &Transfer, result: TransferResult<()>) -> ApiResult<Outcome> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    // Lock the connection first, as every transaction that locks both does.
    cloud_connections::lock(&mut tx, &transfer.connection_id).await?;
    let known = transfers::lock(&mut tx, &transfer.id).await?;
    // If the transfer was ended during the attempt, or another worker has begun one, that state stays.
    let is_ours = |known: &Transfer| known.state.is_open() && known.version == transfer.version;
    let Some(known) = known.filter(is_ours) else { return Ok(Outcome::Over) };
    let outcome = match result {
        Ok(()) => {
            let connection = cloud_connections::by_id(&mut tx, &transfer.connection_id).await?;
            if let Some(connection) = connection.filter(|_| transfer.direction == Direction::ServiceToCloud) {
                fault_notices::files_withheld(app, &mut tx, &connection, &known).await?;
            }
            moved(&mut tx, known.complete(now)?, ActivityState::Complete, "", now).await?;
            cloud_connections::set_state(&mut tx, &transfer.connection_id, ConnectionState::Ok, "").await?;
            Outcome::Over
        }
        Err(TransferError(error)) => {
            let reason = error.to_string();
            moved(&mut tx, known.postpone(&reason, now)?, ActivityState::Pending, &reason, now).await?;
            if !matches!(error.fault, Fault::Ours | Fault::Ended) {
                let shown = for_everyone(&mut tx, &transfer.package_id, &reason).await?;
                cloud_connections::set_state(&mut tx, &transfer.connection_id, ConnectionState::Error, &shown).await?;
            }
            let is_young = now < transfer.created_at.plus_days(DAYS_OF_PROGRESS);
            let got_further = transfers::got_further(&mut tx, &transfer.id).await? && is_young;
            Outcome::Failed { error, got_further }
        }
    };
    let point = match transfer.direction {
        Direction::ServiceToCloud => CrashPoint::SettleForwarding,
        Direction::CloudToService => CrashPoint::SettleImport,
    };
    tx.commit_at(point).await?;
    Ok(outcome)
}

/// Saves a state change and its step in the activity; bytes that arrived outside count for the Team's day.
pub(super) async fn moved(
    tx: &mut Tx,
    mut transfer: Transfer,
    state: ActivityState,
    detail: &str,
    now: Time,
) -> ApiResult<Transfer> {
    transfers::update(tx, &transfer).await?;
    transfer.version += 1;
    activities::advance(tx, &ActivityId::from(&transfer.id), state, detail, now).await?;
    if transfer.state == TransferState::Complete && transfer.direction == Direction::ServiceToCloud {
        let forwarded = Usage { forwarded_bytes: transfer.total_bytes, ..Usage::default() };
        usage::add(tx, &transfer.team_id, &transfer.package_id, forwarded, now).await?;
    }
    Ok(transfer)
}

/// Fails the open transfers to a connection.
pub(super) async fn fail_open_of_connection(
    tx: &mut Tx,
    id: &CloudConnectionId,
    reason: &str,
    now: Time,
) -> ApiResult<()> {
    let open = transfers::open_of_connection(tx, id).await?;
    fail_all(tx, open, reason, now).await
}

/// Fails the open transfers from or into a package, since they end with it.
pub(in crate::operations) async fn fail_open_of_package(
    app: &App,
    tx: &mut Tx,
    id: &PackageId,
    now: Time,
) -> ApiResult<()> {
    let found = transfers::lock_of_package(tx, id).await?;
    // They cannot be started again, so their uploads at the provider are aborted.
    for transfer in found.iter().filter(|transfer| transfer.state != TransferState::Complete) {
        let (transfer, connection) = (transfer.id.clone(), transfer.connection_id.clone());
        enqueue(tx, &app.ids, &AbandonUploads { transfer, connection }, now).await?;
    }
    let open = found.into_iter().filter(|transfer| transfer.state.is_open()).collect();
    fail_all(tx, open, "the package ended before the transfer was complete", now).await
}

async fn fail_all(tx: &mut Tx, open: Vec<Transfer>, reason: &str, now: Time) -> ApiResult<()> {
    for transfer in open {
        moved(tx, transfer.fail(reason, now)?, ActivityState::Error, reason, now).await?;
    }
    Ok(())
}

/// The last attempt has failed; the state must not suggest that it is still being retried.
pub async fn give_up(app: &App, id: &TransferId) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let Some(transfer) = transfers::lock(&mut tx, id).await? else { return Ok(()) };
    if transfer.state.is_open() {
        let reason = if transfer.error.is_empty() {
            "the transfer could not be carried out".to_owned()
        } else {
            transfer.error.clone()
        };
        let connection = cloud_connections::by_id(&mut tx, &transfer.connection_id).await?;
        let package_id = transfer.package_id.clone();
        let abandoned = AbandonUploads { transfer: id.clone(), connection: transfer.connection_id.clone() };
        enqueue(&mut tx, &app.ids, &abandoned, now).await?;
        moved(&mut tx, transfer.fail(&reason, now)?, ActivityState::Error, &reason, now).await?;
        // Our own faults are not reported as faults of the connection.
        if let Some(connection) = connection.filter(|connection| connection.state == ConnectionState::Error) {
            let shown = for_everyone(&mut tx, &package_id, &reason).await?;
            fault_notices::connection_fails(app, &mut tx, &connection, &shown).await?;
        }
    }
    tx.commit().await?;
    Ok(())
}

/// The reason as the connection and mails about it show it, which all who manage connections can read. It may name
/// files, so it is left out if not all of them can see the package.
pub(super) async fn for_everyone(tx: &mut Tx, package: &PackageId, reason: &str) -> ApiResult<String> {
    let is_hidden = is_hidden(tx, package).await?;
    Ok(if is_hidden { HIDDEN_REASON.to_owned() } else { reason.to_owned() })
}
