//! Transfers against the real service and its store.

mod downloads;
mod ledger;
mod receipts;
mod uploads;
