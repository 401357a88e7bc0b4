//! The role of a member in a Team.

use std::fmt;
use std::str::FromStr;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    Owner,
    Admin,
    IntegrationManager,
    Member,
    Guest,
}

impl Role {
    pub const ALL: [Self; 5] = [Self::Owner, Self::Admin, Self::IntegrationManager, Self::Member, Self::Guest];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Admin => "admin",
            Self::IntegrationManager => "integration_manager",
            Self::Member => "member",
            Self::Guest => "guest",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("must be one of owner, admin, integration_manager, member, guest")]
pub struct NotARole;

impl FromStr for Role {
    type Err = NotARole;

    fn from_str(text: &str) -> Result<Self, NotARole> {
        Self::ALL.into_iter().find(|role| role.as_str() == text).ok_or(NotARole)
    }
}
