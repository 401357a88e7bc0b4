//! The thread that writes the journal.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::{JournalError, Tables};

/// With more writes per transaction, the first one would wait too long.
const TOGETHER_MOST: usize = 1_000;

/// Reports the outcome of the transaction to the caller.
type Tell = Box<dyn FnOnce(Result<(), JournalError>) + Send>;

/// The result of one write: whether it failed, and how to report it.
struct Done {
    failure: Option<JournalError>,
    tell: Tell,
}

/// Runs on the tables; `None` only reports that the transaction failed before this write's turn.
type Work = dyn FnOnce(Option<&Tables>) -> Done + Send;

pub(super) struct Writing(Box<Work>);

impl Writing {
    pub(super) fn new<T: Send + 'static>(
        work: impl FnOnce(&Tables) -> Result<T, JournalError> + Send + 'static,
        answer: oneshot::Sender<Result<T, JournalError>>,
    ) -> Self {
        Self(Box::new(move |tables| {
            let result = match tables {
                Some(tables) => catch_unwind(AssertUnwindSafe(|| work(tables)))
                    .unwrap_or_else(|_| Err(JournalError::failed("a write panicked"))),
                None => Err(JournalError::Closed),
            };
            let failure = result.as_ref().err().cloned();
            // The caller may no longer wait; the write is kept anyway.
            let tell = Box::new(move |fate: Result<(), JournalError>| {
                let _ = answer.send(fate.and(result));
            });
            Done { failure, tell }
        }))
    }
}

pub(super) fn start(connection: Connection) -> anyhow::Result<mpsc::UnboundedSender<Writing>> {
    let (sender, mut waiting) = mpsc::unbounded_channel::<Writing>();
    std::thread::Builder::new().name("journal-writer".to_owned()).spawn(move || {
        while let Some(first) = waiting.blocking_recv() {
            let mut batch = vec![first];
            while batch.len() < TOGETHER_MOST
                && let Ok(next) = waiting.try_recv()
            {
                batch.push(next);
            }
            write(&connection, batch);
        }
    })?;
    Ok(sender)
}

fn write(connection: &Connection, batch: Vec<Writing>) {
    let mut told: Vec<Tell> = Vec::with_capacity(batch.len());
    let fate = together(connection, batch, &mut told);
    if fate.is_err() && !connection.is_autocommit() {
        // Roll back anything half done before the next transaction begins.
        let _ = connection.execute_batch("ROLLBACK");
    }
    for tell in told {
        tell(fate.clone());
    }
}

/// Runs one transaction for all. `told` collects the callers that must learn its outcome.
fn together(connection: &Connection, batch: Vec<Writing>, told: &mut Vec<Tell>) -> Result<(), JournalError> {
    let mut fate = connection.execute_batch("BEGIN IMMEDIATE").map_err(JournalError::from);
    for Writing(work) in batch {
        if fate.is_err() {
            told.push(work(None).tell);
            continue;
        }
        let begun = connection.execute_batch("SAVEPOINT one");
        let Done { failure, tell } = work(Some(connection));
        told.push(tell);
        fate = begun.and_then(|()| end(connection, failure.is_some())).map_err(JournalError::from);
        if let (Some(cause), true) = (failure, connection.is_autocommit()) {
            // A full disk rolls back the whole transaction, whichever write hit the limit.
            fate = Err(cause);
        }
    }
    fate?;
    Ok(connection.execute_batch("COMMIT")?)
}

fn end(connection: &Connection, failed: bool) -> rusqlite::Result<()> {
    if connection.is_autocommit() {
        return Ok(());
    }
    connection.execute_batch(if failed { "ROLLBACK TO one; RELEASE one" } else { "RELEASE one" })
}
