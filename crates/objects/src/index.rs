//! The index: one SQLite database that maps keys to content. All SQL of this crate is here.
//!
//! Reads use a pool of connections; writes go through one thread that commits whole batches with one sync.

pub(crate) mod audit;
pub(crate) mod block_sums;
pub(crate) mod buckets;
pub(crate) mod closings;
pub(crate) mod garbage;
mod growth;
pub(crate) mod identity;
pub(crate) mod listing;
pub(crate) mod objects;
mod readers;
pub(crate) mod room;
mod schema;
pub(crate) mod scrubbing;
pub(crate) mod uploads;
mod writer;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

pub(crate) use rusqlite::Connection;
use rusqlite::{ErrorCode, ffi};
use tokio::sync::Semaphore;

use crate::blobs::{self, Blobs, NewFile};
use crate::directories::data_directory;
use crate::error::Error;
use crate::health::Indicators;
use crate::{OpenError, SyncPolicy, space};
use growth::Growth;
use readers::Readers;
use schema::LOG_FILE;
pub(crate) use schema::{INDEX_FILE, open_for_audit, shorten, unused};
pub(crate) use writer::Committed;
use writer::Writer;

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::DiskFull,
            Some(ErrorCode::SystemIoFailure) if is_write(&error) => Self::IndexWrite(error.to_string()),
            Some(
                ErrorCode::SystemIoFailure | ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::ReadOnly,
            ) => Self::Index(error.to_string()),
            // A new connection to an index that was open before: its directory is missing, which may be temporary.
            Some(ErrorCode::CannotOpen) => Self::Disk(Arc::new(io::Error::other(error.to_string()))),
            _ => Self::Statement(error.to_string()),
        }
    }
}

/// Whether a write failed before anything was committed, and not a sync after it.
fn is_write(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(ffi::SQLITE_IOERR_WRITE | ffi::SQLITE_IOERR_SHMSIZE))
}

pub(crate) struct Index {
    readers: Arc<Readers>,
    /// As many parallel readers as there are pooled connections: opening another costs more than waiting.
    turns: Arc<Semaphore>,
    writer: Writer,
    log: PathBuf,
    next_content: AtomicI64,
    folded: Arc<AtomicBool>,
    growth: Arc<Growth>,
}

/// A database that is open for writing and has its tables, before the writer thread owns it.
pub(crate) struct Prepared {
    connection: Connection,
    path: PathBuf,
    next_content: i64,
    growth: Growth,
}

impl Prepared {
    /// Without its index, every file in the store would count as left over and be deleted, so a new index is created
    /// only if there are no files.
    pub(crate) fn open(directory: &Path, sync: SyncPolicy) -> Result<Self, OpenError> {
        let path = directory.join(INDEX_FILE);
        let failed = |error: Error| OpenError::Index { path: path.clone(), message: error.to_string() };
        // Checked before SQLite opens the file, because it deletes the log of an empty database, which may contain what
        // was lost.
        if fs::metadata(&path).map_or(true, |metadata| metadata.len() == 0) {
            refuse_if_files(directory, &path)?;
        }
        let connection = match schema::open_for_writing(&path, sync) {
            // SQLite needs a little space even to read. It does not always say that this is the cause.
            Err(Error::DiskFull | Error::IndexWrite(_)) if space::give_up_reserve(directory) => {
                schema::open_for_writing(&path, sync)
            }
            other => other,
        };
        let connection = connection.map_err(failed)?;
        if schema::is_new(&connection).map_err(failed)? {
            refuse_if_files(directory, &path)?;
            schema::make_tables(&connection).map_err(failed)?;
        }
        schema::add_tables(&connection).map_err(failed)?;
        schema::allow_shortening(&connection, directory).map_err(failed)?;
        let next_content = schema::highest_content(&connection).map_err(|error| failed(error.into()))? + 1;
        let growth = Growth::open(&path).map_err(|error| failed(error.into()))?;
        Ok(Self { connection, path, next_content, growth })
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    pub(crate) fn start(
        self,
        blobs: Arc<Blobs>,
        health: Arc<Indicators>,
        committed: impl Fn(Committed) + Send + 'static,
    ) -> std::io::Result<Index> {
        let log = self.path.with_file_name(LOG_FILE);
        let growth = Arc::new(self.growth);
        let readers = Arc::new(Readers::new(self.path, Arc::clone(&growth)));
        let folded = Arc::new(AtomicBool::new(false));
        let shared = writer::Shared { blobs, health, folded: Arc::clone(&folded), growth: Arc::clone(&growth) };
        let writer = Writer::start(self.connection, shared, committed)?;
        let turns = Arc::new(Semaphore::new(readers::KEPT));
        Ok(Index { readers, turns, writer, log, next_content: AtomicI64::new(self.next_content), folded, growth })
    }
}

fn refuse_if_files(directory: &Path, index: &Path) -> Result<(), OpenError> {
    match blobs::any_file(directory) {
        Ok(false) => Ok(()),
        Ok(true) => Err(OpenError::IndexLost { index: index.to_owned(), data: data_directory(directory) }),
        Err(source) => Err(OpenError::Directory { path: data_directory(directory), source }),
    }
}

impl Index {
    /// Content numbers are never reused while the process runs, so that a pin refers to one content only.
    pub(crate) fn new_content(&self) -> i64 {
        self.next_content.fetch_add(1, Ordering::Relaxed)
    }

    /// All statements of the query see the same state of the index.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| Error::Closed)?;
        let readers = Arc::clone(&self.readers);
        let work = move || {
            // The permit lasts as long as the work, which continues even if the caller has gone.
            let _turn = turn;
            readers.read(query)
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Error::Closed)?
    }

    /// For threads that may block.
    pub(crate) fn read_blocking<T>(&self, query: impl FnOnce(&Connection) -> Result<T, Error>) -> Result<T, Error> {
        self.readers.read(query)
    }

    /// Runs the operation in the next batch and returns when the batch is durable. The files belong to the index once
    /// it commits, and are deleted if the operation is refused.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        files: Vec<NewFile>,
        operation: impl FnMut(&Connection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.writer.run(files, false, operation).await
    }

    /// Writes something that changes nothing, to show that it works.
    pub(crate) async fn touch(&self) -> Result<(), Error> {
        self.write(Vec::new(), schema::touch).await
    }

    /// Like `write`, for operations that free space: they may use the reserve of a full disk.
    pub(crate) async fn free<T: Send + 'static>(
        &self,
        operation: impl FnMut(&Connection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.writer.run(Vec::new(), true, operation).await
    }

    pub(crate) fn free_blocking<T: Send + 'static>(
        &self,
        operation: impl FnMut(&Connection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.writer.run_blocking(true, operation)
    }

    pub(crate) fn write_blocking<T: Send + 'static>(
        &self,
        operation: impl FnMut(&Connection) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.writer.run_blocking(false, operation)
    }

    /// Commits what is queued, checkpoints the log, and ends the writer thread.
    pub(crate) fn close(&self) {
        self.readers.close();
        self.writer.close();
    }

    /// Makes commits without a sync durable. SQLite keeps its locks in other files, so opening and closing the log does
    /// not release them.
    pub(crate) fn sync_log(&self) -> Result<(), Error> {
        match File::open(&self.log) {
            Ok(log) => Ok(log.sync_data()?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Makes the log start over, so that it gives back what it has used.
    pub(crate) fn start_log_over(&self) -> Result<(), Error> {
        self.checkpoint()?;
        self.free_blocking(schema::touch)
    }

    pub(crate) fn log_length(&self) -> u64 {
        fs::metadata(&self.log).map_or(0, |metadata| metadata.len())
    }

    /// Checkpoints the log without blocking the writer, which continues to append.
    pub(crate) fn checkpoint(&self) -> Result<(), Error> {
        self.readers.with(|connection| {
            self.growth.allocate(schema::length(connection)?)?;
            connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?;
            self.growth.after_checkpoint();
            // The writer may have committed meanwhile, with space that the checkpoint has released.
            self.growth.allocate(schema::length(connection)?)
        })?;
        self.folded.store(true, Ordering::Relaxed);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::{Connection, OpenFlags};

    use crate::error::Error;

    #[test]
    fn an_index_whose_directory_is_away_is_a_fault_that_may_pass() {
        let missing = tempfile::tempdir().unwrap().path().join("gone/index.db");
        let error = Connection::open_with_flags(missing, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap_err();
        assert!(matches!(Error::from(error), Error::Disk(_)));
    }
}
