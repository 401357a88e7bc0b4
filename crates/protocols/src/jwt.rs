//! JSON Web Tokens in their compact form: the one place that knows how a token is written and read.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use pkcs8::PrivateKeyInfo;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use ring::{error::Unspecified, hmac};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The protected header. Fields that a token carries beyond these do not matter to us.
#[derive(Serialize, Deserialize)]
struct Header<'a> {
    #[serde(skip_deserializing)]
    typ: &'static str,
    alg: &'a str,
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    kid: Option<&'a str>,
}

/// Header and claims, which is what the signature covers.
fn signing_input(alg: &str, kid: Option<&str>, claims: &impl Serialize) -> serde_json::Result<String> {
    let header = serde_json::to_vec(&Header { typ: "JWT", alg, kid })?;
    Ok(format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(serde_json::to_vec(claims)?)))
}

fn with_signature(mut token: String, signature: &[u8]) -> String {
    token.push('.');
    URL_SAFE_NO_PAD.encode_string(signature, &mut token);
    token
}

/// Signs with HS256.
pub fn sign_hs256(key: &hmac::Key, claims: &impl Serialize) -> serde_json::Result<String> {
    let token = signing_input("HS256", None, claims)?;
    let signature = hmac::sign(key, token.as_bytes());
    Ok(with_signature(token, signature.as_ref()))
}

/// The claims of a token that this key signed with HS256. The times in it are not checked.
pub fn open_hs256<C: DeserializeOwned>(key: &hmac::Key, token: &str) -> Option<C> {
    let (signed, signature) = token.rsplit_once('.')?;
    let (header, claims) = signed.split_once('.')?;
    let header = URL_SAFE_NO_PAD.decode(header).ok()?;
    // A token that names another algorithm is refused before anything is computed for it.
    if serde_json::from_slice::<Header<'_>>(&header).ok()?.alg != "HS256" {
        return None;
    }
    let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
    hmac::verify(key, signed.as_bytes(), &signature).ok()?;
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).ok()?).ok()
}

/// An RSA private key that signs with RS256.
#[derive(Clone)]
pub struct RsaKey(Arc<RsaKeyPair>);

impl RsaKey {
    /// From the DER form of PKCS#1, which is also what PKCS#8 wraps. `None` unless it has 2048, 3072 or 4096 bits and signs.
    pub fn from_pkcs1(der: &[u8]) -> Option<Self> {
        let key = Self(Arc::new(RsaKeyPair::from_der(der).ok()?));
        // Some damage to a key shows only when it signs.
        key.signature(b"").ok()?;
        Some(key)
    }

    /// From PEM that is not encrypted: PKCS#8 or PKCS#1.
    pub fn from_pem(pem: &str) -> Option<Self> {
        let (label, body) = pem_parts(pem)?;
        let der = pem_bytes(body)?;
        match label {
            "PRIVATE KEY" => Self::from_pkcs1(PrivateKeyInfo::try_from(der.as_slice()).ok()?.private_key),
            "RSA PRIVATE KEY" => Self::from_pkcs1(&der),
            _ => None,
        }
    }

    /// Signs with RS256; the id tells the receiver which of the sender's keys it was.
    pub fn sign(&self, key_id: Option<&str>, claims: &impl Serialize) -> anyhow::Result<String> {
        let token = signing_input("RS256", key_id, claims)?;
        let signature = self.signature(token.as_bytes()).map_err(|_| anyhow::anyhow!("the key cannot sign"))?;
        Ok(with_signature(token, &signature))
    }

    fn signature(&self, message: &[u8]) -> Result<Vec<u8>, Unspecified> {
        let mut signature = vec![0; self.0.public().modulus_len()];
        self.0.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), message, &mut signature)?;
        Ok(signature)
    }
}

/// A PEM text taken apart: its label, and its body as text. `None` unless it is whole.
pub fn pem_parts(pem: &str) -> Option<(&str, &str)> {
    let (label, rest) = pem.trim().strip_prefix("-----BEGIN ")?.split_once("-----")?;
    let body = rest.strip_suffix("-----")?.strip_suffix(label)?.strip_suffix("-----END ")?;
    Some((label, body))
}

/// The bytes of a PEM body, however its lines are broken.
pub fn pem_bytes(body: &str) -> Option<Vec<u8>> {
    let body: String = body.chars().filter(|letter| !letter.is_whitespace()).collect();
    STANDARD.decode(body).ok()
}

#[cfg(test)]
mod tests {
    use fixtures::keys;
    use ring::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_token_is_written_as_rfc_7515_has_it() {
        let key = hmac::Key::new(hmac::HMAC_SHA256, b"your-256-bit-secret");
        let token = sign_hs256(&key, &json!({ "sub": "1234567890" })).unwrap();
        let [header, claims, _] = token.split('.').collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(URL_SAFE_NO_PAD.decode(header).unwrap(), br#"{"typ":"JWT","alg":"HS256"}"#);
        assert_eq!(URL_SAFE_NO_PAD.decode(claims).unwrap(), br#"{"sub":"1234567890"}"#);
        // Made by another library, from the same key.
        let theirs = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.\
             eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.\
             SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c";
        assert_eq!(open_hs256::<Value>(&key, theirs).unwrap()["name"], "John Doe");
        assert!(open_hs256::<Value>(&key, &theirs.replace("SflK", "SflL")).is_none());
    }

    #[test]
    fn keys_sign_what_their_public_half_verifies() {
        let public = pem_bytes(pem_parts(keys::PUBLIC).unwrap().1).unwrap();
        let (label, body) = pem_parts(keys::PLAIN_OF_OLD).unwrap();
        assert_eq!(label, "RSA PRIVATE KEY");
        let der = pem_bytes(body).unwrap();
        let token = RsaKey::from_pkcs1(&der).unwrap().sign(Some("k1"), &json!({ "iss": "me" })).unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let header = URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().0).unwrap();
        assert_eq!(header, br#"{"typ":"JWT","alg":"RS256","kid":"k1"}"#);
        let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
        UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &public).verify(signed.as_bytes(), &signature).unwrap();

        for (pem, is_taken) in [
            (keys::PLAIN, true),
            (keys::PLAIN_OF_OLD, true),
            (keys::LOCKED_AES, false),
            (keys::LOCKED_OF_OLD, false),
            (keys::EDWARDS, false),
            (keys::PUBLIC, false),
        ] {
            assert_eq!(RsaKey::from_pem(pem).is_some(), is_taken, "{pem}");
        }
        let mut damaged = der;
        let last = damaged.len() - 1;
        damaged[last] ^= 1;
        assert!(RsaKey::from_pkcs1(&damaged).is_none());
        assert!(RsaKey::from_pkcs1(b"").is_none());
    }

    #[test]
    fn pem_is_read_only_whole() {
        assert_eq!(pem_parts(" -----BEGIN KEY-----\nAA==\n-----END KEY-----\n"), Some(("KEY", "\nAA==\n")));
        for damaged in ["", "AA==", "-----BEGIN KEY-----", "-----BEGIN KEY-----\nAA==\n-----END OTHER-----"] {
            assert_eq!(pem_parts(damaged), None, "{damaged}");
        }
        assert_eq!(pem_bytes("\r\nAA\r\n=="), Some(vec![0]));
        assert_eq!(pem_bytes("A A ="), None);
    }
}
