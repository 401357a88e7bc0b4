//! The Tonnage server: API, workers, embedded object store, operator's commands.
//!
//! `start` builds everything from a configuration. `routes`, `pages` and `jobs` call `operations`, which ask `domain`
//! for decisions, write through `store` and add tasks to the `queue`. Lower layers never call higher ones.

pub mod admin;
pub mod app;
pub mod auth;
pub mod bus;
mod clock_guard;
pub mod config;
pub mod credentials;
pub mod data_dir;
pub mod error;
pub mod facts;
pub mod first_start;
mod form_files;
pub mod foundation;
pub mod ids;
pub mod interruption;
pub mod jobs;
pub mod keys;
mod listeners;
pub mod mail;
pub mod metrics;
pub mod operations;
pub mod pace;
pub mod pages;
pub mod program;
pub mod queue;
mod readiness;
pub mod routes;
pub mod scan;
pub mod serve;
pub mod start;
pub mod storage;
pub mod streams;
pub mod token_keys;
mod untrusted_proxies;
pub mod vault;
pub mod whole_directory;
pub mod zip;

pub use serving::{clock, listen, secret};
