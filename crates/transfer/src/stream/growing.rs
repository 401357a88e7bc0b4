//! A file that is read while it is being written, kept open from start to end.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::fault::Fault;
use crate::resolved;
use crate::source::{Identity, Readable, open, read_exact_at, unreadable};

#[derive(Debug)]
pub(super) struct Growing {
    file: File,
    path: PathBuf,
    /// The largest size seen.
    furthest: AtomicU64,
}

impl Growing {
    /// Opens the file with this identity, even if it was renamed in its folder, as in log rotation.
    pub(super) fn open(path: &Path, identity: Identity) -> Result<Self, Fault> {
        let file = match open_same(path, identity) {
            Ok(file) => file,
            Err(fault) => renamed(path, identity).ok_or(fault)?,
        };
        let growing = Self { file, path: path.to_owned(), furthest: AtomicU64::new(identity.size) };
        growing.look()?;
        Ok(growing)
    }

    /// The current state of the file; fails if it became shorter.
    pub(super) fn look(&self) -> Result<Identity, Fault> {
        let metadata = self.file.metadata().map_err(|error| unreadable(&self.path, &error))?;
        let now = Identity::of(&metadata);
        if now.size < self.furthest.fetch_max(now.size, Ordering::Relaxed) {
            return Err(Fault::SourceChanged { path: self.path.clone(), how: "became shorter" });
        }
        Ok(now)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Readable for Growing {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<(), Fault> {
        read_exact_at(&self.file, &self.path, buffer, offset)
    }

    fn check_handle(&self) -> Result<(), Fault> {
        self.look().map(|_| ())
    }
}

fn open_same(path: &Path, identity: Identity) -> Result<File, Fault> {
    let file = open(path)?;
    let metadata = file.metadata().map_err(|error| unreadable(path, &error))?;
    if !identity.is_same_file(Identity::of(&metadata)) || !metadata.is_file() {
        return Err(Fault::SourceChanged { path: path.to_owned(), how: "was replaced" });
    }
    Ok(file)
}

fn renamed(path: &Path, identity: Identity) -> Option<File> {
    let folder = path.parent()?;
    let neighbours = resolved::names(folder).ok()?.into_iter().map(|name| folder.join(name));
    let is_same = |path: &PathBuf| Identity::at(path).is_ok_and(|now| identity.is_same_file(now));
    neighbours.filter(is_same).find_map(|neighbour| open_same(&neighbour, identity).ok())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;

    use super::{Growing, Identity, Readable as _};

    #[test]
    fn a_file_is_held_under_any_name_and_refused_when_it_is_shorter() {
        let folder = tempfile::tempdir().unwrap();
        let (path, moved) = (folder.path().join("log"), folder.path().join("log.1"));
        fs::write(&path, "0123456789").unwrap();
        let identity = Identity::at(&path).unwrap();
        let growing = Growing::open(&path, identity).unwrap();
        fs::rename(&path, &moved).unwrap();
        fs::write(&path, "the next one").unwrap();
        fs::File::options().append(true).open(&moved).unwrap().write_all(b"abc").unwrap();
        assert_eq!(growing.look().unwrap().size, 13);
        let again = Growing::open(&path, identity).unwrap();
        let mut read = [0; 5];
        again.read_at(&mut read, 8).unwrap();
        assert_eq!(&read, b"89abc", "found by what it is, not by its name");
        fs::File::options().write(true).open(&moved).unwrap().set_len(12).unwrap();
        assert!(growing.look().unwrap_err().to_string().contains("became shorter"));
        fs::remove_file(&moved).unwrap();
        assert!(Growing::open(&path, identity).unwrap_err().to_string().contains("was replaced"));
        assert!(again.read_at(&mut read, 0).is_ok(), "removed, but held");
        let shorter = Growing::open(&path, Identity { size: 100, ..Identity::at(&path).unwrap() });
        assert!(shorter.unwrap_err().to_string().contains("became shorter"));
    }
}
