//! The id of the store, which its directory of files has too.

use rusqlite::{Connection, OptionalExtension as _};

use crate::error::Error;

pub(crate) fn read(connection: &Connection) -> Result<Option<String>, Error> {
    Ok(connection.query_row("SELECT id FROM store", [], |row| row.get(0)).optional()?)
}

pub(crate) fn save(connection: &Connection, id: &str) -> Result<(), Error> {
    if read(connection)?.is_none() {
        connection.execute("INSERT INTO store (id) VALUES (?1)", [id])?;
    }
    Ok(())
}

/// Whether nothing was ever stored.
pub(crate) fn is_empty(connection: &Connection) -> Result<bool, Error> {
    Ok(connection.query_row("SELECT NOT EXISTS (SELECT 1 FROM bucket)", [], |row| row.get(0))?)
}

/// The newest files that the index refers to.
pub(crate) fn some_files(connection: &Connection, limit: u32) -> Result<Vec<String>, Error> {
    let mut statement = connection.prepare("SELECT file FROM blob WHERE file IS NOT NULL ORDER BY id DESC LIMIT ?1")?;
    let rows = statement.query_map([limit], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
