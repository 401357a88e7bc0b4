//! The id that an index and the directory of its files share. An index never runs with the files of another store, nor
//! with the empty directory that is there when a disk is not mounted: uploads would vanish below the disk once it is.

use std::path::Path;

use crate::OpenError;
use crate::directories::{blob_path, data_directory};
use crate::error::Error;
use crate::index::{Connection, identity};
use crate::marker::{read_marker, write_marker};
use crate::names::random_id;

/// Files of the index that are looked for, if it is from before there were ids.
const SAMPLE: u32 = 100;

/// Returns the id, which both sides have from now on.
pub(crate) fn agree(connection: &Connection, directory: &Path, index: &Path) -> Result<String, OpenError> {
    let data = data_directory(directory);
    let failed = |error: Error| OpenError::Index { path: index.to_owned(), message: error.to_string() };
    let unreadable = |source| OpenError::Directory { path: data.clone(), source };
    let missing = || OpenError::DataMissing { index: index.to_owned(), data: data.clone() };
    let (known, marked) = (identity::read(connection).map_err(failed)?, read_marker(&data).map_err(unreadable)?);
    let id = match (known, marked) {
        (Some(known), Some(marked)) if known == marked => return Ok(known),
        (Some(_), Some(_)) => return Err(OpenError::OtherData { index: index.to_owned(), data }),
        (Some(known), None) if identity::is_empty(connection).map_err(failed)? => known,
        (Some(_), None) => return Err(missing()),
        (None, marked) => {
            let files = identity::some_files(connection, SAMPLE).map_err(failed)?;
            if !files.is_empty() && !files.iter().any(|file| blob_path(&data, file).exists()) {
                return Err(missing());
            }
            marked.unwrap_or_else(random_id)
        }
    };
    // The marker first: an index that has an id, next to files without one, would be refused after a crash in between.
    write_marker(&data, &id).map_err(unreadable)?;
    identity::save(connection, &id).map_err(failed)?;
    Ok(id)
}
