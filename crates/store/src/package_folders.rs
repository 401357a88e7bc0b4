//! The folders of packages, and how many entries each has at any depth. Files name their folders only in their paths.
//!
//! Packages that were begun by an earlier version have no rows for the files that it added.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::AssertSqlSafe;
use wire::ids::PackageId;

use super::row::Columns as _;
use super::{Connection, StoreResult, places};

/// How many folders one statement names.
const AT_ONCE: usize = 1_000;

/// Those of the places that are folders with entries.
pub async fn among(
    connection: &mut Connection,
    package: &PackageId,
    wanted: &BTreeSet<String>,
) -> StoreResult<BTreeSet<String>> {
    chosen("package_folders WHERE entries > 0", connection, package, wanted).await
}

/// Those of the places that are files.
pub async fn files_among(
    connection: &mut Connection,
    package: &PackageId,
    wanted: &BTreeSet<String>,
) -> StoreResult<BTreeSet<String>> {
    chosen("files WHERE kind = 'file'", connection, package, wanted).await
}

async fn chosen(
    from: &str,
    connection: &mut Connection,
    package: &PackageId,
    wanted: &BTreeSet<String>,
) -> StoreResult<BTreeSet<String>> {
    let wanted: Vec<&String> = wanted.iter().collect();
    let mut found = BTreeSet::new();
    for part in wanted.chunks(AT_ONCE) {
        let statement =
            format!("SELECT place FROM {from} AND package_id = $1 AND place IN ({})", places(1, part.len()));
        let query = sqlx::query(AssertSqlSafe(statement)).persistent(false).bind(package.as_str());
        let rows = part.iter().fold(query, |query, place| query.bind(place.as_str())).fetch_all(&mut *connection);
        for row in rows.await? {
            found.insert(row.text("place")?);
        }
    }
    Ok(found)
}

/// Counts an entry that was removed from these folders. Those of an earlier version were never counted.
pub async fn count_removed(connection: &mut Connection, package: &PackageId, folders: &[String]) -> StoreResult<()> {
    for folder in folders {
        sqlx::query(
            "UPDATE package_folders SET entries = entries - 1 WHERE package_id = $1 AND place = $2 AND entries > 0",
        )
        .bind(package.as_str())
        .bind(folder.as_str())
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Counts entries that were added to folders.
pub async fn count_added(
    connection: &mut Connection,
    package: &PackageId,
    entries: &BTreeMap<String, i64>,
) -> StoreResult<()> {
    let entries: Vec<(&String, &i64)> = entries.iter().collect();
    for part in entries.chunks(AT_ONCE) {
        let rows = (0..part.len()).map(|row| format!("($1, ${}, ${})", 2 * row + 2, 2 * row + 3));
        let statement = format!(
            "INSERT INTO package_folders (package_id, place, entries) VALUES {}
             ON CONFLICT (package_id, place) DO UPDATE SET entries = package_folders.entries + excluded.entries",
            rows.collect::<Vec<_>>().join(", ")
        );
        let query = sqlx::query(AssertSqlSafe(statement)).persistent(false).bind(package.as_str());
        let query = part.iter().fold(query, |query, (place, entries)| query.bind(place.as_str()).bind(**entries));
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Forgets some folders of a package whose content is gone. Returns how many.
pub async fn delete_some(connection: &mut Connection, package: &PackageId, limit: i64) -> StoreResult<u64> {
    let deleted = sqlx::query(
        "DELETE FROM package_folders WHERE package_id = $1 AND place IN
             (SELECT place FROM package_folders WHERE package_id = $1 ORDER BY place LIMIT $2)",
    )
    .bind(package.as_str())
    .bind(limit)
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected())
}
