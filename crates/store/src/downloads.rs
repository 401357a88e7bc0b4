//! Downloads, by the token that started them.

use std::collections::BTreeSet;

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe};
use wire::ids::{DownloadId, FileId, LinkId, PackageId};
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreResult, places};

/// Returns true the first time that the token requests content.
pub async fn begin(
    connection: &mut Connection,
    id: &DownloadId,
    package: &PackageId,
    link: Option<&LinkId>,
    now: Time,
) -> StoreResult<bool> {
    let begun = sqlx::query(
        "INSERT INTO downloads (id, package_id, link_id, whole, asked, confirmed, started_at)
         VALUES ($1, $2, $3, 0, 0, 0, $4) ON CONFLICT (id) DO NOTHING",
    )
    .bind(id.as_str())
    .bind(package.as_str())
    .bind(link.map_or("", |id| id.as_str()))
    .bind(now.as_millis())
    .execute(connection)
    .await?;
    Ok(begun.rows_affected() == 1)
}

/// Whether the token has requested content before.
pub async fn is_begun(connection: &mut Connection, id: &DownloadId) -> StoreResult<bool> {
    let row =
        sqlx::query("SELECT id FROM downloads WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    Ok(row.is_some())
}

/// Which of the files the token has requested before, individually or with all others.
pub async fn asked_of(connection: &mut Connection, id: &DownloadId, files: &[FileId]) -> StoreResult<BTreeSet<FileId>> {
    let row = sqlx::query("SELECT whole FROM downloads WHERE id = $1")
        .bind(id.as_str())
        .fetch_optional(&mut *connection)
        .await?;
    match row.filter(|_| !files.is_empty()) {
        None => Ok(BTreeSet::new()),
        Some(row) if row.flag("whole")? => Ok(files.iter().cloned().collect()),
        Some(_) => {
            let places = places(1, files.len());
            let statement =
                format!("SELECT file_id FROM downloaded_files WHERE download_id = $1 AND file_id IN ({places})");
            found(&bound(statement, id, files).fetch_all(connection).await?)
        }
    }
}

/// Records that the token requests the files, and returns those that it had not requested before. The row of the
/// download is locked, so that concurrent requests run one after the other.
pub async fn note_files(
    connection: &mut Connection,
    id: &DownloadId,
    files: &[FileId],
) -> StoreResult<BTreeSet<FileId>> {
    let held = sqlx::query("UPDATE downloads SET asked = asked WHERE id = $1 AND whole = 0")
        .bind(id.as_str())
        .execute(&mut *connection)
        .await?;
    if held.rows_affected() == 0 {
        return Ok(BTreeSet::new());
    }
    let noted = insert_files(connection, id, files).await?;
    sqlx::query("UPDATE downloads SET asked = asked + $1 WHERE id = $2")
        .bind(i64::try_from(noted.len()).unwrap_or(i64::MAX))
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(noted)
}

/// Returns the files that were not there before.
async fn insert_files(connection: &mut Connection, id: &DownloadId, files: &[FileId]) -> StoreResult<BTreeSet<FileId>> {
    if files.is_empty() {
        return Ok(BTreeSet::new());
    }
    let rows: Vec<String> = (2..2 + files.len()).map(|place| format!("($1, ${place})")).collect();
    let statement = format!(
        "INSERT INTO downloaded_files (download_id, file_id) VALUES {}
         ON CONFLICT (download_id, file_id) DO NOTHING RETURNING file_id",
        rows.join(", ")
    );
    found(&bound(statement, id, files).fetch_all(connection).await?)
}

/// Binds the download to the first placeholder of a statement, and the files to the rest. The statement is not
/// prepared, since there would be one for every number of files.
fn bound<'query>(statement: String, id: &DownloadId, files: &[FileId]) -> Query<'query, Any, AnyArguments> {
    let query = sqlx::query(AssertSqlSafe(statement)).persistent(false).bind(id.to_string());
    files.iter().fold(query, |query, file| query.bind(file.to_string()))
}

fn found(rows: &[AnyRow]) -> StoreResult<BTreeSet<FileId>> {
    rows.iter().map(|row| row.id("file_id")).collect()
}

/// Records that the token requests all `files`, and returns the bytes of those that it requested before, which are
/// already counted. `None` if it had requested everything before.
pub async fn note_all_files(connection: &mut Connection, id: &DownloadId, files: i64) -> StoreResult<Option<i64>> {
    let noted = sqlx::query("UPDATE downloads SET whole = 1, asked = $1 WHERE id = $2 AND whole = 0")
        .bind(files)
        .bind(id.as_str())
        .execute(&mut *connection)
        .await?;
    if noted.rows_affected() == 0 {
        return Ok(None);
    }
    let counted: Option<i64> = sqlx::query_scalar(
        "SELECT CAST(SUM(files.size) AS BIGINT) FROM downloaded_files
         JOIN files ON files.id = downloaded_files.file_id WHERE downloaded_files.download_id = $1",
    )
    .bind(id.as_str())
    .fetch_one(connection)
    .await?;
    Ok(Some(counted.unwrap_or(0)))
}

/// The result of a confirmation.
#[derive(Default)]
pub struct Confirmed {
    /// Without those that were already confirmed, or never requested.
    pub files: BTreeSet<FileId>,
    /// Whether all requested files have arrived.
    pub is_all: bool,
}

/// Records that files arrived. The row of the download is locked first, so that concurrent confirmations of the same
/// files cannot deadlock.
pub async fn confirm_files(
    connection: &mut Connection,
    id: &DownloadId,
    files: &[FileId],
    now: Time,
) -> StoreResult<Confirmed> {
    let held = sqlx::query("UPDATE downloads SET confirmed = confirmed WHERE id = $1 RETURNING whole")
        .bind(id.as_str())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(held) = held.filter(|_| !files.is_empty()) else { return Ok(Confirmed::default()) };
    if held.flag("whole")? {
        insert_files(connection, id, files).await?;
    }
    let statement = format!(
        "UPDATE downloaded_files SET confirmed_at = ${}
         WHERE download_id = $1 AND file_id IN ({}) AND confirmed_at IS NULL RETURNING file_id",
        files.len() + 2,
        places(1, files.len())
    );
    let confirmed = found(&bound(statement, id, files).bind(now.as_millis()).fetch_all(&mut *connection).await?)?;
    let row = sqlx::query("UPDATE downloads SET confirmed = confirmed + $1 WHERE id = $2 RETURNING asked, confirmed")
        .bind(i64::try_from(confirmed.len()).unwrap_or(i64::MAX))
        .bind(id.as_str())
        .fetch_one(connection)
        .await?;
    Ok(Confirmed { files: confirmed, is_all: row.number("confirmed")? >= row.number("asked")? })
}

/// Whether all that was requested has arrived.
pub async fn is_confirmed(connection: &mut Connection, id: &DownloadId) -> StoreResult<bool> {
    let row = sqlx::query("SELECT id FROM downloads WHERE id = $1 AND asked > 0 AND confirmed >= asked")
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// Locks the download until the transaction ends. Returns false if it does not exist.
pub async fn hold(connection: &mut Connection, id: &DownloadId) -> StoreResult<bool> {
    let held = sqlx::query("UPDATE downloads SET confirmed = confirmed WHERE id = $1")
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(held.rows_affected() == 1)
}

/// Records that everything arrived, as one zip. Returns false if it had arrived before.
pub async fn confirm_whole(connection: &mut Connection, id: &DownloadId) -> StoreResult<bool> {
    let confirmed =
        sqlx::query("UPDATE downloads SET confirmed = asked WHERE id = $1 AND whole = 1 AND confirmed < asked")
            .bind(id.as_str())
            .execute(connection)
            .await?;
    Ok(confirmed.rows_affected() == 1)
}

/// Deletes some downloads of a package whose content is gone. Returns how many.
pub async fn delete_some(connection: &mut Connection, package: &PackageId, limit: i64) -> StoreResult<u64> {
    // Dependent rows are deleted by cascade.
    let deleted = sqlx::query(
        "DELETE FROM downloads WHERE id IN (SELECT id FROM downloads WHERE package_id = $1 ORDER BY id LIMIT $2)",
    )
    .bind(package.as_str())
    .bind(limit)
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected())
}
