//! Segments of growing files, and the progress of joining them.

use domain::chunk_plan::CHUNK_SMALLEST;
use domain::segments::Noted;
use sqlx::any::AnyRow;
use wire::ids::{FileId, PackageId};
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreError, StoreResult};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinState {
    /// Segments are still being added.
    Open,
    Joining,
    /// The object of the file exists and is verified.
    Joined,
}

impl JoinState {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Joining => "joining",
            Self::Joined => "joined",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Open, Self::Joining, Self::Joined].into_iter().find(|state| state.as_str() == text)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Growing {
    pub state: JoinState,
    /// Empty if nothing went wrong.
    pub error: String,
    pub upload_id: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    pub number: u64,
    pub size: u64,
    /// Base64.
    pub crc64nvme: String,
    pub etag: String,
}

pub async fn begin(connection: &mut Connection, file: &FileId) -> StoreResult<()> {
    sqlx::query("INSERT INTO growing_files (file_id, state, error) VALUES ($1, 'open', '')")
        .bind(file.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// `None` for a file that is not growing, or is finalized.
pub async fn growing(connection: &mut Connection, file: &FileId) -> StoreResult<Option<Growing>> {
    let row = sqlx::query("SELECT state, error, upload_id FROM growing_files WHERE file_id = $1")
        .bind(file.as_str())
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Growing {
        state: row.parsed("state", JoinState::parse)?,
        error: row.text("error")?,
        upload_id: row.optional_text("upload_id")?,
    }))
}

/// Deletes the segments of a finalized file, and the record of joining them.
pub async fn forget(connection: &mut Connection, file: &FileId) -> StoreResult<()> {
    sqlx::query("DELETE FROM growing_files WHERE file_id = $1").bind(file.as_str()).execute(connection).await?;
    Ok(())
}

/// Returns false if the state has changed since.
pub async fn move_state(
    connection: &mut Connection,
    file: &FileId,
    from: JoinState,
    to: JoinState,
    error: &str,
) -> StoreResult<bool> {
    let moved = sqlx::query("UPDATE growing_files SET state = $1, error = $2 WHERE file_id = $3 AND state = $4")
        .bind(to.as_str())
        .bind(error)
        .bind(file.as_str())
        .bind(from.as_str())
        .execute(connection)
        .await?;
    Ok(moved.rows_affected() == 1)
}

/// Records the upload that was begun. Returns false if there is already another one.
pub async fn keep_upload(connection: &mut Connection, file: &FileId, upload_id: &str) -> StoreResult<bool> {
    let kept = sqlx::query("UPDATE growing_files SET upload_id = $1 WHERE file_id = $2 AND upload_id IS NULL")
        .bind(upload_id)
        .bind(file.as_str())
        .execute(connection)
        .await?;
    Ok(kept.rows_affected() == 1)
}

/// Drops everything that was copied.
pub async fn drop_upload(connection: &mut Connection, file: &FileId, upload_id: &str) -> StoreResult<()> {
    let dropped = sqlx::query("UPDATE growing_files SET upload_id = NULL WHERE file_id = $1 AND upload_id = $2")
        .bind(file.as_str())
        .bind(upload_id)
        .execute(&mut *connection)
        .await?;
    if dropped.rows_affected() == 1 {
        sqlx::query("DELETE FROM joined_parts WHERE file_id = $1").bind(file.as_str()).execute(connection).await?;
    }
    Ok(())
}

pub async fn insert(connection: &mut Connection, file: &FileId, segment: &Segment, now: Time) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO file_segments (file_id, number, size, crc64nvme, etag, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(file.as_str())
    .bind(signed(segment.number))
    .bind(signed(segment.size))
    .bind(segment.crc64nvme.as_str())
    .bind(segment.etag.as_str())
    .bind(now.as_millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// The same bytes were put again, and have a new `ETag`.
pub async fn set_etag(connection: &mut Connection, file: &FileId, number: u64, etag: &str) -> StoreResult<()> {
    sqlx::query("UPDATE file_segments SET etag = $1 WHERE file_id = $2 AND number = $3")
        .bind(etag)
        .bind(file.as_str())
        .bind(signed(number))
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn by_number(connection: &mut Connection, file: &FileId, number: u64) -> StoreResult<Option<Segment>> {
    let row = sqlx::query("SELECT * FROM file_segments WHERE file_id = $1 AND number = $2")
        .bind(file.as_str())
        .bind(signed(number))
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(segment_of).transpose()
}

/// Segments in order, after a given number.
pub async fn after(connection: &mut Connection, file: &FileId, number: u64, limit: i64) -> StoreResult<Vec<Segment>> {
    let rows = sqlx::query("SELECT * FROM file_segments WHERE file_id = $1 AND number > $2 ORDER BY number LIMIT $3")
        .bind(file.as_str())
        .bind(signed(number))
        .bind(limit)
        .fetch_all(connection)
        .await?;
    rows.iter().map(segment_of).collect()
}

pub async fn noted(connection: &mut Connection, file: &FileId) -> StoreResult<Noted> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS segments, CAST(COALESCE(SUM(size), 0) AS BIGINT) AS bytes,
             COALESCE(MAX(number), 0) AS highest, MIN(CASE WHEN size < $2 THEN number END) AS short
         FROM file_segments WHERE file_id = $1",
    )
    .bind(file.as_str())
    .bind(signed(CHUNK_SMALLEST))
    .fetch_one(connection)
    .await?;
    Ok(Noted {
        count: unsigned(&row, "segments")?,
        bytes: unsigned(&row, "bytes")?,
        highest: unsigned(&row, "highest")?,
        short: row.optional_number("short")?.and_then(|number| u64::try_from(number).ok()),
    })
}

/// A segment of a growing file in a package that is still open.
pub struct OpenSegment {
    pub package: PackageId,
    pub file: FileId,
    pub number: u64,
}

/// The open segments of all packages, in the order of their keys in storage, after a given one.
pub async fn open_after(
    connection: &mut Connection,
    after: Option<&OpenSegment>,
    limit: i64,
) -> StoreResult<Vec<OpenSegment>> {
    let rows = sqlx::query(
        "SELECT files.package_id, files.id, file_segments.number
         FROM file_segments JOIN files ON files.id = file_segments.file_id
             JOIN packages ON packages.id = files.package_id
         WHERE packages.state = 'new' AND (files.package_id, files.id, file_segments.number) > ($1, $2, $3)
         ORDER BY files.package_id, files.id, file_segments.number LIMIT $4",
    )
    .bind(after.map_or("", |segment| segment.package.as_str()))
    .bind(after.map_or("", |segment| segment.file.as_str()))
    .bind(after.map_or(0, |segment| signed(segment.number)))
    .bind(limit)
    .fetch_all(connection)
    .await?;
    let segment = |row: &AnyRow| {
        Ok(OpenSegment { package: row.id("package_id")?, file: row.id("id")?, number: unsigned(row, "number")? })
    };
    rows.iter().map(segment).collect()
}

/// Numbers and `ETag`s of the copied parts, in order.
pub async fn parts(connection: &mut Connection, file: &FileId) -> StoreResult<Vec<(u64, String)>> {
    let rows = sqlx::query("SELECT number, etag FROM joined_parts WHERE file_id = $1 ORDER BY number")
        .bind(file.as_str())
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| Ok((unsigned(row, "number")?, row.text("etag")?))).collect()
}

/// Copying a part again replaces the earlier one.
pub async fn keep_part(connection: &mut Connection, file: &FileId, number: u64, etag: &str) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO joined_parts (file_id, number, etag) VALUES ($1, $2, $3)
         ON CONFLICT (file_id, number) DO UPDATE SET etag = excluded.etag",
    )
    .bind(file.as_str())
    .bind(signed(number))
    .bind(etag)
    .execute(connection)
    .await?;
    Ok(())
}

fn segment_of(row: &AnyRow) -> StoreResult<Segment> {
    Ok(Segment {
        number: unsigned(row, "number")?,
        size: unsigned(row, "size")?,
        crc64nvme: row.text("crc64nvme")?,
        etag: row.text("etag")?,
    })
}

fn unsigned(row: &AnyRow, column: &'static str) -> StoreResult<u64> {
    let number = row.number(column)?;
    u64::try_from(number).map_err(|_| StoreError::Corrupt { column, value: number.to_string() })
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
