//! Files of packages.

use domain::file::{File, FileKind, FileState, ScanState};
use domain::file_path::FilePath;
use domain::zip_layout::entry_name;
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{FileId, PackageId};
use wire::time::Time;

use super::row::Columns as _;
use super::write::insert_into;
use super::{Connection, SKEW_MILLIS, StoreResult, places};

/// What is known of the stored content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredContent {
    pub size: i64,
    pub crc64nvme: Option<String>,
    pub crc32: Option<u32>,
}

/// `place` is a hash of path and name. Returns false if the package already has it.
pub async fn insert(connection: &mut Connection, file: &File, place: &str) -> StoreResult<bool> {
    let inserted = insert_into("files")
        .value("id", file.id.as_str())
        .value("package_id", file.package_id.as_str())
        .value("kind", file.kind.as_str())
        .value("path", file.place.path())
        .value("name", file.place.name())
        .value("place", place)
        .value("size", file.size)
        .value("chunk_size", file.chunk_size)
        .value("last_modified", file.last_modified.map(Time::as_millis))
        .value("state", file.state.as_str())
        .value("crc64nvme", file.crc64nvme.as_deref())
        .value("crc32", file.crc32.map(i64::from))
        .value("scan_state", file.scan_state.as_str())
        .value("scan_reason", file.scan_reason.as_str())
        .value("created_at", file.created_at.as_millis())
        .value("finalized_at", file.finalized_at.map(Time::as_millis))
        .value("name_bytes", i64::try_from(entry_name(&file.place, file.kind).len()).unwrap_or(i64::MAX))
        .value("growing", i64::from(file.is_growing))
        .value("sized", i64::from(file.is_sized))
        .unless_taken("package_id, place")
        .execute(connection)
        .await?;
    Ok(inserted == 1)
}

pub async fn by_id(connection: &mut Connection, package: &PackageId, id: &FileId) -> StoreResult<Option<File>> {
    let row = sqlx::query("SELECT * FROM files WHERE id = $1 AND package_id = $2")
        .bind(id.as_str())
        .bind(package.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(file_of).transpose()
}

/// Those of the files that belong to the package, in no order.
pub async fn by_ids(connection: &mut Connection, package: &PackageId, ids: &[FileId]) -> StoreResult<Vec<File>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let statement = format!("SELECT * FROM files WHERE package_id = $1 AND id IN ({})", places(1, ids.len()));
    let query = sqlx::query(AssertSqlSafe(statement)).persistent(false).bind(package.as_str());
    let rows = ids.iter().fold(query, |query, id| query.bind(id.as_str())).fetch_all(connection).await?;
    rows.iter().map(file_of).collect()
}

/// The file with this path and name, given by their hash.
pub async fn at_place(connection: &mut Connection, package: &PackageId, place: &str) -> StoreResult<Option<File>> {
    let row = sqlx::query("SELECT * FROM files WHERE package_id = $1 AND place = $2")
        .bind(package.as_str())
        .bind(place)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(file_of).transpose()
}

/// Files in the order in which they were added, after a given one.
pub async fn page_after(
    connection: &mut Connection,
    package: &PackageId,
    after: Option<&FileId>,
    limit: i64,
) -> StoreResult<Vec<File>> {
    let statement = "SELECT * FROM files WHERE package_id = $1 AND id > $2 ORDER BY id LIMIT $3";
    some(connection, statement, package, after, limit).await
}

/// A page that begins with a given file, or with the one that follows if it was removed.
pub async fn page_from(
    connection: &mut Connection,
    package: &PackageId,
    from: Option<&FileId>,
    limit: i64,
) -> StoreResult<Vec<File>> {
    let statement = "SELECT * FROM files WHERE package_id = $1 AND id >= $2 ORDER BY id LIMIT $3";
    some(connection, statement, package, from, limit).await
}

/// What a statement finds for a package, a file and a limit.
pub(super) async fn some(
    connection: &mut Connection,
    statement: &'static str,
    package: &PackageId,
    first: Option<&FileId>,
    limit: i64,
) -> StoreResult<Vec<File>> {
    let query = sqlx::query(statement).bind(package.as_str()).bind(first.map_or("", |id| id.as_str())).bind(limit);
    query.fetch_all(connection).await?.iter().map(file_of).collect()
}

/// Which of these are files with content in the package.
pub async fn with_content(
    connection: &mut Connection,
    package: &PackageId,
    ids: &[FileId],
) -> StoreResult<Vec<FileId>> {
    const AT_ONCE: usize = 500;
    let mut found = Vec::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        let places = places(1, some.len());
        let statement =
            format!("SELECT id FROM files WHERE package_id = $1 AND kind = 'file' AND id IN ({places}) ORDER BY id");
        let query = sqlx::query(AssertSqlSafe(statement)).bind(package.as_str());
        let query = some.iter().fold(query, |query, id| query.bind(id.as_str()));
        for row in query.fetch_all(&mut *connection).await? {
            found.push(row.id("id")?);
        }
    }
    Ok(found)
}

/// The first files that were added, without folders.
pub async fn first(connection: &mut Connection, package: &PackageId, limit: i64) -> StoreResult<Vec<File>> {
    let rows = sqlx::query("SELECT * FROM files WHERE package_id = $1 AND kind = 'file' ORDER BY id LIMIT $2")
        .bind(package.as_str())
        .bind(limit)
        .fetch_all(connection)
        .await?;
    rows.iter().map(file_of).collect()
}

/// One page by its number, from 0.
pub async fn page(connection: &mut Connection, package: &PackageId, page: i64, limit: i64) -> StoreResult<Vec<File>> {
    let rows = sqlx::query("SELECT * FROM files WHERE package_id = $1 ORDER BY id LIMIT $2 OFFSET $3")
        .bind(package.as_str())
        .bind(limit)
        .bind(page.saturating_mul(limit))
        .fetch_all(connection)
        .await?;
    rows.iter().map(file_of).collect()
}

/// Files whose content must exist: finalized ones of packages that have not ended, or can be restored.
const STORED: &str = "FROM files JOIN packages ON packages.id = files.package_id
    WHERE files.kind = 'file' AND files.state = 'finalized' AND (packages.state IN ('new', 'finalized')
        OR EXISTS (SELECT 1 FROM ended_packages WHERE ended_packages.package_id = files.package_id))";

/// Files of all packages whose content must exist, in the order of their keys in storage, after a given one.
pub async fn stored_after(
    connection: &mut Connection,
    package: &str,
    file: &str,
    limit: i64,
) -> StoreResult<Vec<File>> {
    let statement = format!(
        "SELECT files.* {STORED} AND (files.package_id, files.id) > ($1, $2)
         ORDER BY files.package_id, files.id LIMIT $3"
    );
    let rows = sqlx::query(AssertSqlSafe(statement)).bind(package).bind(file).bind(limit).fetch_all(connection).await?;
    rows.iter().map(file_of).collect()
}

/// Whether the content of a file must exist.
pub async fn is_stored(connection: &mut Connection, package: &PackageId, file: &FileId) -> StoreResult<bool> {
    let statement = format!("SELECT files.id {STORED} AND files.package_id = $1 AND files.id = $2");
    let query = sqlx::query(AssertSqlSafe(statement)).bind(package.as_str()).bind(file.as_str());
    Ok(query.fetch_optional(connection).await?.is_some())
}

/// Size of the largest file of a package in bytes.
pub async fn largest(connection: &mut Connection, package: &PackageId) -> StoreResult<i64> {
    sqlx::query("SELECT COALESCE(MAX(size), 0) AS size FROM files WHERE package_id = $1")
        .bind(package.as_str())
        .fetch_one(connection)
        .await?
        .number("size")
}

/// A file that is not finalized yet, if there is one.
pub async fn first_open(connection: &mut Connection, package: &PackageId) -> StoreResult<Option<File>> {
    let row = sqlx::query("SELECT * FROM files WHERE package_id = $1 AND state = 'new' ORDER BY id LIMIT 1")
        .bind(package.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(file_of).transpose()
}

/// Prevents others from finalizing the file with other content until a given time. Returns false if someone else does. A
/// claim that lasts much longer than this one was made by a clock that was wrong.
pub async fn claim_seal(
    connection: &mut Connection,
    id: &FileId,
    seal: &str,
    until: Time,
    now: Time,
) -> StoreResult<bool> {
    let claimed = sqlx::query(
        "UPDATE files SET seal = $1, sealing_until = $2
         WHERE id = $3 AND state = 'new' AND (seal IS NULL OR seal = $1 OR sealing_until <= $4 OR sealing_until > $5)",
    )
    .bind(seal)
    .bind(until.as_millis())
    .bind(id.as_str())
    .bind(now.as_millis())
    .bind(until.plus_millis(SKEW_MILLIS).as_millis())
    .execute(connection)
    .await?;
    Ok(claimed.rows_affected() == 1)
}

/// Keeps the upload whose chunks are sent. Returns false if the file has another one than `before`.
pub async fn set_upload(
    connection: &mut Connection,
    id: &FileId,
    upload_id: &str,
    before: Option<&str>,
) -> StoreResult<bool> {
    let changed = sqlx::query(
        "UPDATE files SET upload_id = $1 WHERE id = $2 AND (upload_id = $1 OR COALESCE(upload_id, '') = $3)",
    )
    .bind(upload_id)
    .bind(id.as_str())
    .bind(before.unwrap_or_default())
    .execute(connection)
    .await?;
    Ok(changed.rows_affected() == 1)
}

/// Ends the claim: the content could not be used, and other content may follow. The seal stays as a sign of that.
pub async fn end_claim(connection: &mut Connection, id: &FileId, seal: &str) -> StoreResult<()> {
    sqlx::query("UPDATE files SET sealing_until = 0 WHERE id = $1 AND seal = $2 AND state = 'new'")
        .bind(id.as_str())
        .bind(seal)
        .execute(connection)
        .await?;
    Ok(())
}

/// Releases the claim: nothing is left of the content.
pub async fn release_seal(connection: &mut Connection, id: &FileId, seal: &str) -> StoreResult<()> {
    sqlx::query("UPDATE files SET seal = NULL, sealing_until = NULL WHERE id = $1 AND seal = $2 AND state = 'new'")
        .bind(id.as_str())
        .bind(seal)
        .execute(connection)
        .await?;
    Ok(())
}

/// Saves that the content is there and verified. Only the holder of the seal can do this, once.
pub async fn finalize(
    connection: &mut Connection,
    id: &FileId,
    seal: &str,
    content: &StoredContent,
    scan: (ScanState, &str),
    now: Time,
) -> StoreResult<bool> {
    let written = sqlx::query(
        "UPDATE files SET state = 'finalized', size = $1, crc64nvme = $2, crc32 = $3, scan_state = $4,
             scan_reason = $5, finalized_at = $6, sealing_until = NULL
         WHERE id = $7 AND seal = $8 AND state = 'new'",
    )
    .bind(content.size)
    .bind(content.crc64nvme.as_deref())
    .bind(content.crc32.map(i64::from))
    .bind(scan.0.as_str())
    .bind(scan.1)
    .bind(now.as_millis())
    .bind(id.as_str())
    .bind(seal)
    .execute(connection)
    .await?;
    Ok(written.rows_affected() == 1)
}

/// Saves the scan result. Returns false if the file no longer exists, or already has this result or a verdict.
pub async fn set_scan(connection: &mut Connection, id: &FileId, state: ScanState, reason: &str) -> StoreResult<bool> {
    let written = sqlx::query(
        "UPDATE files SET scan_state = $1, scan_reason = $2
         WHERE id = $3 AND scan_state IN ('pending', 'not_scanned') AND (scan_state <> $1 OR scan_reason <> $2)",
    )
    .bind(state.as_str())
    .bind(reason)
    .bind(id.as_str())
    .execute(connection)
    .await?;
    Ok(written.rows_affected() == 1)
}

pub async fn set_crc32(connection: &mut Connection, id: &FileId, crc32: u32) -> StoreResult<()> {
    sqlx::query("UPDATE files SET crc32 = $1 WHERE id = $2")
        .bind(i64::from(crc32))
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Whether the package has a file of unknown size that is not finalized, at another place than this one.
pub async fn has_unsized(connection: &mut Connection, package: &PackageId, place: &str) -> StoreResult<bool> {
    let found: Option<i64> = sqlx::query_scalar(
        "SELECT CAST(1 AS BIGINT) FROM files
         WHERE package_id = $1 AND sized = 0 AND size = 0 AND state = 'new' AND kind = 'file' AND place <> $2 LIMIT 1",
    )
    .bind(package.as_str())
    .bind(place)
    .fetch_optional(connection)
    .await?;
    Ok(found.is_some())
}

pub async fn delete(connection: &mut Connection, id: &FileId) -> StoreResult<bool> {
    let deleted = sqlx::query("DELETE FROM files WHERE id = $1").bind(id.as_str()).execute(connection).await?;
    Ok(deleted.rows_affected() == 1)
}

/// Deletes some files of a package whose content is gone. Returns how many.
pub async fn delete_some(connection: &mut Connection, package: &PackageId, limit: i64) -> StoreResult<u64> {
    let deleted =
        sqlx::query("DELETE FROM files WHERE id IN (SELECT id FROM files WHERE package_id = $1 ORDER BY id LIMIT $2)")
            .bind(package.as_str())
            .bind(limit)
            .execute(connection)
            .await?;
    Ok(deleted.rows_affected())
}

pub(super) fn file_of(row: &AnyRow) -> StoreResult<File> {
    let place = FilePath::parse(&row.text("path")?, &row.text("name")?).ok();
    let crc32: Option<i64> = row.optional_number("crc32")?;
    Ok(File {
        id: row.id("id")?,
        package_id: row.id("package_id")?,
        kind: row.parsed("kind", FileKind::parse)?,
        place: row.parsed("path", |_| place)?,
        size: row.number("size")?,
        chunk_size: row.number("chunk_size")?,
        last_modified: row.optional_time("last_modified")?,
        state: row.parsed("state", FileState::parse)?,
        seal: row.optional_text("seal")?,
        crc64nvme: row.optional_text("crc64nvme")?,
        crc32: crc32.and_then(|crc| u32::try_from(crc).ok()),
        scan_state: row.parsed("scan_state", ScanState::parse)?,
        scan_reason: row.text("scan_reason")?,
        is_growing: row.flag("growing")?,
        is_sized: row.flag("sized")?,
        upload_id: row.optional_text("upload_id")?,
        created_at: row.time("created_at")?,
        finalized_at: row.optional_time("finalized_at")?,
    })
}

/// The uploads to stores of other makes that nobody has completed.
pub async fn open_uploads(connection: &mut Connection, package: &PackageId) -> StoreResult<Vec<File>> {
    let rows = sqlx::query("SELECT * FROM files WHERE package_id = $1 AND state = 'new' AND upload_id IS NOT NULL")
        .bind(package.as_str())
        .fetch_all(connection)
        .await?;
    rows.iter().map(file_of).collect()
}

/// When a file of a package was last added, and when one was last finalized.
pub type LastChanges = (Option<Time>, Option<Time>);

pub async fn last_changes(connection: &mut Connection, package: &PackageId) -> StoreResult<LastChanges> {
    let row = sqlx::query(
        "SELECT MAX(created_at) AS added, MAX(finalized_at) AS finalized FROM files
         WHERE package_id = $1 AND kind = 'file'",
    )
    .bind(package.as_str())
    .fetch_one(connection)
    .await?;
    Ok((row.optional_time("added")?, row.optional_time("finalized")?))
}
