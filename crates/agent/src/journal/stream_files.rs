//! The table of files that automations send as streams, so that each is sent once.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};

use rusqlite::{OptionalExtension as _, Row, params};
use transfer::Identity;
use wire::agent::{AutomationId, UploadId, UploadState};
use wire::error::ErrorCode;

use super::columns::{column, parsed, stored, unsigned};
use super::{JournalError, Tables};

/// Identifies a file regardless of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileKey {
    pub inode: u64,
    /// Nanoseconds since 1970; 0 if the file system does not record it.
    pub born: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamFile {
    pub key: FileKey,
    pub name: OsString,
    /// Size and modification time when it ended.
    pub ended: Option<(u64, i64)>,
}

/// Assigns the file to this upload, even if it belonged to another before.
pub fn take(
    tables: &Tables,
    automation: &AutomationId,
    file: &StreamFile,
    upload: &UploadId,
) -> Result<(), JournalError> {
    tables.execute(
        "INSERT OR REPLACE INTO stream_files (automation, inode, born, name, upload)
         VALUES (?1, ?2, ?3, ?4, ?5)",
        params![automation.as_str(), stored(file.key.inode), file.key.born, file.name.as_bytes(), upload.as_str()],
    )?;
    Ok(())
}

fn file(row: &Row<'_>) -> rusqlite::Result<StreamFile> {
    let key = FileKey { inode: unsigned(column(row, "inode")?), born: column(row, "born")? };
    let (size, modified) = (column::<Option<u64>>(row, "size")?, column::<Option<i64>>(row, "modified")?);
    Ok(StreamFile { key, name: OsString::from_vec(column(row, "name")?), ended: size.zip(modified) })
}

pub fn all(tables: &Tables, automation: &AutomationId) -> Result<Vec<StreamFile>, JournalError> {
    let mut statement =
        tables.prepare_cached("SELECT inode, born, name, size, modified FROM stream_files WHERE automation = ?1")?;
    let rows = statement.query_map([automation.as_str()], file)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn find(tables: &Tables, automation: &AutomationId, key: FileKey) -> Result<Option<StreamFile>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT inode, born, name, size, modified FROM stream_files
         WHERE automation = ?1 AND inode = ?2 AND born = ?3",
    )?;
    let found = statement.query_row(params![automation.as_str(), stored(key.inode), key.born], file).optional()?;
    Ok(found)
}

/// Records the state of an upload's file when it ended, or that it has not ended.
pub fn mark_ended(tables: &Tables, upload: &UploadId, identity: Option<Identity>) -> Result<(), JournalError> {
    tables.execute(
        "UPDATE stream_files SET size = ?1, modified = ?2 WHERE upload = ?3",
        params![identity.map(|identity| identity.size), identity.map(|identity| identity.modified), upload.as_str()],
    )?;
    Ok(())
}

/// Forgets deleted files.
pub fn forget(tables: &Tables, automation: &AutomationId, gone: &[FileKey]) -> Result<(), JournalError> {
    let mut statement =
        tables.prepare_cached("DELETE FROM stream_files WHERE automation = ?1 AND inode = ?2 AND born = ?3")?;
    for key in gone {
        statement.execute(params![automation.as_str(), stored(key.inode), key.born])?;
    }
    Ok(())
}

/// Number of streams of an automation whose file is still growing.
pub fn growing(tables: &Tables, automation: &AutomationId) -> Result<usize, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT COUNT(*) AS growing FROM uploads WHERE automation = ?1 AND state = ?2 AND stream_ended = 0 AND removing = 0",
    )?;
    let parameters = params![automation.as_str(), UploadState::Transferring.as_str()];
    Ok(statement.query_row(parameters, |row| column(row, "growing"))?)
}

/// Streams of an automation whose packages have ended.
pub fn ended(tables: &Tables, automation: &AutomationId) -> Result<Vec<UploadId>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT id FROM uploads WHERE automation = ?1 AND state = ?2 AND removing = 0 AND stream_idle IS NOT NULL
             AND error_code = ?3",
    )?;
    let parameters = params![automation.as_str(), UploadState::Error.as_str(), ErrorCode::Gone.number()];
    let rows = statement.query_map(parameters, |row| parsed(row, "id"))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Forgets the file of an upload: it is sent again.
pub fn forget_upload(tables: &Tables, upload: &UploadId) -> Result<(), JournalError> {
    tables.execute("DELETE FROM stream_files WHERE upload = ?1", [upload.as_str()])?;
    Ok(())
}

/// Streams of an automation that stopped because of a problem outside of the file.
pub fn stranded(tables: &Tables, automation: &AutomationId) -> Result<Vec<UploadId>, JournalError> {
    let mut statement = tables.prepare_cached(
        "SELECT id FROM uploads WHERE automation = ?1 AND state = ?2 AND removing = 0 AND recoverable = 1
             AND stream_idle IS NOT NULL AND error_code IN (?3, ?4, ?5)",
    )?;
    let parameters = params![
        automation.as_str(),
        UploadState::Error.as_str(),
        ErrorCode::Unreachable.number(),
        ErrorCode::StorageRefused.number(),
        ErrorCode::DiskFull.number(),
    ];
    let rows = statement.query_map(parameters, |row| parsed(row, "id"))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
