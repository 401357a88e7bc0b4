//! Buckets: names with a date.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::Error;

pub(crate) fn create(connection: &Connection, name: &str, now: i64) -> Result<(), Error> {
    let made = connection
        .prepare_cached("INSERT INTO bucket (name, created) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
        .execute(params![name, now])?;
    if made == 0 { Err(Error::BucketExists) } else { Ok(()) }
}

pub(crate) fn require(connection: &Connection, name: &str) -> Result<(), Error> {
    connection
        .prepare_cached("SELECT 1 FROM bucket WHERE name = ?1")?
        .query_row([name], |_| Ok(()))
        .optional()?
        .ok_or(Error::NoSuchBucket)
}

pub(crate) fn all(connection: &Connection) -> Result<Vec<(String, i64)>, Error> {
    let mut statement = connection.prepare_cached("SELECT name, created FROM bucket ORDER BY name")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(crate) fn remove(connection: &Connection, name: &str) -> Result<(), Error> {
    require(connection, name)?;
    let used: bool = connection
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM object WHERE bucket = ?1)
                 OR EXISTS (SELECT 1 FROM upload WHERE bucket = ?1 AND list IS NULL)",
        )?
        .query_row([name], |row| row.get(0))?;
    if used {
        return Err(Error::BucketNotEmpty);
    }
    connection.prepare_cached("DELETE FROM bucket WHERE name = ?1")?.execute([name])?;
    Ok(())
}
