//! Authentication and authorization: who the caller is, and what they may do.
//!
//! A caller is an argument of the handler: a function that takes a [`UserCaller`] cannot run for anyone else. What a
//! caller may do in a Team is decided by [`TeamAccess::require`], from the one policy table.

mod address;
mod callers;
mod channel_holder;
mod gateway_holder;
mod package_holder;
mod portal_visitor;
pub mod sight;
mod standing;
mod team_access;

pub use address::{ClientAddress, client_of, peer_of};
pub use callers::{Caller, Credential, PerhapsSignedIn, SignedInUser, TeamCaller, UserCaller, has_team_credential};
pub use channel_holder::ChannelHolder;
pub use gateway_holder::GatewayHolder;
pub use package_holder::{HolderOrMember, PackageHolder};
pub use portal_visitor::{PortalSender, PortalVisitor, Stranger};
pub use standing::still_sees;
pub use team_access::TeamAccess;
