//! Room on the disk of an embedded database, for the moment when the disk is full or a quota is used up.
//!
//! A full disk must not keep the server from starting, people from signing in, and anyone from deleting what fills it.
//! All of these write a little. So a file keeps some room, and is removed when nothing else is left.
//!
//! What the file system calls free may be more than a quota allows. So the room is also tried out: before it is set
//! aside, and when a write has failed.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{FallocateFlags, fallocate, statvfs};
use rustix::io::Errno;

use super::StoreError;

const RESERVE: u64 = 16 << 20;
/// With less than this, the disk counts as full. One transaction takes far less.
const NEARLY_FULL: u64 = 4 << 20;
/// With more than this, room is set aside again.
const PLENTY: u64 = 8 * RESERVE;

#[derive(Debug)]
pub(super) struct Reserve {
    path: PathBuf,
    probe: PathBuf,
    /// The room was needed, and there is not enough yet to set it aside again.
    is_used: AtomicBool,
}

impl Reserve {
    pub(super) fn beside(database: &Path) -> Self {
        let file = |extension| database.with_extension(extension);
        Self { path: file("reserve"), probe: file("probe"), is_used: AtomicBool::new(false) }
    }

    /// Gives the room up if the disk is full. Cheap enough to be called before every transaction.
    pub(super) fn give_up_if_full(&self) {
        if self.free_bytes().is_ok_and(|free| free < NEARLY_FULL) {
            self.give_up();
        }
    }

    /// As [`give_up_if_full`](Self::give_up_if_full), also if a quota is used up.
    pub(super) fn give_up_if_refused(&self) {
        if self.is_refused() {
            self.give_up();
        }
    }

    /// The error of a write, once it is known whether the disk was full. If it was, there is some room for the next one.
    fn explain(&self, error: StoreError) -> StoreError {
        let is_full = matches!(error, StoreError::DiskFull(_)) || error.is_failed_write() && self.is_refused();
        if is_full {
            self.give_up();
        }
        match error {
            StoreError::Database(cause) if is_full => StoreError::DiskFull(cause),
            other => other,
        }
    }

    /// Whether the database lives on what was set aside, or has used it up. Another process may have set it aside again.
    pub(super) fn is_used(&self) -> bool {
        self.is_used.load(Ordering::Relaxed) && !self.is_there()
    }

    pub(super) fn is_there(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|file| file.len() >= RESERVE)
    }

    /// Sets the room aside, if there is plenty. While others write, they may find the disk full for a moment.
    pub(super) fn set_aside(&self) {
        let is_plenty = self.free_bytes().is_ok_and(|free| free > PLENTY);
        if self.is_there() || !(is_plenty || self.is_used()) {
            return;
        }
        let allocated = self.allocate();
        if allocated.is_err() || !is_plenty {
            let _ = fs::remove_file(&self.path);
        }
        let is_refused = allocated.as_ref().is_err_and(is_full);
        self.is_used.store(is_refused, Ordering::Relaxed);
        if let Err(error) = allocated
            && !is_refused
        {
            tracing::warn!(%error, path = %self.path.display(), "cannot set room aside for the moment when the disk is full");
        }
    }

    fn give_up(&self) {
        self.is_used.store(true, Ordering::Relaxed);
        if fs::remove_file(&self.path).is_ok() {
            let disk = self.path.parent().unwrap_or(&self.path).display();
            tracing::error!(%disk, "the disk is full: the database uses what was set aside for this; free some space");
        }
    }

    /// If the room was needed before, there must be twice as much: with less, the next writes would need it at once.
    fn allocate(&self) -> io::Result<()> {
        let wanted = if self.is_used() { 2 * RESERVE } else { RESERVE };
        let file = File::create(&self.path)?;
        fallocate(&file, FallocateFlags::empty(), 0, wanted)?;
        file.set_len(RESERVE)?;
        file.sync_all()
    }

    /// Whether the disk, or a quota on it, leaves less than a transaction may need. Takes that much for a moment.
    fn is_refused(&self) -> bool {
        let tried = File::create(&self.probe).and_then(|file| take(&file));
        let _ = fs::remove_file(&self.probe);
        tried.is_err_and(|error| is_full(&error))
    }

    fn free_bytes(&self) -> io::Result<u64> {
        let directory = self.path.parent().filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let disk = statvfs(directory)?;
        Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
}

/// The error of a write to the database, after a look at its disk, if that is ours.
pub(super) fn explain(reserve: Option<&Reserve>, error: sqlx::Error) -> StoreError {
    match reserve {
        Some(reserve) => reserve.explain(error.into()),
        None => error.into(),
    }
}

fn take(file: &File) -> io::Result<()> {
    match fallocate(file, FallocateFlags::empty(), 0, NEARLY_FULL) {
        // This file system cannot reserve space. Some of them refuse data only when it is synced.
        Err(Errno::OPNOTSUPP | Errno::NOSYS | Errno::INVAL) => {
            io::copy(&mut io::repeat(1).take(NEARLY_FULL), &mut &*file)?;
            file.sync_data()
        }
        other => Ok(other?),
    }
}

fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}
