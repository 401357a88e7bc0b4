//! Signed tokens, each kind with its own key.

use protocols::jwt;
use ring::hmac;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wire::time::Time;

/// Signs and opens one kind of token, with its own key.
#[derive(Clone)]
pub(crate) struct Signer {
    key: hmac::Key,
}

impl Signer {
    pub(crate) fn new(key: &[u8; 32]) -> Self {
        Self { key: hmac::Key::new(hmac::HMAC_SHA256, key) }
    }

    pub(crate) fn sign(&self, claims: &impl Serialize) -> anyhow::Result<String> {
        Ok(jwt::sign_hs256(&self.key, claims)?)
    }

    /// The claims of a token with a valid signature. The caller checks the times against our clock.
    pub(crate) fn open<C: DeserializeOwned>(&self, token: &str) -> Option<C> {
        jwt::open_hs256(&self.key, token)
    }
}

/// Times in the format of tokens.
pub(crate) const fn seconds(time: Time) -> i64 {
    time.as_millis() / 1_000
}
