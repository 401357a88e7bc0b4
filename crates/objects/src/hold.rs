//! Keeps forgotten files where they are for as long as someone copies the store.
//!
//! A hold is a lock on a file of the directory, so that it reaches into the process that runs the store and ends with
//! the one that took it. The keeper looks for it after it has read which files are garbage: who gets the hold later than
//! that sees an index that has forgotten those files already.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use crate::locked::Locked;

const HOLD_FILE: &str = "hold";

/// While it lives no file of the store goes away.
pub struct Hold(#[expect(dead_code, reason = "released when it is dropped")] Locked);

impl Hold {
    pub(crate) fn take(directory: &Path) -> io::Result<Self> {
        prepare(directory)?;
        let file = File::open(directory.join(HOLD_FILE))?;
        file.lock_shared()?;
        Ok(Self(Locked(file)))
    }
}

/// Makes the file that is locked. The store does so when it is opened, because a copy may be made by somebody else, whose
/// file it could not open.
pub(crate) fn prepare(directory: &Path) -> io::Result<()> {
    let path = directory.join(HOLD_FILE);
    if path.exists() {
        return Ok(());
    }
    OpenOptions::new().create(true).truncate(false).write(true).open(path).map(drop)
}

/// Whether anyone has one. Nothing is made for the question: on a full disk, too, files must go.
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
