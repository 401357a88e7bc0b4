//! What must outlive the process: one SQLite database in the state directory.
//!
//! One thread owns the connection that writes. Whatever waits to be written is written in one transaction, each in a
//! savepoint of its own, and answered once the disk has it: many small notes cost one sync. Readers have a connection
//! of their own and see whole transactions only.

pub mod automations;
mod columns;
pub mod deliveries;
pub mod download_items;
pub mod downloads;
pub mod gateways;
mod migrations;
mod open;
mod reader;
pub mod received;
pub mod settings;
pub mod shown_item;
pub mod stream_files;
pub mod upload_items;
pub mod uploads;
pub mod watched;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

/// What functions of this module's children read and write.
pub use rusqlite::Connection as Tables;

use reader::Reading;
use writer::Writing;

#[derive(Debug, Clone, thiserror::Error)]
pub enum JournalError {
    #[error("the disk of {} is full: make room, and what waits goes on", .0.display())]
    Full(PathBuf),
    #[error("the journal failed: {0}")]
    Failed(Arc<str>),
    #[error("the journal is closed")]
    Closed,
}

impl JournalError {
    fn failed(text: impl Into<Arc<str>>) -> Self {
        Self::Failed(text.into())
    }
}

impl From<rusqlite::Error> for JournalError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => Self::Full(PathBuf::new()),
            _ => Self::failed(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for JournalError {
    fn from(error: serde_json::Error) -> Self {
        Self::failed(error.to_string())
    }
}

/// Cheap to clone. The threads end when the last clone is gone.
#[derive(Clone)]
pub struct Journal {
    writer: mpsc::UnboundedSender<Writing>,
    reader: mpsc::UnboundedSender<Reading>,
    directory: Arc<Path>,
}

impl Journal {
    /// Opens or makes the journal of a state directory.
    pub fn open(directory: &Path) -> anyhow::Result<Self> {
        let file = directory.join("journal.db");
        Ok(Self {
            writer: writer::start(open::writer(&file)?)?,
            reader: reader::start(open::reader(&file)?)?,
            directory: directory.into(),
        })
    }

    /// Runs `work` in the next transaction, and comes back when that is on the disk. When `work` fails, nothing of it
    /// stays, and others in the same transaction are not touched.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Tables) -> Result<T, JournalError> + Send + 'static,
    ) -> Result<T, JournalError> {
        let (answer, answered) = oneshot::channel();
        self.writer.send(Writing::new(work, answer)).map_err(|_| JournalError::Closed)?;
        self.named(answered.await.map_err(|_| JournalError::Closed)?)
    }

    /// Runs `work` on what the last finished transaction left.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Tables) -> Result<T, JournalError> + Send + 'static,
    ) -> Result<T, JournalError> {
        let (answer, answered) = oneshot::channel();
        let reading: Reading = Box::new(move |tables| {
            // Nobody waits any more: nothing is lost.
            let _ = answer.send(work(tables));
        });
        self.reader.send(reading).map_err(|_| JournalError::Closed)?;
        self.named(answered.await.map_err(|_| JournalError::Closed)?)
    }

    /// SQLite says that a disk is full, and we know which.
    fn named<T>(&self, result: Result<T, JournalError>) -> Result<T, JournalError> {
        result.map_err(|error| match error {
            JournalError::Full(_) => JournalError::Full(self.directory.to_path_buf()),
            other => other,
        })
    }
}

#[cfg(test)]
mod tests;
