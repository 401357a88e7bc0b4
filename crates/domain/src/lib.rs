//! The business rules, without I/O and without a clock.
//!
//! A rule takes values and returns values: the new state of an entity, or a [`Refusal`]. Nothing here awaits, reads a
//! file or asks for the time, so every rule can be tested with a table.

pub mod account;
pub mod agent_download;
pub mod agent_settings;
pub mod agent_upload;
pub mod api_key;
pub mod audit;
pub mod authorization;
pub mod backoff;
pub mod byte_ranges;
pub mod channel;
pub mod chunk_plan;
pub mod clock_trust;
pub mod connection;
pub mod delivery;
pub mod expiry;
pub mod extra_storage;
pub mod file;
pub mod file_path;
pub mod filter;
pub mod form;
pub mod gateway_token;
pub mod growing_plan;
pub mod key_scope;
pub mod link;
pub mod local_name;
pub mod membership;
mod named;
pub mod package;
pub mod package_token;
pub mod policy;
pub mod portal;
pub mod progress;
pub mod quota;
pub mod re2;
pub mod readable_colours;
pub mod role;
pub mod segments;
pub mod subdomain;
pub mod target_path;
pub mod team;
pub mod transfer;
pub mod undelivered;
pub mod unfinished;
pub mod webhook;
pub mod zip_layout;

use std::borrow::Cow;

/// Why a rule refuses. The server maps each kind to one status.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// An invalid value.
    #[error("{field}: {reason}")]
    Invalid { field: Cow<'static, str>, reason: String },
    /// A valid request that this caller is not allowed to make.
    #[error("{0}")]
    Forbidden(&'static str),
    /// A valid request in the wrong state.
    #[error("{0}")]
    WrongState(Cow<'static, str>),
    /// A valid request, but the entity is not ready for it yet.
    #[error("{0}")]
    Unready(&'static str),
    /// A limit is exceeded.
    #[error("{0}")]
    TooLarge(String),
    /// One file is larger than a file may be, whatever else there is.
    #[error("{0}")]
    FileTooLarge(String),
}

impl Refusal {
    /// `field` is its path in the request, such as `rules[0].values[1]`.
    pub fn invalid(field: impl Into<Cow<'static, str>>, reason: impl Into<String>) -> Self {
        Self::Invalid { field: field.into(), reason: reason.into() }
    }

    pub fn wrong_state(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::WrongState(reason.into())
    }
}
