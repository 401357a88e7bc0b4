//! The file with the id of the store, next to the shards.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use crate::directories::{make_directory, sync_directory};
use crate::names::is_id;

const MARKER_FILE: &str = "store-id";

/// Whether this is, or was, the directory of a store's files.
pub(crate) fn is_marked(data: &Path) -> bool {
    data.join(MARKER_FILE).exists()
}

pub(crate) fn read_marker(data: &Path) -> io::Result<Option<String>> {
    let text = match fs::read_to_string(data.join(MARKER_FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other?,
    };
    let id = text.trim();
    if is_id(id) {
        Ok(Some(id.to_owned()))
    } else {
        Err(io::Error::other(format!("the file {MARKER_FILE} is damaged")))
    }
}

/// The file is complete or absent, whatever happens to the process.
pub(crate) fn write_marker(data: &Path, id: &str) -> io::Result<()> {
    make_directory(data)?;
    let (new, path) = (data.join("store-id.new"), data.join(MARKER_FILE));
    let mut file = File::create(&new)?;
    writeln!(file, "{id}")?;
    file.sync_all()?;
    fs::rename(new, path)?;
    sync_directory(data)
}
