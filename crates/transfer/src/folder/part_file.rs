//! A file that is not complete yet.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::fd::AsFd;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use domain::local_name::PART_ENDING;
use rustix::fs::{Advice, AtFlags, FileType, Stat, StatxFlags};
use rustix::io::Errno;

use super::FolderError;

const NAME_LONGEST_BYTES: usize = 255;

/// Identifies a part file: its path below the folder, and which file that is. The number of its device is not included: it
/// changes when a disk is mounted again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub part: PathBuf,
    pub inode: u64,
    /// When it was created, in nanoseconds since 1970; `None` if that is not known.
    pub born: Option<i64>,
}

impl Identity {
    /// Of an open file.
    pub(super) fn of(part: &Path, file: impl AsFd) -> Result<Self, Errno> {
        Self::found(part, file, Path::new(""), AtFlags::EMPTY_PATH)
    }

    /// Of what has a name in a directory. A link is not followed.
    pub(super) fn at(part: &Path, directory: impl AsFd, name: &OsStr) -> Result<Self, Errno> {
        Self::found(part, directory, Path::new(name), AtFlags::SYMLINK_NOFOLLOW)
    }

    fn found(part: &Path, at: impl AsFd, path: &Path, flags: AtFlags) -> Result<Self, Errno> {
        let part = part.to_owned();
        let found = match rustix::fs::statx(&at, path, flags, StatxFlags::INO | StatxFlags::BTIME) {
            // An old kernel, or a sandbox that does not know the call and denies it.
            Err(Errno::NOSYS | Errno::PERM) => {
                let found = rustix::fs::statat(&at, path, flags)?;
                return Ok(Self { part, inode: found.st_ino, born: None });
            }
            found => found?,
        };
        let is_born = found.stx_mask & StatxFlags::BTIME.bits() != 0;
        let born = found.stx_btime;
        let nanoseconds = born.tv_sec.saturating_mul(1_000_000_000).saturating_add(i64::from(born.tv_nsec));
        Ok(Self { part, inode: found.stx_ino, born: is_born.then_some(nanoseconds) })
    }

    /// Whether both are the same file.
    pub(super) fn is_same_file(&self, other: &Self) -> bool {
        let is_same_birth = self.born.is_none() || other.born.is_none() || self.born == other.born;
        self.inode == other.inode && is_same_birth
    }
}

/// Whether there is a part file from before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resume {
    New,
    /// Created and recorded by us. If it is a different file now, a new one is created.
    Own(Identity),
}

#[derive(Debug)]
pub struct PartFile {
    pub(super) file: File,
    pub(super) path: PathBuf,
    pub(super) identity: Identity,
    pub(super) is_resumed: bool,
}

impl PartFile {
    /// Can be called for several ranges in parallel.
    pub fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<(), FolderError> {
        self.file.write_all_at(bytes, offset).map_err(|error| FolderError::of_io(&self.path, &error))
    }

    /// Returns the number of bytes read; fewer only at the end.
    pub fn read_at(&self, offset: u64, bytes: &mut [u8]) -> Result<usize, FolderError> {
        let mut read = 0;
        while read < bytes.len() {
            match self.file.read_at(&mut bytes[read..], offset + read as u64) {
                Ok(0) => break,
                Ok(more) => read += more,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(FolderError::of_io(&self.path, &error)),
            }
        }
        Ok(read)
    }

    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Whether it is the file from before, so that the recorded ranges are still valid.
    pub fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Makes later reads show what the disk has. Otherwise the kernel may answer from memory what the disk has lost.
    pub fn read_from_disk(&self) -> Result<(), FolderError> {
        read_from_disk(&self.file).map_err(|error| FolderError::of(&self.path, error))
    }

    /// Everything written so far is on the disk when this returns. After an error, none of it is certain.
    pub fn sync(&self) -> Result<(), FolderError> {
        self.file.sync_data().map_err(|error| FolderError::of_io(&self.path, &error))
    }
}

/// Syncs a file and removes it from the cache of the kernel, which keeps what is not on the disk yet.
pub(super) fn read_from_disk(file: &impl AsFd) -> Result<(), Errno> {
    rustix::fs::fdatasync(file)?;
    // Only advice: a file system that does not know it has no such cache.
    let _ = rustix::fs::fadvise(file, 0, None, Advice::DontNeed);
    Ok(())
}

pub(super) fn is_regular(found: &Stat) -> bool {
    FileType::from_raw_mode(found.st_mode) == FileType::RegularFile
}

/// `NAME.part`, then `NAME (2).part` and so on, shortened if that would be too long.
pub(super) fn part_name(name: &OsStr, attempt: u32) -> OsString {
    let ending = if attempt < 2 { PART_ENDING.to_owned() } else { format!(" ({attempt}){PART_ENDING}") };
    let room = NAME_LONGEST_BYTES - ending.len();
    let bytes = name.as_bytes();
    let mut end = bytes.len().min(room);
    // Cut between UTF-8 characters, even if the name was cut before.
    while end < bytes.len() && end > 0 && bytes[end] & 0xc0 == 0x80 {
        end -= 1;
    }
    let mut part = bytes[..end].to_vec();
    part.extend_from_slice(ending.as_bytes());
    OsString::from_vec(part)
}
