//! Private files and directories, and locks that allow one process at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

pub const PRIVATE_FILE: u32 = 0o600;
pub const PRIVATE_DIRECTORY: u32 = 0o700;

/// Creates a directory and its parents, readable only by the owner. `what` is named in the error.
pub fn make_directory(what: &str, directory: &Path) -> anyhow::Result<()> {
    let missing = directory.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.is_dir());
    let new: Vec<&Path> = missing.collect();
    let made = fs::DirBuilder::new().recursive(true).mode(PRIVATE_DIRECTORY).create(directory);
    made.with_context(|| format!("cannot create {what} {}", directory.display()))?;
    // If a power failure loses a directory's name, everything in it is lost too.
    new.into_iter().filter_map(Path::parent).try_for_each(sync_directory)
}

pub fn sync_directory(directory: &Path) -> anyhow::Result<()> {
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let synced = File::open(directory).and_then(|directory| directory.sync_all());
    synced.with_context(|| format!("cannot sync {}", directory.display()))
}

/// Makes everything that this process creates private.
pub fn keep_to_ourselves() {
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// Files and directories that others may access: the directory itself, and what is directly in it.
pub fn accessible_to_others(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = vec![directory.to_owned()];
    for entry in fs::read_dir(directory)? {
        found.push(entry?.path());
    }
    // What has just been removed is accessible to nobody, and a link has no rights of its own.
    found.retain(|path| fs::symlink_metadata(path).is_ok_and(|data| !data.is_symlink() && is_open(&data)));
    Ok(found)
}

fn is_open(metadata: &fs::Metadata) -> bool {
    metadata.permissions().mode() & 0o077 != 0
}

/// Takes all rights from others, for the directory and what is directly in it.
pub fn close_to_others(directory: &Path) -> std::io::Result<()> {
    for path in accessible_to_others(directory)? {
        let permissions = fs::symlink_metadata(&path)?.permissions();
        fs::set_permissions(&path, fs::Permissions::from_mode(permissions.mode() & 0o700))?;
    }
    Ok(())
}

/// A lock of a running process; released when dropped, or when the process ends in any way.
pub struct FileLock(File);

impl Drop for FileLock {
    /// Closing alone is not enough: a child process that is just being started has the file open too, until it runs
    /// exec.
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "cannot release a lock before its file is closed");
        }
    }
}

/// Takes the lock, or returns `None` if another process has it.
pub fn lock(path: &Path) -> anyhow::Result<Option<FileLock>> {
    let opened = OpenOptions::new().write(true).create(true).truncate(true).mode(PRIVATE_FILE).open(path);
    let file = opened.with_context(|| format!("cannot write {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(FileLock(file))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
    }
}

/// Writes a file that only the owner may read, and syncs it.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let opened = OpenOptions::new().write(true).create(true).truncate(true).mode(PRIVATE_FILE).open(path);
    let written = opened.and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()));
    written.with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_goes_though_somebody_else_still_has_the_file_open() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("lock");
        let held = lock(&path).unwrap().unwrap();
        let _as_a_child_has_it = held.0.try_clone().unwrap();
        assert!(lock(&path).unwrap().is_none());
        drop(held);
        assert!(lock(&path).unwrap().is_some());
    }
}
