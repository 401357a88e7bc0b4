//! From which addresses a token has requested which files.

use std::collections::BTreeSet;

use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::DownloadId;

use super::row::Columns as _;
use super::{Connection, StoreResult, places};

/// Stands for all files of the package, as a zip.
pub const WHOLE: &str = "";

/// Which of the files the token has requested from the address.
pub async fn known(
    connection: &mut Connection,
    id: &DownloadId,
    address: &str,
    files: &[&str],
) -> StoreResult<BTreeSet<String>> {
    if files.is_empty() {
        return Ok(BTreeSet::new());
    }
    let statement = format!(
        "SELECT file_id FROM download_sources WHERE download_id = $1 AND address = $2 AND file_id IN ({})",
        places(2, files.len())
    );
    let query = sqlx::query(AssertSqlSafe(statement)).persistent(false).bind(id.as_str()).bind(address);
    let query = files.iter().fold(query, |query, file| query.bind(*file));
    found(&query.fetch_all(connection).await?)
}

/// How many other addresses the token was used from.
pub async fn others(connection: &mut Connection, id: &DownloadId, address: &str) -> StoreResult<i64> {
    let statement = "SELECT COUNT(DISTINCT address) FROM download_sources WHERE download_id = $1 AND address <> $2";
    Ok(sqlx::query_scalar(statement).bind(id.as_str()).bind(address).fetch_one(connection).await?)
}

/// Records that the token requests files from an address, and returns those that it had not requested from there.
pub async fn note(
    connection: &mut Connection,
    id: &DownloadId,
    address: &str,
    files: &[&str],
) -> StoreResult<BTreeSet<String>> {
    if files.is_empty() {
        return Ok(BTreeSet::new());
    }
    let rows: Vec<String> = (3..3 + files.len()).map(|place| format!("($1, $2, ${place})")).collect();
    let statement = format!(
        "INSERT INTO download_sources (download_id, address, file_id) VALUES {}
         ON CONFLICT (download_id, address, file_id) DO NOTHING RETURNING file_id",
        rows.join(", ")
    );
    let query = sqlx::query(AssertSqlSafe(statement)).persistent(false).bind(id.as_str()).bind(address);
    let query = files.iter().fold(query, |query, file| query.bind(*file));
    found(&query.fetch_all(connection).await?)
}

fn found(rows: &[AnyRow]) -> StoreResult<BTreeSet<String>> {
    rows.iter().map(|row| row.text("file_id")).collect()
}
