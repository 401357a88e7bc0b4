//! Free space on the disks of the store, and the reserve that keeps deletes possible when there is none.
//!
//! The reserve is a file that takes up space. It is given up when not even a delete fits on the disk, and made again
//! once there is space. While it is missing, only operations that free space are accepted: everything else could use up
//! what the deletes need.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use rustix::fs::{FallocateFlags, fallocate, statvfs};
use rustix::io::Errno;

use crate::error::Error;

const RESERVE_FILE: &str = "reserve";
const PROBE_FILE: &str = "reserve.probe";
/// Enough for the index's log and shared memory of a start, and for the deletes until the log starts over.
const RESERVE: u64 = 4 << 20;
const PROBE: usize = 64 << 10;

pub(crate) struct Space {
    directory: PathBuf,
    /// May be on a separate disk.
    data: PathBuf,
    /// Nothing new is accepted that would leave less than this.
    floor: u64,
    making_reserve: Mutex<()>,
}

impl Space {
    pub(crate) fn new(directory: &Path, data: &Path, floor: u64) -> Self {
        Self { directory: directory.to_owned(), data: data.to_owned(), floor, making_reserve: Mutex::default() }
    }

    /// Fails unless there is room for a body of this length.
    pub(crate) fn admit(&self, length: u64) -> Result<(), Error> {
        if self.floor > 0 {
            let here = available(&self.directory)?;
            // A data directory that was deleted is made again.
            let there = available(&self.data).unwrap_or(here);
            if here.min(there.saturating_sub(length)) < self.floor {
                return Err(Error::DiskFull);
            }
        }
        self.make_reserve()
    }

    pub(crate) fn has_reserve(&self) -> bool {
        fs::metadata(self.reserve()).is_ok_and(|metadata| metadata.len() >= RESERVE)
    }

    pub(crate) fn make_reserve(&self) -> Result<(), Error> {
        if self.has_reserve() {
            return Ok(());
        }
        let _alone = self.making_reserve.lock();
        if self.has_reserve() {
            return Ok(());
        }
        let path = self.reserve();
        let made = File::create(&path).and_then(|file| allocate(&file, RESERVE));
        if made.is_err() {
            let _ = fs::remove_file(&path);
        }
        Ok(made?)
    }

    pub(crate) fn give_up_reserve(&self) {
        give_up_reserve(&self.directory);
    }

    /// SQLite reports an exceeded quota like a broken disk. Writing a file shows the difference.
    pub(crate) fn is_full(&self) -> bool {
        let path = self.directory.join(PROBE_FILE);
        let written = File::create(&path).and_then(|file| file.write_all_at(&vec![1; PROBE], 0));
        let _ = fs::remove_file(&path);
        matches!(written.map_err(Error::from), Err(Error::DiskFull))
    }

    fn reserve(&self) -> PathBuf {
        self.directory.join(RESERVE_FILE)
    }
}

/// For a start, which needs space before there is a `Space`.
pub(crate) fn give_up_reserve(directory: &Path) -> bool {
    let given_up = fs::remove_file(directory.join(RESERVE_FILE)).is_ok();
    if given_up {
        tracing::warn!("the disk is full; the reserve was released so that deletes still work");
    }
    given_up
}

/// Bytes that this process may still use.
pub(crate) fn available(path: &Path) -> io::Result<u64> {
    let disk = statvfs(path)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Takes the space for a new file of this length.
fn allocate(file: &File, length: u64) -> io::Result<()> {
    match fallocate(file, FallocateFlags::empty(), 0, length) {
        Err(error) if is_unsupported(error) => fill(file, length),
        other => Ok(other?),
    }
}

fn fill(file: &File, length: u64) -> io::Result<()> {
    let block = vec![0; PROBE];
    let mut at = 0;
    while at < length {
        file.write_all_at(&block, at)?;
        at += block.len() as u64;
    }
    Ok(())
}

/// Whether this file system cannot reserve space.
pub(crate) fn is_unsupported(error: Errno) -> bool {
    matches!(error, Errno::OPNOTSUPP | Errno::NOSYS | Errno::INVAL)
}
