//! The only module that converts the agent's errors to a status and a body.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::Refusal;
use serving::RequestError;
use transfer::Fault;
use wire::error::{ErrorBody, ErrorCode, FieldError};

use crate::journal::JournalError;
use crate::session_reason::Reason;

pub type AgentResult<T> = Result<T, AgentError>;

#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    #[error(transparent)]
    Request(#[from] RequestError),
    /// This sentence is part of the API.
    #[error("session is nil")]
    SessionMissing,
    #[error("there is no session: {0}")]
    SessionRefused(Reason),
    #[error("{0}")]
    ForeignPage(&'static str),
    #[error(
        "this agent requires its token: send it as Authorization: Bearer. Unless the agent was started with another one, \
         it is in the file token of its state directory"
    )]
    Token,
    /// A path that is not allowed, in a field of the request.
    #[error("{field}: {reason}")]
    PathRefused { field: String, reason: String },
    #[error("the agent is finalizing the upload: look again in a moment")]
    BeingFinalized,
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// What the cloud responded, or why it could not be reached.
    #[error(transparent)]
    Cloud(Fault),
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

/// In a bulk operation, an item that changed in the meantime is not a failure.
pub fn tolerated(done: AgentResult<()>) -> AgentResult<()> {
    match done {
        Err(error) if matches!(error.code(), ErrorCode::WrongState | ErrorCode::NotFound) => Ok(()),
        other => other,
    }
}

impl AgentError {
    pub fn invalid(field: &str, reason: &str) -> Self {
        Self::Request(RequestError::invalid(field, reason))
    }

    pub fn not_found(thing: &'static str) -> Self {
        Self::Request(RequestError::NotFound(thing))
    }

    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Request(error) => error.code(),
            Self::SessionMissing => ErrorCode::SessionMissing,
            Self::SessionRefused(_) => ErrorCode::SessionRefused,
            Self::ForeignPage(_) => ErrorCode::ForeignPage,
            Self::Token => ErrorCode::AgentToken,
            Self::PathRefused { .. } => ErrorCode::PathRefused,
            Self::Refused(Refusal::Invalid { .. }) => ErrorCode::InvalidField,
            Self::Refused(Refusal::Forbidden(_)) => ErrorCode::Forbidden,
            Self::Refused(Refusal::WrongState(_)) => ErrorCode::WrongState,
            Self::BeingFinalized => ErrorCode::Stale,
            Self::Refused(Refusal::Unready(_)) => ErrorCode::EmptyPackage,
            Self::Refused(Refusal::TooLarge(_)) => ErrorCode::LimitExceeded,
            Self::Refused(Refusal::FileTooLarge(_)) => ErrorCode::FileTooLarge,
            Self::Cloud(fault) => fault.code(),
            Self::Journal(JournalError::Full(_)) => ErrorCode::DiskFull,
            Self::Journal(_) | Self::Internal(_) => ErrorCode::Internal,
        }
    }

    /// The message for people. An internal cause is only logged.
    pub fn message(&self) -> String {
        match (self.code(), self) {
            (ErrorCode::Internal, _) => {
                "something went wrong inside the agent: its log has the cause under the X-Request-Id of this reply"
                    .into()
            }
            (_, known) => known.to_string(),
        }
    }

    fn details(&self) -> Vec<FieldError> {
        match self {
            Self::Request(error) => error.details(),
            // Lets programs tell a refused key from an unreachable cloud.
            Self::SessionRefused(reason) => vec![FieldError::new("session", reason.as_str())],
            Self::PathRefused { field, reason } => vec![FieldError::new(field, reason)],
            Self::Refused(Refusal::Invalid { field, reason }) => vec![FieldError::new(field.as_ref(), reason)],
            _ => Vec::new(),
        }
    }
}

impl IntoResponse for AgentError {
    fn into_response(self) -> Response {
        let code = self.code();
        match code.status() {
            500 => tracing::error!(error = format!("{self:#}"), cause = ?self, "request failed"),
            507 => tracing::warn!(error = format!("{self:#}"), "request refused"),
            _ => {}
        }
        let body = ErrorBody { code, message: self.message(), details: self.details(), mfa_required: None };
        let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(body)).into_response()
    }
}
