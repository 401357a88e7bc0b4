//! Errors of a provider, grouped by what the Team can do about them. Each says in one sentence what was tried, what came
//! back, and what to check.

use std::fmt;
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
    /// The transfer is no longer wanted, or another worker has it.
    Ended,
}

impl Fault {
    /// What people should check after an answer that means this.
    const fn advice(self) -> Option<&'static str> {
        match self {
            Self::Credentials => Some("check the credentials of the connection, and what they are allowed to do there"),
            Self::Missing => Some("check the names in the connection, and whether what they name still exists"),
            Self::Full => Some("make room there, or raise the limit of the account"),
            Self::Conflict => Some("check whether something else writes to the same place"),
            Self::Refused => Some("check the settings of the connection"),
            Self::Unavailable => Some("if this lasts, check whether the provider has an outage"),
            Self::Unusable | Self::Ours | Self::Ended => None,
        }
    }
}

/// Why a call to a provider failed, in words that the Team may read. Contains neither our addresses nor credentials.
#[derive(Debug, thiserror::Error)]
pub struct ProviderError {
    pub fault: Fault,
    /// The provider's own code; empty if it gave none.
    pub code: String,
    /// How long the provider asks us to wait.
    pub retry_after: Option<Duration>,
    reason: String,
    /// Whether the reason is what the provider answered, which does not say what to do.
    is_answer: bool,
    /// Whether a fault that is not the provider's may pass as well.
    passes: bool,
}

impl fmt::Display for ProviderError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)?;
        let advice = self.fault.advice().filter(|_| self.is_answer);
        advice.map_or(Ok(()), |advice| write!(formatter, ": {advice}"))
    }
}

const LONGEST_REASON: usize = 500;
const DAMAGED: &str = "damaged_content";
/// All connection failures look the same, so that nobody can use us to scan for names and open ports.
const NO_ANSWER: &str = "check its address: the host is unknown or in a network that this server must not call, or \
                         nothing answers there";

impl ProviderError {
    pub fn new(fault: Fault, reason: impl Into<String>) -> Self {
        let reason: String = reason.into();
        let reason = reason.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        let reason = reason.take(LONGEST_REASON).collect();
        Self { fault, code: String::new(), retry_after: None, reason, is_answer: false, passes: false }
    }

    #[must_use]
    pub fn with_code(self, code: impl Into<String>) -> Self {
        Self { code: code.into(), ..self }
    }

    /// The same call may succeed a little later, whatever the fault is.
    #[must_use]
    pub fn that_passes(self) -> Self {
        Self { passes: true, ..self }
    }

    pub fn too_slow(limit: Duration) -> Self {
        Self::new(
            Fault::Unavailable,
            format!("the provider did not answer all calls within {} seconds", limit.as_secs()),
        )
    }

    /// A call that did not reach the provider.
    pub fn unreached(action: &str, error: &EgressError) -> Self {
        match error {
            EgressError::TooSlow(_) | EgressError::NoAnswer | EgressError::Forbidden => Self::new(
                Fault::Unavailable,
                format!("the provider did not answer when it was asked to {action}: {NO_ANSWER}"),
            ),
            EgressError::Tls(_) => Self::new(Fault::Unavailable, format!("the provider's address {error}")),
            _ => Self::new(Fault::Refused, format!("the provider's address {error}")),
        }
    }

    /// Our own content is not what was uploaded.
    pub fn damaged() -> Self {
        let reason = "the content in our own storage differs from the checksum of its upload, so it is not sent";
        Self::new(Fault::Ours, reason).with_code(DAMAGED)
    }

    /// What was sent of the file must be sent again.
    pub(crate) fn is_damaged(&self) -> bool {
        self.code == DAMAGED
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
            501 => Fault::Refused,
            408 | 425 | 429 | 500.. => Fault::Unavailable,
            _ => Fault::Refused,
        };
        let said = [code, message].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(": ");
        let said = if said.is_empty() { String::new() } else { format!(" ({said})") };
        let reason = format!("the provider answered {} when it was asked to {action}{said}", status.as_u16());
        Self { is_answer: true, ..Self::new(fault, reason).with_code(code) }
    }

    /// The same error with the name of the file.
    #[must_use]
    pub fn of_file(self, name: &str) -> Self {
        let reason = format!("{name}: {}", self.reason);
        let Self { code, retry_after, is_answer, .. } = self;
        Self { code, retry_after, is_answer, ..Self::new(self.fault, reason) }
    }

    /// One error for several, of which this is the first.
    #[must_use]
    pub fn standing_for(&self, reason: impl Into<String>) -> Self {
        Self { is_answer: self.is_answer, ..Self::new(self.fault, reason).with_code(self.code.clone()) }
    }

    /// Without what to check.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Whether this can only be about the one file. Otherwise, several in a row mean that no other file would succeed.
    pub fn is_about_one_file(&self) -> bool {
        self.is_damaged() || matches!(self.fault, Fault::Refused | Fault::Conflict | Fault::Unusable)
    }

    /// What is known from asking for something that may have been deleted.
    pub(crate) fn tells_presence<T>(found: ProviderResult<T>) -> ProviderResult<bool> {
        match found {
            Ok(_) => Ok(true),
            Err(error) if error.fault == Fault::Missing => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// What came of aborting an upload that is begun again. An error means that another attempt may abort it: until then,
    /// the journal must not forget it. What the provider refuses to abort, only the provider can end.
    pub(crate) fn of_abort<T>(aborted: ProviderResult<T>) -> ProviderResult<()> {
        match aborted {
            Err(error) if error.is_passing() => Err(error),
            Err(error) => {
                tracing::debug!(%error, "could not abort an upload that is begun again");
                Ok(())
            }
            Ok(_) => Ok(()),
        }
    }

    /// Whether the same call may succeed a little later, without anyone acting.
    pub fn is_passing(&self) -> bool {
        self.fault == Fault::Unavailable || self.passes
    }
}

#[cfg(test)]
mod tests {
    use egress::EgressError;
    use http::StatusCode;

    use super::ProviderError;

    #[test]
    fn one_sentence_says_what_was_tried_what_came_back_and_what_to_check() {
        let answered = |status| ProviderError::of_status("list a folder", status, "Code", "Why.").to_string();
        let rows = [
            (
                answered(StatusCode::FORBIDDEN),
                "answered 403 when it was asked to list a folder (Code: Why.): check the credentials",
            ),
            (
                answered(StatusCode::NOT_FOUND),
                "answered 404 when it was asked to list a folder (Code: Why.): check the names",
            ),
            (
                answered(StatusCode::INSUFFICIENT_STORAGE),
                "answered 507 when it was asked to list a folder (Code: Why.): make room",
            ),
            (
                answered(StatusCode::CONFLICT),
                "answered 409 when it was asked to list a folder (Code: Why.): check whether something",
            ),
            (
                answered(StatusCode::BAD_REQUEST),
                "answered 400 when it was asked to list a folder (Code: Why.): check the settings",
            ),
            (
                answered(StatusCode::BAD_GATEWAY),
                "answered 502 when it was asked to list a folder (Code: Why.): if this lasts, check",
            ),
            (
                ProviderError::unreached("list a folder", &EgressError::NoAnswer).to_string(),
                "did not answer when it was asked to list a folder: check its address",
            ),
        ];
        for (told, expected) in rows {
            assert!(told.starts_with(&format!("the provider {expected}")), "{told}");
        }
    }

    #[test]
    fn what_to_check_comes_last_and_once() {
        let error = ProviderError::of_status("send a part", StatusCode::FORBIDDEN, "", "");
        let told = error.of_file("a.mov");
        let all = told.standing_for(format!("2 files were not transferred: {}; {}", told.reason(), told.reason()));
        assert_eq!(all.to_string().matches("check the credentials").count(), 1);
        assert!(all.to_string().ends_with("what they are allowed to do there"), "{all}");
    }
}
