//! What can go wrong with a provider, told apart by what the Team can do about it.

use std::time::Duration;

use reqwest::StatusCode;

use crate::egress::EgressError;
use crate::storage::StorageError;
use crate::store::StoreError;

pub type ProviderResult<T> = Result<T, ProviderError>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The credentials, or what they allow.
    Credentials,
    /// The bucket, container, project or folder is not there.
    Missing,
    /// No more room.
    Full,
    /// Something is there already, or changed meanwhile.
    Conflict,
    /// Any other definite no.
    Refused,
    /// No answer, half an answer, or one that asks for patience.
    Unavailable,
    /// An answer that cannot be what was asked for, or content that did not arrive as it was sent.
    Unusable,
    /// Not the provider's doing.
    Ours,
}

/// Why a call to a provider failed, in words that the Team may read. Carries neither addresses nor credentials of ours.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct ProviderError {
    pub fault: Fault,
    /// The provider's own code; empty when it gave none.
    pub code: String,
    reason: String,
}

const LONGEST_REASON: usize = 500;
const NO_ANSWER: &str = "the provider did not answer: the host is unknown or in a network that is closed to calls from \
                         here, or nobody answers there";

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
            format!("the provider had not answered all calls after {} seconds", limit.as_secs()),
        )
    }

    pub fn unusable(reason: impl Into<String>) -> Self {
        Self::new(Fault::Unusable, reason)
    }

    /// What a status stands for where the provider's code says no more.
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

    /// The same, saying with which file it happened where that matters.
    #[must_use]
    pub fn of_file(self, name: &str) -> Self {
        if !self.is_about_one_file() {
            return self;
        }
        let (fault, code) = (self.fault, self.code);
        Self::new(fault, format!("{name}: {}", self.reason)).with_code(code)
    }

    /// Whether other files may well be taken.
    pub fn is_about_one_file(&self) -> bool {
        matches!(self.fault, Fault::Refused | Fault::Conflict | Fault::Unusable)
    }

    /// Whether the same call may succeed a little later, without anyone doing anything.
    pub fn is_passing(&self) -> bool {
        self.fault == Fault::Unavailable
    }
}

impl From<EgressError> for ProviderError {
    /// All ways of not reaching anyone read alike, so that nobody looks through our eyes for names and open ports.
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

impl From<StorageError> for ProviderError {
    /// Our own store is for the operator to mend; the Team only learns that it was not the provider.
    fn from(error: StorageError) -> Self {
        tracing::warn!(%error, "a transfer cannot use our own storage");
        Self::new(Fault::Ours, "our own storage could not be read or written: it will be tried again")
    }
}

impl From<StoreError> for ProviderError {
    fn from(error: StoreError) -> Self {
        tracing::warn!(%error, "a transfer cannot write down how far it is");
        Self::new(Fault::Ours, "our own database could not be used: it will be tried again")
    }
}
