//! Downloads that were begun, by the token that began them.

use wire::ids::{DownloadId, FileId, LinkId, PackageId};
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreResult};

/// Whether this is the first time that the token asks for content.
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

/// Whether the token asked for content before.
pub async fn is_begun(connection: &mut Connection, id: &DownloadId) -> StoreResult<bool> {
    let row =
        sqlx::query("SELECT id FROM downloads WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    Ok(row.is_some())
}

/// Whether the token asked for this file before, by itself or with all others.
pub async fn has_file(connection: &mut Connection, id: &DownloadId, file: &FileId) -> StoreResult<bool> {
    let row = sqlx::query(
        "SELECT id FROM downloads
         WHERE id = $1 AND (whole = 1 OR EXISTS
             (SELECT 1 FROM downloaded_files WHERE download_id = $1 AND file_id = $2))",
    )
    .bind(id.as_str())
    .bind(file.as_str())
    .fetch_optional(connection)
    .await?;
    Ok(row.is_some())
}

/// Whether this is the first time that the token asks for this file. Asking for several at once is asking for one
/// after the other: the row of the download is held.
pub async fn note_file(connection: &mut Connection, id: &DownloadId, file: &FileId) -> StoreResult<bool> {
    let asked = sqlx::query("UPDATE downloads SET asked = asked + 1 WHERE id = $1 AND whole = 0")
        .bind(id.as_str())
        .execute(&mut *connection)
        .await?;
    if asked.rows_affected() == 0 {
        return Ok(false);
    }
    if insert_file(connection, id, file).await? {
        return Ok(true);
    }
    sqlx::query("UPDATE downloads SET asked = asked - 1 WHERE id = $1").bind(id.as_str()).execute(connection).await?;
    Ok(false)
}

async fn insert_file(connection: &mut Connection, id: &DownloadId, file: &FileId) -> StoreResult<bool> {
    let noted = sqlx::query(
        "INSERT INTO downloaded_files (download_id, file_id) VALUES ($1, $2)
         ON CONFLICT (download_id, file_id) DO NOTHING",
    )
    .bind(id.as_str())
    .bind(file.as_str())
    .execute(connection)
    .await?;
    Ok(noted.rows_affected() == 1)
}

/// Notes that the token asks for all `files`, and gives the bytes of those that it asked for before, which are
/// counted already. None when it asked for everything before.
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

/// What a confirmation leads to.
pub enum Confirmed {
    /// Said before, or never asked for.
    Nothing,
    Some,
    /// Everything that was asked for has arrived.
    All,
}

/// Notes that a file arrived.
pub async fn confirm_file(
    connection: &mut Connection,
    id: &DownloadId,
    file: &FileId,
    now: Time,
) -> StoreResult<Confirmed> {
    if !has_file(connection, id, file).await? {
        return Ok(Confirmed::Nothing);
    }
    insert_file(connection, id, file).await?;
    let confirmed = sqlx::query(
        "UPDATE downloaded_files SET confirmed_at = $1
         WHERE download_id = $2 AND file_id = $3 AND confirmed_at IS NULL",
    )
    .bind(now.as_millis())
    .bind(id.as_str())
    .bind(file.as_str())
    .execute(&mut *connection)
    .await?;
    if confirmed.rows_affected() == 0 {
        return Ok(Confirmed::Nothing);
    }
    let row = sqlx::query("UPDATE downloads SET confirmed = confirmed + 1 WHERE id = $1 RETURNING asked, confirmed")
        .bind(id.as_str())
        .fetch_one(connection)
        .await?;
    Ok(if row.number("confirmed")? >= row.number("asked")? { Confirmed::All } else { Confirmed::Some })
}

/// Forgets some downloads of a package whose content is gone. Comes back with how many.
pub async fn delete_some(connection: &mut Connection, package: &PackageId, limit: i64) -> StoreResult<u64> {
    // What belongs to them goes by itself.
    let deleted = sqlx::query(
        "DELETE FROM downloads WHERE id IN (SELECT id FROM downloads WHERE package_id = $1 ORDER BY id LIMIT $2)",
    )
    .bind(package.as_str())
    .bind(limit)
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected())
}
