//! Transfers against the real service and its store.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod downloads;
mod ledger;
mod priority;
mod receipts;
mod streams;
mod uploads;
