//! Packages that have ended and whose content is still there.

use domain::expiry::Expiry;
use domain::package::{Package, PackageState};
use sqlx::AssertSqlSafe;
use wire::ids::PackageId;
use wire::time::Time;

use super::row::Columns as _;
use super::write::insert_into;
use super::{Connection, StoreResult, Tx, places, select_for_update};

/// What it takes to bring a package back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    pub state_before: PackageState,
    pub expiry_before: Expiry,
    /// From then on, the content is removed.
    pub content_until: Time,
}

/// `before` is the package as it was when it ended.
pub async fn insert(connection: &mut Connection, before: &Package, content_until: Time) -> StoreResult<()> {
    insert_into("ended_packages")
        .value("package_id", before.id.as_str())
        .value("state_before", before.state.as_str())
        .value("expiry_before", before.expiry.time().map(Time::as_millis))
        .value("content_until", content_until.as_millis())
        .execute(connection)
        .await?;
    Ok(())
}

/// Until when each of these packages can be restored, for those that can.
pub async fn restorable_until(
    connection: &mut Connection,
    packages: &[PackageId],
) -> StoreResult<Vec<(PackageId, Time)>> {
    if packages.is_empty() {
        return Ok(Vec::new());
    }
    let statement = format!(
        "SELECT package_id, content_until FROM ended_packages WHERE package_id IN ({})",
        places(0, packages.len())
    );
    let query = packages.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, id| query.bind(id.as_str()));
    let rows = query.fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.id("package_id")?, row.time("content_until")?))).collect()
}

/// The row, locked until the transaction ends.
pub async fn lock(tx: &mut Tx, package: &PackageId) -> StoreResult<Option<Ended>> {
    let statement = select_for_update(tx, "SELECT * FROM ended_packages WHERE package_id = $1");
    let row = sqlx::query(statement).bind(package.as_str()).fetch_optional(&mut **tx).await?;
    row.as_ref().map(ended).transpose()
}

/// The content is removed at another time.
pub async fn set_content_until(connection: &mut Connection, package: &PackageId, until: Time) -> StoreResult<()> {
    sqlx::query("UPDATE ended_packages SET content_until = $1 WHERE package_id = $2")
        .bind(until.as_millis())
        .bind(package.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn delete(connection: &mut Connection, package: &PackageId) -> StoreResult<()> {
    sqlx::query("DELETE FROM ended_packages WHERE package_id = $1").bind(package.as_str()).execute(connection).await?;
    Ok(())
}

fn ended(row: &sqlx::any::AnyRow) -> StoreResult<Ended> {
    Ok(Ended {
        state_before: row.parsed("state_before", PackageState::parse)?,
        expiry_before: Expiry::from(row.optional_time("expiry_before")?),
        content_until: row.time("content_until")?,
    })
}
