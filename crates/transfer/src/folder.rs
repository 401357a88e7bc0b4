//! The folder that a download is written to.
//!
//! Whatever names a package contains, no byte is written outside of the folder, no link is followed, and no existing
//! file is overwritten. The folder is opened once, and everything else relative to it, so that replacing a directory by
//! a link in between does not help an attacker. Content is written to a `.part` file, which
//! gets its name when it is complete and on the disk. All functions block.

mod error;
mod finish;
mod listing;
mod opening;
mod part_file;
mod place;
mod taking;
mod unnamed;

use std::collections::BTreeSet;
use std::fs::File;
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::Errno;

use parking_lot::{Mutex, MutexGuard};
use place::{Place, check, is_removed, place_of};

use crate::resolved::open_beneath;

pub use error::FolderError;
pub use finish::{Finished, Whole};
pub use listing::{Listed, ListedEntry};
pub use part_file::{Identity, PartFile, Resume};
pub use unnamed::NewPart;

pub struct Folder {
    root: OwnedFd,
    path: PathBuf,
    /// Directories that were created here and whose names may not be on the disk yet.
    fresh: Mutex<BTreeSet<PathBuf>>,
}

/// What exists at a path. A link is not a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Existing {
    pub size: u64,
    pub is_file: bool,
}

/// What this user can still write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    pub bytes: u64,
    pub inodes: u64,
}

impl Folder {
    /// Creates a directory and its parents, if they do not exist yet.
    pub fn directory(&self, relative: &Path) -> Result<(), FolderError> {
        self.made(relative).map(|_| ())
    }

    /// Opens a directory below the folder; creates it if it is missing.
    fn made(&self, relative: &Path) -> Result<OwnedFd, FolderError> {
        match self.opened(relative) {
            Err(FolderError::Missing { .. }) => {}
            answer => return answer,
        }
        let mut above = self.opened(Path::new(""))?;
        let mut walked = PathBuf::new();
        for part in relative {
            walked.push(part);
            match rustix::fs::mkdirat(&above, part, Mode::from_raw_mode(0o777)) {
                Ok(()) => {
                    self.fresh().insert(walked.clone());
                }
                Err(Errno::EXIST) => {}
                Err(error) => return Err(self.failed(&walked, error)),
            }
            above = self.opened(&walked)?;
        }
        Ok(above)
    }

    fn opened(&self, relative: &Path) -> Result<OwnedFd, FolderError> {
        check(&self.path, relative)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW;
        let path = if relative.as_os_str().is_empty() { Path::new(".") } else { relative };
        open_beneath(self.root.as_fd(), path, flags, Mode::empty()).map_err(|error| self.failed(relative, error))
    }

    /// The file for the content, with disk space reserved for all of it. A file of someone else is never used: then
    /// another name is chosen, which the part file reports.
    pub fn part(&self, relative: &Path, size: u64, resume: &Resume) -> Result<PartFile, FolderError> {
        let place = place_of(&self.path, relative)?;
        let directory = self.made(place.folder)?;
        let kept = match resume {
            Resume::Own(identity) => self.kept_part(identity)?,
            Resume::New => None,
        };
        let part = match kept {
            Some(part) => part,
            None => self.new_part(&directory, &place)?,
        };
        rustix::fs::ftruncate(&part.file, size).map_err(|error| self.failed(&part.identity.part, error))?;
        Ok(part)
    }

    /// The part file from before, if it is still the same file.
    fn kept_part(&self, identity: &Identity) -> Result<Option<PartFile>, FolderError> {
        let relative = &identity.part;
        check(&self.path, relative)?;
        let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let file = match open_beneath(self.root.as_fd(), relative, flags, Mode::empty()) {
            Ok(file) => file,
            Err(error @ (Errno::MFILE | Errno::NFILE)) => return Err(self.failed(relative, error)),
            Err(_) => return Ok(None),
        };
        let found = rustix::fs::fstat(&file).map_err(|error| self.failed(relative, error))?;
        // A file with a second hard link could be anywhere.
        let now = Identity::of(relative, &file).map_err(|error| self.failed(relative, error))?;
        let is_own = part_file::is_regular(&found) && found.st_nlink == 1 && now.is_same_file(identity);
        let path = self.path.join(relative);
        Ok(is_own.then(|| PartFile { file: File::from(file), path, identity: identity.clone(), is_resumed: true }))
    }

    fn new_part(&self, directory: &OwnedFd, place: &Place<'_>) -> Result<PartFile, FolderError> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
        for attempt in 1..=finish::ATTEMPTS {
            let name = part_file::part_name(&place.name, attempt);
            let relative = place.folder.join(&name);
            // Never executable, regardless of the umask.
            match open_beneath(directory.as_fd(), Path::new(&name), flags, Mode::from_raw_mode(0o666)) {
                Ok(file) => {
                    let identity = Identity::of(&relative, &file).map_err(|error| self.failed(&relative, error))?;
                    let path = self.path.join(&relative);
                    return Ok(PartFile { file: File::from(file), path, identity, is_resumed: false });
                }
                Err(Errno::EXIST) => {}
                Err(error) => return Err(self.failed(&relative, error)),
            }
        }
        Err(self.failed(&place.folder.join(&place.name), Errno::EXIST))
    }

    /// What exists at a path, if anything.
    pub fn existing(&self, relative: &Path) -> Result<Option<Existing>, FolderError> {
        let place = place_of(&self.path, relative)?;
        let directory = match self.opened(place.folder) {
            Err(FolderError::Missing { .. }) => return Ok(None),
            answer => answer?,
        };
        match rustix::fs::statat(&directory, &place.name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(found) => {
                let size = u64::try_from(found.st_size).unwrap_or(0);
                Ok(Some(Existing { size, is_file: part_file::is_regular(&found) }))
            }
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(self.failed(relative, error)),
        }
    }

    pub fn room(&self) -> Result<Room, FolderError> {
        let found = rustix::fs::fstatvfs(&self.root).map_err(|error| self.failed(Path::new(""), error))?;
        // Some file systems have no fixed number of inodes and report 0.
        let inodes = if found.f_files == 0 { u64::MAX } else { found.f_favail };
        Ok(Room { bytes: found.f_bavail.saturating_mul(found.f_frsize), inodes })
    }

    /// Removes a file and returns whether there was one; keeps a directory or a link.
    pub fn remove_file(&self, relative: &Path) -> Result<bool, FolderError> {
        if !self.existing(relative)?.is_some_and(|existing| existing.is_file) {
            return Ok(false);
        }
        let place = place_of(&self.path, relative)?;
        let directory = self.opened(place.folder)?;
        match rustix::fs::unlinkat(&directory, &place.name, AtFlags::empty()) {
            Ok(()) => Ok(true),
            Err(Errno::NOENT) => Ok(false),
            Err(error) => Err(self.failed(relative, error)),
        }
    }

    /// Removes a directory and its parents as long as they are empty, but not the folder itself.
    pub fn remove_empty_directories(&self, relative: &Path) -> Result<(), FolderError> {
        for directory in relative.ancestors().filter(|path| !path.as_os_str().is_empty()) {
            let place = place_of(&self.path, directory)?;
            let above = match self.opened(place.folder) {
                Err(FolderError::Missing { .. }) => continue,
                answer => answer?,
            };
            match rustix::fs::unlinkat(&above, &place.name, AtFlags::REMOVEDIR) {
                Ok(()) | Err(Errno::NOENT) => {
                    self.fresh().remove(directory);
                }
                Err(Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => return Ok(()),
                Err(error) => return Err(self.failed(directory, error)),
            }
        }
        Ok(())
    }

    fn fresh(&self) -> MutexGuard<'_, BTreeSet<PathBuf>> {
        self.fresh.lock()
    }

    fn failed(&self, relative: &Path, error: Errno) -> FolderError {
        if error == Errno::NOENT && is_removed(&self.root) {
            return FolderError::Removed { path: self.path.clone() };
        }
        FolderError::of(&self.path.join(relative), error)
    }
}
