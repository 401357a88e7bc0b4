//! Transfers of packages to and from connections.

use domain::connection::Direction;
use domain::transfer::{TakenFolder, Transfer, TransferState};
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{CloudConnectionId, PackageId, TransferId};
use wire::time::Time;

use super::row::{Columns as _, to_json};
use super::write::{self, insert_into};
use super::{Connection, Dialect, SKEW_MILLIS, StoreResult, Tx, select_for_update};

pub async fn insert(connection: &mut Connection, transfer: &Transfer) -> StoreResult<()> {
    insert_into("transfers")
        .value("id", transfer.id.as_str())
        .value("team_id", transfer.team_id.as_str())
        .value("package_id", transfer.package_id.as_str())
        .value("cloud_connection_id", transfer.connection_id.as_str())
        .value("direction", transfer.direction.as_str())
        .value("state", transfer.state.as_str())
        .value("filter_rules", to_json("filter_rules", &transfer.filter)?)
        .value("bytes", transfer.bytes)
        .value("total_files", transfer.total_files)
        .value("total_bytes", transfer.total_bytes)
        .value("error", transfer.error.as_str())
        .value("attempts", transfer.attempts)
        .value("lease_until", transfer.lease_until.map(Time::as_millis))
        .value("not_before", transfer.not_before.as_millis())
        .value("created_at", transfer.created_at.as_millis())
        .value("updated_at", transfer.updated_at.as_millis())
        .value("version", transfer.version)
        .execute(connection)
        .await?;
    Ok(())
}

/// Saves a state change if the version has not changed.
pub async fn update(connection: &mut Connection, transfer: &Transfer) -> StoreResult<()> {
    write::update("transfers")
        .value("state", transfer.state.as_str())
        .value("bytes", transfer.bytes)
        .value("total_files", transfer.total_files)
        .value("total_bytes", transfer.total_bytes)
        .value("error", transfer.error.as_str())
        .value("attempts", transfer.attempts)
        .value("lease_until", transfer.lease_until.map(Time::as_millis))
        .value("not_before", transfer.not_before.as_millis())
        .value("updated_at", transfer.updated_at.as_millis())
        .over_version(connection, transfer.id.as_str(), transfer.version)
        .await
}

/// Saves the progress. Returns false if the transfer is no longer wanted.
pub async fn set_bytes(connection: &mut Connection, id: &TransferId, bytes: i64, now: Time) -> StoreResult<bool> {
    let written =
        sqlx::query("UPDATE transfers SET bytes = $1, updated_at = $2 WHERE id = $3 AND state = 'transferring'")
            .bind(bytes)
            .bind(now.as_millis())
            .bind(id.as_str())
            .execute(connection)
            .await?;
    Ok(written.rows_affected() == 1)
}

pub async fn set_totals(connection: &mut Connection, id: &TransferId, files: i64, bytes: i64) -> StoreResult<()> {
    sqlx::query("UPDATE transfers SET total_files = $1, total_bytes = $2 WHERE id = $3")
        .bind(files)
        .bind(bytes)
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Reserves a folder. Returns false if another transfer has it.
pub async fn take_folder(tx: &mut Tx, id: &TransferId, folder: &TakenFolder) -> StoreResult<bool> {
    let taken = sqlx::query(
        "UPDATE transfers SET place = $1, folder = $2, folder_reference = $3
         WHERE id = $4 AND (SELECT COUNT(*) FROM transfers AS others
             WHERE others.place = $1 AND others.folder = $2 AND others.id <> $4) = 0",
    )
    .bind(folder.place.as_str())
    .bind(folder.path.as_str())
    .bind(folder.reference.as_str())
    .bind(id.as_str())
    .execute(&mut **tx)
    .await;
    match taken {
        Ok(taken) => Ok(taken.rows_affected() == 1),
        // Of two concurrent transfers, the index lets one have it.
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(false),
        Err(error) => Err(error.into()),
    }
}

pub async fn by_id(connection: &mut Connection, id: &TransferId) -> StoreResult<Option<Transfer>> {
    let row = sqlx::query("SELECT * FROM transfers WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(transfer).transpose()
}

pub async fn lock(tx: &mut Tx, id: &TransferId) -> StoreResult<Option<Transfer>> {
    let statement = select_for_update(tx, "SELECT * FROM transfers WHERE id = $1");
    let row = sqlx::query(statement).bind(id.as_str()).fetch_optional(&mut **tx).await?;
    row.as_ref().map(transfer).transpose()
}

/// In the order in which they were started.
pub async fn of_package(connection: &mut Connection, package: &PackageId) -> StoreResult<Vec<Transfer>> {
    let rows = sqlx::query("SELECT * FROM transfers WHERE package_id = $1 ORDER BY created_at, id")
        .bind(package.as_str())
        .fetch_all(connection)
        .await?;
    rows.iter().map(transfer).collect()
}

/// Whether files are being imported into a package. A failed import that waits for a retry does not prevent the package
/// from being finalized.
pub async fn has_import_under_way(connection: &mut Connection, package: &PackageId) -> StoreResult<bool> {
    let row = sqlx::query(
        "SELECT id FROM transfers WHERE package_id = $1 AND direction = 'cloud_to_service'
             AND (state = 'transferring' OR (state = 'pending' AND error = '')) LIMIT 1",
    )
    .bind(package.as_str())
    .fetch_optional(connection)
    .await?;
    Ok(row.is_some())
}

/// Open transfers of a connection, locked until the transaction ends.
pub async fn open_of_connection(tx: &mut Tx, id: &CloudConnectionId) -> StoreResult<Vec<Transfer>> {
    let statement = "SELECT * FROM transfers WHERE cloud_connection_id = $1 AND state IN ('pending', 'transferring')
         ORDER BY created_at, id";
    let statement = select_for_update(tx, statement);
    let rows = sqlx::query(statement).bind(id.as_str()).fetch_all(&mut **tx).await?;
    rows.iter().map(transfer).collect()
}

/// As [`of_package`], locked until the transaction ends.
pub async fn lock_of_package(tx: &mut Tx, package: &PackageId) -> StoreResult<Vec<Transfer>> {
    let statement = select_for_update(tx, "SELECT * FROM transfers WHERE package_id = $1 ORDER BY created_at, id");
    let rows = sqlx::query(statement).bind(package.as_str()).fetch_all(&mut **tx).await?;
    rows.iter().map(transfer).collect()
}

/// Whether a gateway has work to fetch. Called often, so it takes no locks. A lease that ends long after `longest` was
/// given by a clock that was wrong, and counts for nothing.
pub async fn has_work(
    connection: &mut Connection,
    id: &CloudConnectionId,
    now: Time,
    longest: Time,
) -> StoreResult<bool> {
    let row = sqlx::query(
        "SELECT id FROM transfers
         WHERE cloud_connection_id = $1 AND state IN ('pending', 'transferring') AND not_before <= $2
             AND (lease_until IS NULL OR lease_until <= $2 OR lease_until > $3) LIMIT 1",
    )
    .bind(id.as_str())
    .bind(now.as_millis())
    .bind(longest.plus_millis(SKEW_MILLIS).as_millis())
    .fetch_optional(connection)
    .await?;
    Ok(row.is_some())
}

/// The next piece of work of a gateway: the oldest that nobody holds, or whose lease has expired.
pub async fn next_of_gateway(
    tx: &mut Tx,
    connection: &CloudConnectionId,
    now: Time,
    longest: Time,
) -> StoreResult<Option<Transfer>> {
    let locking = if tx.dialect == Dialect::Postgres { "FOR UPDATE SKIP LOCKED" } else { "" };
    let statement = format!(
        "SELECT * FROM transfers
         WHERE cloud_connection_id = $1 AND state IN ('pending', 'transferring') AND not_before <= $2
             AND (lease_until IS NULL OR lease_until <= $2 OR lease_until > $3)
         ORDER BY created_at, id LIMIT 1 {locking}"
    );
    let row = sqlx::query(AssertSqlSafe(statement))
        .bind(connection.as_str())
        .bind(now.as_millis())
        .bind(longest.plus_millis(SKEW_MILLIS).as_millis())
        .fetch_optional(&mut **tx)
        .await?;
    row.as_ref().map(transfer).transpose()
}

fn transfer(row: &AnyRow) -> StoreResult<Transfer> {
    let folder = match (row.optional_text("place")?, row.optional_text("folder")?) {
        (Some(place), Some(path)) => {
            let reference = row.optional_text("folder_reference")?.unwrap_or_default();
            Some(TakenFolder { place, path, reference })
        }
        _ => None,
    };
    Ok(Transfer {
        id: row.id("id")?,
        team_id: row.id("team_id")?,
        package_id: row.id("package_id")?,
        connection_id: row.id("cloud_connection_id")?,
        direction: row.parsed("direction", Direction::parse)?,
        state: row.parsed("state", TransferState::parse)?,
        filter: row.json("filter_rules")?,
        folder,
        bytes: row.number("bytes")?,
        total_files: row.number("total_files")?,
        total_bytes: row.number("total_bytes")?,
        error: row.text("error")?,
        attempts: row.number("attempts")?,
        lease_until: row.optional_time("lease_until")?,
        not_before: row.time("not_before")?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
        version: row.number("version")?,
    })
}
