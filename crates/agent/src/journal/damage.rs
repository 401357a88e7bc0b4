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
/// SQLite's side files, which belong to the database.
const ENDINGS: [&str; 3] = ["", "-wal", "-shm"];

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
    let (directory, name) = (file.parent().unwrap_or(Path::new("/")), file.file_name().unwrap_or_default());
    let name = name.to_string_lossy();
    let mut aside = directory.join(format!("{name}{MARK}{date}"));
    for number in 2.. {
        if !aside.try_exists()? {
            break;
        }
        aside = directory.join(format!("{name}{MARK}{date}-{number}"));
    }
    // The database comes last: as long as it has its old name, the next start tries again.
    for ending in ENDINGS.iter().rev() {
        let with_ending = |path: &Path| PathBuf::from(format!("{}{ending}", path.display()));
        match fs::rename(with_ending(file), with_ending(&aside)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            renamed => renamed?,
        }
    }
    File::open(directory)?.sync_all()?;
    Ok(aside)
}

/// The journals that were set aside in this directory, oldest first.
pub(super) fn all_set_aside(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_side_file = ENDINGS[1..].iter().any(|ending| name.ends_with(ending));
        if name.contains(MARK) && !is_side_file {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
