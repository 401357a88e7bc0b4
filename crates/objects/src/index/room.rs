//! Whether an object that an uploader puts is still wanted, and whether there is room for it.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::{closings, objects};
use crate::allowance::Allowance;
use crate::error::Error;
use crate::names::{ObjectName, successor};

/// Refuses a key that is closed, and a body that does not fit under the shared limit of its prefix. `arriving` are the
/// lengths of objects below the prefix that are being written; they replace those of the same names.
pub(crate) fn check(
    connection: &Connection,
    name: &ObjectName,
    length: u64,
    allowance: &Allowance,
    mut arriving: BTreeMap<String, u64>,
) -> Result<(), Error> {
    closings::require_open(connection, name)?;
    let Allowance { limit: Some(limit), below: Some(below) } = allowance else { return Ok(()) };
    arriving.insert(name.key.clone(), length);
    let mut bytes = bytes_below(connection, &name.bucket, below)?;
    for (key, length) in arriving {
        let before = objects::size(connection, &ObjectName { bucket: name.bucket.clone(), key })?;
        bytes = bytes.saturating_sub(before).saturating_add(length);
    }
    if bytes > *limit { Err(Error::OverLimit(*limit)) } else { Ok(()) }
}

fn bytes_below(connection: &Connection, bucket: &str, prefix: &str) -> Result<u64, Error> {
    let to = successor(prefix.as_bytes()).unwrap_or_default();
    let bytes: i64 = connection
        .prepare_cached("SELECT coalesce(sum(size), 0) FROM object WHERE bucket = ?1 AND key >= ?2 AND key < ?3")?
        .query_row(params![bucket, prefix.as_bytes(), to], |row| row.get(0))?;
    Ok(bytes.cast_unsigned())
}
