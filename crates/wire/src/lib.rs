//! The types of the HTTP APIs: identifiers, date-times, error codes and bodies.
//!
//! Server, agent, client and tests share these types, so every change of an API is a change here. Nothing in this crate
//! does I/O or contains a business rule.

pub mod agent;
pub mod api_keys;
pub mod auth;
pub mod blueprint;
pub mod connections;
pub mod error;
pub mod example;
pub mod files;
pub mod filters;
pub mod forms;
pub mod gateway_files;
pub mod ids;
mod lenient;
pub mod links;
pub mod members;
pub mod mfa;
pub mod names;
pub mod outbox;
pub mod package_checks;
pub mod packages;
pub mod portals;
pub mod record;
pub mod segments;
pub mod tags;
pub mod teams;
pub mod teamspaces;
pub mod time;
pub mod timeline;
pub mod usage;
pub mod users;
pub mod webhooks;
