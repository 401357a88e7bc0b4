//! The data for a zip of a package: sums, entries in order, selections.
//!
//! Entries are in the order of their ids, the same at every call. Only small columns are read.

use domain::file::{File, FileKind, object_key};
use domain::file_path::FilePath;
use domain::zip_layout::{DosTime, ZipEntry, ZipTotals, entry_name};
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{DownloadId, FileId, LinkId, PackageId};
use wire::time::Time;

use super::files::file_of;
use super::row::Columns as _;
use super::{Connection, StoreResult, places};

const COLUMNS: &str = "id, kind, path, name, size, crc32, last_modified";
const SUMS: &str = "COUNT(*) AS entries, CAST(COALESCE(SUM(name_bytes), 0) AS BIGINT) AS name_bytes,
    CAST(COALESCE(SUM(size), 0) AS BIGINT) AS content_bytes";
/// Must match the condition of the partial index exactly, or the index is not used.
const LACKS_CRC32: &str = "crc32 IS NULL AND kind = 'file' AND size > 0";

/// An entry with the file it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    pub id: FileId,
    /// The key of the content in storage.
    pub object_key: String,
    pub entry: ZipEntry,
    /// Whether the CRC-32 in the entry is that of the content.
    pub has_crc32: bool,
}

/// Some consecutive entries, as sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    pub last: FileId,
    pub totals: ZipTotals,
}

pub async fn totals(connection: &mut Connection, package: &PackageId) -> StoreResult<ZipTotals> {
    let statement = format!("SELECT {SUMS} FROM files WHERE package_id = $1");
    let row = sqlx::query(AssertSqlSafe(statement)).bind(package.as_str()).fetch_one(connection).await?;
    sums(&row)
}

/// The sums of those of the files that belong to the package.
pub async fn totals_of(connection: &mut Connection, package: &PackageId, files: &[FileId]) -> StoreResult<ZipTotals> {
    let places = places(1, files.len());
    let statement = format!("SELECT {SUMS} FROM files WHERE package_id = $1 AND id IN ({places})");
    let query = sqlx::query(AssertSqlSafe(statement)).bind(package.as_str());
    let query = files.iter().fold(query, |query, id| query.bind(id.as_str()));
    sums(&query.fetch_one(connection).await?)
}

/// The sums of up to `limit` entries, after a given one. `None` if there are no more.
pub async fn span_after(
    connection: &mut Connection,
    package: &PackageId,
    after: Option<&FileId>,
    limit: i64,
) -> StoreResult<Option<Span>> {
    let statement = format!(
        "SELECT MAX(id) AS last, {SUMS}
         FROM (SELECT id, size, name_bytes FROM files WHERE package_id = $1 AND id > $2 ORDER BY id LIMIT $3) AS page"
    );
    let row = sqlx::query(AssertSqlSafe(statement))
        .bind(package.as_str())
        .bind(after.map_or("", |id| id.as_str()))
        .bind(limit)
        .fetch_one(connection)
        .await?;
    if row.number("entries")? == 0 {
        return Ok(None);
    }
    Ok(Some(Span { last: row.id("last")?, totals: sums(&row)? }))
}

/// Entries of the whole package, after a given one.
pub async fn entries_after(
    connection: &mut Connection,
    package: &PackageId,
    after: Option<&FileId>,
    limit: i64,
) -> StoreResult<Vec<FileEntry>> {
    let statement = format!("SELECT {COLUMNS} FROM files WHERE package_id = $1 AND id > $2 ORDER BY id LIMIT $3");
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(package.as_str())
        .bind(after.map_or("", |id| id.as_str()))
        .bind(limit)
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| file_entry(row, package)).collect()
}

/// Entries of those of the files that belong to the package, in the same order.
pub async fn entries_of(
    connection: &mut Connection,
    package: &PackageId,
    files: &[FileId],
) -> StoreResult<Vec<FileEntry>> {
    let places = places(1, files.len());
    let statement = format!("SELECT {COLUMNS} FROM files WHERE package_id = $1 AND id IN ({places}) ORDER BY id");
    let query = sqlx::query(AssertSqlSafe(statement)).bind(package.as_str());
    let query = files.iter().fold(query, |query, id| query.bind(id.as_str()));
    let rows = query.fetch_all(connection).await?;
    rows.iter().map(|row| file_entry(row, package)).collect()
}

/// Files with content whose CRC-32 is not computed yet, after a given one.
pub async fn without_crc32(
    connection: &mut Connection,
    package: &PackageId,
    after: Option<&FileId>,
    limit: i64,
) -> StoreResult<Vec<File>> {
    let statement =
        format!("SELECT * FROM files WHERE package_id = $1 AND id > $2 AND {LACKS_CRC32} ORDER BY id LIMIT $3");
    let rows = sqlx::query(AssertSqlSafe(statement))
        .bind(package.as_str())
        .bind(after.map_or("", |id| id.as_str()))
        .bind(limit)
        .fetch_all(connection)
        .await?;
    rows.iter().map(file_of).collect()
}

/// The files of a package that lack their CRC-32.
#[derive(Debug, Clone, Copy)]
pub struct Lacking {
    pub files: i64,
    pub bytes: i64,
}

pub async fn lacking(connection: &mut Connection, package: &PackageId) -> StoreResult<Lacking> {
    let statement = format!(
        "SELECT COUNT(*) AS files, CAST(COALESCE(SUM(size), 0) AS BIGINT) AS bytes
         FROM files WHERE package_id = $1 AND {LACKS_CRC32}"
    );
    let row = sqlx::query(AssertSqlSafe(statement)).bind(package.as_str()).fetch_one(connection).await?;
    Ok(Lacking { files: row.number("files")?, bytes: row.number("bytes")? })
}

/// Whether any file lacks its CRC-32.
pub async fn lacks_crc32(connection: &mut Connection, package: &PackageId) -> StoreResult<bool> {
    let statement = format!("SELECT id FROM files WHERE package_id = $1 AND {LACKS_CRC32} LIMIT 1");
    let row = sqlx::query(AssertSqlSafe(statement)).bind(package.as_str()).fetch_optional(connection).await?;
    Ok(row.is_some())
}

/// Whether one of the given files lacks its CRC-32.
pub async fn lacks_crc32_of(connection: &mut Connection, package: &PackageId, files: &[FileId]) -> StoreResult<bool> {
    let places = places(1, files.len());
    let statement =
        format!("SELECT id FROM files WHERE package_id = $1 AND {LACKS_CRC32} AND id IN ({places}) LIMIT 1");
    let query = sqlx::query(AssertSqlSafe(statement)).bind(package.as_str());
    let query = files.iter().fold(query, |query, id| query.bind(id.as_str()));
    Ok(query.fetch_optional(connection).await?.is_some())
}

/// Whether one of the given files is infected.
pub async fn has_infected_of(connection: &mut Connection, package: &PackageId, files: &[FileId]) -> StoreResult<bool> {
    let statement = format!(
        "SELECT id FROM files WHERE package_id = $1 AND scan_state = 'infected' AND id IN ({}) LIMIT 1",
        places(1, files.len())
    );
    let query = sqlx::query(AssertSqlSafe(statement)).bind(package.as_str());
    let query = files.iter().fold(query, |query, id| query.bind(id.as_str()));
    Ok(query.fetch_optional(connection).await?.is_some())
}

/// Whom a selection is made for.
#[derive(Clone, Copy)]
pub struct Chooser<'a> {
    pub package: &'a PackageId,
    pub download: &'a DownloadId,
    pub link: &'a LinkId,
}

/// What the selections of a link take.
#[derive(Debug, Clone, Copy)]
pub struct Selections {
    /// The size of all lists.
    pub bytes: i64,
    /// How many were made for one download.
    pub of_download: i64,
}

pub async fn selections(connection: &mut Connection, chooser: Chooser<'_>) -> StoreResult<Selections> {
    let row = sqlx::query(
        "SELECT CAST(COALESCE(SUM(LENGTH(files)), 0) AS BIGINT) AS bytes,
             COUNT(CASE WHEN download_id = $1 THEN 1 END) AS of_download
         FROM zip_selections WHERE package_id = $2 AND link_id = $3",
    )
    .bind(chooser.download.as_str())
    .bind(chooser.package.as_str())
    .bind(chooser.link.as_str())
    .fetch_one(connection)
    .await?;
    Ok(Selections { bytes: row.number("bytes")?, of_download: row.number("of_download")? })
}

/// Saves a selection under its id. It may already exist.
pub async fn insert_selection(
    connection: &mut Connection,
    id: &str,
    package: &PackageId,
    files: &[FileId],
    chooser: Option<Chooser<'_>>,
    expires_at: Time,
) -> StoreResult<()> {
    let list = files.iter().map(FileId::as_str).collect::<serde_json::Value>().to_string();
    sqlx::query(
        "INSERT INTO zip_selections (id, package_id, files, download_id, link_id, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING",
    )
    .bind(id)
    .bind(package.as_str())
    .bind(list)
    .bind(chooser.map(|chooser| chooser.download.as_str()))
    .bind(chooser.map(|chooser| chooser.link.as_str()))
    .bind(expires_at.as_millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether the selection exists, and will at the given time.
pub async fn selection_lasts(connection: &mut Connection, id: &str, until: Time) -> StoreResult<bool> {
    let found = sqlx::query("SELECT id FROM zip_selections WHERE id = $1 AND expires_at >= $2")
        .bind(id)
        .bind(until.as_millis())
        .fetch_optional(connection)
        .await?;
    Ok(found.is_some())
}

/// Returns false if the selection does not exist.
pub async fn extend_selection(connection: &mut Connection, id: &str, expires_at: Time) -> StoreResult<bool> {
    let written = sqlx::query("UPDATE zip_selections SET expires_at = $1 WHERE id = $2")
        .bind(expires_at.as_millis())
        .bind(id)
        .execute(connection)
        .await?;
    Ok(written.rows_affected() == 1)
}

/// Deletes expired selections. Those of the version before get the time that new ones have.
pub async fn delete_expired(connection: &mut Connection, now: Time, expires_at: Time) -> StoreResult<u64> {
    sqlx::query("UPDATE zip_selections SET expires_at = $1 WHERE expires_at IS NULL")
        .bind(expires_at.as_millis())
        .execute(&mut *connection)
        .await?;
    let deleted = sqlx::query("DELETE FROM zip_selections WHERE expires_at <= $1")
        .bind(now.as_millis())
        .execute(connection)
        .await?;
    Ok(deleted.rows_affected())
}

pub async fn selection(connection: &mut Connection, id: &str, package: &PackageId) -> StoreResult<Option<Vec<FileId>>> {
    let row = sqlx::query("SELECT files FROM zip_selections WHERE id = $1 AND package_id = $2")
        .bind(id)
        .bind(package.as_str())
        .fetch_optional(connection)
        .await?;
    row.map(|row| row.parsed("files", |text| serde_json::from_str(text).ok())).transpose()
}

fn sums(row: &AnyRow) -> StoreResult<ZipTotals> {
    Ok(ZipTotals {
        entries: row.number("entries")?.unsigned_abs(),
        name_bytes: row.number("name_bytes")?.unsigned_abs(),
        content_bytes: row.number("content_bytes")?.unsigned_abs(),
    })
}

fn file_entry(row: &AnyRow, package: &PackageId) -> StoreResult<FileEntry> {
    let id: FileId = row.id("id")?;
    let kind = row.parsed("kind", FileKind::parse)?;
    let place = FilePath::parse(&row.text("path")?, &row.text("name")?).ok();
    let place = row.parsed("path", |_| place)?;
    let size = row.number("size")?.unsigned_abs();
    let crc32 = row.optional_number("crc32")?.and_then(|crc| u32::try_from(crc).ok());
    let modified = row.optional_time("last_modified")?.map_or(DosTime::EARLIEST, DosTime::of);
    Ok(FileEntry {
        object_key: object_key(package, &id),
        id,
        has_crc32: crc32.is_some() || size == 0,
        entry: ZipEntry { name: entry_name(&place, kind), size, crc32: crc32.unwrap_or(0), modified },
    })
}
