//! The tables of files of downloads and of their received ranges.

use std::collections::HashSet;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use rusqlite::{OptionalExtension as _, Row, params};
use transfer::Item;
use transfer::checksum::Sum;
use transfer::download::{Arrived, DownloadItem, RangeDone};
use transfer::folder::Identity;
use wire::agent::DownloadId;
use wire::ids::FileId;
use wire::time::{OptionalTime, Time};

use super::columns::{column, error_of, flag, parsed, parsed_or_none, path, stored, unsigned};
use super::shown_item::ShownItem;
use super::{JournalError, Tables};
use crate::failure::Failure;

const WAITING: i64 = 0;
const FAILED: i64 = 5;

/// A file or directory of the package, and its local path.
pub struct NewItem {
    pub number: Item,
    /// `None` for a directory.
    pub file: Option<FileId>,
    pub path: String,
    pub name: String,
    pub local: PathBuf,
    pub size: u64,
    pub crc64: Option<u64>,
    pub last_modified: OptionalTime,
    /// A file that must not be written is kept with its reason.
    pub failure: Option<Failure>,
}

/// A file that was written completely or in part.
pub struct WrittenItem {
    pub local: PathBuf,
    pub part: Option<PathBuf>,
    pub is_directory: bool,
    /// Complete, and did not exist before.
    pub is_ours: bool,
}

fn bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_bytes()
}

pub fn add(tables: &Tables, download: &DownloadId, items: &[NewItem]) -> Result<(), JournalError> {
    let mut statement = tables.prepare_cached(
        "INSERT INTO download_items (download, number, file_id, path, name, local, size, crc64, last_modified, stage,
             error_code, error_message, recoverable)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?;
    for item in items {
        statement.execute(params![
            download.as_str(),
            item.number,
            item.file.as_ref().map(FileId::as_str),
            item.path,
            item.name,
            bytes(&item.local),
            item.size,
            item.crc64.map(stored),
            item.last_modified.0.map(Time::as_millis),
            if item.failure.is_some() { FAILED } else { WAITING },
            item.failure.as_ref().map(|failure| failure.code.number()),
            item.failure.as_ref().map(|failure| &failure.message),
            item.failure.as_ref().is_some_and(|failure| failure.recoverable),
        ])?;
    }
    Ok(())
}

/// Called before the files are listed again.
pub fn clear(tables: &Tables, download: &DownloadId) -> Result<(), JournalError> {
    tables.execute("DELETE FROM download_items WHERE download = ?1", [download.as_str()])?;
    Ok(())
}

pub fn pending(
    tables: &Tables,
    download: &DownloadId,
    after: Option<Item>,
    most: usize,
) -> Result<Vec<DownloadItem>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT number, file_id, local, size, crc64, last_modified, part, part_born, part_inode FROM download_items
         WHERE download = ?1 AND number > ?2 AND stage <> 4 AND stage <> 5 ORDER BY number LIMIT ?3",
    )?;
    let after = after.map_or(-1, |after| i64::try_from(after).unwrap_or(i64::MAX));
    let rows = statement.query_map(params![download.as_str(), after, most], item)?;
    let mut items: Vec<DownloadItem> = rows.collect::<rusqlite::Result<_>>()?;
    for item in items.iter_mut().filter(|item| item.part.is_some()) {
        item.ranges = ranges_of(tables, download, item.number)?;
    }
    Ok(items)
}

fn item(row: &Row<'_>) -> rusqlite::Result<DownloadItem> {
    let last_modified = column::<Option<i64>>(row, "last_modified")?.map(Time::from_millis);
    let part = match column::<Option<Vec<u8>>>(row, "part")? {
        None => None,
        Some(part) => Some(Identity {
            part: path(part),
            born: column(row, "part_born")?,
            inode: unsigned(column(row, "part_inode")?),
        }),
    };
    Ok(DownloadItem {
        number: column(row, "number")?,
        file: parsed_or_none(row, "file_id")?,
        path: path(column(row, "local")?),
        size: column(row, "size")?,
        crc64: column::<Option<i64>>(row, "crc64")?.map(unsigned),
        last_modified: OptionalTime(last_modified),
        part,
        ranges: Vec::new(),
    })
}

fn ranges_of(tables: &Tables, download: &DownloadId, item: Item) -> Result<Vec<RangeDone>, JournalError> {
    let mut statement =
        tables.prepare_cached("SELECT range, crc64, length FROM download_ranges WHERE download = ?1 AND item = ?2")?;
    let rows = statement.query_map(params![download.as_str(), item], |row| {
        let sum = Sum { crc64: unsigned(column(row, "crc64")?), length: column(row, "length")? };
        Ok(RangeDone { index: column(row, "range")?, sum })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Records new part files. Ranges of earlier part files no longer count.
pub fn made(tables: &Tables, download: &DownloadId, parts: &[(Item, Identity)]) -> Result<(), JournalError> {
    let mut statement = tables.prepare_cached(
        "UPDATE download_items SET part = ?1, part_born = ?2, part_inode = ?3 WHERE download = ?4 AND number = ?5",
    )?;
    for (number, Identity { part, inode, born }) in parts {
        forget_ranges(tables, download, *number)?;
        statement.execute(params![bytes(part), born, stored(*inode), download.as_str(), number])?;
    }
    Ok(())
}

pub fn ranges_done(
    tables: &Tables,
    download: &DownloadId,
    item: Item,
    ranges: &[RangeDone],
) -> Result<(), JournalError> {
    let mut statement = tables.prepare_cached(
        "INSERT OR REPLACE INTO download_ranges (download, item, range, crc64, length) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for RangeDone { index, sum } in ranges {
        statement.execute(params![download.as_str(), item, index, stored(sum.crc64), sum.length])?;
    }
    Ok(())
}

pub fn forget_range(tables: &Tables, download: &DownloadId, item: Item, index: u64) -> Result<(), JournalError> {
    let mut statement =
        tables.prepare_cached("DELETE FROM download_ranges WHERE download = ?1 AND item = ?2 AND range = ?3")?;
    statement.execute(params![download.as_str(), item, index])?;
    Ok(())
}

pub fn forget_ranges(tables: &Tables, download: &DownloadId, item: Item) -> Result<(), JournalError> {
    let mut statement = tables.prepare_cached("DELETE FROM download_ranges WHERE download = ?1 AND item = ?2")?;
    statement.execute(params![download.as_str(), item])?;
    Ok(())
}

pub fn complete(tables: &Tables, download: &DownloadId, items: &[Arrived]) -> Result<(), JournalError> {
    let mut statement = tables.prepare_cached(
        "UPDATE download_items SET stage = 4, local = ?1, adopted = ?2, part = NULL WHERE download = ?3 AND number = ?4",
    )?;
    for Arrived { item, path, is_adopted } in items {
        statement.execute(params![bytes(path), is_adopted, download.as_str(), item])?;
        forget_ranges(tables, download, *item)?;
    }
    Ok(())
}

pub fn failed(tables: &Tables, download: &DownloadId, item: Item, failure: &Failure) -> Result<(), JournalError> {
    tables.execute(
        "UPDATE download_items SET stage = 5, error_code = ?1, error_message = ?2, recoverable = ?3
         WHERE download = ?4 AND number = ?5",
        params![failure.code.number(), failure.message, failure.recoverable, download.as_str(), item],
    )?;
    Ok(())
}

/// Resets failed files that can be retried.
pub fn renew_failed(tables: &Tables, download: &DownloadId) -> Result<(), JournalError> {
    tables.execute(
        "UPDATE download_items SET stage = 0, error_code = NULL, error_message = NULL, recoverable = 0
         WHERE download = ?1 AND stage = 5 AND recoverable = 1",
        [download.as_str()],
    )?;
    Ok(())
}

/// The files and directories that have arrived, and their names below the folder.
pub fn arrived(tables: &Tables, download: &DownloadId) -> Result<Vec<(Item, PathBuf)>, JournalError> {
    let mut statement =
        tables.prepare_cached("SELECT number, local FROM download_items WHERE download = ?1 AND stage = 4")?;
    let rows =
        statement.query_map([download.as_str()], |row| Ok((column(row, "number")?, path(column(row, "local")?))))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Resets files that had arrived.
pub fn renew_lost(tables: &Tables, download: &DownloadId, items: &[Item]) -> Result<(), JournalError> {
    let mut statement = tables.prepare_cached(
        "UPDATE download_items SET stage = 0, adopted = 0 WHERE download = ?1 AND number = ?2 AND stage = 4",
    )?;
    for item in items {
        statement.execute(params![download.as_str(), item])?;
    }
    Ok(())
}

/// Why the first failed file did not arrive, if one failed.
pub fn first_failure(tables: &Tables, download: &DownloadId) -> Result<Option<Failure>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT error_code, error_message, recoverable FROM download_items WHERE download = ?1 AND stage = 5
         ORDER BY recoverable, number LIMIT 1",
    )?;
    let found = statement.query_row([download.as_str()], |row| error_of(row, flag(row, "recoverable")?));
    Ok(found.optional()?.flatten())
}

/// The files that exist under their final names.
pub fn complete_files(tables: &Tables, download: &DownloadId) -> Result<HashSet<FileId>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT file_id FROM download_items WHERE download = ?1 AND stage = 4 AND file_id IS NOT NULL",
    )?;
    let rows = statement.query_map([download.as_str()], |row| parsed(row, "file_id"))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Bytes and files that are still missing.
pub fn missing(tables: &Tables, download: &DownloadId) -> Result<(u64, u64), JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT COALESCE(SUM(size), 0) - (SELECT COALESCE(SUM(length), 0) FROM download_ranges WHERE download = ?1)
             AS bytes, COUNT(*) AS files
         FROM download_items WHERE download = ?1 AND stage <> 4",
    )?;
    let missing = statement.query_row([download.as_str()], |row| {
        let bytes: i64 = column(row, "bytes")?;
        Ok((u64::try_from(bytes).unwrap_or_default(), column(row, "files")?))
    });
    Ok(missing?)
}

pub fn show(tables: &Tables, download: &DownloadId, skip: u64, most: u64) -> Result<Vec<ShownItem>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT number, path, name, local, size, stage, recoverable, error_code, error_message,
             (SELECT COALESCE(SUM(length), 0) FROM download_ranges
              WHERE download_ranges.download = download_items.download AND item = number) AS proven
         FROM download_items WHERE download = ?1 ORDER BY number LIMIT ?2 OFFSET ?3",
    )?;
    let rows = statement.query_map(params![download.as_str(), most, skip], |row| {
        let (size, is_complete) = (column(row, "size")?, column::<i64>(row, "stage")? == 4);
        let (above, name): (String, String) = (column(row, "path")?, column(row, "name")?);
        let local = path(column(row, "local")?);
        let is_renamed = local != Path::new(&above).join(&name);
        Ok(ShownItem {
            number: column(row, "number")?,
            path: above,
            name,
            renamed: is_renamed.then(|| local.to_string_lossy().into_owned()),
            size,
            proven: if is_complete { size } else { column(row, "proven")? },
            is_complete,
            failure: error_of(row, flag(row, "recoverable")?)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Everything that the download wrote, last item first.
pub fn written(tables: &Tables, download: &DownloadId) -> Result<Vec<WrittenItem>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT local, part, file_id IS NULL AS is_directory, stage = 4 AND adopted = 0 AS is_ours FROM download_items
         WHERE download = ?1 ORDER BY number DESC",
    )?;
    let rows = statement.query_map([download.as_str()], |row| {
        Ok(WrittenItem {
            local: path(column(row, "local")?),
            part: column::<Option<Vec<u8>>>(row, "part")?.map(path),
            is_directory: flag(row, "is_directory")?,
            is_ours: flag(row, "is_ours")?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
