//! The thread that reads the journal.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rusqlite::Connection;
use tokio::sync::mpsc;

use super::Tables;

pub(super) type Reading = Box<dyn FnOnce(&Tables) + Send>;

pub(super) fn start(connection: Connection) -> anyhow::Result<mpsc::UnboundedSender<Reading>> {
    let (sender, mut waiting) = mpsc::unbounded_channel::<Reading>();
    std::thread::Builder::new().name("journal-reader".to_owned()).spawn(move || {
        while let Some(read) = waiting.blocking_recv() {
            if let Err(error) = in_snapshot(&connection, read) {
                tracing::error!(%error, "cannot read the journal");
            }
        }
    })?;
    Ok(sender)
}

/// All statements of one read see the same state.
fn in_snapshot(connection: &Connection, read: Reading) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    if catch_unwind(AssertUnwindSafe(|| read(&transaction))).is_err() {
        tracing::error!("a read of the journal panicked");
    }
    transaction.rollback()
}
