//! Secrets that we hand out, and how we remember them.
//!
//! They have 256 random bits, so a plain hash is enough to keep them: nobody
//! can try them all. What people type or choose themselves is shorter, and kept
//! under a key.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use rand::RngExt as _;
use sha2::{Digest as _, Sha256};
use wire::ids::UserId;

const RECOVERY_ALPHABET: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// A secret with a prefix by which people and scanners recognise its kind.
pub fn secret(prefix: &str) -> String {
    let bytes: [u8; 32] = rand::random();
    format!("{prefix}{}", URL_SAFE_NO_PAD.encode(bytes))
}

/// What is stored of a secret.
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

/// What is stored of a recovery code. Without the key a stolen database tells nothing, though a code is short.
pub fn recovery_code_hash(key: &[u8; 32], user: &UserId, typed: &str) -> String {
    let Ok(mut seal) = Hmac::<Sha256>::new_from_slice(key) else { unreachable!("any key length is good") };
    seal.update(user.as_str().as_bytes());
    seal.update(normalised_recovery_code(typed).as_bytes());
    hex::encode(seal.finalize().into_bytes())
}

/// What is stored of something that may hold a word that people chose, to know it again. Without the key a stolen
/// database does not help to guess it.
pub fn keyed_hash(key: &[u8; 32], parts: &[&[u8]]) -> String {
    let Ok(mut seal) = Hmac::<Sha256>::new_from_slice(key) else { unreachable!("any key length is good") };
    for part in parts {
        // Each with its length, so that no letter moves from one part to the next.
        seal.update(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
        seal.update(part);
    }
    hex::encode(seal.finalize().into_bytes())
}

/// The same code however it was typed.
fn normalised_recovery_code(typed: &str) -> String {
    typed.trim().to_lowercase().replace([' ', '-'], "")
}
