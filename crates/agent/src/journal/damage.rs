//! A journal that can no longer be read is set aside, so that the agent still starts.
//!
//! Nothing is deleted: the file and its side files get a dated name and stay in the state directory, and the agent's
//! status names them until someone removes them.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode};

/// Between the name of the journal and the date.
const MARK: &str = ".damaged-";
/// SQLite's side files, which belong to the database: the log with the last transactions, and an index of it.
const WAL: &str = "-wal";
const SHM: &str = "-shm";
/// The log, until the database is renamed, too.
const MOVING: &str = "-wal-moving";

/// Whether the error says that the file itself is damaged, not that it cannot be opened at the moment.
pub(super) fn is_damage(error: &anyhow::Error) -> bool {
    let codes = error.chain().filter_map(|cause| cause.downcast_ref::<rusqlite::Error>());
    codes
        .filter_map(rusqlite::Error::sqlite_error_code)
        .any(|code| matches!(code, ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt))
}

/// Fails if a page of the database is damaged or missing. Otherwise that would show only when the page is needed.
pub(super) fn check(connection: &Connection) -> rusqlite::Result<()> {
    let answer: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if answer == "ok" {
        return Ok(());
    }
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    Err(rusqlite::Error::SqliteFailure(code, Some(answer)))
}

/// Renames the journal and its side files, durably. `date` becomes a part of their names.
pub(super) fn set_aside(file: &Path, date: &str) -> io::Result<PathBuf> {
    let (directory, name) = (directory_of(file), file.file_name().unwrap_or_default());
    let name = name.to_string_lossy();
    let mut aside = directory.join(format!("{name}{MARK}{date}"));
    for number in 2.. {
        if !aside.try_exists()? {
            break;
        }
        aside = directory.join(format!("{name}{MARK}{date}-{number}"));
    }
    rename(&with_ending(file, SHM), &with_ending(&aside, SHM))?;
    // The log first: without its database, SQLite would delete it. Its name says that the database must follow.
    rename(&with_ending(file, WAL), &with_ending(&aside, MOVING))?;
    sync(directory)?;
    follow(file, &aside)?;
    Ok(aside)
}

/// Continues if the process ended in [`set_aside`] after the log was renamed. Without this, the database would be opened
/// without the last transactions, which are in the log.
pub(super) fn finish_setting_aside(file: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory_of(file))? {
        let path = entry?.path();
        let Some(aside) = path.to_str().and_then(|path| path.strip_suffix(MOVING)).map(PathBuf::from) else { continue };
        follow(file, &aside)?;
        tracing::error!(aside = %aside.display(), "the journal was damaged");
    }
    Ok(())
}

/// Renames the database after its log, and then gives the log its final name.
fn follow(file: &Path, aside: &Path) -> io::Result<()> {
    if !aside.try_exists()? {
        rename(file, aside)?;
        sync(directory_of(file))?;
    }
    rename(&with_ending(aside, MOVING), &with_ending(aside, WAL))?;
    sync(directory_of(file))
}

/// Renames a file, if it exists.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        renamed => renamed,
    }
}

fn directory_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new("/"))
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}{ending}", path.display()))
}

fn sync(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

/// The journals that were set aside in this directory, oldest first.
pub(super) fn all_set_aside(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_side_file = [WAL, SHM, MOVING].iter().any(|ending| name.ends_with(ending));
        if name.contains(MARK) && !is_side_file {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
