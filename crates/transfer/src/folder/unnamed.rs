//! Parts that are noted down before anyone can see them.
//!
//! A part that is made and then noted is nobody's if the process ends in between, and stays for ever. So it is made
//! without a name, noted with the name that it will have, and named then: a process that ends on the way leaves nothing.
//! Where the file system cannot do that, the part has its name from the beginning.

use std::fs::File;
use std::os::fd::{AsFd as _, AsRawFd as _};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Mode, OFlags};
use rustix::io::Errno;

use super::beneath::{Place, open_beneath, place_of};
use super::finish::ATTEMPTS;
use super::part_file::part_name;
use super::{Folder, FolderError, Identity, PartFile, Resume};

/// A part that is to be noted, and then named.
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
    /// A part for new content, with room for all of it.
    pub fn new_part_for(&self, relative: &Path, size: u64) -> Result<NewPart, FolderError> {
        let place = place_of(&self.path, relative)?;
        let directory = self.made(place.folder)?;
        let flags = OFlags::RDWR | OFlags::TMPFILE;
        let Ok(file) = open_beneath(directory.as_fd(), Path::new("."), flags, Mode::from_raw_mode(0o666)) else {
            return Ok(NewPart { part: self.part(relative, size, &Resume::New)?, has_name: true });
        };
        let name = self.free_part_name(&directory, &place)?;
        let failed = |error| self.failed(&name, error);
        rustix::fs::ftruncate(&file, size).map_err(failed)?;
        let identity = Identity::of(&name, &rustix::fs::fstat(&file).map_err(failed)?);
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

    /// Gives a part that was noted its name. Gives another identity if that is taken by now: then that one is to be noted.
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

    /// Whether the part is there as it was noted.
    pub fn has_part(&self, identity: &Identity) -> Result<bool, FolderError> {
        Ok(self.kept_part(identity)?.is_some())
    }
}
