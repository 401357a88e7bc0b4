//! Transfers of packages to and from connections.

use domain::connection::Direction;
use domain::transfer::{TakenFolder, Transfer, TransferState, Withheld};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe};
use wire::ids::{CloudConnectionId, PackageId, TransferId};
use wire::time::Time;

use super::row::{Columns as _, to_json};
use super::write::{self, insert_into};
use super::{Connection, Dialect, LeaseTime, StoreResult, Tx, select_for_update};

pub async fn insert(connection: &mut Connection, transfer: &Transfer) -> StoreResult<()> {
    insert_into("transfers")
        .value("id", transfer.id.as_str())
        .value("team_id", transfer.team_id.as_str())
        .value("package_id", transfer.package_id.as_str())
        .value("cloud_connection_id", transfer.connection_id.as_str())
        .value("direction", transfer.direction.as_str())
        .value("state", transfer.state.as_str())
        .value("filter_rules", to_json("filter_rules", &transfer.filter)?)
        .value("chosen_files", transfer.chosen.as_ref().map(|ids| to_json("chosen_files", ids)).transpose()?)
        .value("target_directory", transfer.target_directory.as_deref())
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

/// As [`set_bytes`]. Also returns false if another attempt was begun since the transfer was read, which happens only if the
/// worker of this one has lost its lease.
pub async fn set_bytes_of_attempt(
    connection: &mut Connection,
    transfer: &Transfer,
    bytes: i64,
    now: Time,
) -> StoreResult<bool> {
    let written = sqlx::query(
        "UPDATE transfers SET bytes = $1, updated_at = $2 WHERE id = $3 AND state = 'transferring' AND version = $4",
    );
    let written = written.bind(bytes).bind(now.as_millis()).bind(transfer.id.as_str()).bind(transfer.version);
    Ok(written.execute(connection).await?.rows_affected() == 1)
}

/// Says what could not be done after all files had arrived.
pub async fn set_reason(connection: &mut Connection, id: &TransferId, reason: &str) -> StoreResult<()> {
    sqlx::query("UPDATE transfers SET error = $1, version = version + 1 WHERE id = $2 AND state = 'complete'")
        .bind(reason)
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
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

/// Reserves a folder. The key is its path in the spelling by which the target compares names. Returns false if another
/// transfer has it.
pub async fn take_folder(tx: &mut Tx, id: &TransferId, folder: &TakenFolder, key: &str) -> StoreResult<bool> {
    // Earlier versions reserve without a key.
    let taken = sqlx::query(
        "UPDATE transfers SET place = $1, folder = $2, folder_reference = $3, folder_key = $5
         WHERE id = $4 AND NOT EXISTS (SELECT 1 FROM transfers AS others
                 WHERE others.place = $1 AND others.folder_key = $5 AND others.id <> $4)
             AND NOT EXISTS (SELECT 1 FROM transfers AS others
                 WHERE others.place = $1 AND others.folder = $2 AND others.id <> $4)",
    )
    .bind(folder.place.as_str())
    .bind(folder.path.as_str())
    .bind(folder.reference.as_str())
    .bind(id.as_str())
    .bind(key)
    .execute(&mut **tx)
    .await;
    match taken {
        Ok(taken) => Ok(taken.rows_affected() == 1),
        // Of two concurrent transfers, the index lets one have it.
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Releases folders of packages whose content is gone, for transfers that ended before a given time and left no upload at the
/// provider that we can still abort: nothing will be sent there again. The next package that wants the folder still has to find it empty.
pub async fn release_folders(tx: &mut Tx, before: Time, limit: i64) -> StoreResult<u64> {
    let released = sqlx::query(
        "UPDATE transfers SET place = NULL, folder = NULL, folder_reference = NULL, folder_key = NULL
         WHERE id IN (SELECT transfers.id FROM transfers JOIN packages ON packages.id = transfers.package_id
             WHERE transfers.place IS NOT NULL AND transfers.state IN ('complete', 'error') AND transfers.updated_at <= $1
                 AND packages.state IN ('expired', 'archived')
                 AND NOT EXISTS (SELECT 1 FROM ended_packages WHERE ended_packages.package_id = packages.id)
                 AND NOT EXISTS (SELECT 1 FROM transfer_files JOIN cloud_connections
                     ON cloud_connections.id = transfers.cloud_connection_id
                     WHERE transfer_files.transfer_id = transfers.id AND transfer_files.sent = 0
                         AND transfer_files.upload <> '' AND cloud_connections.sealed_authorization <> '')
             LIMIT $2)",
    );
    let released = released.bind(before.as_millis()).bind(limit).execute(&mut **tx).await?;
    Ok(released.rows_affected())
}

/// Whether more files and parts have arrived than after any attempt before. A file counts more than all parts that can be
/// under way.
pub async fn got_further(tx: &mut Tx, id: &TransferId) -> StoreResult<bool> {
    let raised = sqlx::query(
        "UPDATE transfers SET furthest = arrived.progress FROM (
             SELECT 1000000 * ((SELECT COUNT(*) FROM transfer_files WHERE transfer_id = $1 AND sent = 1)
                 + (SELECT COUNT(*) FROM transfer_sources WHERE transfer_id = $1 AND done = 1))
                 + (SELECT COUNT(*) FROM transfer_parts WHERE transfer_id = $1) AS progress) AS arrived
         WHERE id = $1 AND furthest < arrived.progress",
    );
    Ok(raised.bind(id.as_str()).execute(&mut **tx).await?.rows_affected() == 1)
}

/// The number of the last folder that was taken for packages of a name.
pub async fn last_folder_number(connection: &mut Connection, place: &str, name_hash: &str) -> StoreResult<Option<i64>> {
    let last = sqlx::query_scalar("SELECT last FROM folder_numbers WHERE place = $1 AND name_hash = $2");
    Ok(last.bind(place).bind(name_hash).fetch_optional(connection).await?)
}

pub async fn set_last_folder_number(tx: &mut Tx, place: &str, name_hash: &str, last: i64) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO folder_numbers (place, name_hash, last) VALUES ($1, $2, $3)
         ON CONFLICT (place, name_hash) DO UPDATE SET last = excluded.last",
    )
    .bind(place)
    .bind(name_hash)
    .bind(last)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub async fn set_withheld(connection: &mut Connection, id: &TransferId, withheld: &Withheld) -> StoreResult<()> {
    sqlx::query("UPDATE transfers SET withheld_count = $1, withheld = $2 WHERE id = $3")
        .bind(withheld.count)
        .bind(to_json("withheld", &withheld.first)?)
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
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

/// Transfers of a connection that have begun uploads and not finished them.
pub async fn with_open_uploads(connection: &mut Connection, id: &CloudConnectionId) -> StoreResult<Vec<TransferId>> {
    let rows = sqlx::query(
        "SELECT DISTINCT transfers.id FROM transfers JOIN transfer_files ON transfer_files.transfer_id = transfers.id
         WHERE transfers.cloud_connection_id = $1 AND transfer_files.sent = 0 AND transfer_files.upload <> ''",
    );
    rows.bind(id.as_str()).fetch_all(connection).await?.iter().map(|row| row.id("id")).collect()
}

/// As [`of_package`], locked until the transaction ends.
pub async fn lock_of_package(tx: &mut Tx, package: &PackageId) -> StoreResult<Vec<Transfer>> {
    let statement = select_for_update(tx, "SELECT * FROM transfers WHERE package_id = $1 ORDER BY created_at, id");
    let rows = sqlx::query(statement).bind(package.as_str()).fetch_all(&mut **tx).await?;
    rows.iter().map(transfer).collect()
}

/// Whether a gateway has work to fetch. Called often, so it takes no locks.
pub async fn has_work(connection: &mut Connection, id: &CloudConnectionId, lease: LeaseTime) -> StoreResult<bool> {
    let statement = format!("SELECT id FROM transfers WHERE {} LIMIT 1", is_free_work(lease));
    let row = work_query(&statement, id, lease).fetch_optional(connection).await?;
    Ok(row.is_some())
}

/// The next piece of work of a gateway: the oldest that nobody holds, or whose lease has expired.
pub async fn next_of_gateway(tx: &mut Tx, id: &CloudConnectionId, lease: LeaseTime) -> StoreResult<Option<Transfer>> {
    next_work(tx, id, lease, "").await
}

/// As [`next_of_gateway`], but only what goes into no directory. `is_default` says whether that is so where the transfer
/// itself names none.
pub async fn next_without_directory(
    tx: &mut Tx,
    id: &CloudConnectionId,
    lease: LeaseTime,
    is_default: bool,
) -> StoreResult<Option<Transfer>> {
    let condition = if is_default {
        "AND (target_directory = '' OR target_directory IS NULL)"
    } else {
        "AND target_directory = ''"
    };
    next_work(tx, id, lease, condition).await
}

async fn next_work(
    tx: &mut Tx,
    id: &CloudConnectionId,
    lease: LeaseTime,
    condition: &str,
) -> StoreResult<Option<Transfer>> {
    let locking = if tx.dialect == Dialect::Postgres { "FOR UPDATE SKIP LOCKED" } else { "" };
    let is_free = is_free_work(lease);
    let statement =
        format!("SELECT * FROM transfers WHERE {is_free} {condition} ORDER BY created_at, id LIMIT 1 {locking}");
    let row = work_query(&statement, id, lease).fetch_optional(&mut **tx).await?;
    row.as_ref().map(transfer).transpose()
}

fn is_free_work(lease: LeaseTime) -> String {
    let clock = lease.clock("$3");
    format!(
        "cloud_connection_id = $1 AND state IN ('pending', 'transferring') AND not_before <= $2
         AND (lease_until IS NULL OR lease_until <= {clock} OR lease_until > {clock} + $4)"
    )
}

/// Binds the placeholders of [`is_free_work`].
fn work_query<'q>(statement: &'q str, id: &'q CloudConnectionId, lease: LeaseTime) -> Query<'q, Any, AnyArguments> {
    sqlx::query(AssertSqlSafe(statement.to_owned()))
        .bind(id.as_str())
        .bind(lease.now.as_millis())
        .bind(lease.given())
        .bind(lease.longest_millis())
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
        chosen: match row.optional_text("chosen_files")? {
            None => None,
            Some(_) => Some(row.json("chosen_files")?),
        },
        target_directory: row.optional_text("target_directory")?,
        withheld: Withheld {
            count: row.number("withheld_count")?,
            first: match row.optional_text("withheld")? {
                None => Vec::new(),
                Some(_) => row.json("withheld")?,
            },
        },
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
