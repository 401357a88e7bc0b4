//! The private key of an app as the platform issues it: PEM, usually encrypted with a passphrase.
//!
//! The cost of decrypting a key is stored in the key itself and comes from outside, so it is checked before decrypting.

use domain::Refusal;
use pkcs8::pkcs5::{EncryptionScheme, pbes2::Kdf};
use pkcs8::{EncryptedPrivateKeyInfo, ObjectIdentifier, PrivateKeyInfo};
use protocols::jwt::{RsaKey, pem_bytes, pem_parts};

use crate::Fields;
use serving::secret::Secret;

const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
/// Decrypting a key with more rounds would keep a thread busy for too long.
const ROUNDS_MOST: u32 = 200_000;

/// Decrypts a key; an error names the wrong one of the two fields.
pub(super) fn unlock(key: &Secret, passphrase: &Secret) -> Result<RsaKey, Refusal> {
    let (label, der) = decode(key.expose())?;
    match label {
        "ENCRYPTED PRIVATE KEY" => plain(decrypt(&der, passphrase)?.as_bytes()),
        "PRIVATE KEY" => plain(&der),
        "RSA PRIVATE KEY" => RsaKey::from_pkcs1(&der).ok_or_else(unusable),
        _ => Err(refuse_key("must be an RSA private key in PEM form")),
    }
}

fn unusable() -> Refusal {
    refuse_key("is not a usable RSA private key of 2048, 3072 or 4096 bits")
}

fn refuse_key(reason: &str) -> Refusal {
    Fields::refuse("private_key", reason)
}

/// The label and the bytes, however the lines are broken.
fn decode(pem: &str) -> Result<(&str, Vec<u8>), Refusal> {
    let damaged = || refuse_key("is damaged: enter the whole key, including header and footer, unchanged");
    let (label, body) = pem_parts(pem).ok_or_else(damaged)?;
    if body.contains(':') {
        let reason =
            "is encrypted in an outdated format: save it as PKCS#8 (openssl pkcs8 -topk8 -in old.pem -out new.pem)";
        return Err(refuse_key(reason));
    }
    Ok((label, pem_bytes(body).ok_or_else(damaged)?))
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

fn plain(der: &[u8]) -> Result<RsaKey, Refusal> {
    let info = PrivateKeyInfo::try_from(der).map_err(|_| unusable())?;
    if info.algorithm.oid != RSA {
        return Err(refuse_key("must be an RSA key"));
    }
    RsaKey::from_pkcs1(info.private_key).ok_or_else(unusable)
}
