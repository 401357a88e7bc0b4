//! Signatures that prove who sent a message, and when.
//!
//! The scheme is Standard Webhooks: HMAC-SHA256 over id, time and body, so that a receiver can detect forgeries and
//! replays.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use wire::time::Time;

/// One signature, as `webhook-signature` carries it.
pub fn signature(key: &[u8], message_id: &str, now: Time, body: &[u8]) -> String {
    // HMAC accepts keys of any length, so this cannot fail; no receiver accepts an empty signature.
    let Ok(mut seal) = Hmac::<Sha256>::new_from_slice(key) else { return String::new() };
    seal.update(format!("{message_id}.{}.", timestamp(now)).as_bytes());
    seal.update(body);
    format!("v1,{}", STANDARD.encode(seal.finalize().into_bytes()))
}

/// Seconds since 1970, as the scheme writes times.
pub const fn timestamp(now: Time) -> i64 {
    now.as_millis().div_euclid(1_000)
}
