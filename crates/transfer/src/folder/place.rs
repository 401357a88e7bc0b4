//! Paths below the folder, which consist of plain names only.

use std::ffi::OsString;
use std::os::fd::AsFd;
use std::path::{Component, Path};

use super::FolderError;

/// A name in a directory below the folder.
pub(super) struct Place<'a> {
    pub(super) folder: &'a Path,
    pub(super) name: OsString,
}

/// Rejects a path that has components other than plain names.
pub(super) fn check(root: &Path, relative: &Path) -> Result<(), FolderError> {
    let is_plain = |part| matches!(part, Component::Normal(_));
    if relative.components().all(is_plain) && !relative.as_os_str().as_encoded_bytes().contains(&0) {
        return Ok(());
    }
    Err(FolderError::Outside { path: root.join(relative.file_name().unwrap_or_default()) })
}

pub(super) fn place_of<'a>(root: &Path, relative: &'a Path) -> Result<Place<'a>, FolderError> {
    check(root, relative)?;
    match (relative.parent(), relative.file_name()) {
        (Some(folder), Some(name)) => Ok(Place { folder, name: name.to_owned() }),
        _ => Err(FolderError::Outside { path: root.to_owned() }),
    }
}

/// Whether an open directory has been deleted.
pub(super) fn is_removed(directory: &impl AsFd) -> bool {
    rustix::fs::fstat(directory).is_ok_and(|found| found.st_nlink == 0)
}
