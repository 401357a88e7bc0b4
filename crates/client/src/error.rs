//! Why a call did not succeed.

use std::time::Duration;

use reqwest::StatusCode;
use wire::error::ErrorBody;

#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The server refused the request, with the reason.
    #[error("{message} (status {status}, code {code})", message = body.message, code = body.code.number())]
    Refused {
        status: StatusCode,
        body: ErrorBody,
        /// After which time a retry may succeed.
        retry_after: Option<Duration>,
    },
    /// The reply is not from our server: probably from a proxy or a captive portal.
    #[error("the reply (status {status}) does not come from a Tonnage server")]
    Unexpected {
        status: StatusCode,
        /// After which time a retry may succeed.
        retry_after: Option<Duration>,
    },
    #[error("the reply is longer than any of a Tonnage server")]
    TooLong,
    #[error("the server cannot be reached: {0}")]
    Unreachable(#[from] reqwest::Error),
}

impl ClientError {
    pub fn status(&self) -> Option<StatusCode> {
        match self {
            Self::Refused { status, .. } | Self::Unexpected { status, .. } => Some(*status),
            Self::TooLong => None,
            Self::Unreachable(error) => error.status(),
        }
    }

    /// How long the sender of the reply wants us to wait before we come again.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Refused { retry_after, .. } | Self::Unexpected { retry_after, .. } => *retry_after,
            Self::TooLong | Self::Unreachable(_) => None,
        }
    }
}
