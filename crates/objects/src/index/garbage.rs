//! Files that no content needs any more. They are recorded in the transaction that forgets them, and deleted later.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::Error;

/// Forgets a content and everything that refers to it except the object's own row.
pub(super) fn discard_content(connection: &Connection, content: i64) -> Result<(), Error> {
    connection
        .prepare_cached(
            "INSERT INTO garbage (file, content) SELECT file, content FROM blob
             WHERE content = ?1 AND file IS NOT NULL",
        )?
        .execute([content])?;
    connection.prepare_cached("DELETE FROM blob WHERE content = ?1")?.execute([content])?;
    connection.prepare_cached("DELETE FROM upload WHERE content = ?1")?.execute([content])?;
    Ok(())
}

/// Forgets one part of a content.
pub(super) fn discard_blob(connection: &Connection, content: i64, number: i32) -> Result<(), Error> {
    connection
        .prepare_cached(
            "INSERT INTO garbage (file, content) SELECT file, content FROM blob
             WHERE content = ?1 AND number = ?2 AND file IS NOT NULL",
        )?
        .execute(params![content, number])?;
    connection
        .prepare_cached("DELETE FROM blob WHERE content = ?1 AND number = ?2")?
        .execute(params![content, number])?;
    Ok(())
}

pub(super) fn exists(connection: &Connection) -> Result<bool, Error> {
    Ok(connection.prepare_cached("SELECT EXISTS (SELECT 1 FROM garbage)")?.query_row([], |row| row.get(0))?)
}

pub(crate) fn list(connection: &Connection, after: &str, limit: u32) -> Result<Vec<(String, i64)>, Error> {
    let mut statement =
        connection.prepare_cached("SELECT file, content FROM garbage WHERE file > ?1 ORDER BY file LIMIT ?2")?;
    let rows = statement.query_map(params![after, limit], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(crate) fn removed(connection: &Connection, files: &[String]) -> Result<(), Error> {
    let mut forget = connection.prepare_cached("DELETE FROM garbage WHERE file = ?1")?;
    let mut forget_sums = connection.prepare_cached("DELETE FROM block_sums WHERE file = ?1")?;
    for file in files {
        forget.execute([file])?;
        forget_sums.execute([file])?;
    }
    Ok(())
}

/// Whether any row, live or discarded, refers to the file.
pub(crate) fn is_known(connection: &Connection, file: &str) -> Result<bool, Error> {
    let known = connection
        .prepare_cached("SELECT 1 FROM blob WHERE file = ?1 UNION ALL SELECT 1 FROM garbage WHERE file = ?1")?
        .query_row([file], |_| Ok(()))
        .optional()?;
    Ok(known.is_some())
}
