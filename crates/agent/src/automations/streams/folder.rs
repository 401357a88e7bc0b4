//! Lists the files directly in a folder that can be sent as streams.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use transfer::tree::is_ignored;
use transfer::{Identity, resolved};

use crate::error::AgentResult;
use crate::globs::Globs;
use crate::journal::stream_files::FileKey;

#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) name: OsString,
    pub(super) path: PathBuf,
    pub(super) identity: Identity,
    pub(super) key: FileKey,
}

/// Which files of a folder to send.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// Empty means all files.
    pub(super) whitelist: Globs,
    /// Whether JSON files contain answers to a form. Those are not sent.
    pub(super) has_answers: bool,
}

impl Choice {
    pub(super) fn all() -> AgentResult<Self> {
        Ok(Self { whitelist: Globs::new("whitelist", &[])?, has_answers: false })
    }

    fn takes(&self, name: &Path) -> bool {
        let is_answer = self.has_answers && name.extension().is_some_and(|extension| extension == "json");
        !is_answer && !is_ignored(name.as_os_str()) && (self.whitelist.is_empty() || self.whitelist.matches(name))
    }
}

/// The files of the folder, sorted by name. Skips directories, links and special files.
pub(super) fn files(root: &Path, choice: &Choice) -> io::Result<Vec<Found>> {
    let mut found = Vec::new();
    for name in resolved::names(root)? {
        if !choice.takes(Path::new(&name)) {
            continue;
        }
        let path = root.join(&name);
        let metadata = match resolved::metadata(&path) {
            Ok(metadata) => metadata,
            // Removed since the folder was listed.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        if metadata.is_file() {
            let identity = Identity::of(&metadata);
            let key = FileKey { inode: identity.inode, born: identity.born.unwrap_or_default() };
            found.push(Found { name, path, identity, key });
        }
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rustix::fs::{CWD, FileType, Mode, mknodat};

    use super::{Choice, files};
    use crate::globs::Globs;

    fn names(patterns: &[&str], has_answers: bool) -> Vec<String> {
        let place = tempfile::tempdir().unwrap();
        let root = place.path();
        for name in ["a.mxf", "b.mxf", "b.mxf.json", "c.txt", "desktop.ini", ".DS_Store", ".hidden"] {
            fs::write(root.join(name), "x").unwrap();
        }
        fs::create_dir(root.join("folder.mxf")).unwrap();
        fs::write(root.join("folder.mxf/inner.mxf"), "x").unwrap();
        std::os::unix::fs::symlink(root.join("a.mxf"), root.join("link.mxf")).unwrap();
        mknodat(CWD, root.join("pipe.mxf"), FileType::Fifo, Mode::RUSR, 0).unwrap();
        let patterns: Vec<String> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
        let choice = Choice { whitelist: Globs::new("whitelist", &patterns).unwrap(), has_answers };
        files(root, &choice).unwrap().into_iter().map(|found| found.name.into_string().unwrap()).collect()
    }

    #[test]
    fn only_files_that_are_meant_are_found() {
        assert_eq!(names(&[], false), [".hidden", "a.mxf", "b.mxf", "b.mxf.json", "c.txt"]);
        assert_eq!(names(&["*.mxf", "?.txt"], false), ["a.mxf", "b.mxf", "c.txt"]);
        assert_eq!(names(&[], true), [".hidden", "a.mxf", "b.mxf", "c.txt"]);
        assert!(names(&["*.mov"], false).is_empty());
    }

    #[test]
    fn a_new_file_of_an_old_name_is_another_one() {
        let place = tempfile::tempdir().unwrap();
        let choice = Choice::all().unwrap();
        let path = place.path().join("take");
        fs::write(&path, "one").unwrap();
        let first = files(place.path(), &choice).unwrap().remove(0);
        fs::write(&path, "longer").unwrap();
        assert_eq!(files(place.path(), &choice).unwrap()[0].key, first.key);
        fs::rename(&path, place.path().join("taken")).unwrap();
        assert_eq!(files(place.path(), &choice).unwrap()[0].key, first.key);
        fs::write(&path, "two").unwrap();
        assert_ne!(files(place.path(), &choice).unwrap()[0].key, first.key);
    }
}
