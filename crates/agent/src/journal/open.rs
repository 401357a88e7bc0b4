//! Opens the database so that only its owner can read it.

use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use serving::private::PRIVATE_FILE;

use super::{damage, migrations};

/// A backup of the database by another process may lock it for a moment.
const BUSY: Duration = Duration::from_secs(10);

pub(super) fn writer(file: &Path) -> anyhow::Result<Connection> {
    // SQLite creates its side files with the mode of the database, so making that file private is enough.
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(PRIVATE_FILE)
        .open(file)
        .with_context(|| format!("cannot write {}", file.display()))?;
    let mut connection = Connection::open(file).with_context(|| format!("cannot open {}", file.display()))?;
    connection.busy_timeout(BUSY)?;
    // If the database is damaged, closing it must not write to it, nor delete its log.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    damage::check(&connection).with_context(|| format!("{}", file.display()))?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    migrations::apply(&mut connection).with_context(|| format!("{}", file.display()))?;
    Ok(connection)
}

pub(super) fn reader(file: &Path) -> anyhow::Result<Connection> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}
