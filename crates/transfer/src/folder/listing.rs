//! Lists a directory below the folder.

use std::ffi::{CStr, CString};
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{AtFlags, Dir, FileType, Stat};
use rustix::io::Errno;

use super::{Folder, FolderError};

/// More names than this are not read, so that they fit into memory.
const NAMES_MOST: usize = 1_000_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub entries: Vec<ListedEntry>,
    /// Whether there are entries after these.
    pub has_more: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedEntry {
    pub name: String,
    pub is_directory: bool,
    pub size: u64,
    /// Milliseconds since 1970.
    pub modified: i64,
}

impl Folder {
    /// Files and directories, directories first and each by name: up to `most`, after the first `skipped`. Links and
    /// special files are left out, as they cannot be opened here.
    pub fn list(&self, relative: &Path, skipped: usize, most: usize) -> Result<Listed, FolderError> {
        let directory = self.opened(relative)?;
        let mut names = self.names(&directory, relative)?;
        names.sort_unstable();
        let has_more = names.len() > skipped.saturating_add(most);
        let wanted = names.into_iter().skip(skipped).take(most);
        let entries = wanted.filter_map(|(is_file, name)| entry(&directory, &name, !is_file)).collect();
        Ok(Listed { entries, has_more })
    }

    /// The names, each with whether it is a file.
    fn names(&self, directory: &OwnedFd, relative: &Path) -> Result<Vec<(bool, CString)>, FolderError> {
        let mut names = Vec::new();
        for entry in Dir::read_from(directory).map_err(|error| self.failed(relative, error))? {
            let entry = entry.map_err(|error| self.failed(relative, error))?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            // Some file systems do not say the kind with the name.
            let kind = match entry.file_type() {
                FileType::Unknown => found(directory, name).map(|found| FileType::from_raw_mode(found.st_mode)),
                known => Ok(known),
            };
            match kind {
                Ok(FileType::RegularFile) => names.push((true, name.to_owned())),
                Ok(FileType::Directory) => names.push((false, name.to_owned())),
                // Removed in the meantime, or neither.
                _ => {}
            }
            if names.len() > NAMES_MOST {
                let cause = format!("has more than {NAMES_MOST} entries");
                return Err(FolderError::Other { path: self.path.join(relative), cause });
            }
        }
        Ok(names)
    }
}

fn found(directory: &OwnedFd, name: &CStr) -> Result<Stat, Errno> {
    rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW)
}

/// `None` if it was removed or replaced in the meantime.
fn entry(directory: &OwnedFd, name: &CStr, is_directory: bool) -> Option<ListedEntry> {
    let found = found(directory, name).ok()?;
    let kind = FileType::from_raw_mode(found.st_mode);
    if is_directory != kind.is_dir() || !(kind.is_dir() || kind.is_file()) {
        return None;
    }
    let size = if is_directory { 0 } else { u64::try_from(found.st_size).unwrap_or(0) };
    let seconds: i64 = found.st_mtime;
    let millis = i64::try_from(found.st_mtime_nsec).unwrap_or(0) / 1_000_000;
    let modified = seconds.saturating_mul(1_000).saturating_add(millis);
    Some(ListedEntry { name: name.to_string_lossy().into_owned(), is_directory, size, modified })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::path::Path;

    use super::super::{Folder, FolderError};

    fn listed(folder: &Folder, path: &str, skipped: usize, most: usize) -> (Vec<String>, bool) {
        let listed = folder.list(Path::new(path), skipped, most).unwrap();
        (listed.entries.into_iter().map(|entry| entry.name).collect(), listed.has_more)
    }

    #[test]
    fn pages_have_directories_first_and_no_links() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().canonicalize().unwrap();
        for name in ["b", "a", "b/deep"] {
            std::fs::create_dir_all(root.join(name)).unwrap();
        }
        for name in ["c", "A", ".hidden", "b/deep/file"] {
            std::fs::write(root.join(name), "four").unwrap();
        }
        symlink(root.join("b"), root.join("link")).unwrap();
        symlink("/etc", root.join("b/out")).unwrap();
        let folder = Folder::open_existing(&root).unwrap();
        let all: Vec<String> = ["a", "b", ".hidden", "A", "c"].map(str::to_owned).into();
        assert_eq!(listed(&folder, "", 0, 5), (all.clone(), false));
        assert_eq!(listed(&folder, "", 0, 4), (all[..4].to_vec(), true));
        assert_eq!(listed(&folder, "", 4, 4), (all[4..].to_vec(), false));
        assert_eq!(listed(&folder, "", 5, 1), (Vec::new(), false));
        assert_eq!(listed(&folder, "", usize::MAX, usize::MAX), (Vec::new(), false));
        assert_eq!(listed(&folder, "b", 0, 9), (vec!["deep".to_owned()], false));
        let found = folder.list(Path::new("b/deep"), 0, 9).unwrap().entries.remove(0);
        assert_eq!((found.size, found.is_directory), (4, false));
        assert!(found.modified > 1_700_000_000_000, "{}", found.modified);
    }

    #[test]
    fn nothing_outside_is_listed() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().canonicalize().unwrap().join("root");
        std::fs::create_dir(&root).unwrap();
        symlink("/etc", root.join("link")).unwrap();
        std::fs::write(root.join("file"), "x").unwrap();
        let folder = Folder::open_existing(&root).unwrap();
        let refused = |path: &str| folder.list(Path::new(path), 0, 9).unwrap_err();
        assert!(matches!(refused("link"), FolderError::Link { .. } | FolderError::NotADirectory { .. }));
        assert!(matches!(refused("link/ssh"), FolderError::Link { .. } | FolderError::NotADirectory { .. }));
        for path in ["..", "/etc", "a/../..", "link/.."] {
            assert!(matches!(refused(path), FolderError::Outside { .. }), "{path}");
        }
        assert!(matches!(refused("file"), FolderError::NotADirectory { .. }));
        assert!(matches!(refused("missing"), FolderError::Missing { .. }));
    }
}
