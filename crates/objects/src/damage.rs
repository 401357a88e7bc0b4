//! Reports stored content that is not what was stored.

use std::io;

/// Travels inside of an `io::Error`, so that damage is told apart from a disk that fails.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Damaged(pub(crate) &'static str);

/// Counts and logs the damage. The error ends the reply, so that nobody takes the content for good.
pub(crate) fn damaged(what: &'static str) -> io::Error {
    metrics::counter!("objects_damaged_reads_total").increment(1);
    tracing::error!(what, "stored content is damaged");
    io::Error::new(io::ErrorKind::InvalidData, Damaged(what))
}
