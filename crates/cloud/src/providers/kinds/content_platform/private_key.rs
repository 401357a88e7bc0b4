//! The private key of an app as the platform issues it: PEM, usually encrypted with a passphrase.
//!
//! The cost of decrypting a key is written inside it, by whoever made it, so it is checked before decrypting.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::Refusal;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use pkcs8::pkcs5::{EncryptionScheme, pbes2::Kdf};
use pkcs8::{EncryptedPrivateKeyInfo, ObjectIdentifier, PrivateKeyInfo};

use crate::providers::Fields;
use crate::secret::Secret;

const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
/// Decrypting a key with more rounds would keep a thread busy for too long.
const ROUNDS_MOST: u32 = 200_000;

/// Decrypts a key; an error names the wrong one of the two fields.
pub(super) fn unlock(key: &Secret, passphrase: &Secret) -> Result<EncodingKey, Refusal> {
    let (label, der) = decode(key.expose())?;
    let encoding = match label.as_str() {
        "ENCRYPTED PRIVATE KEY" => plain(decrypt(&der, passphrase)?.as_bytes())?,
        "PRIVATE KEY" => plain(&der)?,
        "RSA PRIVATE KEY" => EncodingKey::from_rsa_der(&der),
        _ => return Err(refuse_key("must be an RSA private key in PEM form")),
    };
    // The library only parses the key when it signs.
    let signed = jsonwebtoken::encode(&Header::new(Algorithm::RS256), &serde_json::json!({}), &encoding);
    signed.map_err(|_| refuse_key("is not a usable RSA private key"))?;
    Ok(encoding)
}

fn refuse_key(reason: &str) -> Refusal {
    Fields::refuse("private_key", reason)
}

/// The label and the bytes, however the lines are broken.
fn decode(pem: &str) -> Result<(String, Vec<u8>), Refusal> {
    let damaged = || refuse_key("is damaged: enter the whole key, including header and footer, unchanged");
    let (label, rest) =
        pem.trim().strip_prefix("-----BEGIN ").and_then(|rest| rest.split_once("-----")).ok_or_else(damaged)?;
    let body = rest.strip_suffix(&format!("-----END {label}-----")).ok_or_else(damaged)?;
    if body.contains(':') {
        let reason =
            "is encrypted in an outdated format: save it as PKCS#8 (openssl pkcs8 -topk8 -in old.pem -out new.pem)";
        return Err(refuse_key(reason));
    }
    let body: String = body.chars().filter(|letter| !letter.is_whitespace()).collect();
    Ok((label.to_owned(), STANDARD.decode(body).map_err(|_| damaged())?))
}

fn decrypt(der: &[u8], passphrase: &Secret) -> Result<pkcs8::SecretDocument, Refusal> {
    let locked = EncryptedPrivateKeyInfo::try_from(der)
        .map_err(|_| refuse_key("is encrypted in an unknown way: use PKCS#8 with AES or triple DES"))?;
    match &locked.encryption_algorithm {
        EncryptionScheme::Pbes2(parameters) => match &parameters.kdf {
            Kdf::Pbkdf2(kdf) if kdf.iteration_count <= ROUNDS_MOST => {}
            _ => {
                let reason = format!("must be encrypted by PBKDF2 with up to {ROUNDS_MOST} rounds");
                return Err(refuse_key(&reason));
            }
        },
        _ => return Err(refuse_key("is encrypted in an outdated way: use PKCS#8 with AES or triple DES")),
    }
    if passphrase.is_empty() {
        return Err(Fields::refuse("passphrase", "is required, since the private key is encrypted"));
    }
    let wrong = |_| Fields::refuse("passphrase", "does not decrypt the private key");
    locked.decrypt(passphrase.expose()).map_err(wrong)
}

fn plain(der: &[u8]) -> Result<EncodingKey, Refusal> {
    let info = PrivateKeyInfo::try_from(der).map_err(|_| refuse_key("is not a usable RSA private key"))?;
    if info.algorithm.oid != RSA {
        return Err(refuse_key("must be an RSA key"));
    }
    Ok(EncodingKey::from_rsa_der(info.private_key))
}
