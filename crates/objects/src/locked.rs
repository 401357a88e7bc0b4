//! A file that is locked until it is dropped.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use rustix::fs::futimens;

use crate::OpenError;
use crate::clock::NOW;

const LOCK_FILE: &str = "lock";

pub(crate) struct Locked(pub(crate) File);

impl Drop for Locked {
    /// Closing alone is not enough: a child process that is just being started has the file open too, until it runs
    /// exec.
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "cannot release a lock before its file is closed");
        }
    }
}

/// Locks the directory of a store for this process.
pub(crate) fn take_lock(directory: &Path) -> Result<Locked, OpenError> {
    let path = directory.join(LOCK_FILE);
    let failed = |source| OpenError::Directory { path: path.clone(), source };
    let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => {
            // The file's time becomes the moment of opening, by the file system's own clock. It works on a full disk too.
            let lock = Locked(lock);
            futimens(&lock.0, &NOW).map_err(|error| failed(error.into()))?;
            Ok(lock)
        }
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(directory.to_owned())),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_goes_though_somebody_else_still_has_the_file_open() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let locked = Locked(file.reopen().unwrap());
        locked.0.try_lock().unwrap();
        let _as_a_child_has_it = locked.0.try_clone().unwrap();
        let other = file.reopen().unwrap();
        assert!(other.try_lock().is_err());
        drop(locked);
        other.try_lock().unwrap();
    }
}
