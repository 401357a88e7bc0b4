//! Downloads that were begun, by the token that began them.

use wire::ids::{DownloadId, FileId, LinkId, PackageId};
use wire::time::Time;

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
        "INSERT INTO downloads (id, package_id, link_id, whole, started_at) VALUES ($1, $2, $3, 0, $4)
         ON CONFLICT (id) DO NOTHING",
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

/// Whether files that the token asked for have not been confirmed yet.
pub async fn has_open_files(connection: &mut Connection, id: &DownloadId) -> StoreResult<bool> {
    let row =
        sqlx::query("SELECT file_id FROM downloaded_files WHERE download_id = $1 AND confirmed_at IS NULL LIMIT 1")
            .bind(id.as_str())
            .fetch_optional(connection)
            .await?;
    Ok(row.is_some())
}

/// Whether this is the first time that the token asks for this file.
pub async fn note_file(connection: &mut Connection, id: &DownloadId, file: &FileId) -> StoreResult<bool> {
    if has_file(connection, id, file).await? {
        return Ok(false);
    }
    insert_file(connection, id, file).await
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

/// Notes that the token asks for everything, and gives the bytes of what it asked for before, which are counted
/// already. None when it asked for everything before.
pub async fn note_all_files(connection: &mut Connection, id: &DownloadId) -> StoreResult<Option<i64>> {
    let noted = sqlx::query("UPDATE downloads SET whole = 1 WHERE id = $1 AND whole = 0")
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

/// Notes that a file arrived. False when that was said before, or the token never asked for it.
pub async fn confirm_file(connection: &mut Connection, id: &DownloadId, file: &FileId, now: Time) -> StoreResult<bool> {
    if has_file(connection, id, file).await? {
        insert_file(connection, id, file).await?;
    }
    let confirmed = sqlx::query(
        "UPDATE downloaded_files SET confirmed_at = $1
         WHERE download_id = $2 AND file_id = $3 AND confirmed_at IS NULL",
    )
    .bind(now.as_millis())
    .bind(id.as_str())
    .bind(file.as_str())
    .execute(connection)
    .await?;
    Ok(confirmed.rows_affected() == 1)
}

/// Forgets who downloaded what of a package whose content is gone.
pub async fn delete_of_package(connection: &mut Connection, package: &PackageId) -> StoreResult<()> {
    sqlx::query("DELETE FROM downloaded_files WHERE download_id IN (SELECT id FROM downloads WHERE package_id = $1)")
        .bind(package.as_str())
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM downloads WHERE package_id = $1").bind(package.as_str()).execute(connection).await?;
    Ok(())
}
