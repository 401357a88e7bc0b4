//! Changes with several steps, shared by routes, jobs and commands.
//!
//! An operation reads, lets `domain` decide, and writes the change, its audit
//! entry and its mails in one transaction.

pub mod accounts;
pub mod api_keys;
pub mod bootstrap;
pub mod invitations;
pub mod mail;
pub mod members;
pub mod proof;
pub mod second_factor;
pub mod sessions;
pub mod teams;
pub mod throttle;
pub mod zips;
