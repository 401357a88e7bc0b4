//! Why there is no session.

use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Unknown, inactive or expired.
    Inactive,
    /// The token of someone who signed in has expired or was revoked.
    SignedOut,
    /// The Team's account is suspended.
    Suspended,
    Unreachable,
}

impl Reason {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Inactive | Self::SignedOut => "inactive",
            Self::Suspended => "suspended",
            Self::Unreachable => "unreachable",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Inactive => "the cloud refused the API key: it is unknown, inactive or expired",
            Self::SignedOut => "the session has ended: sign in again",
            Self::Suspended => "the Team of the API key is suspended",
            Self::Unreachable => "the cloud cannot be reached",
        })
    }
}
