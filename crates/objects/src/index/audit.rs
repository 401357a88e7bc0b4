//! Queries of the checker.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::objects::sums;
use crate::checksum::Sums;
use crate::error::Error;

/// Problems that SQLite itself finds; empty if all is well.
pub(crate) fn integrity(connection: &Connection) -> Result<Vec<String>, Error> {
    let mut statement = connection.prepare("PRAGMA integrity_check(20)")?;
    let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
    let lines: Vec<String> = rows.collect::<Result<_, _>>()?;
    Ok(lines.into_iter().filter(|line| line != "ok").collect())
}

#[derive(Debug, Clone)]
pub(crate) struct StoredBlob {
    pub(crate) id: i64,
    pub(crate) sums: Sums,
    pub(crate) file: Option<String>,
}

/// Reads some blobs at a time, so that no long transaction blocks a checkpoint.
pub(crate) fn blobs(connection: &Connection, after: i64, limit: u32) -> Result<Vec<StoredBlob>, Error> {
    let mut statement = connection
        .prepare_cached("SELECT id, size, crc64, crc32, file FROM blob WHERE id > ?1 ORDER BY id LIMIT ?2")?;
    let rows = statement.query_map(params![after, limit], |row| {
        Ok(StoredBlob { id: row.get(0)?, sums: sums(row, 1)?, file: row.get(4)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(crate) fn blob_exists(connection: &Connection, id: i64) -> Result<bool, Error> {
    let found =
        connection.prepare_cached("SELECT 1 FROM blob WHERE id = ?1")?.query_row([id], |_| Ok(())).optional()?;
    Ok(found.is_some())
}

pub(crate) fn inline_bytes(connection: &Connection, id: i64) -> Result<Option<Vec<u8>>, Error> {
    let bytes = connection
        .prepare_cached("SELECT bytes FROM blob WHERE id = ?1")?
        .query_row([id], |row| row.get::<_, Option<Vec<u8>>>(0))
        .optional()?;
    Ok(bytes.map(Option::unwrap_or_default))
}

#[derive(Debug, Clone)]
pub(crate) struct StoredObject {
    pub(crate) bucket: String,
    pub(crate) key: Vec<u8>,
    pub(crate) content: i64,
    pub(crate) sums: Sums,
    pub(crate) parts: i64,
}

pub(crate) fn objects(
    connection: &Connection,
    bucket: &str,
    key: &[u8],
    limit: u32,
) -> Result<Vec<StoredObject>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT bucket, key, content, size, crc64, crc32, parts FROM object
         WHERE (bucket, key) > (?1, ?2) ORDER BY bucket, key LIMIT ?3",
    )?;
    let rows = statement.query_map(params![bucket, key, limit], |row| {
        Ok(StoredObject {
            bucket: row.get(0)?,
            key: row.get(1)?,
            content: row.get(2)?,
            sums: sums(row, 3)?,
            parts: row.get(6)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(crate) fn has_object(connection: &Connection, bucket: &str, key: &[u8]) -> Result<bool, Error> {
    let found = connection
        .prepare_cached("SELECT 1 FROM object WHERE bucket = ?1 AND key = ?2")?
        .query_row(params![bucket, key], |_| Ok(()))
        .optional()?;
    Ok(found.is_some())
}

/// The sums of a content's blobs, in order.
pub(crate) fn content_sums(connection: &Connection, content: i64) -> Result<Vec<Sums>, Error> {
    let mut statement =
        connection.prepare_cached("SELECT size, crc64, crc32 FROM blob WHERE content = ?1 ORDER BY number")?;
    let rows = statement.query_map([content], |row| sums(row, 0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(crate) fn still_stands_for(connection: &Connection, object: &StoredObject) -> Result<bool, Error> {
    let content: Option<i64> = connection
        .prepare_cached("SELECT content FROM object WHERE bucket = ?1 AND key = ?2")?
        .query_row(params![object.bucket, object.key], |row| row.get(0))
        .optional()?;
    Ok(content == Some(object.content))
}

/// Everything that follows on this connection sees the current state of the index.
pub(crate) fn stand_still(connection: &Connection) -> Result<(), Error> {
    connection.execute_batch("BEGIN")?;
    // The first query fixes the visible state, not BEGIN.
    connection.query_row("SELECT count(*) FROM bucket", [], |_| Ok(()))?;
    Ok(())
}

#[derive(Debug, Clone)]
pub(crate) struct StoredPiece {
    pub(crate) sums: Sums,
    pub(crate) file: Option<String>,
    pub(crate) bytes: Option<Vec<u8>>,
}

/// The blobs of a content in order, with the bytes of those that are stored in the index.
pub(crate) fn pieces(connection: &Connection, content: i64) -> Result<Vec<StoredPiece>, Error> {
    let mut statement = connection
        .prepare_cached("SELECT size, crc64, crc32, file, bytes FROM blob WHERE content = ?1 ORDER BY number")?;
    let rows = statement
        .query_map([content], |row| Ok(StoredPiece { sums: sums(row, 0)?, file: row.get(3)?, bytes: row.get(4)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
