//! The bytes that packages of a Team hold: announced for files whose package is new, stored for others, until the
//! content is gone. Written with the change that they count.

use domain::package::Package;
use wire::ids::{PortalId, TeamId};

use super::row::Columns as _;
use super::usage::share_of;
use super::{Connection, Dialect, StoreResult, Tx};

/// The last lock of a transaction but for the counts of usage.
pub(super) async fn add(connection: &mut Connection, package: &Package, bytes: i64) -> StoreResult<()> {
    if bytes == 0 {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO held_bytes (team_id, portal_id, share, bytes) VALUES ($1, $2, $3, $4)
         ON CONFLICT (team_id, portal_id, share) DO UPDATE SET bytes = held_bytes.bytes + excluded.bytes",
    )
    .bind(package.team_id.as_str())
    .bind(package.portal_id.as_ref().map_or("", |id| id.as_str()))
    .bind(share_of(&package.id))
    .bind(bytes)
    .execute(connection)
    .await?;
    Ok(())
}

/// The content of the package is gone.
pub async fn release(connection: &mut Connection, package: &Package) -> StoreResult<()> {
    add(connection, package, -package.bytes_added).await
}

pub async fn of_team(connection: &mut Connection, team: &TeamId) -> StoreResult<i64> {
    let statement = "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM held_bytes WHERE team_id = $1";
    Ok(sqlx::query_scalar(statement).bind(team.as_str()).fetch_one(connection).await?)
}

pub async fn of_portal(connection: &mut Connection, team: &TeamId, portal: &PortalId) -> StoreResult<i64> {
    let statement =
        "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM held_bytes WHERE team_id = $1 AND portal_id = $2";
    Ok(sqlx::query_scalar(statement).bind(team.as_str()).bind(portal.as_str()).fetch_one(connection).await?)
}

/// From here until the transaction ends, nobody else who calls this adds bytes of the Team, so that a sum that was read
/// after it is still true at the commit. SQLite has one writer and needs no lock.
pub async fn queue_up(tx: &mut Tx, team: &TeamId) -> StoreResult<()> {
    if tx.dialect == Dialect::Postgres {
        let statement = "SELECT 1 FROM pg_advisory_xact_lock(hashtext('tonnage held bytes'), hashtext($1))";
        sqlx::query(statement).bind(team.as_str()).execute(&mut **tx).await?;
    }
    Ok(())
}

/// The sums of a Team that are not what its packages hold: the Portal, or nothing for what the Team sends, and by how much
/// the sum is too small. In a snapshot, since sums and packages change together.
pub async fn differences(connection: &mut Connection, team: &TeamId) -> StoreResult<Vec<(String, i64)>> {
    let rows = sqlx::query(
        "SELECT portal_id, CAST(SUM(bytes) AS BIGINT) AS missing FROM (
             SELECT portal_id, bytes_added AS bytes FROM packages
             WHERE team_id = $1 AND (state IN ('new', 'finalized') OR id IN (SELECT package_id FROM ended_packages))
             UNION ALL SELECT portal_id, -bytes AS bytes FROM held_bytes WHERE team_id = $1
         ) AS counted GROUP BY portal_id HAVING CAST(SUM(bytes) AS BIGINT) <> 0",
    )
    .bind(team.as_str())
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((row.text("portal_id")?, row.number("missing")?))).collect()
}

/// Adds what is missing. What others have added since is counted already.
pub async fn correct(connection: &mut Connection, team: &TeamId, portal: &str, missing: i64) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO held_bytes (team_id, portal_id, share, bytes) VALUES ($1, $2, 0, $3)
         ON CONFLICT (team_id, portal_id, share) DO UPDATE SET bytes = held_bytes.bytes + excluded.bytes",
    )
    .bind(team.as_str())
    .bind(portal)
    .bind(missing)
    .execute(connection)
    .await?;
    Ok(())
}
