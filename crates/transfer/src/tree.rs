//! What the paths of an upload mean.
//!
//! A file is sent by its name, a directory under its own name with everything below it, in the order of the names, so
//! that the same tree gives the same list. Links are not followed, and what is neither file nor directory is not opened.
//! Whatever is left out is told by name, but for the three names that nobody misses. Only the names of the directories on
//! the way down are held, however many files there are.

mod level;

use std::collections::HashSet;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use domain::file_path::FilePath;
use domain::local_name::{Platform, numbered};
use rustix::fs::{AtFlags, FileType, Stat};
use rustix::io::Errno;
use wire::time::Time;

use level::Level;

/// Left behind by desktops and editors, wanted by nobody.
const IGNORED: [&str; 3] = ["desktop.ini", ".DS_Store", ".fcpcache"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    File,
    /// An empty one: of the others only what is in them is sent.
    Directory,
}

/// One file or empty directory of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub kind: Kind,
    /// Where it is on this machine.
    pub source: PathBuf,
    /// The folders above it in the package, without a slash at either end.
    pub path: String,
    pub name: String,
    /// As it was when it was found.
    pub size: u64,
    pub modified: Time,
}

/// Something that is not sent. The walk goes on after it.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    #[error("{0:?} is not an absolute path to a file or a directory")]
    NotAbsolute(PathBuf),
    #[error("{0:?} does not exist")]
    Missing(PathBuf),
    #[error("{0:?} is a symbolic link, and links are not followed: name what it points to")]
    Link(PathBuf),
    #[error("{0:?} is neither a file nor a directory, and is left out")]
    Special(PathBuf),
    #[error("{0:?} has a name that is not UTF-8: rename it to send it")]
    NotText(PathBuf),
    #[error("{path:?} cannot be sent under its name: {reason}")]
    Refused { path: PathBuf, reason: String },
    #[error("{path:?} cannot be read: {reason}")]
    Unreadable { path: PathBuf, reason: String },
}

impl TreeError {
    fn of(path: &Path, error: Errno) -> Self {
        match error {
            Errno::NOENT => Self::Missing(path.to_owned()),
            Errno::LOOP => Self::Link(path.to_owned()),
            other => Self::Unreadable { path: path.to_owned(), reason: std::io::Error::from(other).to_string() },
        }
    }
}

/// Walks the paths of one upload.
pub struct Tree {
    paths: std::vec::IntoIter<PathBuf>,
    /// Names at the top of the package that are given away.
    taken: HashSet<String>,
    /// From the top down to where the walk is.
    levels: Vec<Level>,
}

impl Tree {
    pub fn new(paths: Vec<PathBuf>) -> Self {
        Self { paths: paths.into_iter(), taken: HashSet::new(), levels: Vec::new() }
    }

    /// The next thing to look at: where it is, and its folders and name in the package.
    fn next_place(&mut self) -> Option<Result<(PathBuf, String, String), TreeError>> {
        if let Some(level) = self.levels.last_mut() {
            let source = level.next_source()?;
            let name = source.file_name().and_then(|name| name.to_str()).map(str::to_owned);
            let folders = level.folders.clone();
            return Some(name.map(|name| (source.clone(), folders, name)).ok_or(TreeError::NotText(source)));
        }
        // Without a slash at the end, which would lead through a link.
        let path: PathBuf = self.paths.next()?.components().collect();
        let Some(name) = path.file_name().filter(|_| path.is_absolute()) else {
            return Some(Err(TreeError::NotAbsolute(path)));
        };
        if path.as_os_str().as_bytes().contains(&0) {
            return Some(Err(TreeError::NotAbsolute(path)));
        }
        let Some(name) = name.to_str().map(str::to_owned) else { return Some(Err(TreeError::NotText(path))) };
        let name = self.unique(name);
        Some(Ok((path, String::new(), name)))
    }

    /// Two paths may end in the same name.
    fn unique(&mut self, name: String) -> String {
        if is_ignored(&name) || self.taken.insert(name.clone()) {
            return name;
        }
        let mut number = 2;
        loop {
            let other = numbered(Platform::Linux, &name, number);
            if self.taken.insert(other.clone()) {
                return other;
            }
            number += 1;
        }
    }

    /// A directory is walked, a file is an entry, and all else is told.
    fn look_at(&mut self, (source, path, name): (PathBuf, String, String)) -> Option<Result<Entry, TreeError>> {
        if is_ignored(&name) {
            return None;
        }
        if let Err(refusal) = FilePath::parse(&path, &name) {
            return Some(Err(TreeError::Refused { path: source, reason: refusal.to_string() }));
        }
        let found = match rustix::fs::statat(rustix::fs::CWD, &source, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(found) => found,
            Err(error) => return Some(Err(TreeError::of(&source, error))),
        };
        match FileType::from_raw_mode(found.st_mode) {
            FileType::RegularFile => Some(Ok(entry(Kind::File, source, path, name, &found))),
            FileType::Directory => match Level::open(source, path, name, modified(&found)) {
                Ok(level) => {
                    self.levels.push(level);
                    None
                }
                Err(error) => Some(Err(error)),
            },
            FileType::Symlink => Some(Err(TreeError::Link(source))),
            _ => Some(Err(TreeError::Special(source))),
        }
    }

    /// The directory that was walked last, if there is nothing of it in the list.
    fn leave(&mut self) -> Option<Entry> {
        let level = self.levels.pop()?;
        if let Some(above) = self.levels.last_mut() {
            above.has_entries = true;
        }
        let Level { source, path, name, modified, has_entries, .. } = level;
        (!has_entries).then_some(Entry { kind: Kind::Directory, source, path, name, size: 0, modified })
    }
}

impl Iterator for Tree {
    type Item = Result<Entry, TreeError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let answer = match self.next_place() {
                Some(Ok(place)) => self.look_at(place),
                Some(Err(error)) => Some(Err(error)),
                None if self.levels.is_empty() => return None,
                None => self.leave().map(Ok),
            };
            if let (Some(Ok(entry)), Some(level)) = (&answer, self.levels.last_mut()) {
                level.has_entries |= entry.kind == Kind::File;
            }
            if answer.is_some() {
                return answer;
            }
        }
    }
}

fn is_ignored(name: &str) -> bool {
    IGNORED.iter().any(|ignored| ignored.eq_ignore_ascii_case(name))
}

fn entry(kind: Kind, source: PathBuf, path: String, name: String, found: &Stat) -> Entry {
    let size = u64::try_from(found.st_size).unwrap_or(0);
    Entry { kind, source, path, name, size, modified: modified(found) }
}

fn modified(found: &Stat) -> Time {
    let nanos = i64::try_from(found.st_mtime_nsec).unwrap_or(0);
    Time::from_millis(found.st_mtime.saturating_mul(1_000).saturating_add(nanos / 1_000_000))
}
