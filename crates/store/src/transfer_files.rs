//! The progress of the files of a transfer.

use std::collections::BTreeMap;

use domain::file::File;
use domain::file_path::FilePath;
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{FileId, PackageId, TransferId};

use super::row::Columns as _;
use super::{Connection, StoreError, StoreResult, files};

/// An upload that was begun, with the receipts of its parts.
pub struct OpenFile {
    /// The sealed id, which differs for every upload; or, of an import, that of an upload to our own storage.
    pub upload: String,
    pub receipts: BTreeMap<u32, String>,
}

/// Files with content that have not arrived, in the order in which they were added, after a given one.
pub async fn unsent_after(
    connection: &mut Connection,
    transfer: &TransferId,
    package: &PackageId,
    after: Option<&FileId>,
    limit: i64,
) -> StoreResult<Vec<File>> {
    let rows = sqlx::query(
        "SELECT files.* FROM files
         LEFT JOIN transfer_files ON transfer_files.transfer_id = $1 AND transfer_files.file_id = files.id
             AND transfer_files.sent = 1
         WHERE files.package_id = $2 AND files.id > $3 AND files.kind = 'file' AND transfer_files.file_id IS NULL
         ORDER BY files.id LIMIT $4",
    )
    .bind(transfer.as_str())
    .bind(package.as_str())
    .bind(after.map_or("", |id| id.as_str()))
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(files::file_of).collect()
}

/// The bytes of all files that have arrived.
pub async fn sent_bytes(connection: &mut Connection, transfer: &TransferId) -> StoreResult<i64> {
    sqlx::query(
        "SELECT CAST(COALESCE(SUM(files.size), 0) AS BIGINT) AS bytes FROM transfer_files
         JOIN files ON files.id = transfer_files.file_id
         WHERE transfer_files.transfer_id = $1 AND transfer_files.sent = 1",
    )
    .bind(transfer.as_str())
    .fetch_one(connection)
    .await?
    .number("bytes")
}

pub async fn open_upload(
    connection: &mut Connection,
    transfer: &TransferId,
    file: &FileId,
) -> StoreResult<Option<OpenFile>> {
    let row = sqlx::query(
        "SELECT upload FROM transfer_files WHERE transfer_id = $1 AND file_id = $2 AND sent = 0 AND upload <> ''",
    )
    .bind(transfer.as_str())
    .bind(file.as_str())
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let parts = sqlx::query("SELECT number, receipt FROM transfer_parts WHERE transfer_id = $1 AND file_id = $2")
        .bind(transfer.as_str())
        .bind(file.as_str())
        .fetch_all(connection)
        .await?;
    let receipts = parts.iter().map(|part| {
        let number = u32::try_from(part.number("number")?).unwrap_or_default();
        Ok((number, part.text("receipt")?))
    });
    Ok(Some(OpenFile { upload: row.text("upload")?, receipts: receipts.collect::<StoreResult<_>>()? }))
}

/// Records a new upload; an earlier one is dropped.
pub async fn begin_upload(
    connection: &mut Connection,
    transfer: &TransferId,
    file: &FileId,
    place: &FilePath,
    upload: &str,
) -> StoreResult<()> {
    forget_parts(connection, transfer, file).await?;
    let row = FileRow { path: place.path(), name: place.name(), upload, is_sent: false };
    write(connection, transfer, file, &row).await
}

/// Adds a part to the upload that it was sent for. Returns false if the file now has another upload, because the sender
/// has lost its lease.
pub async fn add_part(
    connection: &mut Connection,
    transfer: &TransferId,
    file: &FileId,
    upload: &str,
    number: u32,
    receipt: &str,
) -> StoreResult<bool> {
    let added = sqlx::query(
        "INSERT INTO transfer_parts (transfer_id, file_id, number, receipt)
         SELECT transfer_id, file_id, CAST($3 AS BIGINT), CAST($4 AS TEXT) FROM transfer_files
         WHERE transfer_id = $1 AND file_id = $2 AND upload = $5 AND sent = 0
         ON CONFLICT (transfer_id, file_id, number) DO UPDATE SET receipt = excluded.receipt",
    )
    .bind(transfer.as_str())
    .bind(file.as_str())
    .bind(i64::from(number))
    .bind(receipt)
    .bind(upload)
    .execute(connection)
    .await?;
    Ok(added.rows_affected() == 1)
}

/// The file has arrived; its upload is no longer needed.
pub async fn set_sent(connection: &mut Connection, transfer: &TransferId, file: &FileId) -> StoreResult<()> {
    forget_parts(connection, transfer, file).await?;
    write(connection, transfer, file, &FileRow { path: "", name: "", upload: "", is_sent: true }).await
}

/// An upload that was begun and not finished.
pub struct OpenUpload {
    pub file: FileId,
    pub place: FilePath,
    /// The sealed id.
    pub upload: String,
}

/// All uploads of a transfer that were begun and not finished, with the paths of their files. The file of an ended
/// package no longer exists, so its path is stored with the upload.
pub async fn open_uploads(connection: &mut Connection, transfer: &TransferId) -> StoreResult<Vec<OpenUpload>> {
    let rows = sqlx::query(
        "SELECT file_id, path, name, upload FROM transfer_files
         WHERE transfer_id = $1 AND sent = 0 AND upload <> '' ORDER BY file_id",
    )
    .bind(transfer.as_str())
    .fetch_all(connection)
    .await?;
    let upload = |row: &AnyRow| {
        let place = FilePath::parse(&row.text("path")?, &row.text("name")?);
        let place = place.map_err(|refusal| StoreError::Corrupt { column: "name", value: refusal.to_string() })?;
        Ok(OpenUpload { file: row.id("file_id")?, place, upload: row.text("upload")? })
    };
    rows.iter().map(upload).collect()
}

/// Nothing has arrived at the new target yet.
pub async fn forget_all(connection: &mut Connection, transfer: &TransferId) -> StoreResult<()> {
    for table in ["transfer_parts", "transfer_files"] {
        sqlx::query(AssertSqlSafe(format!("DELETE FROM {table} WHERE transfer_id = $1")))
            .bind(transfer.as_str())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// The source of an import is fetched: what was recorded of its upload is not needed any more.
pub async fn forget_source(connection: &mut Connection, transfer: &TransferId, position: i64) -> StoreResult<()> {
    for table in ["transfer_parts", "transfer_files"] {
        sqlx::query(AssertSqlSafe(format!(
            "DELETE FROM {table} WHERE transfer_id = $1 AND file_id =
                 (SELECT file_id FROM transfer_sources WHERE transfer_id = $1 AND position = $2)"
        )))
        .bind(transfer.as_str())
        .bind(position)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Does nothing if the file is sent, or another upload of it was begun.
pub async fn forget_upload(
    connection: &mut Connection,
    transfer: &TransferId,
    file: &FileId,
    upload: &str,
) -> StoreResult<()> {
    let forgotten =
        sqlx::query("DELETE FROM transfer_files WHERE transfer_id = $1 AND file_id = $2 AND sent = 0 AND upload = $3");
    let forgotten =
        forgotten.bind(transfer.as_str()).bind(file.as_str()).bind(upload).execute(&mut *connection).await?;
    if forgotten.rows_affected() > 0 {
        forget_parts(connection, transfer, file).await?;
    }
    Ok(())
}

async fn forget_parts(connection: &mut Connection, transfer: &TransferId, file: &FileId) -> StoreResult<()> {
    sqlx::query("DELETE FROM transfer_parts WHERE transfer_id = $1 AND file_id = $2")
        .bind(transfer.as_str())
        .bind(file.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// What is stored of one file of a transfer. A file that has arrived needs neither path nor upload.
struct FileRow<'a> {
    path: &'a str,
    name: &'a str,
    upload: &'a str,
    is_sent: bool,
}

async fn write(
    connection: &mut Connection,
    transfer: &TransferId,
    file: &FileId,
    row: &FileRow<'_>,
) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO transfer_files (transfer_id, file_id, path, name, upload, sent) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (transfer_id, file_id) DO UPDATE SET path = excluded.path, name = excluded.name,
             upload = excluded.upload, sent = excluded.sent",
    )
    .bind(transfer.as_str())
    .bind(file.as_str())
    .bind(row.path)
    .bind(row.name)
    .bind(row.upload)
    .bind(i64::from(row.is_sent))
    .execute(connection)
    .await?;
    Ok(())
}
