//! Opens the database with its settings and tables.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::SyncPolicy;
use crate::error::Error;

pub(crate) const INDEX_FILE: &str = "index.db";
/// The write-ahead log of SQLite.
pub(super) const LOG_FILE: &str = "index.db-wal";
pub(crate) const RESERVE_FILE: &str = "reserve";
pub(super) const PAGE_SIZE: u64 = 8192;
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(30);
/// A log that was longer is truncated to this size.
const LONGEST_IDLE_LOG: i64 = 64 << 20;
const VERSION: i64 = 1;

/// `bytes` is last so that reading the other columns of a blob never touches its content.
const TABLES: &str = "
CREATE TABLE bucket (name TEXT PRIMARY KEY, created INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE object (
    bucket TEXT NOT NULL, key BLOB NOT NULL, content INTEGER NOT NULL, size INTEGER NOT NULL,
    crc64 INTEGER NOT NULL, crc32 INTEGER NOT NULL, etag TEXT NOT NULL, parts INTEGER NOT NULL,
    modified INTEGER NOT NULL, headers TEXT NOT NULL, PRIMARY KEY (bucket, key)) STRICT, WITHOUT ROWID;
CREATE TABLE upload (
    id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key BLOB NOT NULL, content INTEGER NOT NULL UNIQUE,
    created INTEGER NOT NULL, headers TEXT NOT NULL, algorithm TEXT, list TEXT, etag TEXT) STRICT, WITHOUT ROWID;
CREATE INDEX upload_open ON upload (bucket, key, id) WHERE list IS NULL;
CREATE TABLE blob (
    id INTEGER PRIMARY KEY, content INTEGER NOT NULL, number INTEGER NOT NULL, size INTEGER NOT NULL,
    crc64 INTEGER NOT NULL, crc32 INTEGER NOT NULL, etag TEXT NOT NULL, created INTEGER NOT NULL,
    file TEXT, bytes BLOB) STRICT;
CREATE UNIQUE INDEX blob_content ON blob (content, number);
CREATE UNIQUE INDEX blob_file ON blob (file) WHERE file IS NOT NULL;
CREATE TABLE garbage (file TEXT PRIMARY KEY, content INTEGER NOT NULL) STRICT, WITHOUT ROWID;
";

pub(super) fn open_for_writing(path: &Path, sync: SyncPolicy) -> Result<Connection, Error> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "page_size", PAGE_SIZE.cast_signed())?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", if sync == SyncPolicy::Always { "FULL" } else { "NORMAL" })?;
    // The keeper checkpoints the log off the writer's path; the writer does it only if the log grows too long.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.pragma_update_and_check(None, "journal_size_limit", LONGEST_IDLE_LOG, |_| Ok(()))?;
    connection.pragma_update(None, "cache_size", -16_384)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Whether there are no tables yet. An index of a different version is refused.
pub(super) fn is_new(connection: &Connection) -> Result<bool, Error> {
    match connection.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0))? {
        0 => Ok(true),
        VERSION => Ok(false),
        other => Err(Error::Index(format!("it has version {other}, and this program only supports {VERSION}"))),
    }
}

pub(super) fn make_tables(connection: &Connection) -> Result<(), Error> {
    Ok(connection.execute_batch(&format!("BEGIN IMMEDIATE; {TABLES} PRAGMA user_version = {VERSION}; COMMIT"))?)
}

pub(super) fn open_for_reading(path: &Path) -> rusqlite::Result<Connection> {
    // Not read-only: the keeper checkpoints on such a connection.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "cache_size", -2048)?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

/// A read-only connection; works with or without a running store.
pub(crate) fn open_for_audit(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

pub(super) fn highest_content(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row(
        "SELECT max(coalesce((SELECT max(content) FROM blob), 0), coalesce((SELECT max(content) FROM upload), 0),
                    coalesce((SELECT max(content) FROM garbage), 0))",
        [],
        |row| row.get(0),
    )
}
