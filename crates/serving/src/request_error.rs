//! Errors of a request that are found before its meaning is checked.

use axum::response::IntoResponse;
use wire::error::{ErrorCode, FieldError};

/// The state of a program that serves requests.
pub trait Serves: Clone + Send + Sync + 'static {
    /// How it reports errors.
    type Error: From<RequestError> + IntoResponse;

    /// The maximum size of a JSON body.
    fn body_limit(&self) -> usize;
}

#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    #[error("there is no such path; /docs lists those that exist")]
    UnknownRoute,
    #[error("method not allowed for this path")]
    MethodNotAllowed,
    /// Names what was not found.
    #[error("{0} not found")]
    NotFound(&'static str),
    #[error("the body is not valid JSON: {0}")]
    BrokenBody(String),
    #[error("{field}: {reason}")]
    InvalidField { field: String, reason: String },
    #[error("the body must be JSON, with Content-Type: application/json")]
    NotJson,
    #[error("the body is larger than {0} bytes")]
    BodyTooLarge(usize),
    /// The cause is only logged.
    #[error("a handler panicked: {0}")]
    Panicked(String),
}

impl RequestError {
    pub fn invalid(field: &str, reason: &str) -> Self {
        Self::InvalidField { field: field.to_owned(), reason: reason.to_owned() }
    }

    pub fn code(&self) -> ErrorCode {
        match self {
            Self::UnknownRoute => ErrorCode::UnknownRoute,
            Self::MethodNotAllowed => ErrorCode::MethodNotAllowed,
            Self::NotFound(_) => ErrorCode::NotFound,
            Self::BrokenBody(_) => ErrorCode::BrokenBody,
            Self::InvalidField { .. } => ErrorCode::InvalidField,
            Self::NotJson => ErrorCode::NotJson,
            Self::BodyTooLarge(_) => ErrorCode::BodyTooLarge,
            Self::Panicked(_) => ErrorCode::Internal,
        }
    }

    pub fn details(&self) -> Vec<FieldError> {
        match self {
            Self::InvalidField { field, reason } => vec![FieldError::new(field, reason)],
            _ => Vec::new(),
        }
    }
}
