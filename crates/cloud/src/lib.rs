//! The Tonnage server.

pub mod clock;
pub mod config;
pub mod ids;
pub mod secret;
pub mod store;
