//! Space that the index will need once its log is checkpointed, allocated before the commit that needs it. So a
//! checkpoint never fails for lack of space, the log can always start over, and deletes need no space at all.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use rustix::fs::{FallocateFlags, fallocate};

use crate::error::Error;
use crate::space::{available, is_unsupported};

/// Allocated at a time, to do it rarely.
const STEP: u64 = 1 << 20;

pub(super) struct Growth {
    path: PathBuf,
    /// Open as long as any connection to the index is: closing a file releases all POSIX locks of the process on it,
    /// and SQLite uses these.
    file: File,
    allocated: Mutex<u64>,
}

impl Growth {
    /// Call only while a connection to the index is open.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).open(path)?;
        Ok(Self { path: path.to_owned(), file, allocated: Mutex::new(0) })
    }

    /// Takes the space for an index of this length, and some more if there is.
    pub(super) fn allocate(&self, length: u64) -> Result<(), Error> {
        let mut allocated = self.allocated.lock();
        if length <= *allocated {
            return Ok(());
        }
        let take = |to: u64| fallocate(&self.file, FallocateFlags::KEEP_SIZE, *allocated, to - *allocated);
        let taken = take(length + STEP).map(|()| length + STEP).or_else(|_| take(length).map(|()| length));
        match taken {
            Ok(taken) => *allocated = taken,
            Err(error) if is_unsupported(error) => self.require_available(length)?,
            Err(error) => return Err(io::Error::from(error).into()),
        }
        Ok(())
    }

    /// A checkpoint ends with a file of exactly the length that the index has.
    pub(super) fn after_checkpoint(&self) {
        let length = fs::metadata(&self.path).map_or(0, |metadata| metadata.len());
        let mut allocated = self.allocated.lock();
        *allocated = length.min(*allocated);
    }

    fn require_available(&self, length: u64) -> Result<(), Error> {
        let missing = length.saturating_sub(self.file.metadata()?.len());
        let directory = self.path.parent().unwrap_or(Path::new("."));
        if available(directory)? < missing { Err(Error::DiskFull) } else { Ok(()) }
    }
}
