//! The tables of files of uploads and of their sent parts.

use std::os::unix::ffi::OsStrExt as _;

use rusqlite::{OptionalExtension as _, Row, params};
use transfer::checksum::Sum;
use transfer::upload::{PartDone, SourceFile, Stage, UploadItem};
use transfer::{Identity, Item};
use wire::agent::UploadId;
use wire::error::ErrorCode;
use wire::ids::FileId;
use wire::time::{OptionalTime, Time};

use super::columns::{column, error_of, flag, parsed, path, stored, unsigned};
use super::shown_item::ShownItem;
use super::{JournalError, Tables};
use crate::failure::Failure;

const WAITING: i64 = 0;
const ADDED: i64 = 1;
const BEGUN: i64 = 2;
const SENT: i64 = 3;
const COMPLETE: i64 = 4;
const FAILED: i64 = 5;

/// A file or an empty directory that the walk found.
pub struct NewItem {
    pub number: Item,
    pub source: Option<SourceFile>,
    pub path: String,
    pub name: String,
    /// Nanoseconds since 1970, for directories too.
    pub modified: i64,
    pub part_size: u64,
    /// A file that cannot be sent is kept with its reason.
    pub failure: Option<Failure>,
}

pub fn add(tables: &Tables, upload: &UploadId, items: &[NewItem]) -> Result<(), JournalError> {
    let mut statement = tables.prepare_cached(
        "INSERT INTO upload_items (upload, number, source, path, name, size, born, inode, modified, part_size, stage,
             error_code, error_message, recoverable)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )?;
    for item in items {
        let identity = item.source.as_ref().map(|source| source.identity);
        statement.execute(params![
            upload.as_str(),
            item.number,
            item.source.as_ref().map(|source| source.path.as_os_str().as_bytes()),
            item.path,
            item.name,
            identity.map_or(0, |identity| identity.size),
            identity.and_then(|identity| identity.born),
            identity.map_or(0, |identity| stored(identity.inode)),
            item.modified,
            item.part_size,
            if item.failure.is_some() { FAILED } else { WAITING },
            item.failure.as_ref().map(|failure| failure.code.number()),
            item.failure.as_ref().map(|failure| &failure.message),
            item.failure.as_ref().is_some_and(|failure| failure.recoverable),
        ])?;
    }
    Ok(())
}

/// Called before the tree is walked again.
pub fn clear(tables: &Tables, upload: &UploadId) -> Result<(), JournalError> {
    tables.execute("DELETE FROM upload_items WHERE upload = ?1", [upload.as_str()])?;
    Ok(())
}

pub fn pending(
    tables: &Tables,
    upload: &UploadId,
    after: Option<Item>,
    most: usize,
) -> Result<Vec<UploadItem>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT number, source, path, name, size, born, inode, modified, part_size, stage, file_id, upload_id, etag,
             crc64
         FROM upload_items WHERE upload = ?1 AND number > ?2 AND stage <> 4 AND stage <> 5 ORDER BY number LIMIT ?3",
    )?;
    let after = after.map_or(-1, |after| i64::try_from(after).unwrap_or(i64::MAX));
    let rows = statement.query_map(params![upload.as_str(), after, most], item)?;
    let mut items: Vec<UploadItem> = rows.collect::<rusqlite::Result<_>>()?;
    for item in &mut items {
        let number = item.number;
        if let Stage::Begun { parts, .. } = &mut item.stage {
            *parts = parts_of(tables, upload, number)?;
        }
    }
    Ok(items)
}

fn item(row: &Row<'_>) -> rusqlite::Result<UploadItem> {
    let identity = identity(row)?;
    let (size, modified) = (identity.size, column::<i64>(row, "modified")?);
    let source = column::<Option<Vec<u8>>>(row, "source")?.map(|source| SourceFile { path: path(source), identity });
    let stage = match column::<i64>(row, "stage")? {
        ADDED => Stage::Added(parsed(row, "file_id")?),
        BEGUN => Stage::Begun { file: parsed(row, "file_id")?, upload: column(row, "upload_id")?, parts: Vec::new() },
        SENT => {
            let sum = Sum { crc64: unsigned(column(row, "crc64")?), length: size };
            Stage::Sent { file: parsed(row, "file_id")?, etag: column(row, "etag")?, sum }
        }
        _ => Stage::Waiting,
    };
    Ok(UploadItem {
        number: column(row, "number")?,
        source,
        path: column(row, "path")?,
        name: column(row, "name")?,
        last_modified: OptionalTime(Some(Time::from_millis(modified / 1_000_000))),
        part_size: column(row, "part_size")?,
        stage,
    })
}

fn parts_of(tables: &Tables, upload: &UploadId, item: Item) -> Result<Vec<PartDone>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT part, etag, crc64, length FROM upload_parts WHERE upload = ?1 AND item = ?2 ORDER BY part",
    )?;
    let rows = statement.query_map(params![upload.as_str(), item], |row| {
        let sum = Sum { crc64: unsigned(column(row, "crc64")?), length: column(row, "length")? };
        Ok(PartDone { index: column(row, "part")?, etag: column(row, "etag")?, sum })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn added(tables: &Tables, upload: &UploadId, files: &[(Item, FileId)]) -> Result<(), JournalError> {
    let mut statement = tables.prepare_cached(
        "UPDATE upload_items SET stage = 1, file_id = ?1, upload_id = NULL, etag = NULL WHERE upload = ?2 AND number = ?3",
    )?;
    for (number, file) in files {
        statement.execute(params![file.as_str(), upload.as_str(), number])?;
    }
    Ok(())
}

pub fn begun(
    tables: &Tables,
    upload: &UploadId,
    item: Item,
    file: &FileId,
    storage_upload: &str,
) -> Result<(), JournalError> {
    forget_parts(tables, upload, item)?;
    tables.execute(
        "UPDATE upload_items SET stage = 2, file_id = ?1, upload_id = ?2 WHERE upload = ?3 AND number = ?4",
        params![file.as_str(), storage_upload, upload.as_str(), item],
    )?;
    Ok(())
}

pub fn part_done(tables: &Tables, upload: &UploadId, item: Item, part: &PartDone) -> Result<(), JournalError> {
    let mut statement = tables.prepare_cached(
        "INSERT OR REPLACE INTO upload_parts (upload, item, part, etag, crc64, length) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    statement.execute(params![
        upload.as_str(),
        item,
        part.index,
        part.etag,
        stored(part.sum.crc64),
        part.sum.length
    ])?;
    Ok(())
}

/// Records the current length of a growing file, and whether it has ended.
pub fn seen(
    tables: &Tables,
    upload: &UploadId,
    item: Item,
    identity: Identity,
    is_ended: bool,
) -> Result<(), JournalError> {
    let mut statement =
        tables.prepare_cached("UPDATE upload_items SET size = ?1, modified = ?2 WHERE upload = ?3 AND number = ?4")?;
    statement.execute(params![identity.size, identity.modified, upload.as_str(), item])?;
    super::uploads::mark_walked(tables, upload)?;
    super::uploads::mark_ended(tables, upload, is_ended)?;
    super::stream_files::mark_ended(tables, upload, is_ended.then_some(identity))
}

pub fn sent(tables: &Tables, upload: &UploadId, files: &[(Item, Option<String>, Sum)]) -> Result<(), JournalError> {
    let mut statement = tables
        .prepare_cached("UPDATE upload_items SET stage = 3, etag = ?1, crc64 = ?2 WHERE upload = ?3 AND number = ?4")?;
    for (number, etag, sum) in files {
        statement.execute(params![etag, stored(sum.crc64), upload.as_str(), number])?;
    }
    Ok(())
}

pub fn complete(tables: &Tables, upload: &UploadId, items: &[Item]) -> Result<(), JournalError> {
    let mut statement = tables.prepare_cached(
        "UPDATE upload_items SET stage = 4, crc64 = COALESCE(?3, crc64) WHERE upload = ?1 AND number = ?2",
    )?;
    for number in items {
        // Keeps the checksum of what was sent, to verify the source later.
        let parts = parts_of(tables, upload, *number)?;
        let whole = parts.iter().fold(Sum::EMPTY, |whole, part| whole.then(part.sum));
        let crc64 = (!parts.is_empty()).then(|| stored(whole.crc64));
        statement.execute(params![upload.as_str(), number, crc64])?;
        forget_parts(tables, upload, *number)?;
    }
    Ok(())
}

pub fn failed(tables: &Tables, upload: &UploadId, item: Item, failure: &Failure) -> Result<(), JournalError> {
    forget_parts(tables, upload, item)?;
    tables.execute(
        "UPDATE upload_items SET stage = 5, file_id = NULL, upload_id = NULL, error_code = ?1, error_message = ?2,
             recoverable = ?3
         WHERE upload = ?4 AND number = ?5",
        params![failure.code.number(), failure.message, failure.recoverable, upload.as_str(), item],
    )?;
    Ok(())
}

fn forget_parts(tables: &Tables, upload: &UploadId, item: Item) -> Result<(), JournalError> {
    let mut statement = tables.prepare_cached("DELETE FROM upload_parts WHERE upload = ?1 AND item = ?2")?;
    statement.execute(params![upload.as_str(), item])?;
    Ok(())
}

/// Sent files with their checksums, in order; empty at the end. Used before sources are deleted.
pub fn delivered(
    tables: &Tables,
    upload: &UploadId,
    skip: u64,
    most: u64,
) -> Result<Vec<(SourceFile, Sum)>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT source, size, born, inode, modified, COALESCE(crc64, 0) AS crc64 FROM upload_items
         WHERE upload = ?1 AND stage = 4 AND source IS NOT NULL ORDER BY number LIMIT ?2 OFFSET ?3",
    )?;
    let rows = statement.query_map(params![upload.as_str(), most, skip], |row| {
        let identity = identity(row)?;
        let sum = Sum { crc64: unsigned(column(row, "crc64")?), length: identity.size };
        Ok((SourceFile { path: path(column(row, "source")?), identity }, sum))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn identity(row: &Row<'_>) -> rusqlite::Result<Identity> {
    Ok(Identity {
        size: column(row, "size")?,
        inode: unsigned(column(row, "inode")?),
        born: column(row, "born")?,
        modified: column(row, "modified")?,
    })
}

/// The sources of failed files that can be retried.
pub fn failed_sources(tables: &Tables, upload: &UploadId) -> Result<Vec<(Item, SourceFile)>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT number, source, size, born, inode, modified FROM upload_items
         WHERE upload = ?1 AND stage = 5 AND recoverable = 1 AND source IS NOT NULL",
    )?;
    let rows = statement.query_map([upload.as_str()], |row| {
        Ok((column(row, "number")?, SourceFile { path: path(column(row, "source")?), identity: identity(row)? }))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Marks the file to be sent in its current state.
pub fn renew(
    tables: &Tables,
    upload: &UploadId,
    item: Item,
    identity: Identity,
    part_size: u64,
) -> Result<(), JournalError> {
    tables.execute(
        "UPDATE upload_items SET stage = 0, error_code = NULL, error_message = NULL, recoverable = 0, size = ?1,
             born = ?2, inode = ?3, modified = ?4, part_size = ?5
         WHERE upload = ?6 AND number = ?7",
        params![
            identity.size,
            identity.born,
            stored(identity.inode),
            identity.modified,
            part_size,
            upload.as_str(),
            item
        ],
    )?;
    super::uploads::mark_walked(tables, upload)?;
    super::uploads::mark_ended(tables, upload, false)?;
    super::stream_files::mark_ended(tables, upload, None)
}

pub fn show(tables: &Tables, upload: &UploadId, skip: u64, most: u64) -> Result<Vec<ShownItem>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT number, path, name, size, stage, recoverable, error_code, error_message,
             (SELECT COALESCE(SUM(length), 0) FROM upload_parts
              WHERE upload_parts.upload = upload_items.upload AND upload_parts.item = upload_items.number) AS proven
         FROM upload_items WHERE upload = ?1 ORDER BY number LIMIT ?2 OFFSET ?3",
    )?;
    let rows = statement.query_map(params![upload.as_str(), most, skip], |row| {
        let (size, stage) = (column(row, "size")?, column::<i64>(row, "stage")?);
        Ok(ShownItem {
            number: column(row, "number")?,
            path: column(row, "path")?,
            name: column(row, "name")?,
            size,
            proven: if matches!(stage, SENT | COMPLETE) { size } else { column(row, "proven")? },
            is_complete: stage == COMPLETE,
            renamed: None,
            failure: error_of(row, flag(row, "recoverable")?)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Why the first failed file was not sent, if one failed.
pub fn first_failure(tables: &Tables, upload: &UploadId) -> Result<Option<Failure>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT error_code, error_message, recoverable FROM upload_items WHERE upload = ?1 AND stage = 5
         ORDER BY recoverable, number LIMIT 1",
    )?;
    let found = statement.query_row([upload.as_str()], |row| error_of(row, flag(row, "recoverable")?));
    Ok(found.optional()?.flatten())
}

/// How many files failed, and how many others there are.
pub fn failed_and_others(tables: &Tables, upload: &UploadId) -> Result<(u64, u64), JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT COUNT(*) FILTER (WHERE stage = 5) AS failed,
             COUNT(*) FILTER (WHERE stage <> 5 AND source IS NOT NULL) AS others
         FROM upload_items WHERE upload = ?1",
    )?;
    Ok(statement.query_row([upload.as_str()], |row| Ok((column(row, "failed")?, column(row, "others")?)))?)
}

/// Whether some files are sent, and all others were refused with one of these codes.
pub fn only_refused(tables: &Tables, upload: &UploadId, codes: &[ErrorCode]) -> Result<bool, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT stage, source IS NOT NULL AS is_file, error_code FROM upload_items WHERE upload = ?1
         GROUP BY stage, is_file, error_code",
    )?;
    let found = statement.query_map([upload.as_str()], |row| {
        Ok((column::<i64>(row, "stage")?, flag(row, "is_file")?, column::<Option<u32>>(row, "error_code")?))
    })?;
    let mut is_any_sent = false;
    for kind in found {
        let (stage, is_file, code) = kind?;
        let is_refused = || codes.iter().any(|known| code == Some(known.number()));
        match stage {
            COMPLETE => is_any_sent |= is_file,
            FAILED if is_refused() => {}
            _ => return Ok(false),
        }
    }
    Ok(is_any_sent)
}
