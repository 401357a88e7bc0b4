//! Errors of a store, grouped by what the caller can do about them.

use std::time::Duration;

use protocols::s3::xml;
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, RETRY_AFTER};

const LONGEST_TEXT: usize = 500;

#[derive(Debug, Clone, thiserror::Error)]
pub enum StorageError {
    /// No answer, an incomplete answer, or one that asks us to wait. Worth a retry.
    #[error("the store is not available: {0}")]
    Unavailable(String),
    #[error("the embedded store cannot be used: {0}")]
    Unhealthy(String),
    /// A definite refusal, with the store's own code.
    #[error("the store answered {status} {code} to {action}: {message}")]
    Refused { action: &'static str, status: StatusCode, code: String, message: String },
    #[error("the store has no such object")]
    NotFound,
    /// An answer that does not fit the request. It is never passed on.
    #[error("the store's answer to {action} cannot be used: {reason}")]
    Unusable { action: &'static str, reason: String },
}

impl StorageError {
    /// Whether the same call may succeed a little later.
    pub fn is_worth_a_retry(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Unhealthy(_))
    }

    /// The label in metrics; `None` for answers that are not a fault of the store.
    pub(super) const fn kind_of_failure(&self) -> Option<&'static str> {
        match self {
            Self::Unavailable(_) | Self::Unhealthy(_) => Some("unavailable"),
            Self::Unusable { .. } => Some("unusable"),
            Self::Refused { .. } | Self::NotFound => None,
        }
    }

    pub fn has_code(&self, wanted: &str) -> bool {
        matches!(self, Self::Refused { code, .. } if code == wanted)
    }

    pub(super) fn unusable(action: &'static str, reason: impl Into<String>) -> Self {
        Self::Unusable { action, reason: reason.into() }
    }
}

impl From<reqwest::Error> for StorageError {
    /// The URL is left out, since it contains a signature.
    fn from(error: reqwest::Error) -> Self {
        Self::Unavailable(format!("{:#}", anyhow::Error::new(error.without_url())))
    }
}

/// The error that a reply means. `body` may be anything, or empty as after HEAD.
pub(super) fn refusal(action: &'static str, status: StatusCode, body: &str) -> StorageError {
    let document = xml::parse(body).ok().filter(|root| root.name == "Error");
    let (code, message) = match &document {
        Some(error) => (error.text_of("Code").to_owned(), error.text_of("Message").to_owned()),
        None => (String::new(), body.to_owned()),
    };
    coded(action, status, code, &message)
}

/// The error that a code inside a reply means, whatever the status of the reply.
pub(super) fn coded(action: &'static str, status: StatusCode, code: String, message: &str) -> StorageError {
    let message: String = message.chars().take(LONGEST_TEXT).collect();
    if asks_for_patience(status, &code) {
        return StorageError::Unavailable(format!("it answered {status} {code} to {action}: {message}"));
    }
    if code == "NoSuchKey" || (status == StatusCode::NOT_FOUND && code.is_empty()) {
        return StorageError::NotFound;
    }
    StorageError::Refused { action, status, code, message }
}

fn asks_for_patience(status: StatusCode, code: &str) -> bool {
    const CODES: [&str; 9] = [
        "InternalError",
        "ServiceUnavailable",
        "SlowDown",
        "RequestTimeout",
        "Throttling",
        "ThrottlingException",
        "TooManyRequests",
        "OperationAborted",
        "ConditionalRequestConflict",
    ];
    // `ContentDamaged` comes from the embedded store: such content does not get better.
    let retried = status.is_server_error() && status != StatusCode::NOT_IMPLEMENTED && code != "ContentDamaged";
    retried || matches!(status.as_u16(), 408 | 429) || CODES.contains(&code)
}

/// How long the store asks us to wait, if it says so in seconds.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use reqwest::StatusCode;

    use super::{StorageError, refusal};

    #[test]
    fn callers_can_tell_errors_apart() {
        let error = |code: &str| format!("<Error><Code>{code}</Code><Message>because</Message></Error>");
        let cases = [
            (500, String::new(), "unavailable"),
            (503, error("SlowDown"), "unavailable"),
            (503, "<html>bad gateway".to_owned(), "unavailable"),
            (429, String::new(), "unavailable"),
            (408, String::new(), "unavailable"),
            (200, error("InternalError"), "unavailable"),
            (200, error("InvalidPart"), "refused InvalidPart"),
            (400, error("InvalidPart"), "refused InvalidPart"),
            (400, error("RequestTimeout"), "unavailable"),
            (409, error("OperationAborted"), "unavailable"),
            (404, error("NoSuchKey"), "not found"),
            (404, String::new(), "not found"),
            (404, error("NoSuchUpload"), "refused NoSuchUpload"),
            (404, error("NoSuchBucket"), "refused NoSuchBucket"),
            (403, error("AccessDenied"), "refused AccessDenied"),
            (403, String::new(), "refused "),
            (307, String::new(), "refused "),
            (501, error("NotImplemented"), "refused NotImplemented"),
        ];
        for (status, body, expected) in cases {
            let error = refusal("test", StatusCode::from_u16(status).unwrap(), &body);
            let told = match &error {
                StorageError::Unavailable(_) => "unavailable".to_owned(),
                StorageError::Refused { code, .. } => format!("refused {code}"),
                StorageError::NotFound => "not found".to_owned(),
                other => other.to_string(),
            };
            assert_eq!(told, expected, "{status} {body}");
            assert_eq!(error.is_worth_a_retry(), expected == "unavailable");
        }
    }
}
