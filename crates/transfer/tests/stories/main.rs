//! Transfers against the real service and its store.

mod ledger;
mod uploads;
