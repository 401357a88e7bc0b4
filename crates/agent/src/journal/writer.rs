//! The thread that writes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::{JournalError, Tables};

/// More would keep the first of them waiting for too long.
const TOGETHER_MOST: usize = 1_000;

/// Tells whoever waits, once it is known what became of the transaction.
type Tell = Box<dyn FnOnce(Result<(), JournalError>) + Send>;

/// What was done: whether it stays, and whom to tell.
struct Done {
    failure: Option<JournalError>,
    tell: Tell,
}

/// Runs on the tables; without them only to be told that the transaction failed before its turn came.
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
                    .unwrap_or_else(|_| Err(JournalError::failed("a writing panicked"))),
                None => Err(JournalError::Closed),
            };
            let failure = result.as_ref().err().cloned();
            // Nobody may wait any more: what was written stays all the same.
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
        // Whatever was half done is given up before the next transaction begins.
        let _ = connection.execute_batch("ROLLBACK");
    }
    for tell in told {
        tell(fate.clone());
    }
}

/// One transaction for all. `told` has everyone who must hear of its fate.
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
            // A full disk undoes the whole transaction, whoever was the last straw.
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
