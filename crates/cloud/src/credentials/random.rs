//! Random secrets that we issue, and the hashes that we store of them.
//!
//! They have 256 random bits, so a plain hash is enough: nobody can try them all. Secrets that people type or choose
//! are shorter, so their hashes use a key.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use rand::RngExt as _;
use sha2::{Digest as _, Sha256};
use wire::ids::UserId;

const RECOVERY_ALPHABET: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// A secret with a prefix by which people and scanners recognize its kind.
pub fn secret(prefix: &str) -> String {
    let bytes: [u8; 32] = rand::random();
    format!("{prefix}{}", URL_SAFE_NO_PAD.encode(bytes))
}

/// The hash that is stored of a secret.
pub fn hash(secret: &str) -> String {
    hex::encode(Sha256::digest(secret.as_bytes()))
}

/// A code of ten characters that people can type, such as `k7m2p-x9qwe`.
pub fn recovery_code() -> String {
    let mut random = rand::rng();
    let mut letters = || -> String {
        (0..5).map(|_| char::from(RECOVERY_ALPHABET[random.random_range(0..RECOVERY_ALPHABET.len())])).collect()
    };
    format!("{}-{}", letters(), letters())
}

/// The hash that is stored of a recovery code. A code is short, but without the key a stolen database does not reveal
/// it.
pub fn recovery_code_hash(key: &[u8; 32], user: &UserId, typed: &str) -> String {
    let Ok(mut seal) = Hmac::<Sha256>::new_from_slice(key) else { unreachable!("any key length is good") };
    seal.update(user.as_str().as_bytes());
    seal.update(normalised_recovery_code(typed).as_bytes());
    hex::encode(seal.finalize().into_bytes())
}

/// The hash that is stored of data that may contain something people chose, to recognize it later. Without the key a
/// stolen database does not help to guess it.
pub fn keyed_hash(key: &[u8; 32], parts: &[&[u8]]) -> String {
    let Ok(mut seal) = Hmac::<Sha256>::new_from_slice(key) else { unreachable!("any key length is good") };
    for part in parts {
        // Each part is prefixed with its length, so that moving a byte from one part to the next changes the hash.
        seal.update(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
        seal.update(part);
    }
    hex::encode(seal.finalize().into_bytes())
}

/// The same code regardless of how it was typed.
fn normalised_recovery_code(typed: &str) -> String {
    typed.trim().to_lowercase().replace([' ', '-'], "")
}
