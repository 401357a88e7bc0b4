//! Packages that end, or have ended, before a connection has got them.

use domain::undelivered::WAIT_DAYS;
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{CloudConnectionId, PackageId, TransferId};
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreResult, Tx};

const DAY_MILLIS: i64 = 86_400_000;

/// A transfer that has not delivered its package, to a connection that still exists and did not get the package otherwise.
/// Files that someone chose by hand are not the package.
const UNDELIVERED: &str = "transfers.direction = 'service_to_cloud' AND transfers.state <> 'complete'
     AND EXISTS (SELECT 1 FROM cloud_connections
         WHERE cloud_connections.id = transfers.cloud_connection_id AND cloud_connections.deleted_at IS NULL)
     AND NOT EXISTS (SELECT 1 FROM transfers AS others
         WHERE others.package_id = transfers.package_id AND others.direction = 'service_to_cloud'
             AND others.cloud_connection_id = transfers.cloud_connection_id AND others.state = 'complete'
             AND others.chosen_files IS NULL)";

/// A package that a connection has not got.
#[derive(Debug, Clone)]
pub struct Undelivered {
    pub transfer: TransferId,
    pub connection: CloudConnectionId,
    pub package: PackageId,
    /// When it ends, or has ended, at the latest.
    pub until: Option<Time>,
}

/// Finalized packages that expire by a given time while a delivery is open, after a given one.
pub async fn due_while_open(
    connection: &mut Connection,
    until: Time,
    after: Option<&(Time, PackageId)>,
    limit: i64,
) -> StoreResult<Vec<(Time, PackageId)>> {
    let (expiry, id) = after.map_or((i64::MIN, ""), |(expiry, id)| (expiry.as_millis(), id.as_str()));
    let rows = sqlx::query(
        "SELECT expiry, id FROM packages
         WHERE expiry IS NOT NULL AND state IN ('new', 'finalized') AND expiry <= $1 AND (expiry, id) > ($2, $3)
             AND state = 'finalized' AND EXISTS (SELECT 1 FROM transfers WHERE transfers.package_id = packages.id
                 AND transfers.direction = 'service_to_cloud' AND transfers.state IN ('pending', 'transferring'))
         ORDER BY expiry, id LIMIT $4",
    )
    .bind(until.as_millis())
    .bind(expiry)
    .bind(id)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((row.time("expiry")?, row.id("id")?))).collect()
}

/// Whether a delivery of the package is open.
pub async fn is_open(connection: &mut Connection, package: &PackageId) -> StoreResult<bool> {
    let open: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM transfers
         WHERE package_id = $1 AND direction = 'service_to_cloud' AND state IN ('pending', 'transferring')",
    )
    .bind(package.as_str())
    .fetch_one(connection)
    .await?;
    Ok(open > 0)
}

/// The expiry of a package before it began to wait; `None` if it does not wait.
pub async fn expiry_before_wait(connection: &mut Connection, package: &PackageId) -> StoreResult<Option<Time>> {
    let row = sqlx::query("SELECT expiry_before_wait FROM packages WHERE id = $1")
        .bind(package.as_str())
        .fetch_one(connection)
        .await?;
    row.optional_time("expiry_before_wait")
}

/// The package, which the caller has locked, expires later. Its first expiry is remembered.
pub async fn put_off(tx: &mut Tx, package: &PackageId, expiry: Time) -> StoreResult<()> {
    sqlx::query(
        "UPDATE packages SET expiry_before_wait = COALESCE(expiry_before_wait, expiry), expiry = $1,
             version = version + 1
         WHERE id = $2",
    )
    .bind(expiry.as_millis())
    .bind(package.as_str())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Transfers of packages that end by a given time, and nobody was told: once more than half of the package's life is over,
/// and again before its wait ends. After a given transfer.
pub async fn ending(
    connection: &mut Connection,
    now: Time,
    by: Time,
    after: Option<&TransferId>,
    limit: i64,
) -> StoreResult<Vec<Undelivered>> {
    let wait = WAIT_DAYS * DAY_MILLIS;
    let statement = format!(
        "SELECT transfers.id, transfers.cloud_connection_id, transfers.package_id,
             CASE WHEN transfers.state = 'error' THEN packages.expiry
                 ELSE COALESCE(packages.expiry_before_wait, packages.expiry) + {wait} END AS until
         FROM packages JOIN transfers ON transfers.package_id = packages.id
         WHERE packages.expiry IS NOT NULL AND packages.state IN ('new', 'finalized') AND packages.state = 'finalized'
             AND packages.expiry > $1 AND packages.expiry <= $2 AND transfers.id > $3 AND {UNDELIVERED}
             AND ((transfers.loss_told = 0 AND 2 * (packages.expiry - $1) <= packages.expiry - packages.finalized_at)
                 OR (transfers.loss_told <= 1 AND packages.expiry_before_wait + {wait} <= $2))
         ORDER BY transfers.id LIMIT $4"
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(now.as_millis())
        .bind(by.as_millis())
        .bind(after.map_or("", |id| id.as_str()))
        .bind(limit)
        .fetch_all(connection)
        .await?;
    rows.iter().map(undelivered).collect()
}

/// Records that someone is told that these packages end. Only the first caller gets true.
pub async fn mark_ending(tx: &mut Tx, transfer: &TransferId, by: Time) -> StoreResult<bool> {
    let wait = WAIT_DAYS * DAY_MILLIS;
    let statement = format!(
        "UPDATE transfers SET loss_told = (
             SELECT CASE WHEN packages.expiry_before_wait + {wait} <= $2 THEN 2 ELSE 1 END
             FROM packages WHERE packages.id = transfers.package_id)
         WHERE id = $1 AND loss_told < 2 AND state <> 'complete'"
    );
    let marked = sqlx::query(AssertSqlSafe(statement)).bind(transfer.as_str()).bind(by.as_millis());
    Ok(marked.execute(&mut **tx).await?.rows_affected() == 1)
}

/// The package has just expired: those who miss it are to be told.
pub async fn mark_lost(tx: &mut Tx, package: &PackageId) -> StoreResult<()> {
    let statement = format!("UPDATE transfers SET loss_told = 3 WHERE package_id = $1 AND {UNDELIVERED}");
    sqlx::query(AssertSqlSafe(statement)).bind(package.as_str()).execute(&mut **tx).await?;
    Ok(())
}

/// Connections that missed packages which have expired, and nobody was told.
pub async fn losers(connection: &mut Connection) -> StoreResult<Vec<CloudConnectionId>> {
    let rows = sqlx::query("SELECT DISTINCT cloud_connection_id FROM transfers WHERE loss_told = 3")
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| row.id("cloud_connection_id")).collect()
}

/// What a connection has missed, and nobody was told.
pub async fn lost(connection: &mut Connection, id: &CloudConnectionId) -> StoreResult<Vec<Undelivered>> {
    let rows = sqlx::query(
        "SELECT id, cloud_connection_id, package_id, CAST(NULL AS BIGINT) AS until FROM transfers
         WHERE loss_told = 3 AND cloud_connection_id = $1 ORDER BY id",
    );
    rows.bind(id.as_str()).fetch_all(connection).await?.iter().map(undelivered).collect()
}

/// Records that someone is told of these.
pub async fn mark_lost_told(tx: &mut Tx, lost: &[Undelivered]) -> StoreResult<()> {
    for one in lost {
        sqlx::query("UPDATE transfers SET loss_told = 4 WHERE id = $1 AND loss_told = 3")
            .bind(one.transfer.as_str())
            .execute(&mut **tx)
            .await?;
    }
    Ok(())
}

/// The end of the package has changed: everybody is told again.
pub(super) async fn forget_notices(connection: &mut Connection, package: &PackageId) -> StoreResult<()> {
    sqlx::query("UPDATE transfers SET loss_told = 0 WHERE package_id = $1 AND loss_told > 0")
        .bind(package.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

fn undelivered(row: &AnyRow) -> StoreResult<Undelivered> {
    Ok(Undelivered {
        transfer: row.id("id")?,
        connection: row.id("cloud_connection_id")?,
        package: row.id("package_id")?,
        until: row.optional_time("until")?,
    })
}
