//! One directory on the way down, with the names in it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

use rustix::fs::{Dir, Mode, OFlags};
use wire::time::Time;

use super::TreeError;

pub(super) struct Level {
    pub(super) source: PathBuf,
    /// The folders above it in the package, and its own name there.
    pub(super) path: String,
    pub(super) name: String,
    /// The folders above what is in it.
    pub(super) folders: String,
    pub(super) modified: Time,
    /// Whether anything of it is in the list.
    pub(super) has_entries: bool,
    /// All names one after the other, and where each begins and ends: a million names are one piece of memory.
    bytes: Vec<u8>,
    names: std::vec::IntoIter<(usize, usize)>,
}

impl Level {
    pub(super) fn open(source: PathBuf, path: String, name: String, modified: Time) -> Result<Self, TreeError> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = rustix::fs::open(&source, flags, Mode::empty()).and_then(Dir::new);
        let opened = opened.map_err(|error| TreeError::of(&source, error))?;
        let (mut bytes, mut names) = (Vec::new(), Vec::new());
        for found in opened {
            let found = found.map_err(|error| TreeError::of(&source, error))?;
            let name = found.file_name().to_bytes();
            if !matches!(name, b"." | b"..") {
                names.push((bytes.len(), bytes.len() + name.len()));
                bytes.extend_from_slice(name);
            }
        }
        names.sort_by(|one, other| bytes[one.0..one.1].cmp(&bytes[other.0..other.1]));
        let folders = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
        let names = names.into_iter();
        Ok(Self { source, path, name, folders, modified, has_entries: false, bytes, names })
    }

    /// Where the next thing in it is.
    pub(super) fn next_source(&mut self) -> Option<PathBuf> {
        let (start, end) = self.names.next()?;
        Some(self.source.join(OsStr::from_bytes(&self.bytes[start..end])))
    }
}
