//! The Tonnage server.

pub mod app;
pub mod auth;
pub mod clock;
pub mod config;
pub mod error;
pub mod ids;
pub mod jobs;
pub mod keys;
pub mod listen;
pub mod mail;
pub mod metrics;
pub mod operations;
pub mod routes;
pub mod secret;
pub mod storage;
pub mod store;
pub mod vault;
