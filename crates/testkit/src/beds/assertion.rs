//! Assertions as doubles take them: JSON Web Tokens signed with RS256. Written apart from what the service signs with,
//! so that a mistake there does not open a door here.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use cloud::clock::Clock;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
use serde_json::Value;

pub(super) struct Assertion {
    pub(super) header: Value,
    pub(super) claims: Value,
}

impl Assertion {
    /// What it says, if the key with this public half (PKCS#1, DER) has signed it.
    pub(super) fn open(token: &str, public_key: &[u8]) -> Result<Self, String> {
        let [header, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else {
            return Err("an assertion has three parts".to_owned());
        };
        let bytes = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|error| error.to_string());
        let json = |part: &str| serde_json::from_slice::<Value>(&bytes(part)?).map_err(|error| error.to_string());
        let opened = Self { header: json(header)?, claims: json(claims)? };
        if opened.header["alg"] != "RS256" {
            return Err("the algorithm is not RS256".to_owned());
        }
        let signed = format!("{header}.{claims}");
        let key = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, public_key);
        key.verify(signed.as_bytes(), &bytes(signature)?).map_err(|_| "the signature is wrong".to_owned())?;
        Ok(opened)
    }
}

/// Whether the claims are from this issuer, for this audience and not over.
pub(super) fn check(claims: &Value, issuer: &str, audience: &str) -> Result<(), String> {
    let now = Clock::System.now().as_millis() / 1_000;
    if claims["iss"] != issuer || claims["aud"] != audience {
        return Err("the issuer or the audience is wrong".to_owned());
    }
    if claims["exp"].as_i64().is_none_or(|end| end <= now) {
        return Err("the assertion has expired".to_owned());
    }
    Ok(())
}

/// The bytes between the first and the last line.
pub(super) fn pem_bytes(pem: &str) -> Vec<u8> {
    let body: String = pem.lines().filter(|line| !line.starts_with("-----")).collect();
    STANDARD.decode(body).expect("a key of our own")
}
