//! Changes with several steps, shared by routes, jobs and commands.
//!
//! An operation reads, asks `domain` for the decision, and writes the change, its audit entry and its mails in one
//! transaction.

pub mod accounts;
mod bodies;
pub mod bulk;
pub mod channels;
pub mod downloads;
pub mod files;
pub mod mail;
pub mod packages;
pub mod portals;
pub mod quotas;
pub mod record;
pub mod requests;
pub mod teams;
pub mod transfers;
pub mod webhooks;
