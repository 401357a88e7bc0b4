//! What can go wrong with a folder, with the path and what to do about it.

use std::path::{Path, PathBuf};

use rustix::io::Errno;

#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("there is no room left at {path:?}: free some space or inodes, then resume")]
    Full { path: PathBuf },
    #[error("{path:?} is on a file system that is read-only: make it writable, then resume")]
    ReadOnly { path: PathBuf },
    #[error("the folder {path:?} was removed: make it again, then resume")]
    Removed { path: PathBuf },
    #[error("{path:?} does not exist")]
    Missing { path: PathBuf },
    #[error("{path:?} is needed as a directory, but something else has that name: move it away, then resume")]
    NotADirectory { path: PathBuf },
    #[error("{path:?} is, or lies behind, a symbolic link, and links are not followed: replace it by a directory")]
    Link { path: PathBuf },
    #[error("{path:?} may not be written by this user: change its permissions, then resume")]
    NoPermission { path: PathBuf },
    #[error("{path:?} would be outside of the folder")]
    Outside { path: PathBuf },
    #[error("{path:?} is too long a path: choose a folder nearer to the root")]
    TooLong { path: PathBuf },
    #[error("{path:?} is larger than this file system takes: choose a folder on another one")]
    TooLarge { path: PathBuf },
    #[error("{path:?} was replaced or removed by someone else while it was written: resume to fetch it again")]
    Replaced { path: PathBuf },
    #[error("{path:?}: {source}")]
    Other { path: PathBuf, source: std::io::Error },
}

impl FolderError {
    pub(super) fn of(path: &Path, error: Errno) -> Self {
        let path = path.to_owned();
        match error {
            Errno::NOSPC | Errno::DQUOT => Self::Full { path },
            Errno::ROFS => Self::ReadOnly { path },
            Errno::NOENT => Self::Missing { path },
            Errno::NOTDIR | Errno::ISDIR => Self::NotADirectory { path },
            Errno::LOOP => Self::Link { path },
            Errno::ACCESS | Errno::PERM => Self::NoPermission { path },
            Errno::XDEV => Self::Outside { path },
            Errno::NAMETOOLONG => Self::TooLong { path },
            Errno::FBIG => Self::TooLarge { path },
            other => Self::Other { path, source: other.into() },
        }
    }

    pub(super) fn of_io(path: &Path, error: std::io::Error) -> Self {
        match Errno::from_io_error(&error) {
            Some(known) => Self::of(path, known),
            None => Self::Other { path: path.to_owned(), source: error },
        }
    }
}
