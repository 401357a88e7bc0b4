//! The journal holds everything that must survive the process: one SQLite database in the state directory.
//!
//! One thread owns the writing connection. All pending writes go into one transaction, each in its own savepoint, and
//! are answered once they are on the disk, so many small writes cost one fsync. Reads use their own connection and see
//! only complete transactions.

pub mod automations;
mod columns;
mod damage;
pub mod deliveries;
pub mod download_items;
pub mod downloads;
pub mod gateways;
pub mod history;
pub mod list;
mod migrations;
pub mod mounts;
mod open;
mod reader;
pub mod received;
pub mod settings;
pub mod shown_item;
pub mod stream_files;
pub mod upload_items;
pub mod upload_skipped;
pub mod uploads;
pub mod watched;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

/// What the functions of the child modules read and write.
pub use rusqlite::Connection as Tables;

use crate::clock;
use reader::Reading;
use writer::Writing;

const FILE: &str = "journal.db";

#[derive(Debug, Clone, thiserror::Error)]
pub enum JournalError {
    #[error("the disk of {} is full: free up space, and waiting transfers continue", .0.display())]
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

/// Cheap to clone. The threads end when the last clone is dropped.
#[derive(Clone)]
pub struct Journal {
    writer: mpsc::UnboundedSender<Writing>,
    reader: mpsc::UnboundedSender<Reading>,
    directory: Arc<Path>,
}

impl Journal {
    /// Like [`open`](Self::open), but sets a damaged journal aside and starts with an empty one.
    pub fn open_or_replace(directory: &Path) -> anyhow::Result<Self> {
        damage::finish_setting_aside(&directory.join(FILE))?;
        match Self::open(directory) {
            Err(error) if damage::is_damage(&error) => {
                let aside = damage::set_aside(&directory.join(FILE), &clock::date())?;
                tracing::error!(reason = format!("{error:#}"), aside = %aside.display(), "the journal was damaged");
                Self::open(directory)
            }
            other => other,
        }
    }

    /// The damaged journals that were set aside and not removed since.
    pub async fn set_aside(&self) -> anyhow::Result<Vec<PathBuf>> {
        let directory = Arc::clone(&self.directory);
        Ok(tokio::task::spawn_blocking(move || damage::all_set_aside(&directory)).await??)
    }

    /// Opens or creates the journal of a state directory.
    pub fn open(directory: &Path) -> anyhow::Result<Self> {
        let file = directory.join(FILE);
        Ok(Self {
            writer: writer::start(open::writer(&file)?)?,
            reader: reader::start(open::reader(&file)?)?,
            directory: directory.into(),
        })
    }

    /// Runs `work` in the next transaction and returns when that is on the disk. If `work` fails, its changes are
    /// rolled back, and others in the same transaction are not affected.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Tables) -> Result<T, JournalError> + Send + 'static,
    ) -> Result<T, JournalError> {
        let (answer, answered) = oneshot::channel();
        self.writer.send(Writing::new(work, answer)).map_err(|_| JournalError::Closed)?;
        self.named(answered.await.map_err(|_| JournalError::Closed)?)
    }

    /// Runs `work` on the state after the last complete transaction.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Tables) -> Result<T, JournalError> + Send + 'static,
    ) -> Result<T, JournalError> {
        let (answer, answered) = oneshot::channel();
        let reading: Reading = Box::new(move |tables| {
            // Nobody waits for the answer any more, which is fine.
            let _ = answer.send(work(tables));
        });
        self.reader.send(reading).map_err(|_| JournalError::Closed)?;
        self.named(answered.await.map_err(|_| JournalError::Closed)?)
    }

    /// SQLite only reports a full disk; this adds which one.
    fn named<T>(&self, result: Result<T, JournalError>) -> Result<T, JournalError> {
        result.map_err(|error| match error {
            JournalError::Full(_) => JournalError::Full(self.directory.to_path_buf()),
            other => other,
        })
    }
}

#[cfg(test)]
mod tests;
