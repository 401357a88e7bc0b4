//! The transfer agent: transfers files between this machine and the cloud for callers of its local API.
//!
//! `start` builds everything from [`options::Options`]. Every request passes the `guard`, which blocks web pages,
//! before it reaches the `routes`. Everything that must survive the process is in the `journal`.

pub mod app;
pub mod automations;
pub mod board;
pub mod choice;
pub mod cli;
pub mod clock;
pub mod disks;
pub mod downloads;
pub mod error;
pub mod events;
pub mod failure;
pub mod fingerprint;
pub mod folders;
pub mod gateway_states;
pub mod gateways;
pub mod globs;
pub mod guard;
pub mod history;
pub mod items;
pub mod journal;
pub mod kept_session;
pub mod left_out;
pub mod link_address;
pub mod mounts;
mod once;
pub mod options;
pub mod own_token;
pub mod paths;
pub mod program;
pub mod provisioning;
pub mod routes;
pub mod runs;
pub mod serve;
pub mod session;
pub mod session_loss;
pub mod session_reason;
pub mod settings;
pub mod start;
pub mod upkeep;
pub mod uploads;
