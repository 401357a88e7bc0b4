//! Keeps discarded files in place while someone copies the store.
//!
//! A hold is a lock on a file in the directory. So it works across processes and ends with the process that took it.
//! The keeper checks for it after it has read which files are garbage: a hold that is taken later sees an index that
//! has already forgotten those files.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use crate::locked::Locked;

const HOLD_FILE: &str = "hold";

/// While it exists, no file of the store is deleted.
pub struct Hold(#[expect(dead_code, reason = "released when it is dropped")] Locked);

impl Hold {
    pub(crate) fn take(directory: &Path) -> io::Result<Self> {
        prepare(directory)?;
        let file = File::open(directory.join(HOLD_FILE))?;
        file.lock_shared()?;
        Ok(Self(Locked(file)))
    }
}

/// Creates the lock file. The store does this when it is opened, because the copy may be made by a different user,
/// whose file the store could not open.
pub(crate) fn prepare(directory: &Path) -> io::Result<()> {
    let path = directory.join(HOLD_FILE);
    if path.exists() {
        return Ok(());
    }
    OpenOptions::new().create(true).truncate(false).write(true).open(path).map(drop)
}

/// Whether there is a hold. Creates nothing, because files must be deleted on a full disk too.
pub(crate) fn is_held(directory: &Path) -> io::Result<bool> {
    let file = match File::open(directory.join(HOLD_FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        other => other?,
    };
    match file.try_lock() {
        Ok(()) => file.unlock().map(|()| false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
