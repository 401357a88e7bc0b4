//! The only place where an error becomes a status and a body.
//!
//! People get a code and a sentence; the operator gets the cause in the log.
//! Nothing internal reaches a body.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::Refusal;
use serving::RequestError;
use wire::error::{ErrorBody, ErrorCode, FieldError};

use crate::storage::StorageError;
use crate::store::StoreError;
use crate::vault::VaultError;

pub type ApiResult<T> = Result<T, ApiError>;

/// When a needed part is down, clients come back after this.
const RETRY_AFTER_SECONDS: i64 = 5;
/// Joining a few segments takes a moment, and so does another request.
const MOMENT_SECONDS: i64 = 1;

#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    #[error("unauthorized")]
    Unauthorized,
    #[error("unauthorized")]
    Suspended,
    #[error("this account has a second factor: send its one-time password, or a recovery code, as otp")]
    SecondFactorRequired,
    #[error("the initial password must be changed before anything else")]
    PasswordChangeRequired,
    #[error("the token is unknown, used or expired: ask for a new one")]
    TokenSpent,
    /// Carries what was looked for.
    #[error("{0} not found")]
    NotFound(&'static str),
    /// An id inside a body that names nothing the caller may use.
    #[error("{0}: not found")]
    ReferenceNotFound(&'static str),
    #[error("this Portal asks for its access code: send it, URI-encoded, as X-Access-Code")]
    AccessCode,
    #[error("this link asks for a password: send it as X-Link-Password")]
    LinkPassword,
    #[error("this link cannot be used: it is switched off, deleted, or its package is not finalized")]
    LinkInactive,
    #[error("all downloads of this link are used up: ask the sender for another")]
    LinkLocked,
    #[error("a virus was found in {0}: add ?accept_infected=true to get it all the same")]
    Infected(String),
    #[error("{0} has expired: its content is gone")]
    Gone(&'static str),
    #[error("the content is not the one that If-Match names: get it anew")]
    PreconditionFailed,
    /// Carries the length of the content.
    #[error("the range begins behind the end of the content, which has {0} bytes")]
    RangeNotSatisfiable(u64),
    #[error("there is no such path; /docs lists those that exist")]
    UnknownRoute,
    #[error("this path does not know this method")]
    MethodNotAllowed,
    #[error("the body is not valid JSON: {0}")]
    BrokenBody(String),
    #[error("{field}: {reason}")]
    InvalidField { field: String, reason: String },
    #[error("the body must be JSON, with Content-Type: application/json")]
    NotJson,
    #[error("the body is larger than {0} bytes")]
    BodyTooLarge(usize),
    #[error("the headers of the request are larger than {0} bytes")]
    HeadersTooLarge(usize),
    #[error("the request took longer than {0} seconds")]
    Timeout(u64),
    #[error("{field}: {reason}")]
    Duplicate { field: &'static str, reason: &'static str },
    #[error(
        "the request with this Idempotency-Key is being carried out, or its answer was lost: repeat it in a moment, \
             and if this stays so, look whether the thing exists before you ask for it with another key"
    )]
    AlreadyDone { may_be_running: bool },
    #[error("this Idempotency-Key was used within 24 hours for another request: use a new one for each request")]
    KeyReused,
    #[error("the segments of the file are being joined: finalize it again in a moment")]
    StillJoining,
    #[error("this process is about to stop: another one will serve")]
    Leaving,
    #[error("too many tries: wait {0} seconds")]
    RateLimited(i64),
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// Storage said no, and why.
    #[error("object storage refused the operation: {0}")]
    StorageRefused(String),
    #[error("object storage is not available: {0}")]
    StorageUnavailable(StorageError),
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> Self {
        if error.is_worth_a_retry() {
            return Self::StorageUnavailable(error);
        }
        Self::StorageRefused(error.to_string())
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::UnknownRoute => Self::UnknownRoute,
            RequestError::MethodNotAllowed => Self::MethodNotAllowed,
            RequestError::NotFound(thing) => Self::NotFound(thing),
            RequestError::BrokenBody(reason) => Self::BrokenBody(reason),
            RequestError::InvalidField { field, reason } => Self::InvalidField { field, reason },
            RequestError::NotJson => Self::NotJson,
            RequestError::BodyTooLarge(limit) => Self::BodyTooLarge(limit),
            RequestError::Panicked(_) => Self::Internal(error.into()),
        }
    }
}

impl ApiError {
    /// Whether the same request may succeed a little later.
    pub fn is_worth_a_retry(&self) -> bool {
        matches!(self.code().status(), 500.. | 429)
    }

    /// The same error for someone who asked for a thing inside: where they do not see what it is in, it does not exist.
    #[must_use]
    pub fn hiding(self, thing: &'static str) -> Self {
        match self {
            Self::NotFound(_) => Self::NotFound(thing),
            other => other,
        }
    }

    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Unauthorized => ErrorCode::Unauthorized,
            Self::Suspended => ErrorCode::Suspended,
            Self::SecondFactorRequired => ErrorCode::SecondFactorRequired,
            Self::PasswordChangeRequired => ErrorCode::PasswordChangeRequired,
            Self::TokenSpent => ErrorCode::TokenSpent,
            Self::NotFound(_) => ErrorCode::NotFound,
            Self::ReferenceNotFound(_) => ErrorCode::ReferenceNotFound,
            Self::AccessCode => ErrorCode::AccessCode,
            Self::LinkPassword => ErrorCode::LinkPassword,
            Self::LinkInactive => ErrorCode::LinkInactive,
            Self::LinkLocked => ErrorCode::LinkLocked,
            Self::Infected(_) => ErrorCode::Infected,
            Self::Gone(_) => ErrorCode::Gone,
            Self::PreconditionFailed => ErrorCode::PreconditionFailed,
            Self::RangeNotSatisfiable(_) => ErrorCode::RangeNotSatisfiable,
            Self::StorageRefused(_) => ErrorCode::StorageRefused,
            Self::UnknownRoute => ErrorCode::UnknownRoute,
            Self::MethodNotAllowed => ErrorCode::MethodNotAllowed,
            Self::BrokenBody(_) => ErrorCode::BrokenBody,
            Self::InvalidField { .. } | Self::Refused(Refusal::Invalid { .. }) => ErrorCode::InvalidField,
            Self::NotJson => ErrorCode::NotJson,
            Self::BodyTooLarge(_) => ErrorCode::BodyTooLarge,
            Self::HeadersTooLarge(_) => ErrorCode::HeadersTooLarge,
            Self::Timeout(_) => ErrorCode::RequestTimeout,
            Self::Duplicate { .. } | Self::Store(StoreError::Duplicate(_)) => ErrorCode::Duplicate,
            Self::AlreadyDone { .. } | Self::Store(StoreError::Repeated) => ErrorCode::AlreadyDone,
            Self::KeyReused => ErrorCode::KeyReused,
            Self::StillJoining => ErrorCode::StillJoining,
            Self::RateLimited(_) => ErrorCode::RateLimited,
            Self::Refused(Refusal::Forbidden(_)) => ErrorCode::Forbidden,
            Self::Refused(Refusal::WrongState(_)) => ErrorCode::WrongState,
            Self::Refused(Refusal::Unready(_)) => ErrorCode::EmptyPackage,
            Self::Refused(Refusal::TooLarge(_)) => ErrorCode::LimitExceeded,
            Self::Store(StoreError::Stale) => ErrorCode::Stale,
            Self::Leaving
            | Self::Store(StoreError::Unavailable(_))
            | Self::Vault(VaultError::Store(StoreError::Unavailable(_))) => ErrorCode::Unavailable,
            Self::Store(StoreError::DiskFull(_)) => ErrorCode::DiskFull,
            Self::StorageUnavailable(_) => ErrorCode::StorageUnavailable,
            Self::Store(_) | Self::Vault(_) | Self::Internal(_) => ErrorCode::Internal,
        }
    }

    /// What people read. An internal cause is for the log alone.
    fn message(&self) -> String {
        match self {
            Self::Store(StoreError::Stale) => {
                "someone else changed this at the same time: read it again and repeat".into()
            }
            Self::Store(StoreError::Repeated) => Self::AlreadyDone { may_be_running: true }.message(),
            Self::Store(StoreError::Duplicate(_)) => "this exists already".into(),
            Self::Store(StoreError::Unavailable(_)) => "the database is not available: try again in a moment".into(),
            Self::Store(StoreError::DiskFull(_)) => "the server's disk is full: nothing was stored".into(),
            Self::StorageUnavailable(_) => "object storage is not available: try again in a moment".into(),
            Self::Store(_) | Self::Vault(_) | Self::Internal(_) => {
                "something went wrong inside the server: its log has the cause under the X-Request-Id of this reply"
                    .into()
            }
            known => known.to_string(),
        }
    }

    fn details(&self) -> Vec<FieldError> {
        match self {
            Self::InvalidField { field, reason } => vec![FieldError::new(field, reason)],
            Self::Refused(Refusal::Invalid { field, reason }) => vec![FieldError::new(field.as_ref(), reason)],
            Self::Duplicate { field, reason } => vec![FieldError::new(*field, *reason)],
            Self::ReferenceNotFound(field) => vec![FieldError::new(*field, "not found")],
            _ => Vec::new(),
        }
    }

    fn retry_after(&self) -> Option<i64> {
        match self {
            Self::RateLimited(seconds) => Some(*seconds),
            Self::StillJoining | Self::AlreadyDone { may_be_running: true } | Self::Store(StoreError::Repeated) => {
                Some(MOMENT_SECONDS)
            }
            _ if self.code().status() == 503 => Some(RETRY_AFTER_SECONDS),
            _ => None,
        }
    }

    fn log(&self) {
        match self.code().status() {
            // Nothing is down: it takes its time, or was told to go.
            _ if matches!(self, Self::StillJoining | Self::Leaving) => {}
            500 => tracing::error!(error = format!("{self:#}"), cause = ?self, "request failed"),
            502 | 503 | 507 => tracing::warn!(error = format!("{self:#}"), "request refused: a needed part is down"),
            _ => {}
        }
    }
}

impl ApiError {
    /// As one answer of many, in a reply that is a success as a whole.
    pub fn into_body(self) -> ErrorBody {
        self.log();
        let mfa_required = matches!(self, Self::SecondFactorRequired).then_some(true);
        ErrorBody { code: self.code(), message: self.message(), details: self.details(), mfa_required }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (code, retry_after) = (self.code(), self.retry_after());
        let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let length = if let Self::RangeNotSatisfiable(length) = self { Some(length) } else { None };
        let mut response = (status, Json(self.into_body())).into_response();
        if let Some(length) = length
            && let Ok(range) = HeaderValue::from_str(&format!("bytes */{length}"))
        {
            response.headers_mut().insert(header::CONTENT_RANGE, range);
        }
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        response
    }
}

/// `docs/errors.md`, from the codes themselves.
pub fn error_reference() -> String {
    let mut page = String::from(
        "# Error codes\n\nGenerated from `crates/wire/src/error.rs` by `cargo xtask openapi`; do not edit.\n\n\
         Every error is JSON: `{\"code\", \"message\"}`, where fields are the matter also \
         `\"details\": [{\"field\", \"message\"}]`.\nA code is `category << 16 | number`.\n\n\
         | Code | Name | Status | Meaning |\n|---|---|---|---|\n",
    );
    for code in ErrorCode::ALL {
        let row = format!("| {} | `{}` | {} | {} |\n", code.number(), code.name(), code.status(), code.meaning());
        page.push_str(&row);
    }
    page
}
