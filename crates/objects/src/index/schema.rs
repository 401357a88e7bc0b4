//! Opens the database with its settings and tables.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::SyncPolicy;
use crate::error::Error;
use crate::space::available;

pub(crate) const INDEX_FILE: &str = "index.db";
/// The write-ahead log of SQLite.
pub(super) const LOG_FILE: &str = "index.db-wal";
pub(super) const PAGE_SIZE: u64 = 8192;
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(30);
/// A log that was longer is truncated to this size.
pub(super) const LONGEST_IDLE_LOG: i64 = 64 << 20;
const VERSION: i64 = 1;
const INCREMENTAL: i64 = 2;
const LARGEST_REWRITTEN: u64 = 1 << 30;

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

const ADDED_TABLES: &str = "
CREATE TABLE IF NOT EXISTS store (id TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS block_sums (file TEXT PRIMARY KEY, sums BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS scrub (
    only INTEGER PRIMARY KEY CHECK (only = 1), started INTEGER NOT NULL, after INTEGER NOT NULL, finished INTEGER) STRICT;
CREATE TABLE IF NOT EXISTS damage (blob INTEGER PRIMARY KEY, found INTEGER NOT NULL, what TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS closed (
    bucket TEXT NOT NULL, prefix BLOB NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (bucket, prefix)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS closed_until ON closed (until);
";

const ADDED_COLUMNS: [(&str, &str, &str); 5] = [
    ("object", "seal", "INTEGER"),
    ("upload", "most", "INTEGER"),
    ("upload", "stored", "INTEGER"),
    ("upload", "checksum_type", "TEXT"),
    ("blob", "given", "TEXT"),
];

pub(super) fn open_for_writing(path: &Path, sync: SyncPolicy) -> Result<Connection, Error> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "page_size", PAGE_SIZE.cast_signed())?;
    // Must be set before the first table exists. Deleted rows then give their space back in small steps.
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", if sync == SyncPolicy::Always { "FULL" } else { "NORMAL" })?;
    // The keeper checkpoints the log off the writer's path; the writer does it only if the log grows too long.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    limit_idle_log(&connection, LONGEST_IDLE_LOG)?;
    leave_log_at_close(&connection)?;
    connection.pragma_update(None, "cache_size", -16_384)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// The length to which SQLite truncates a log that starts over.
pub(super) fn limit_idle_log(connection: &Connection, bytes: i64) -> rusqlite::Result<()> {
    connection.pragma_update_and_check(None, "journal_size_limit", bytes, |_| Ok(()))
}

/// SQLite would checkpoint when the last connection is closed, even if there is no space for it.
fn leave_log_at_close(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map(drop)
}

/// Bytes of the index after its log is checkpointed; inside a transaction, with its changes.
pub(super) fn length(connection: &Connection) -> Result<u64, Error> {
    let pages: u32 = connection.prepare_cached("PRAGMA page_count")?.query_row([], |row| row.get(0))?;
    Ok(u64::from(pages) * PAGE_SIZE)
}

/// Bytes of the index that no row uses, and its length.
pub(crate) fn unused(connection: &Connection) -> Result<(u64, u64), Error> {
    let pages: u32 = connection.prepare_cached("PRAGMA freelist_count")?.query_row([], |row| row.get(0))?;
    Ok((u64::from(pages) * PAGE_SIZE, length(connection)?))
}

/// Moves rows from the end of the index to unused pages, so that the next checkpoint makes the file shorter. Returns the
/// bytes that are still unused.
pub(crate) fn shorten(connection: &Connection, bytes: u64) -> Result<u64, Error> {
    let mut statement = connection.prepare(&format!("PRAGMA incremental_vacuum({})", bytes / PAGE_SIZE))?;
    let mut steps = statement.query([])?;
    while steps.next()?.is_some() {}
    unused(connection).map(|(unused, _)| unused)
}

/// Writes something that changes nothing.
pub(super) fn touch(connection: &Connection) -> Result<(), Error> {
    Ok(connection.pragma_update(None, "user_version", VERSION)?)
}

/// An index from before this was possible is rewritten once, unless it is large or there is not enough space.
pub(super) fn allow_shortening(connection: &Connection, directory: &Path) -> Result<(), Error> {
    let mode: i64 = connection.query_row("PRAGMA auto_vacuum", [], |row| row.get(0))?;
    let length = length(connection)?;
    if mode == INCREMENTAL || length > LARGEST_REWRITTEN || available(directory)? < 4 * length {
        return Ok(());
    }
    tracing::info!(length, "rewriting the index of the object store, so that it can give space back");
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    Ok(connection.execute_batch("VACUUM")?)
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

/// Tables and columns that indexes from before them do not have. Older versions of this program do not notice them.
pub(super) fn add_tables(connection: &Connection) -> Result<(), Error> {
    connection.execute_batch(ADDED_TABLES)?;
    for (table, column, kind) in ADDED_COLUMNS {
        let mut has = connection.prepare("SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2")?;
        if !has.exists([table, column])? {
            connection.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN {column} {kind}"))?;
        }
    }
    Ok(())
}

pub(super) fn open_for_reading(path: &Path) -> rusqlite::Result<Connection> {
    // Not read-only: the keeper checkpoints on such a connection.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    leave_log_at_close(&connection)?;
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
