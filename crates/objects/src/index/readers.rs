//! A pool of connections for reading. A connection is not reused after an error.

use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::Mutex;
use rusqlite::Connection;

use super::growth::Growth;
use super::schema::open_for_reading;
use crate::error::Error;

pub(super) const KEPT: usize = 8;

pub(super) struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    /// Must be closed after the last connection.
    _growth: Arc<Growth>,
}

impl Readers {
    pub(super) fn new(path: PathBuf, growth: Arc<Growth>) -> Self {
        Self { path, idle: Mutex::default(), _growth: growth }
    }

    /// Runs the query on one state of the index, however many statements it has. The state is that of its first
    /// statement, not of this call.
    pub(super) fn read<T>(&self, query: impl FnOnce(&Connection) -> Result<T, Error>) -> Result<T, Error> {
        self.with(|connection| {
            connection.prepare_cached("BEGIN DEFERRED")?.raw_execute()?;
            let outcome = query(connection);
            connection.prepare_cached("COMMIT")?.raw_execute()?;
            outcome
        })
    }

    pub(super) fn with<T>(&self, query: impl FnOnce(&Connection) -> Result<T, Error>) -> Result<T, Error> {
        let idle = self.idle.lock().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => open_for_reading(&self.path)?,
        };
        let outcome = query(&connection);
        if !outcome.as_ref().is_err_and(Error::is_fault) {
            let mut idle = self.idle.lock();
            if idle.len() < KEPT {
                idle.push(connection);
            }
        }
        outcome
    }

    pub(super) fn close(&self) {
        self.idle.lock().clear();
    }
}
