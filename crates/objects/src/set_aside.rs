//! For the operator of a store whose index does not know its files.

use std::path::Path;
use std::time::Duration;

use crate::directories::{data_directory, shards};
use crate::fsck::FsckError;
use crate::index::{INDEX_FILE, garbage, open_for_audit};
use crate::locked::take_lock;
use crate::lost::{Lost, entries};
use crate::names::is_id;

/// Sets aside all files that the index does not know, however many, so that the store starts again. The store must not
/// be running. Returns their number.
pub fn set_aside(directory: &Path) -> Result<u64, FsckError> {
    let failed = |error: &dyn std::error::Error| FsckError::Failed(error.to_string());
    let index = directory.join(INDEX_FILE);
    if !index.exists() {
        return Err(FsckError::NoStore(directory.to_owned()));
    }
    let _lock = take_lock(directory).map_err(|error| failed(&error))?;
    let connection = open_for_audit(&index).map_err(|error| failed(&error))?;
    let lost = Lost::new(directory, Duration::MAX);
    let mut count = 0;
    for shard in shards(&data_directory(directory)) {
        for entry in entries(&shard).map_err(|error| failed(&error))? {
            let path = entry.map_err(|error| failed(&error))?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if is_id(name) && !garbage::is_known(&connection, name).map_err(|error| failed(&error))? {
                lost.set_aside(&path).map_err(|error| failed(&error))?;
                count += 1;
            }
        }
    }
    Ok(count)
}
