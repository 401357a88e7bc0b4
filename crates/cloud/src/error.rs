//! The only place where an error becomes a status and a body.
//!
//! Callers get a code and a sentence; the operator gets the cause in the log. Nothing internal reaches a body.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::Refusal;
use domain::quota::Measured;
use serving::RequestError;
use store::StoreError;
use wire::error::{ErrorBody, ErrorCode, FieldError};
use wire::ids::{PortalId, TeamId};

use crate::storage::StorageError;
use crate::vault::VaultError;

pub type ApiResult<T> = Result<T, ApiError>;

/// Sent as `Retry-After` when something that we depend on is down, or when too much runs at once.
const RETRY_AFTER_SECONDS: i64 = 5;
/// Sent as `Retry-After` when the same request can succeed soon: joining a few segments takes a moment.
const MOMENT_SECONDS: i64 = 1;

/// Marks the reply to a request whose transaction the database ended in favour of another.
#[derive(Clone, Copy)]
pub struct HasCollided;

/// A limit that has no room for what a request would add.
#[derive(Debug, Clone)]
pub struct OverQuota {
    pub measured: Measured,
    pub team_id: TeamId,
    /// If it is a limit of a Portal.
    pub portal_id: Option<PortalId>,
    /// Until a limit per hour begins again.
    pub seconds: Option<i64>,
}

impl OverQuota {
    fn reason(&self) -> String {
        let reason = self.measured.reason();
        match self.seconds {
            Some(seconds) => format!("{reason}: wait {} seconds, until the next hour begins", seconds.max(1)),
            None => reason,
        }
    }

    /// A limit per hour begins again, others do not.
    const fn code(&self) -> ErrorCode {
        if self.seconds.is_some() { ErrorCode::RateLimited } else { ErrorCode::LimitExceeded }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    #[error("unauthorized")]
    Unauthorized,
    #[error("unauthorized")]
    Suspended,
    #[error("this account has a second factor: send its one-time password, or a recovery code, as otp")]
    SecondFactorRequired,
    #[error("change the initial password first")]
    PasswordChangeRequired,
    #[error("the token is unknown, used or expired: ask for a new one")]
    TokenSpent,
    /// Carries the name of the missing thing.
    #[error("{0} not found")]
    NotFound(&'static str),
    /// An id inside a body that does not name anything the caller may use.
    #[error("{0}: not found")]
    ReferenceNotFound(&'static str),
    #[error("this Portal requires an access code: send it, URI-encoded, as X-Access-Code")]
    AccessCode,
    #[error("this link requires a password: send it as X-Link-Password")]
    LinkPassword,
    #[error("this link cannot be used: it is turned off or deleted, or its package is not finalized")]
    LinkInactive,
    #[error("the download limit of this link is reached: ask the sender for another link")]
    LinkLocked,
    #[error("a virus was found in {0}: add ?accept_infected=true to download it anyway")]
    Infected(String),
    #[error("{0} has expired: its content is gone")]
    Gone(&'static str),
    #[error("the content does not match If-Match: download it again from the start")]
    PreconditionFailed,
    /// Carries the length of the content.
    #[error("the range begins after the end of the content, which has {0} bytes")]
    RangeNotSatisfiable(u64),
    #[error("this path does not exist; /docs lists all paths")]
    UnknownRoute,
    #[error("method not allowed for this path")]
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
        "the request with this Idempotency-Key is still running, or its answer was lost: retry in a moment, \
             and if this error persists, check whether the result exists before you retry with another key"
    )]
    AlreadyDone { may_be_running: bool },
    #[error("this Idempotency-Key was used within 24 hours for another request: use a new one for each request")]
    KeyReused,
    #[error("the segments of the file are being joined: finalize it again in a moment")]
    StillJoining,
    #[error("this process is about to stop: retry, and another one will answer")]
    Leaving,
    #[error("too many attempts: wait {0} seconds")]
    RateLimited(i64),
    #[error("{}", .0.reason())]
    OverQuota(Box<OverQuota>),
    /// Carries who has too many of what.
    #[error("{0}: close some, or wait until they have ended, and retry")]
    TooManyAtOnce(String),
    #[error("{0}: retry in a moment")]
    Full(&'static str),
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// Carries the reason that storage gave.
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

    /// The same error for a caller that asked for something inside another: if they cannot see the outer one, neither
    /// exists.
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
            Self::RateLimited(_) | Self::TooManyAtOnce(_) => ErrorCode::RateLimited,
            Self::OverQuota(over) => over.code(),
            Self::Refused(Refusal::Forbidden(_)) => ErrorCode::Forbidden,
            Self::Refused(Refusal::WrongState(_)) => ErrorCode::WrongState,
            Self::Refused(Refusal::Unready(_)) => ErrorCode::EmptyPackage,
            Self::Refused(Refusal::TooLarge(_)) => ErrorCode::LimitExceeded,
            Self::Refused(Refusal::FileTooLarge(_)) => ErrorCode::FileTooLarge,
            Self::Store(StoreError::Stale | StoreError::Referenced(_)) => ErrorCode::Stale,
            Self::Leaving
            | Self::Full(_)
            | Self::Store(StoreError::Unavailable(_) | StoreError::Collided(_))
            | Self::Vault(VaultError::Store(StoreError::Unavailable(_) | StoreError::Collided(_))) => {
                ErrorCode::Unavailable
            }
            Self::Store(StoreError::DiskFull(_)) => ErrorCode::DiskFull,
            Self::StorageUnavailable(_) => ErrorCode::StorageUnavailable,
            Self::Store(_) | Self::Vault(_) | Self::Internal(_) => ErrorCode::Internal,
        }
    }

    /// The message for callers. An internal cause goes to the log only.
    fn message(&self) -> String {
        match self {
            Self::Store(StoreError::Stale | StoreError::Referenced(_)) => {
                "someone else changed this at the same time: reload it and try again".into()
            }
            Self::Store(StoreError::Repeated) => Self::AlreadyDone { may_be_running: true }.message(),
            Self::Store(StoreError::Duplicate(_)) => "this already exists".into(),
            Self::Store(StoreError::Collided(_)) => {
                "others change the same things at the same time: try again in a moment".into()
            }
            Self::Store(StoreError::Unavailable(_)) => "the database is not available: try again in a moment".into(),
            Self::Store(StoreError::DiskFull(_)) => "the server's disk is full: nothing was stored".into(),
            Self::StorageUnavailable(StorageError::Unhealthy(reason)) => {
                format!("object storage is not available: {reason}")
            }
            Self::StorageUnavailable(_) => "object storage is not available: try again in a moment".into(),
            Self::Store(_) | Self::Vault(_) | Self::Internal(_) => {
                "internal server error: the server's log has the cause under the X-Request-Id of this reply".into()
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
            Self::OverQuota(over) => over.seconds,
            Self::TooManyAtOnce(_) => Some(RETRY_AFTER_SECONDS),
            Self::StillJoining | Self::AlreadyDone { may_be_running: true } | Self::Store(StoreError::Repeated) => {
                Some(MOMENT_SECONDS)
            }
            _ if self.code().status() == 503 => Some(RETRY_AFTER_SECONDS),
            _ => None,
        }
    }

    fn log(&self) {
        match self.code().status() {
            // A row vanished between a check and its use. More than a few of these mean that a lock is missing.
            _ if matches!(self, Self::Store(StoreError::Referenced(_) | StoreError::Collided(_))) => {
                tracing::info!(error = format!("{self:#}"), "two requests collided");
            }
            // Nothing is down: joining takes time, this process was told to stop, or there are many clients.
            _ if matches!(self, Self::StillJoining | Self::Leaving | Self::Full(_)) => {}
            500 => tracing::error!(error = format!("{self:#}"), cause = ?self, "request failed"),
            502 | 503 | 507 => {
                tracing::warn!(error = format!("{self:#}"), "request refused: a required service is down");
            }
            _ => {}
        }
    }
}

impl ApiError {
    /// The body of a single answer in a batch whose reply is a success as a whole.
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
        let has_collided = matches!(self, Self::Store(StoreError::Collided(_)));
        let length = if let Self::RangeNotSatisfiable(length) = self { Some(length) } else { None };
        let mut response = (status, Json(self.into_body())).into_response();
        if has_collided {
            response.extensions_mut().insert(HasCollided);
        }
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

/// The content of `docs/errors.md`, generated from the codes.
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
