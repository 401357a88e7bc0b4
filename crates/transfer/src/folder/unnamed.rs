//! Part files that are recorded before they are visible.
//!
//! If the process ended between creating and recording a part file, nobody would ever delete it. So it is created
//! without a name, recorded with its future name, and then named: a process that ends in between leaves nothing behind.
//! If the file system does not support that, the part file has its name from the start.

use std::fs::File;
use std::os::fd::{AsFd as _, AsRawFd as _};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Mode, OFlags};
use rustix::io::Errno;

use super::finish::ATTEMPTS;
use super::part_file::part_name;
use super::place::{Place, place_of};
use super::{Folder, FolderError, Identity, PartFile, Resume};
use crate::resolved::open_beneath;

/// A part file that must be recorded and then named.
#[derive(Debug)]
pub struct NewPart {
    part: PartFile,
    has_name: bool,
}

impl NewPart {
    pub fn identity(&self) -> &Identity {
        &self.part.identity
    }
}

impl Folder {
    /// A part file for new content, with disk space reserved for all of it.
    pub fn new_part_for(&self, relative: &Path, size: u64) -> Result<NewPart, FolderError> {
        let place = place_of(&self.path, relative)?;
        let directory = self.made(place.folder)?;
        let flags = OFlags::RDWR | OFlags::TMPFILE;
        let file = match open_beneath(directory.as_fd(), Path::new("."), flags, Mode::from_raw_mode(0o666)) {
            Ok(file) => file,
            Err(error @ (Errno::MFILE | Errno::NFILE)) => return Err(self.failed(relative, error)),
            Err(_) => return Ok(NewPart { part: self.part(relative, size, &Resume::New)?, has_name: true }),
        };
        let name = self.free_part_name(&directory, &place)?;
        let failed = |error| self.failed(&name, error);
        rustix::fs::ftruncate(&file, size).map_err(failed)?;
        let identity = Identity::of(&name, &file).map_err(failed)?;
        let path = self.path.join(&name);
        Ok(NewPart { part: PartFile { file: File::from(file), path, identity, is_resumed: false }, has_name: false })
    }

    fn free_part_name(&self, directory: &impl std::os::fd::AsFd, place: &Place<'_>) -> Result<PathBuf, FolderError> {
        for attempt in 1..=ATTEMPTS {
            let name = part_name(&place.name, attempt);
            match rustix::fs::statat(directory, &name, AtFlags::SYMLINK_NOFOLLOW) {
                Err(Errno::NOENT) => return Ok(place.folder.join(name)),
                Err(error) => return Err(self.failed(&place.folder.join(name), error)),
                Ok(_) => {}
            }
        }
        Err(self.failed(&place.folder.join(&place.name), Errno::EXIST))
    }

    /// Gives a recorded part file its name. If that name is taken by now, returns a new identity that must be recorded.
    pub fn name_part(&self, new: &NewPart, relative: &Path, size: u64) -> Result<Option<Identity>, FolderError> {
        if new.has_name {
            return Ok(None);
        }
        let place = place_of(&self.path, &new.part.identity.part)?;
        let directory = self.made(place.folder)?;
        let unnamed = format!("/proc/self/fd/{}", new.part.file.as_raw_fd());
        match rustix::fs::linkat(CWD, unnamed, &directory, &place.name, AtFlags::SYMLINK_FOLLOW) {
            Ok(()) => Ok(None),
            Err(_) => Ok(Some(self.part(relative, size, &Resume::New)?.identity().clone())),
        }
    }

    /// Whether the part file exists as it was recorded.
    pub fn has_part(&self, identity: &Identity) -> Result<bool, FolderError> {
        Ok(self.kept_part(identity)?.is_some())
    }
}
