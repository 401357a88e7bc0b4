//! Errors of a provider, grouped by what the Team can do about them.

use std::time::Duration;

use egress::EgressError;
use http::StatusCode;

pub type ProviderResult<T> = Result<T, ProviderError>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The credentials, or their permissions.
    Credentials,
    /// The bucket, container, project or folder does not exist.
    Missing,
    /// Out of space.
    Full,
    /// Something already exists, or has changed in the meantime.
    Conflict,
    /// Any other definite refusal.
    Refused,
    /// No answer, an incomplete answer, or one that asks us to wait.
    Unavailable,
    /// An answer that does not fit the request, or content that did not arrive as it was sent.
    Unusable,
    /// Not the provider's fault.
    Ours,
}

/// Why a call to a provider failed, in words that the Team may read. Contains neither our addresses nor credentials.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct ProviderError {
    pub fault: Fault,
    /// The provider's own code; empty if it gave none.
    pub code: String,
    reason: String,
}

const LONGEST_REASON: usize = 500;
const NO_ANSWER: &str = "the provider did not answer: the host is unknown or in a network that this server must not \
                         call, or nothing answers there";

impl ProviderError {
    pub fn new(fault: Fault, reason: impl Into<String>) -> Self {
        let reason: String = reason.into();
        let reason = reason.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        Self { fault, code: String::new(), reason: reason.take(LONGEST_REASON).collect() }
    }

    #[must_use]
    pub fn with_code(self, code: impl Into<String>) -> Self {
        Self { code: code.into(), ..self }
    }

    pub fn too_slow(limit: Duration) -> Self {
        Self::new(
            Fault::Unavailable,
            format!("the provider did not answer all calls within {} seconds", limit.as_secs()),
        )
    }

    pub fn unusable(reason: impl Into<String>) -> Self {
        Self::new(Fault::Unusable, reason)
    }

    /// What a status means if the provider's code does not say more.
    pub fn of_status(action: &str, status: StatusCode, code: &str, message: &str) -> Self {
        let fault = match status.as_u16() {
            401 | 403 => Fault::Credentials,
            404 | 410 => Fault::Missing,
            409 | 412 => Fault::Conflict,
            402 | 413 | 507 => Fault::Full,
            408 | 425 | 429 | 500.. => Fault::Unavailable,
            _ => Fault::Refused,
        };
        let said = [code, message].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(": ");
        let said = if said.is_empty() { String::new() } else { format!(" ({said})") };
        Self::new(fault, format!("the provider answered {} to {action}{said}", status.as_u16())).with_code(code)
    }

    /// The same error with the name of the file, if that matters.
    #[must_use]
    pub fn of_file(self, name: &str) -> Self {
        if !self.is_about_one_file() {
            return self;
        }
        let (fault, code) = (self.fault, self.code);
        Self::new(fault, format!("{name}: {}", self.reason)).with_code(code)
    }

    /// Whether other files may still succeed.
    pub fn is_about_one_file(&self) -> bool {
        matches!(self.fault, Fault::Refused | Fault::Conflict | Fault::Unusable)
    }

    /// Whether the same call may succeed a little later, without anyone acting.
    pub fn is_passing(&self) -> bool {
        self.fault == Fault::Unavailable
    }
}

impl From<EgressError> for ProviderError {
    /// All connection failures look the same, so that nobody can use us to scan for names and open ports.
    fn from(error: EgressError) -> Self {
        match error {
            EgressError::TooSlow(_) | EgressError::NoAnswer | EgressError::Forbidden => {
                Self::new(Fault::Unavailable, NO_ANSWER)
            }
            EgressError::Tls(_) => Self::new(Fault::Unavailable, format!("the provider's address {error}")),
            _ => Self::new(Fault::Refused, format!("the provider's address {error}")),
        }
    }
}
