//! Storage and traffic of Teams by day, in UTC. Written with the change that they count.

use std::ops::RangeInclusive;

use sqlx::any::AnyRow;
use wire::ids::{PackageId, TeamId};
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreResult};

const DAY_MILLIS: i64 = 86_400_000;
/// A day of a Team is spread over this many rows, so that its packages do not contend for one.
const SHARES: i64 = 16;

/// The amounts that one change adds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    pub stored_bytes: i64,
    pub stored_packages: i64,
    pub uploaded_bytes: i64,
    pub downloaded_bytes: i64,
    pub forwarded_bytes: i64,
    pub packages: i64,
}

/// The number of a day, counted from 1970-01-01.
pub const fn day_of(time: Time) -> i64 {
    time.as_millis().div_euclid(DAY_MILLIS)
}

/// Midnight, when a day begins.
pub const fn beginning_of(day: i64) -> Time {
    Time::from_millis(day.saturating_mul(DAY_MILLIS))
}

/// Spreads the packages of a Team over its rows.
pub(super) fn share_of(package: &PackageId) -> i64 {
    package.as_str().bytes().last().map_or(0, |letter| i64::from(letter) % SHARES)
}

pub async fn add(
    connection: &mut Connection,
    team: &TeamId,
    package: &PackageId,
    usage: Usage,
    now: Time,
) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO usage_days (team_id, day, share, stored_bytes, stored_packages, uploaded_bytes, downloaded_bytes,
             forwarded_bytes, packages)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (team_id, day, share) DO UPDATE SET
             stored_bytes = usage_days.stored_bytes + $4,
             stored_packages = usage_days.stored_packages + $5,
             uploaded_bytes = usage_days.uploaded_bytes + $6,
             downloaded_bytes = usage_days.downloaded_bytes + $7,
             forwarded_bytes = usage_days.forwarded_bytes + $8,
             packages = usage_days.packages + $9",
    )
    .bind(team.as_str())
    .bind(day_of(now))
    .bind(share_of(package))
    .bind(usage.stored_bytes)
    .bind(usage.stored_packages)
    .bind(usage.uploaded_bytes)
    .bind(usage.downloaded_bytes)
    .bind(usage.forwarded_bytes)
    .bind(usage.packages)
    .execute(connection)
    .await?;
    Ok(())
}

const SUMS: &str = "CAST(COALESCE(SUM(stored_bytes), 0) AS BIGINT) AS stored_bytes,
     CAST(COALESCE(SUM(stored_packages), 0) AS BIGINT) AS stored_packages,
     CAST(COALESCE(SUM(uploaded_bytes), 0) AS BIGINT) AS uploaded_bytes,
     CAST(COALESCE(SUM(downloaded_bytes), 0) AS BIGINT) AS downloaded_bytes,
     CAST(COALESCE(SUM(forwarded_bytes), 0) AS BIGINT) AS forwarded_bytes,
     CAST(COALESCE(SUM(packages), 0) AS BIGINT) AS packages";

/// The sum of everything before a day.
pub async fn before(connection: &mut Connection, team: &TeamId, day: i64) -> StoreResult<Usage> {
    let statement = format!("SELECT {SUMS} FROM usage_days WHERE team_id = $1 AND day < $2");
    let query = sqlx::query(sqlx::AssertSqlSafe(statement)).bind(team.as_str()).bind(day);
    usage(&query.fetch_one(connection).await?)
}

/// The days of a period on which anything changed.
pub async fn of_days(
    connection: &mut Connection,
    team: &TeamId,
    days: RangeInclusive<i64>,
) -> StoreResult<Vec<(i64, Usage)>> {
    let statement =
        format!("SELECT day, {SUMS} FROM usage_days WHERE team_id = $1 AND day BETWEEN $2 AND $3 GROUP BY day");
    let query = sqlx::query(sqlx::AssertSqlSafe(statement)).bind(team.as_str()).bind(*days.start()).bind(*days.end());
    let rows = query.fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.number("day")?, usage(row)?))).collect()
}

fn usage(row: &AnyRow) -> StoreResult<Usage> {
    Ok(Usage {
        stored_bytes: row.number("stored_bytes")?,
        stored_packages: row.number("stored_packages")?,
        uploaded_bytes: row.number("uploaded_bytes")?,
        downloaded_bytes: row.number("downloaded_bytes")?,
        forwarded_bytes: row.number("forwarded_bytes")?,
        packages: row.number("packages")?,
    })
}
