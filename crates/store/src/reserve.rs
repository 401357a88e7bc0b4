//! Room on the disk of an embedded database, for the moment when the disk is full.
//!
//! A full disk must not keep the server from starting, people from signing in, and anyone from deleting what fills it.
//! All of these write a little. So a file keeps some room, and is removed when nothing else is left.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{FallocateFlags, fallocate, statvfs};

const RESERVE: u64 = 16 << 20;
/// With less than this, the disk counts as full. One transaction takes far less.
const NEARLY_FULL: u64 = 4 << 20;
/// With more than this, room is set aside again.
const PLENTY: u64 = 8 * RESERVE;

#[derive(Debug)]
pub(super) struct Reserve {
    path: PathBuf,
}

impl Reserve {
    pub(super) fn beside(database: &Path) -> Self {
        Self { path: database.with_extension("reserve") }
    }

    /// Gives the room up if the disk is full. Cheap enough to be called before every transaction.
    pub(super) fn give_up_if_full(&self) {
        if self.free_bytes().is_ok_and(|free| free < NEARLY_FULL) && fs::remove_file(&self.path).is_ok() {
            let disk = self.path.parent().unwrap_or(&self.path).display();
            tracing::error!(%disk, "the disk is full: the database uses what was set aside for this; free some space");
        }
    }

    /// Sets the room aside, if there is plenty.
    pub(super) fn set_aside(&self) {
        let is_there = fs::metadata(&self.path).is_ok_and(|file| file.len() >= RESERVE);
        if is_there || !self.free_bytes().is_ok_and(|free| free > PLENTY) {
            return;
        }
        if let Err(error) = self.allocate() {
            let _ = fs::remove_file(&self.path);
            tracing::warn!(%error, path = %self.path.display(), "cannot set room aside for the moment when the disk is full");
        }
    }

    fn allocate(&self) -> io::Result<()> {
        let file = File::create(&self.path)?;
        fallocate(&file, FallocateFlags::empty(), 0, RESERVE)?;
        file.sync_all()
    }

    fn free_bytes(&self) -> io::Result<u64> {
        let directory = self.path.parent().filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let disk = statvfs(directory)?;
        Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
}
