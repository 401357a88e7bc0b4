//! Gives a complete part file its name.
//!
//! The content is flushed to the disk before the name, so that after a power loss no name refers to half a file. An
//! existing file keeps its name: if it has the same content, it is adopted; otherwise the new file gets a number.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read as _;
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crc_fast::{CrcAlgorithm, Digest};
use domain::local_name::{Platform, numbered};
use rustix::fs::{AtFlags, Mode, OFlags, RenameFlags, Timespec, Timestamps, UTIME_OMIT};
use rustix::io::Errno;
use wire::time::Time;

use super::part_file::{PartFile, is_regular, read_from_disk};
use super::place::{Place, place_of};
use super::{Folder, FolderError, Identity};
use crate::resolved::open_beneath;

/// Names that are tried before it fails.
pub(super) const ATTEMPTS: u32 = 10_000;
const READ_BYTES: usize = 1 << 18;

/// A part file whose content is complete and verified.
#[derive(Debug)]
pub struct Whole {
    pub part: Arc<PartFile>,
    /// Its path below the folder.
    pub relative: PathBuf,
    pub size: u64,
    /// CRC-64/NVME. Without it, no existing file is adopted.
    pub crc64: Option<u64>,
    pub modified: Option<Time>,
}

/// Where the content is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    pub relative: PathBuf,
    /// The file already existed, and the part file is gone.
    pub is_adopted: bool,
}

impl Folder {
    /// Gives a part file its name, durably.
    pub fn finish(&self, whole: &Whole) -> Result<Finished, FolderError> {
        // Failing to set the modification time must not lose the content.
        let _ = set_modified(whole);
        whole.part.sync()?;
        let finished = self.named(whole)?;
        self.sync_directories([whole.relative.as_path()])?;
        Ok(finished)
    }

    /// Like [`finish`](Self::finish), for many files: flushes all contents at once, and each directory once.
    pub fn finish_many(&self, parts: &[Whole]) -> Vec<Result<Finished, FolderError>> {
        // For a single file, do not flush the whole file system: others may have written gigabytes to it.
        if let [whole] = parts {
            return vec![self.finish(whole)];
        }
        let fresh: Vec<PathBuf> = self.fresh().iter().cloned().collect();
        let synced = sync_contents(parts);
        if !parts.is_empty() && synced.iter().all(Result::is_ok) {
            self.fresh().retain(|directory| !fresh.contains(directory));
        }
        let mut answers: Vec<Result<Finished, FolderError>> = Vec::with_capacity(parts.len());
        for (whole, synced) in parts.iter().zip(synced) {
            answers.push(match synced {
                Err(error) => Err(FolderError::of_disk(&whole.part.path, error)),
                Ok(()) => self.named(whole),
            });
        }
        let named = parts.iter().zip(&answers).filter(|(_, answer)| answer.is_ok());
        if self.sync_directories(named.map(|(whole, _)| whole.relative.as_path())).is_err() {
            // It is unknown which of them are safe, so each is flushed by itself.
            for (whole, answer) in parts.iter().zip(&mut answers).filter(|(_, answer)| answer.is_ok()) {
                if let Err(error) = self.sync_directories([whole.relative.as_path()]) {
                    *answer = Err(error);
                }
            }
        }
        answers
    }

    /// Adopts an existing file, or moves the part file to the first free name.
    fn named(&self, whole: &Whole) -> Result<Finished, FolderError> {
        let place = place_of(&self.path, &whole.relative)?;
        let part = place_of(&self.path, &whole.part.identity.part)?;
        let directory = self.opened(place.folder)?;
        let from = self.opened(part.folder)?;
        if !is_own(Entry { directory: &from, name: &part.name }, &whole.part.identity) {
            // An earlier try may have given it its name, without the certainty that the name is on the disk.
            let named = self.named_already(&directory, &place, whole)?;
            return named.ok_or_else(|| FolderError::Replaced { path: self.path.join(&whole.part.identity.part) });
        }
        for attempt in 1..=ATTEMPTS {
            let name = if attempt < 2 { place.name.clone() } else { with_number(&place.name, attempt) };
            let relative = place.folder.join(&name);
            let taken = Entry { directory: &directory, name: &name };
            match take_name(Entry { directory: &from, name: &part.name }, taken) {
                Ok(()) => return Ok(Finished { relative, is_adopted: false }),
                Err(Errno::EXIST) if self.is_same(taken, whole.size, whole.crc64)? => {
                    rustix::fs::unlinkat(&from, &part.name, AtFlags::empty())
                        .map_err(|error| self.failed(&whole.part.identity.part, error))?;
                    return Ok(Finished { relative, is_adopted: true });
                }
                Err(Errno::EXIST) => {}
                Err(error) => return Err(self.failed(&relative, error)),
            }
        }
        Err(self.failed(&whole.relative, Errno::EXIST))
    }

    /// The name that the open part file has by now, or that of the file which was adopted instead.
    fn named_already(
        &self,
        directory: &OwnedFd,
        place: &Place<'_>,
        whole: &Whole,
    ) -> Result<Option<Finished>, FolderError> {
        let identity = &whole.part.identity;
        for attempt in 1..=ATTEMPTS {
            let name = if attempt < 2 { place.name.clone() } else { with_number(&place.name, attempt) };
            let Ok(found) = Identity::at(&identity.part, directory, &name) else { return Ok(None) };
            let is_named = found.is_same_file(identity);
            if is_named || self.is_same(Entry { directory, name: &name }, whole.size, whole.crc64)? {
                return Ok(Some(Finished { relative: place.folder.join(name), is_adopted: !is_named }));
            }
        }
        Ok(None)
    }

    /// Finds the name that a part file got before, if that was not recorded: the same file with the right content.
    pub fn named_before(
        &self,
        part: &Identity,
        relative: &Path,
        (size, crc64): (u64, Option<u64>),
    ) -> Result<Option<PathBuf>, FolderError> {
        let place = place_of(&self.path, relative)?;
        let directory = match self.opened(place.folder) {
            Err(FolderError::Missing { .. }) => return Ok(None),
            answer => answer?,
        };
        for attempt in 1..=ATTEMPTS {
            let name = if attempt < 2 { place.name.clone() } else { with_number(&place.name, attempt) };
            let Ok(found) = rustix::fs::statat(&directory, &name, AtFlags::SYMLINK_NOFOLLOW) else { return Ok(None) };
            let is_part = Identity::at(&part.part, &directory, &name).is_ok_and(|now| now.is_same_file(part));
            if is_part {
                let is_whole = u64::try_from(found.st_size) == Ok(size)
                    && (crc64.is_none() || self.is_same(Entry { directory: &directory, name: &name }, size, crc64)?);
                return Ok(is_whole.then(|| place.folder.join(name)));
            }
        }
        Ok(None)
    }

    /// Whether a file with this content already exists. Unknown without a checksum.
    pub fn has(&self, relative: &Path, size: u64, crc64: Option<u64>) -> Result<bool, FolderError> {
        if crc64.is_none() {
            return Ok(false);
        }
        let place = place_of(&self.path, relative)?;
        match self.opened(place.folder) {
            Err(FolderError::Missing { .. }) => Ok(false),
            directory => self.is_same(Entry { directory: &directory?, name: &place.name }, size, crc64),
        }
    }

    /// Whether a file has the content to be stored. An unreadable file counts as different.
    fn is_same(&self, entry: Entry<'_>, wanted: u64, crc64: Option<u64>) -> Result<bool, FolderError> {
        let Entry { directory, name } = entry;
        let Some(crc64) = crc64 else { return Ok(false) };
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let file = match open_beneath(directory.as_fd(), Path::new(name), flags, Mode::empty()) {
            Ok(file) => file,
            Err(error @ (Errno::MFILE | Errno::NFILE)) => return Err(self.failed(Path::new(name), error)),
            Err(_) => return Ok(false),
        };
        let found = rustix::fs::fstat(&file).map_err(|error| self.failed(Path::new(name), error))?;
        if !is_regular(&found) || u64::try_from(found.st_size) != Ok(wanted) {
            return Ok(false);
        }
        // Someone else may have written it: it counts only if the disk has it.
        if read_from_disk(&file).is_err() {
            return Ok(false);
        }
        let (mut file, mut digest) = (File::from(file), Digest::new(CrcAlgorithm::Crc64Nvme));
        let (mut buffer, mut size) = (vec![0; READ_BYTES], 0);
        loop {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(size == wanted && digest.finalize() == crc64),
                Ok(read) => {
                    size += read as u64;
                    digest.update(&buffer[..read]);
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => return Ok(false),
            }
        }
    }

    /// Flushes the names of files and directories to the disk, including those of new parent directories.
    pub fn sync_directories<'a>(&self, files: impl IntoIterator<Item = &'a Path>) -> Result<(), FolderError> {
        let mut wanted: BTreeSet<&Path> = BTreeSet::new();
        let mut settled: Vec<&Path> = Vec::new();
        {
            let fresh = self.fresh();
            for file in files {
                let mut directories = file.ancestors().skip(1);
                wanted.extend(directories.next());
                for directory in file.ancestors().skip(1).filter(|directory| fresh.contains(*directory)) {
                    wanted.extend(directory.parent());
                    settled.push(directory);
                }
            }
        }
        for directory in wanted {
            let opened = self.opened(directory)?;
            rustix::fs::fsync(&opened).map_err(|error| self.failed(directory, error))?;
        }
        let mut fresh = self.fresh();
        for directory in settled {
            fresh.remove(directory);
        }
        Ok(())
    }
}

/// One `syncfs` per file system; other file systems may be mounted inside the folder. An answer for each part.
fn sync_contents(parts: &[Whole]) -> Vec<Result<(), Errno>> {
    let mut synced = BTreeMap::new();
    for whole in parts {
        let _ = set_modified(whole);
    }
    let sync = |whole: &Whole| {
        let device = rustix::fs::fstat(&whole.part.file)?.st_dev;
        *synced.entry(device).or_insert_with(|| rustix::fs::syncfs(&whole.part.file))
    };
    parts.iter().map(sync).collect()
}

fn set_modified(whole: &Whole) -> Result<(), FolderError> {
    let Some(modified) = whole.modified else { return Ok(()) };
    let millis = modified.as_millis();
    let last_modification =
        Timespec { tv_sec: millis.div_euclid(1_000), tv_nsec: millis.rem_euclid(1_000) * 1_000_000 };
    let last_access = Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT };
    rustix::fs::futimens(&whole.part.file, &Timestamps { last_access, last_modification })
        .map_err(|error| FolderError::of(&whole.part.path, error))
}

/// A name in an open directory.
#[derive(Clone, Copy)]
struct Entry<'a> {
    directory: &'a OwnedFd,
    name: &'a OsStr,
}

/// Whether the name of a part file still belongs to it.
fn is_own(part: Entry<'_>, identity: &Identity) -> bool {
    Identity::at(&identity.part, part.directory, part.name).is_ok_and(|now| now.is_same_file(identity))
}

/// Moves a file to a name that does not exist yet.
fn take_name(from: Entry<'_>, to: Entry<'_>) -> Result<(), Errno> {
    match rustix::fs::renameat_with(from.directory, from.name, to.directory, to.name, RenameFlags::NOREPLACE) {
        // Not every file system supports this. Linking without replacing and then unlinking has the same effect.
        Err(Errno::INVAL | Errno::NOSYS) => {
            rustix::fs::linkat(from.directory, from.name, to.directory, to.name, AtFlags::empty())?;
            rustix::fs::unlinkat(from.directory, from.name, AtFlags::empty())
        }
        answer => answer,
    }
}

fn with_number(name: &OsStr, number: u32) -> OsString {
    numbered(Platform::Linux, &name.to_string_lossy(), number).into()
}
