//! Signed tokens: the only place that encodes and decodes JSON Web Tokens.

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wire::time::Time;

/// Signs and opens one kind of token, with its own key.
#[derive(Clone)]
pub(crate) struct Signer {
    signing: EncodingKey,
    verifying: DecodingKey,
}

impl Signer {
    pub(crate) fn new(key: &[u8; 32]) -> Self {
        Self { signing: EncodingKey::from_secret(key), verifying: DecodingKey::from_secret(key) }
    }

    pub(crate) fn sign(&self, claims: &impl Serialize) -> anyhow::Result<String> {
        Ok(jsonwebtoken::encode(&Header::new(Algorithm::HS256), claims, &self.signing)?)
    }

    /// The claims of a token with a valid signature. The caller checks the times against our own clock, not the
    /// library's.
    pub(crate) fn open<C: DeserializeOwned + Clone>(&self, token: &str) -> Option<C> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.validate_exp = false;
        validation.set_required_spec_claims(&["exp", "sub"]);
        Some(jsonwebtoken::decode::<C>(token, &self.verifying, &validation).ok()?.claims)
    }
}

/// Times in the format of tokens.
pub(crate) const fn seconds(time: Time) -> i64 {
    time.as_millis() / 1_000
}
