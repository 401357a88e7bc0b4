//! A file that is sent, and the check that it does not change.
//!
//! A file that changes while it is read would arrive as a mix of two versions. So its identity is determined once,
//! saved with the transfer, and compared after each part is read and again before the file is declared complete.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use rustix::io::Errno;

use crate::checksum::{Sum, Summing};
use crate::fault::Fault;
use crate::resolved;

/// Identifies a file and its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    pub device: u64,
    pub inode: u64,
    pub size: u64,
    /// Nanoseconds since 1970.
    pub modified: i128,
}

impl Identity {
    pub fn of(metadata: &Metadata) -> Self {
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.len(),
            modified: i128::from(metadata.mtime()) * 1_000_000_000 + i128::from(metadata.mtime_nsec()),
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
        (self.device, self.inode) == (other.device, other.inode)
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

    use super::{Identity, Readable as _, Source};

    type Change = fn(&Path);

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
