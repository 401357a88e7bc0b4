//! Uploads of one file that is sent while it grows.

use std::path::PathBuf;
use std::time::Duration;

use transfer::Identity;
use transfer::upload::{SourceFile, part_size};
use wire::agent::{AutomationId, UploadId};

use crate::journal::stream_files::{self, StreamFile};
use crate::journal::upload_items::{self, NewItem};
use crate::journal::uploads as rows;
use crate::journal::{JournalError, Tables};

/// A file that an automation sends while it grows.
pub struct NewStream {
    pub automation: AutomationId,
    pub path: PathBuf,
    pub identity: Identity,
    pub file: StreamFile,
    /// A file that has not changed for this long is complete.
    pub idle: Duration,
    /// Whether members of the Team can read it while it grows.
    pub is_followed: bool,
}

impl NewStream {
    /// Marks a new upload as a stream, in the transaction that writes the upload, so that a crash cannot separate the
    /// file's record from its upload.
    pub fn save(self, tables: &Tables, upload: &UploadId) -> Result<(), JournalError> {
        let item = NewItem {
            number: 1,
            name: self.file.name.to_string_lossy().into_owned(),
            path: String::new(),
            modified: self.identity.modified,
            source: Some(SourceFile { path: self.path, identity: self.identity }),
            part_size: part_size(0, None),
            failure: None,
        };
        upload_items::add(tables, upload, &[item])?;
        rows::mark_stream(tables, upload, self.idle, self.is_followed)?;
        rows::mark_walked(tables, upload)?;
        stream_files::take(tables, &self.automation, &self.file, upload)
    }
}
