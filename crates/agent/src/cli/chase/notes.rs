//! Notes about a file that is read while it grows: which part file is ours, and what was written to it.
//!
//! There is one small file for each, locked by one command at a time. Lines are appended without fsync, so they are
//! verified against the part file before they are trusted.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use parking_lot::{Mutex, MutexGuard};
use serde::{Deserialize, Serialize};
use serving::private;
use sha2::{Digest as _, Sha256};
use transfer::Fault;
use transfer::checksum::Sum;
use transfer::folder::Identity;
use transfer::follow::FollowLedger;
use wire::ids::FileId;

pub(super) struct Notes {
    path: PathBuf,
    file: Mutex<File>,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct FirstLine {
    part: PathBuf,
    inode: u64,
    /// Not in notes of earlier versions.
    #[serde(default)]
    born: Option<i64>,
}

impl Notes {
    /// `None` if another command has locked the notes.
    pub(super) fn open(state_dir: &Path, id: &FileId, folder: &Path) -> anyhow::Result<Option<Self>> {
        let directory = state_dir.join("followed");
        private::make_directory("the directory", &directory)?;
        let digest = Sha256::digest(folder.as_os_str().as_bytes());
        let place = digest.iter().take(8).fold(0_u64, |place, byte| place << 8 | u64::from(*byte));
        let path = directory.join(format!("{id}-{place:016x}"));
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = opened.with_context(|| format!("cannot write {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { path, file: Mutex::new(file) })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
        }
    }

    fn file(&self) -> MutexGuard<'_, File> {
        self.file.lock()
    }
}

impl FollowLedger for Notes {
    fn known(&self) -> Result<Option<(Identity, Vec<Sum>)>, Fault> {
        let (mut file, mut text) = (self.file(), String::new());
        file.seek(SeekFrom::Start(0)).map_err(|error| failed(&error))?;
        // We only write text, so this is not our file.
        if file.read_to_string(&mut text).is_err() {
            return Ok(None);
        }
        // Ignore an incomplete last line.
        let mut lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
        let Some(Ok(part)) = lines.next().map(serde_json::from_str::<FirstLine>) else { return Ok(None) };
        let identity = Identity { part: part.part, inode: part.inode, born: part.born };
        Ok(Some((identity, lines.map_while(sum_of).collect())))
    }

    fn begun(&self, part: &Identity) -> Result<(), Fault> {
        let part = FirstLine { part: part.part.clone(), inode: part.inode, born: part.born };
        let line = serde_json::to_string(&part).map_err(|error| Fault::Ledger(error.to_string()))?;
        let mut file = self.file();
        let written = file.set_len(0).and_then(|()| file.seek(SeekFrom::Start(0)));
        written.and_then(|_| file.write_all(format!("{line}\n").as_bytes())).map_err(|error| failed(&error))
    }

    fn arrived(&self, piece: Sum) -> Result<(), Fault> {
        let line = format!("{:016x} {}\n", piece.crc64, piece.length);
        let mut file = self.file();
        let end = file.seek(SeekFrom::End(0));
        end.and_then(|_| file.write_all(line.as_bytes())).map_err(|error| failed(&error))
    }

    fn ended(&self) -> Result<(), Fault> {
        std::fs::remove_file(&self.path).map_err(|error| failed(&error))
    }
}

fn sum_of(line: &str) -> Option<Sum> {
    let (crc64, length) = line.split_once(' ')?;
    Some(Sum { crc64: u64::from_str_radix(crc64, 16).ok()?, length: length.parse().ok()? })
}

fn failed(error: &std::io::Error) -> Fault {
    Fault::Ledger(error.to_string())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use transfer::checksum::Sum;
    use transfer::folder::Identity;
    use transfer::follow::FollowLedger as _;
    use wire::ids::FileId;

    use super::Notes;

    #[test]
    fn what_is_noted_is_known_again_and_a_cut_line_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let id: FileId = "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap();
        let open = || Notes::open(directory.path(), &id, "/films".as_ref());
        let part = Identity { part: "a\nb/c.mov.part".into(), inode: u64::MAX, born: Some(-7) };
        let sums = [Sum { crc64: u64::MAX, length: 5 }, Sum { crc64: 0, length: u64::MAX }];
        let notes = open().unwrap().unwrap();
        assert!(notes.known().unwrap().is_none());
        assert!(open().unwrap().is_none(), "one command at a time");
        notes.begun(&part).unwrap();
        for sum in sums {
            notes.arrived(sum).unwrap();
        }
        drop(notes);
        let notes = open().unwrap().unwrap();
        assert_eq!(notes.known().unwrap(), Some((part.clone(), sums.to_vec())));
        notes.file().write_all(b"00000000000000ff 1").unwrap();
        assert_eq!(notes.known().unwrap(), Some((part.clone(), sums.to_vec())));
        notes.begun(&part).unwrap();
        assert_eq!(notes.known().unwrap(), Some((part, Vec::new())));
        notes.ended().unwrap();
        assert!(std::fs::read_dir(directory.path().join("followed")).unwrap().next().is_none());
    }
}
