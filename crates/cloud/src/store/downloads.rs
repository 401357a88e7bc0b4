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
        "INSERT INTO downloads (id, package_id, link_id, started_at) VALUES ($1, $2, $3, $4)
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

/// Whether the token asked for this file before.
pub async fn has_file(connection: &mut Connection, id: &DownloadId, file: &FileId) -> StoreResult<bool> {
    let row = sqlx::query("SELECT file_id FROM downloaded_files WHERE download_id = $1 AND file_id = $2")
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

/// The bytes of a package's files that the token has not asked for yet, which it now has.
pub async fn note_all_files(connection: &mut Connection, id: &DownloadId, package: &PackageId) -> StoreResult<i64> {
    let bytes: Option<i64> = sqlx::query_scalar(
        "SELECT CAST(SUM(size) AS BIGINT) FROM files
         WHERE package_id = $1 AND kind = 'file'
             AND NOT EXISTS (SELECT 1 FROM downloaded_files WHERE download_id = $2 AND file_id = files.id)",
    )
    .bind(package.as_str())
    .bind(id.as_str())
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO downloaded_files (download_id, file_id)
         SELECT $2, id FROM files WHERE package_id = $1 AND kind = 'file'
         ON CONFLICT (download_id, file_id) DO NOTHING",
    )
    .bind(package.as_str())
    .bind(id.as_str())
    .execute(connection)
    .await?;
    Ok(bytes.unwrap_or(0))
}

/// Notes that a file arrived. False when that was said before, or the token never asked for it.
pub async fn confirm_file(connection: &mut Connection, id: &DownloadId, file: &FileId, now: Time) -> StoreResult<bool> {
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
