//! Authentication and authorization: who the caller is, and what they may do.
//!
//! A caller is an argument of the handler: a function that takes a [`UserCaller`] cannot run for anyone else. What a
//! caller may do in a Team is decided by [`TeamAccess::require`], from the one policy table.

mod address;
mod callers;
mod channel_holder;
mod channel_token;
mod gateway_holder;
mod package_holder;
mod package_token;
mod passwords;
mod portal_visitor;
pub mod random;
pub mod sight;
mod signed;
mod team_access;
mod totp;
mod user_token;
mod zip_token;

pub use address::{ClientAddress, client_address};
pub use callers::{Caller, Credential, SignedInUser, TeamCaller, UserCaller, has_team_credential};
pub use channel_holder::ChannelHolder;
pub use channel_token::{ChannelGrant, ChannelTokens};
pub use gateway_holder::GatewayHolder;
pub use package_holder::PackageHolder;
pub use package_token::{Grant, PackageTokens};
pub use passwords::{Cost, Passwords};
pub use portal_visitor::{PortalVisitor, Stranger};
pub use team_access::TeamAccess;
pub use totp::SecondFactor;
pub use user_token::UserTokens;
pub use zip_token::{ZipGrant, ZipTokens};
