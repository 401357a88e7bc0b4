//! User tokens: signed, short-lived, and all revoked at once by a new session epoch.

use serde::{Deserialize, Serialize};
use wire::ids::UserId;
use wire::time::Time;

use super::signed::{Signer, seconds};
use crate::token_keys::TokenKeys;

const KIND: &str = "user";

#[derive(Clone, Serialize, Deserialize)]
struct Claims {
    typ: String,
    sub: UserId,
    /// The user's session epoch when the token was issued.
    epoch: i64,
    /// When the user signed in. Renewed tokens keep it.
    since: i64,
    iat: i64,
    exp: i64,
}

/// The content of a valid token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub user: UserId,
    pub epoch: i64,
    /// When the user signed in.
    pub since: Time,
    /// When the session ends, however often its token is renewed.
    pub until: Time,
}

#[derive(Clone)]
pub struct UserTokens {
    signer: Signer,
    days: i64,
    /// However often a token is renewed, the session ends this many days after the sign-in.
    session_days: i64,
}

impl UserTokens {
    pub fn new(keys: impl Into<TokenKeys>, days: i64, session_days: i64) -> Self {
        Self { signer: Signer::new(keys, |keys| &keys.user_token), days, session_days }
    }

    pub fn issue(&self, user: &UserId, epoch: i64, since: Time, now: Time) -> anyhow::Result<String> {
        let (iat, since_seconds) = (seconds(now), seconds(since));
        let exp = seconds(now.plus_days(self.days)).min(seconds(self.end_of_session(since)));
        self.signer.sign(&Claims { typ: KIND.to_owned(), sub: user.clone(), epoch, since: since_seconds, iat, exp })
    }

    pub fn verify(&self, token: &str, now: Time) -> Option<Session> {
        let claims: Claims = self.signer.open(token)?;
        let is_good = claims.typ == KIND && claims.exp > seconds(now);
        let since = Time::from_millis(claims.since.saturating_mul(1_000));
        let until = self.end_of_session(since);
        is_good.then_some(Session { user: claims.sub, epoch: claims.epoch, since, until })
    }

    /// When a session that began at `since` ends.
    pub fn end_of_session(&self, since: Time) -> Time {
        since.plus_days(self.session_days)
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use ring::hmac::{self, HMAC_SHA256, HMAC_SHA384, HMAC_SHA512};
    use serde_json::{Value, json};
    use wire::ids::UserId;
    use wire::time::Time;

    use super::{Session, UserTokens};
    use crate::keys::Keys;
    use crate::secret::Secret;

    const NOW: Time = Time::from_millis(1_700_000_000_000);

    fn keys() -> Keys {
        Keys::derive(&Secret::new("a secret for the tests, 32 bytes and more"))
    }

    fn user() -> UserId {
        "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap()
    }

    #[test]
    fn good_tokens_are_accepted_until_they_expire() {
        let tokens = UserTokens::new(&keys(), 3, 30);
        let session = Some(Session { user: user(), epoch: 7, since: NOW, until: NOW.plus_days(30) });
        let token = tokens.issue(&user(), 7, NOW, NOW).unwrap();
        assert_eq!(tokens.verify(&token, NOW), session);
        assert_eq!(tokens.verify(&token, NOW.plus_days(3).plus_seconds(-1)), session);
        assert_eq!(tokens.verify(&token, NOW.plus_days(3)), None);
        let last = tokens.issue(&user(), 7, NOW, NOW.plus_days(29)).unwrap();
        assert_eq!(tokens.verify(&last, NOW.plus_days(30).plus_seconds(-1)), session);
        assert_eq!(tokens.verify(&last, NOW.plus_days(30)), None);
    }

    #[test]
    fn forged_tokens_are_refused() {
        let tokens = UserTokens::new(&keys(), 3, 30);
        let good = json!({ "typ": "user", "sub": user(), "epoch": 0, "since": 1_699_999_999, "iat": 1_699_999_999,
            "exp": 1_700_000_999 });
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed_by = |name: &str, algorithm: hmac::Algorithm, claims: &Value, key: &[u8]| {
            let message = format!("{}.{}", part(&json!({ "alg": name, "typ": "JWT" })), part(claims));
            let signature = hmac::sign(&hmac::Key::new(algorithm, key), message.as_bytes());
            format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
        };
        let signed = |claims: &Value, key: &[u8]| signed_by("HS256", HMAC_SHA256, claims, key);
        let key = keys().user_token;
        assert!(tokens.verify(&signed(&good, &key), NOW).is_some(), "the control");

        let mut forged = vec![
            String::new(),
            "a.b.c".to_owned(),
            signed(&good, b""),
            signed(&good, &keys().wrapping),
            signed_by("HS384", HMAC_SHA384, &good, &key),
            signed_by("HS512", HMAC_SHA512, &good, &key),
            signed_by("HS512", HMAC_SHA256, &good, &key),
            signed_by("none", HMAC_SHA256, &good, &key),
        ];
        for (claim, values) in [
            ("typ", vec![json!("package"), json!(""), Value::Null, json!(["user"])]),
            ("exp", vec![json!("1700000999"), json!([1_700_000_999]), Value::Null, json!(0), json!(-1), json!(1.7e9)]),
            ("sub", vec![json!(""), json!("nobody"), Value::Null, json!(1)]),
            ("epoch", vec![json!("0"), Value::Null]),
            ("since", vec![json!("0"), Value::Null]),
        ] {
            let without = |claims: &Value| {
                let mut claims = claims.clone();
                claims.as_object_mut().unwrap().remove(claim);
                claims
            };
            forged.push(signed(&without(&good), &key));
            for value in values {
                let mut claims = good.clone();
                claims[claim] = value;
                forged.push(signed(&claims, &key));
            }
        }
        for algorithm in ["none", "None", "NONE", "RS256", "ES256", "EdDSA", ""] {
            forged.push(format!("{}.{}.", part(&json!({ "alg": algorithm, "typ": "JWT" })), part(&good)));
        }
        for token in forged {
            assert_eq!(tokens.verify(&token, NOW), None, "{token}");
        }
    }
}
