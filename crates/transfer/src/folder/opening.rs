//! Opens the folder itself.

use std::ffi::OsString;
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::Errno;

use super::{Folder, FolderError};
use crate::resolved::{open_beneath, opened};

const PASSED: OFlags = OFlags::PATH.union(OFlags::DIRECTORY);
const LISTED: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY);

impl Folder {
    /// Opens the folder and creates it if it is missing. The path must be resolved: a link on the way is an error.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        match Self::open_existing(path) {
            Err(FolderError::Missing { .. }) => {}
            answer => return answer,
        }
        create(path)?;
        Self::open_existing(path)
    }

    /// Like [`Self::open`], but a missing folder is an error.
    pub fn open_existing(path: &Path) -> Result<Self, FolderError> {
        let root = opened(path, LISTED).map_err(|error| FolderError::of(path, error))?;
        Ok(Self { root, path: path.to_owned(), fresh: Mutex::default() })
    }
}

/// Creates a directory and its parents. Their names are on the disk when this returns.
fn create(path: &Path) -> Result<(), FolderError> {
    let (mut above, mut walked) = nearest(path)?;
    let missing = path.strip_prefix(&walked).unwrap_or(Path::new("")).to_owned();
    let mut made: Vec<(OwnedFd, OsString)> = Vec::new();
    for name in &missing {
        let next = create_one(&above, name.as_ref()).map_err(|error| {
            // So that the next try creates and syncs them again.
            made.iter().rev().for_each(|(at, name): &(OwnedFd, OsString)| remove(at, name.as_ref()));
            FolderError::of(&walked, error)
        })?;
        made.push((std::mem::replace(&mut above, next), name.to_owned()));
        walked.push(name);
    }
    Ok(())
}

/// The nearest directory above that exists, and its path.
fn nearest(path: &Path) -> Result<(OwnedFd, PathBuf), FolderError> {
    for ancestor in path.ancestors() {
        match opened(ancestor, PASSED) {
            Err(Errno::NOENT) => {}
            answer => return Ok((answer.map_err(|error| FolderError::of(ancestor, error))?, ancestor.to_owned())),
        }
    }
    Err(FolderError::of(path, Errno::NOENT))
}

fn create_one(above: &OwnedFd, name: &Path) -> Result<OwnedFd, Errno> {
    match rustix::fs::mkdirat(above, name, Mode::from_raw_mode(0o777)) {
        Ok(()) | Err(Errno::EXIST) => {}
        Err(error) => return Err(error),
    }
    match open_beneath(above.as_fd(), Path::new("."), LISTED, Mode::empty()).and_then(rustix::fs::fsync) {
        // A directory in which we may create others, but which we may not read, cannot be synced.
        Ok(()) | Err(Errno::ACCESS) => {}
        Err(error) => {
            remove(above, name);
            return Err(error);
        }
    }
    open_beneath(above.as_fd(), name, PASSED, Mode::empty())
}

/// If it is not empty by now, it stays.
fn remove(above: &OwnedFd, name: &Path) {
    let _ = rustix::fs::unlinkat(above, name, AtFlags::REMOVEDIR);
}
