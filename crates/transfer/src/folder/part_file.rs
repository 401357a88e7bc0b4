//! A file that is not complete yet.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::fd::AsFd;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use domain::local_name::PART_ENDING;
use rustix::fs::{Advice, FileType, Stat};
use rustix::io::Errno;

use super::FolderError;

const NAME_LONGEST_BYTES: usize = 255;

/// Identifies a part file: its path below the folder, and device and inode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub part: PathBuf,
    pub device: u64,
    pub inode: u64,
}

impl Identity {
    pub(super) fn of(part: &Path, found: &Stat) -> Self {
        Self { part: part.to_owned(), device: found.st_dev, inode: found.st_ino }
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
