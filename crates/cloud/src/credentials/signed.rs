//! Signed tokens, each kind with its own key.

use anyhow::Context as _;
use protocols::jwt;
use ring::hmac;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wire::time::Time;

use crate::keys::Keys;
use crate::token_keys::TokenKeys;

/// Which of the keys a kind of token has.
type Purpose = fn(&Keys) -> &[u8; 32];

/// Signs and opens one kind of token, with its own key.
#[derive(Clone)]
pub(crate) struct Signer {
    keys: TokenKeys,
    purpose: Purpose,
}

impl Signer {
    pub(crate) fn new(keys: impl Into<TokenKeys>, purpose: Purpose) -> Self {
        Self { keys: keys.into(), purpose }
    }

    pub(crate) fn sign(&self, claims: &impl Serialize) -> anyhow::Result<String> {
        let keys = self.keys.all();
        let first = keys.first().context("there is no key for tokens")?;
        Ok(jwt::sign_hs256(&self.key_of(first), claims)?)
    }

    /// The claims of a token with a valid signature. The caller checks the times against our clock.
    pub(crate) fn open<C: DeserializeOwned>(&self, token: &str) -> Option<C> {
        self.keys.all().iter().find_map(|keys| jwt::open_hs256(&self.key_of(keys), token))
    }

    fn key_of(&self, keys: &Keys) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, (self.purpose)(keys))
    }
}

/// Times in the format of tokens.
pub(crate) const fn seconds(time: Time) -> i64 {
    time.as_millis() / 1_000
}
