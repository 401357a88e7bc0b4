//! A file that is sent, and the check that it does not change.
//!
//! A file that changes while it is read would arrive as a mix of two versions. So its identity is determined once,
//! saved with the transfer, and compared after each part is read and again before the file is declared complete.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use rustix::fs::OFlags;
use rustix::io::Errno;

use crate::checksum::{Sum, Summing};
use crate::fault::Fault;
use crate::resolved;

/// Identifies a file and its version. The number of its device is not included: it changes when a disk is mounted again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    pub inode: u64,
    /// When it was created; `None` if the file system does not record it.
    pub born: Option<i64>,
    pub size: u64,
    /// When its content changed.
    pub modified: i64,
}

/// Nanoseconds since 1970, as we keep times. Those before 1677 and after 2262 count as the first or the last that fits.
fn kept_time(seconds: i64, nanoseconds: i64) -> i64 {
    seconds.saturating_mul(1_000_000_000).saturating_add(nanoseconds)
}

impl Identity {
    pub fn of(metadata: &Metadata) -> Self {
        Self {
            inode: metadata.ino(),
            born: metadata.created().ok().map(|born| match born.duration_since(UNIX_EPOCH) {
                Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
                Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |nanos| -nanos),
            }),
            size: metadata.len(),
            modified: kept_time(metadata.mtime(), metadata.mtime_nsec()),
        }
    }

    /// The identity of the file that has this name now. No link is followed.
    pub fn at(path: &Path) -> Result<Self, Fault> {
        let metadata = resolved::metadata(path).map_err(|error| unreadable(path, &error))?;
        if !metadata.is_file() {
            return Err(Fault::SourceChanged { path: path.to_owned(), how: "is no longer a regular file" });
        }
        Ok(Self::of(&metadata))
    }

    /// Fails if the file or its version differs.
    pub(crate) fn check(self, path: &Path, now: Self) -> Result<(), Fault> {
        match self.difference(now) {
            None => Ok(()),
            Some(how) => Err(Fault::SourceChanged { path: path.to_owned(), how }),
        }
    }

    /// Whether both are the same file, in any version.
    pub fn is_same_file(self, other: Self) -> bool {
        let is_same_birth = self.born.is_none() || other.born.is_none() || self.born == other.born;
        self.inode == other.inode && is_same_birth
    }

    fn difference(self, now: Self) -> Option<&'static str> {
        if !self.is_same_file(now) {
            Some("was replaced")
        } else if now.size < self.size {
            Some("became shorter")
        } else if now.size > self.size {
            Some("grew")
        } else if now.modified != self.modified {
            Some("was changed")
        } else {
            None
        }
    }
}

/// A file from which stretches are read.
pub(crate) trait Readable: Send + Sync + 'static {
    /// Fills the whole buffer.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<(), Fault>;

    /// Whether what was read is still part of the file.
    fn check_handle(&self) -> Result<(), Fault>;
}

#[derive(Debug)]
pub(crate) struct Source {
    file: File,
    path: PathBuf,
    identity: Identity,
}

impl Source {
    /// Opens the file; fails if it does not match `identity`.
    pub(crate) fn open(path: &Path, identity: Identity) -> Result<Self, Fault> {
        let source = Self { file: open(path)?, path: path.to_owned(), identity };
        source.check_handle()?;
        Ok(source)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Checks that the open file is unchanged and that the name still refers to it.
    pub(crate) fn check_name(&self) -> Result<(), Fault> {
        self.check_handle()?;
        self.identity.check(&self.path, Identity::at(&self.path)?)
    }
}

impl Readable for Source {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<(), Fault> {
        read_exact_at(&self.file, &self.path, buffer, offset)
    }

    /// Checks that the open file is unchanged.
    fn check_handle(&self) -> Result<(), Fault> {
        let metadata = self.file.metadata().map_err(|error| unreadable(&self.path, &error))?;
        self.identity.check(&self.path, Identity::of(&metadata))
    }
}

/// Opens a file for reading. No link is followed.
pub(crate) fn open(path: &Path) -> Result<File, Fault> {
    // Do not wait for a writer if a pipe has replaced the file.
    resolved::open(path, OFlags::RDONLY | OFlags::NONBLOCK).map_err(|error| unreadable(path, &error))
}

pub(crate) fn read_exact_at(file: &File, path: &Path, buffer: &mut [u8], offset: u64) -> Result<(), Fault> {
    file.read_exact_at(buffer, offset).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Fault::SourceChanged { path: path.to_owned(), how: "became shorter" },
        _ => unreadable(path, &error),
    })
}

/// Reads the whole file and fails if its checksum does not match what was sent.
pub fn prove(path: &Path, identity: Identity, sum: Sum) -> Result<(), Fault> {
    let source = Source::open(path, identity)?;
    let (mut buffer, mut summing) = (vec![0; 1 << 20], Summing::new());
    let mut offset = 0;
    while offset < identity.size {
        let length = usize::try_from(identity.size - offset).unwrap_or(usize::MAX).min(buffer.len());
        let piece = &mut buffer[..length];
        source.read_at(piece, offset)?;
        summing.update(piece);
        offset += length as u64;
    }
    if summing.sum() != sum {
        return Err(Fault::SourceChanged { path: path.to_owned(), how: "was changed" });
    }
    source.check_name()
}

pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Fault {
    if matches!(Errno::from_io_error(error), Some(Errno::MFILE | Errno::NFILE)) {
        return Fault::NoHandles { path: path.to_owned() };
    }
    let cause = match error.kind() {
        io::ErrorKind::NotFound => "it no longer exists".to_owned(),
        io::ErrorKind::PermissionDenied => "no permission".to_owned(),
        _ if error.raw_os_error() == Some(Errno::LOOP.raw_os_error()) => "it became a link, or is below one".to_owned(),
        _ => error.to_string(),
    };
    Fault::SourceUnreadable { path: path.to_owned(), cause }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{Identity, Readable as _, Source, kept_time};

    type Change = fn(&Path);

    #[test]
    fn times_beyond_what_fits_stay_the_same_each_time_they_are_read() {
        for (seconds, kept) in [
            (0, 5),
            (-1, -999_999_995),
            (1_700_000_000, 1_700_000_000_000_000_005),
            (10_413_792_000, i64::MAX),
            (i64::MAX, i64::MAX),
            (-20_000_000_000, i64::MIN + 5),
        ] {
            assert_eq!(kept_time(seconds, 5), kept, "{seconds}");
        }
    }

    #[test]
    fn a_file_is_known_by_its_inode_and_its_birth() {
        let known = Identity { inode: 7, born: Some(1), size: 10, modified: 5 };
        assert!(known.is_same_file(Identity { size: 11, modified: 6, ..known }));
        assert!(known.is_same_file(Identity { born: None, ..known }), "not every file system says when");
        assert!(!known.is_same_file(Identity { born: Some(2), ..known }), "the number of a deleted file");
        assert!(!known.is_same_file(Identity { inode: 8, ..known }));
    }

    #[test]
    fn every_change_is_seen_and_named() {
        // The expected errors of checking the name and of opening the file.
        let cases: [(&str, &str, Change); 7] = [
            ("grew", "grew", |path| fs::write(path, "0123456789x").unwrap()),
            ("became shorter", "became shorter", |path| fs::write(path, "01234").unwrap()),
            ("was changed", "was changed", |path| {
                let file = fs::File::options().write(true).open(path).unwrap();
                file.set_modified(std::time::UNIX_EPOCH).unwrap();
            }),
            ("was replaced", "was replaced", |path| {
                fs::write(path.with_extension("new"), "0123456789").unwrap();
                fs::rename(path.with_extension("new"), path).unwrap();
            }),
            ("no longer exists", "no longer exists", |path| fs::remove_file(path).unwrap()),
            ("no longer a regular file", "it became a link", |path| {
                fs::rename(path, path.with_extension("old")).unwrap();
                std::os::unix::fs::symlink(path.with_extension("old"), path).unwrap();
            }),
            ("no longer a regular file", "was replaced", |path| {
                fs::remove_file(path).unwrap();
                fs::create_dir(path).unwrap();
            }),
        ];
        for (by_name, by_opening, change) in cases {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("source");
            fs::write(&path, "0123456789").unwrap();
            let identity = Identity::at(&path).unwrap();
            let source = Source::open(&path, identity).unwrap();
            source.check_name().unwrap();
            let mut read = [0; 3];
            source.read_at(&mut read, 4).unwrap();
            assert_eq!(&read, b"456");
            change(&path);
            let said = source.check_name().unwrap_err().to_string();
            assert!(said.contains(by_name) && said.contains("source"), "{by_name}: {said}");
            let said = Source::open(&path, identity).unwrap_err().to_string();
            assert!(said.contains(by_opening) && said.contains("source"), "{by_opening}: {said}");
        }
    }
}
