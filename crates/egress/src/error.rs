//! Why a call failed, in words that users may see.

use super::lookup::NoAddress;

/// None of these contains the address itself, which may hold a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EgressError {
    #[error("must be an address that begins with http:// or https://")]
    NotAnAddress,
    #[error("must not be longer than {0} bytes")]
    TooLong(usize),
    #[error("must not carry a user name or a password: send them in a header")]
    Userinfo,
    #[error("must have port 80, 443, or one from 1024")]
    Port,
    /// Also for names that do not exist: callers must not learn which names do.
    #[error("cannot be called: the host is unknown, or in a network that this server must not call")]
    Forbidden,
    #[error("did not answer within {0} seconds")]
    TooSlow(u64),
    #[error("answered with more than {0} bytes")]
    AnswerTooLarge(usize),
    #[error("has no valid TLS: {0}")]
    Tls(String),
    #[error("did not answer: the connection was refused or lost")]
    NoAnswer,
}

impl EgressError {
    /// Maps the client's error to the first cause that we know.
    pub(super) fn of(error: &reqwest::Error) -> Self {
        let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
        while let Some(error) = cause {
            if error.is::<NoAddress>() {
                return Self::Forbidden;
            }
            if let Some(error) = error.downcast_ref::<rustls::Error>() {
                return Self::Tls(error.to_string());
            }
            // Such an error exposes its content with `get_ref`, not as its source.
            let carried = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
            cause = carried.map(|error| error as &(dyn std::error::Error + 'static)).or_else(|| error.source());
        }
        Self::NoAnswer
    }
}
