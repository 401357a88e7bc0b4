//! Directories that are created for a single purpose.

use std::path::Path;

use rustix::fs::{Dir, Mode};
use rustix::io::Errno;

use super::place::place_of;
use super::{Folder, FolderError};

impl Folder {
    /// Creates a directory directly in the folder and flushes its name to the disk. Returns false if the name exists
    /// already.
    pub fn take_directory(&self, name: &Path) -> Result<bool, FolderError> {
        if !place_of(&self.path, name)?.folder.as_os_str().is_empty() {
            return Err(FolderError::Outside { path: self.path.join(name) });
        }
        match rustix::fs::mkdirat(&self.root, name, Mode::from_raw_mode(0o777)) {
            Ok(()) => {
                rustix::fs::fsync(&self.root).map_err(|error| self.failed(name, error))?;
                Ok(true)
            }
            Err(Errno::EXIST) => Ok(false),
            Err(error) => Err(self.failed(name, error)),
        }
    }

    /// Whether there is an empty directory with this name.
    pub fn is_empty_directory(&self, name: &Path) -> Result<bool, FolderError> {
        let directory = match self.opened(name) {
            Err(FolderError::Missing { .. } | FolderError::NotADirectory { .. } | FolderError::Link { .. }) => {
                return Ok(false);
            }
            answer => answer?,
        };
        for entry in Dir::read_from(&directory).map_err(|error| self.failed(name, error))? {
            let entry = entry.map_err(|error| self.failed(name, error))?;
            if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
