//! Transfers that wait for the session.

use wire::error::ErrorCode;

use crate::failure::Failure;
use crate::session::Status;

/// Whether the cloud refused the session's credential, and not something else.
pub fn is_of_the_session(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::Unauthorized | ErrorCode::Suspended)
}

pub fn no_session(status: &Status) -> Failure {
    let message = match status {
        Status::Refused(reason) => format!("waits for a session: {reason}"),
        _ => "waits for a session: the agent has no API key, and nobody is signed in".to_owned(),
    };
    Failure { code: ErrorCode::SessionMissing, message, recoverable: true }
}
