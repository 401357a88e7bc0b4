//! How far the scrub has come, and the damage that it has found.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::objects::sums;
use crate::checksum::{BlockSums, Sums};
use crate::error::Error;

/// One pass over all content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pass {
    /// Milliseconds since 1970.
    pub(crate) started: i64,
    /// The last blob that was checked.
    pub(crate) after: i64,
    pub(crate) finished: Option<i64>,
}

/// What was found to be wrong with a blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Damage {
    pub(crate) blob: i64,
    pub(crate) what: String,
}

pub(crate) fn pass(connection: &Connection) -> Result<Option<Pass>, Error> {
    let found = connection.query_row("SELECT started, after, finished FROM scrub", [], |row| {
        Ok(Pass { started: row.get(0)?, after: row.get(1)?, finished: row.get(2)? })
    });
    Ok(found.optional()?)
}

pub(crate) fn save_pass(connection: &Connection, pass: Pass) -> Result<(), Error> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO scrub (only, started, after, finished) VALUES (1, ?1, ?2, ?3)")?
        .execute(params![pass.started, pass.after, pass.finished])?;
    Ok(())
}

/// A damaged blob as it is now described, for a closer look.
pub(crate) fn blob(connection: &Connection, id: i64) -> Result<Option<(Sums, Option<String>)>, Error> {
    let found = connection
        .prepare_cached("SELECT size, crc64, crc32, file FROM blob WHERE id = ?1")?
        .query_row([id], |row| Ok((sums(row, 0)?, row.get(3)?)));
    Ok(found.optional()?)
}

pub(crate) fn note_damage(connection: &Connection, damage: &Damage, now: i64) -> Result<(), Error> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO damage (blob, found, what) VALUES (?1, ?2, ?3)")?
        .execute(params![damage.blob, now, damage.what])?;
    Ok(())
}

/// Forgets damage of a blob that is good, or of those that no longer exist.
pub(crate) fn forget_damage(connection: &Connection, blob: i64) -> Result<(), Error> {
    connection
        .prepare_cached("DELETE FROM damage WHERE blob = ?1 OR blob NOT IN (SELECT id FROM blob)")?
        .execute([blob])?;
    Ok(())
}

/// Damage of blobs that still exist.
pub(crate) fn damage(connection: &Connection, limit: u32) -> Result<Vec<Damage>, Error> {
    let mut statement = connection.prepare(
        "SELECT damage.blob, damage.what FROM damage JOIN blob ON blob.id = damage.blob ORDER BY damage.blob LIMIT ?1",
    )?;
    let rows = statement.query_map([limit], |row| Ok(Damage { blob: row.get(0)?, what: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(crate) fn total_bytes(connection: &Connection) -> Result<u64, Error> {
    let bytes: i64 = connection.query_row("SELECT coalesce(sum(size), 0) FROM blob", [], |row| row.get(0))?;
    Ok(bytes.cast_unsigned())
}

/// Gives a blob its block sums, unless it was deleted meanwhile.
pub(crate) fn add_block_sums(connection: &Connection, file: &str, blocks: &BlockSums) -> Result<(), Error> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO block_sums (file, sums) SELECT file, ?2 FROM blob WHERE file = ?1")?
        .execute(params![file, blocks.to_bytes()])?;
    Ok(())
}
