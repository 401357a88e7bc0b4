//! Errors of a folder, with the path and what to do.

use std::path::{Path, PathBuf};

use rustix::io::Errno;
use wire::error::ErrorCode;

#[derive(Debug, Clone, thiserror::Error)]
pub enum FolderError {
    #[error("the disk is full at {path:?}: free some space or inodes, then resume")]
    Full { path: PathBuf },
    #[error("{path:?} is on a read-only file system: make it writable, then resume")]
    ReadOnly { path: PathBuf },
    #[error("the folder {path:?} was removed: create it again, then resume")]
    Removed { path: PathBuf },
    #[error("the disk of {path:?} is not mounted: mount it, then resume")]
    NotMounted { path: PathBuf },
    #[error("the disk of {path:?} does not answer: check it, and the network if it is elsewhere, then resume")]
    Silent { path: PathBuf },
    #[error("{path:?} does not exist")]
    Missing { path: PathBuf },
    #[error("{path:?} must be a directory, but something else has that name: move it away, then resume")]
    NotADirectory { path: PathBuf },
    #[error("{path:?} is, or is below, a symbolic link, and links are not followed: replace it with a directory")]
    Link { path: PathBuf },
    #[error("{path:?} is not writable for this user: change its permissions, then resume")]
    NoPermission { path: PathBuf },
    #[error("{path:?} would be outside of the folder")]
    Outside { path: PathBuf },
    #[error("the path {path:?} is too long: choose a folder closer to the root")]
    TooLong { path: PathBuf },
    #[error("{path:?} is larger than this file system supports: choose a folder on another one")]
    TooLarge { path: PathBuf },
    #[error("{path:?} was replaced or removed by someone else while it was written: resume to fetch it again")]
    Replaced { path: PathBuf },
    /// A passing shortage: others close theirs.
    #[error("{path:?}: too many open files; raise the limit (ulimit -n), then resume")]
    NoHandles { path: PathBuf },
    /// The disk may have lost any file that was written since the last flush, and says so only once.
    #[error("{path:?}: its disk did not keep what was written ({cause}): check the disk, then resume")]
    NotKept { path: PathBuf, cause: String },
    #[error("{path:?}: {cause}")]
    Other { path: PathBuf, cause: String },
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
            Errno::MFILE | Errno::NFILE => Self::NoHandles { path },
            other => Self::Other { path, cause: other.to_string() },
        }
    }

    /// A disk could not be flushed as a whole.
    pub(super) fn of_disk(path: &Path, error: Errno) -> Self {
        match Self::of(path, error) {
            known @ (Self::Full { .. } | Self::ReadOnly { .. }) => known,
            _ => Self::NotKept { path: path.to_owned(), cause: error.to_string() },
        }
    }

    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Full { .. } => ErrorCode::DiskFull,
            _ => ErrorCode::FolderUnusable,
        }
    }

    /// Whether other files of the same download may still succeed.
    pub fn is_of_one_file(&self) -> bool {
        match self {
            Self::Full { .. }
            | Self::ReadOnly { .. }
            | Self::Removed { .. }
            | Self::NotMounted { .. }
            | Self::Silent { .. }
            | Self::NotKept { .. } => false,
            Self::Missing { .. }
            | Self::NotADirectory { .. }
            | Self::Link { .. }
            | Self::NoPermission { .. }
            | Self::Outside { .. }
            | Self::TooLong { .. }
            | Self::TooLarge { .. }
            | Self::Replaced { .. }
            | Self::NoHandles { .. }
            | Self::Other { .. } => true,
        }
    }

    pub(super) fn of_io(path: &Path, error: &std::io::Error) -> Self {
        match Errno::from_io_error(error) {
            Some(known) => Self::of(path, known),
            None => Self::Other { path: path.to_owned(), cause: error.to_string() },
        }
    }
}
