//! Exit codes of commands, and the only table that maps error codes to exit codes.

use std::process::ExitCode;

use client::ClientError;
use wire::error::ErrorCode;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    Done,
    Failed,
    Usage,
    /// Not found or expired.
    Missing,
    /// Authentication or permissions.
    Access,
    /// A temporary problem; retrying may help.
    Network,
    PartlyDone,
    /// Refused by a rule: size, type, count.
    Rule,
    Interrupted,
}

/// The list of exit codes in `--help`.
pub const EXIT_CODES: &str = "Exit codes:\n  \
    0    done\n  \
    1    failed\n  \
    2    usage error: the message names the argument\n  \
    3    not found or expired\n  \
    4    access denied: missing or invalid API key, missing password, no permission\n  \
    5    network error: try again\n  \
    6    partly done: some files could not be transferred\n  \
    7    refused by a rule: size, type, number, limit\n  \
    130  interrupted: transferred data is kept, and the message says how to resume";

impl Exit {
    pub const fn number(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Missing => 3,
            Self::Access => 4,
            Self::Network => 5,
            Self::PartlyDone => 6,
            Self::Rule => 7,
            Self::Interrupted => 130,
        }
    }

    /// The exit code for a refused API call.
    pub const fn of(code: ErrorCode) -> Self {
        match code {
            ErrorCode::BrokenBody
            | ErrorCode::InvalidField
            | ErrorCode::NotJson
            | ErrorCode::MethodNotAllowed
            | ErrorCode::HeadersTooLarge => Self::Usage,

            ErrorCode::UnknownRoute
            | ErrorCode::NotFound
            | ErrorCode::ReferenceNotFound
            | ErrorCode::SourceUnusable
            | ErrorCode::LinkInactive
            | ErrorCode::Gone => Self::Missing,

            ErrorCode::Unauthorized
            | ErrorCode::Suspended
            | ErrorCode::Forbidden
            | ErrorCode::SecondFactorRequired
            | ErrorCode::PasswordChangeRequired
            | ErrorCode::TokenSpent
            | ErrorCode::LinkPassword
            | ErrorCode::AccessCode
            | ErrorCode::ForeignPage
            | ErrorCode::AgentToken
            | ErrorCode::SessionMissing
            | ErrorCode::SessionRefused => Self::Access,

            ErrorCode::RequestTimeout
            | ErrorCode::RateLimited
            | ErrorCode::StorageUnavailable
            | ErrorCode::StillJoining
            | ErrorCode::Unreachable
            | ErrorCode::Unavailable => Self::Network,

            ErrorCode::LinkLocked
            | ErrorCode::Infected
            | ErrorCode::PathRefused
            | ErrorCode::BodyTooLarge
            | ErrorCode::FileTooLarge
            | ErrorCode::LimitExceeded => Self::Rule,

            ErrorCode::EmptyPackage
            | ErrorCode::RangeNotSatisfiable
            | ErrorCode::WrongState
            | ErrorCode::Duplicate
            | ErrorCode::Stale
            | ErrorCode::AlreadyDone
            | ErrorCode::KeyReused
            | ErrorCode::PreconditionFailed
            | ErrorCode::SourceChanged
            | ErrorCode::StorageRefused
            | ErrorCode::DiskFull
            | ErrorCode::Corrupted
            | ErrorCode::FolderUnusable
            | ErrorCode::Internal => Self::Failed,
        }
    }

    /// The exit code for a stopped transfer. If the cloud rejects a file, that is a rule and not a usage error.
    pub const fn of_transfer(code: ErrorCode) -> Self {
        match Self::of(code) {
            Self::Usage => Self::Rule,
            other => other,
        }
    }

    pub fn of_call(error: &ClientError) -> Self {
        match error {
            // The agent has a key, but could not reach the cloud to verify it; only the details say so.
            ClientError::Refused { body, .. } if body.details.iter().any(|detail| detail.message == "unreachable") => {
                Self::Network
            }
            ClientError::Refused { body, .. } => Self::of(body.code),
            ClientError::Unexpected { .. } | ClientError::TooLong | ClientError::Unreachable(_) => Self::Network,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.number())
    }
}

#[cfg(test)]
mod tests {
    use wire::error::ErrorCode;

    use super::{EXIT_CODES, Exit};

    #[test]
    fn every_code_has_its_exit() {
        for (code, call, transfer) in [
            (ErrorCode::InvalidField, 2, 7),
            (ErrorCode::NotFound, 3, 3),
            (ErrorCode::Gone, 3, 3),
            (ErrorCode::LinkInactive, 3, 3),
            (ErrorCode::SourceUnusable, 3, 3),
            (ErrorCode::Unauthorized, 4, 4),
            (ErrorCode::LinkPassword, 4, 4),
            (ErrorCode::AccessCode, 4, 4),
            (ErrorCode::SessionMissing, 4, 4),
            (ErrorCode::AgentToken, 4, 4),
            (ErrorCode::Unreachable, 5, 5),
            (ErrorCode::RateLimited, 5, 5),
            (ErrorCode::LimitExceeded, 7, 7),
            (ErrorCode::LinkLocked, 7, 7),
            (ErrorCode::Infected, 7, 7),
            (ErrorCode::WrongState, 1, 1),
            (ErrorCode::DiskFull, 1, 1),
            (ErrorCode::SourceChanged, 1, 1),
            (ErrorCode::Internal, 1, 1),
        ] {
            assert_eq!(Exit::of(code).number(), call, "{}", code.name());
            assert_eq!(Exit::of_transfer(code).number(), transfer, "{}", code.name());
        }
    }

    #[test]
    fn no_error_ends_as_success_and_every_exit_is_explained() {
        for code in ErrorCode::ALL {
            let number = Exit::of(*code).number();
            assert!((1..=7).contains(&number) && number != 6, "{}", code.name());
            assert!(EXIT_CODES.contains(&format!("\n  {number} ")), "{number}");
        }
        for exit in [Exit::Done, Exit::PartlyDone, Exit::Interrupted] {
            assert!(EXIT_CODES.contains(&format!("\n  {} ", exit.number())), "{exit:?}");
        }
    }
}
