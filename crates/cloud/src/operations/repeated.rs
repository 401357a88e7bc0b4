//! Answers to requests that are sent again with the same `Idempotency-Key`.
//!
//! Same key, same request: same answer, for a day. Same key, other request:
//! refused. What was refused left nothing behind, and is tried anew.

use sha2::{Digest as _, Sha256};

use crate::app::App;
use crate::auth::random;
use crate::error::{ApiError, ApiResult};
use crate::store::idempotency::{self, Claim};

pub const KEPT_HOURS: i64 = 24;

/// Shorter keys are met by chance; where callers have no credential, that would show one the answer to another.
const SHORTEST: usize = 16;
const LONGEST: usize = 255;
/// Answers beyond this are not kept: a repeated request then learns only that it was carried out.
const LONGEST_ANSWER: usize = 1_048_576;

/// What is asked, by whom.
pub struct Request<'a> {
    pub key: &'a str,
    pub credentials: &'a str,
    pub method: &'a str,
    pub path: &'a str,
    pub body: &'a [u8],
}

pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

pub enum Found {
    Answered(Answer),
    New(Claim),
}

/// What is known of a request that may have been sent before.
pub async fn look_up(app: &App, request: &Request<'_>) -> ApiResult<Found> {
    let key = checked(request.key)?;
    let now = app.clock.now();
    let claim = Claim {
        caller: random::hash(request.credentials),
        key: random::hash(key),
        fingerprint: fingerprint(request),
        at: now,
        since: now.plus_seconds(-KEPT_HOURS * 3_600),
        is_made: false.into(),
    };
    let found = idempotency::find(&mut *app.store.read().await?, &claim).await?;
    let Some(earlier) = found else { return Ok(Found::New(claim)) };
    if earlier.fingerprint != claim.fingerprint {
        return Err(ApiError::KeyReused);
    }
    let (status, sealed) = earlier.answer.ok_or(ApiError::AlreadyDone)?;
    let body = app.vault.open_sealed(&owner(&claim), &sealed)?;
    let status = u16::try_from(status).map_err(anyhow::Error::from)?;
    Ok(Found::Answered(Answer { status, body }))
}

/// Keeps the answer for whoever asks again.
pub async fn keep(app: &App, claim: &Claim, answer: &Answer) -> ApiResult<()> {
    if answer.body.len() > LONGEST_ANSWER {
        return Ok(());
    }
    let sealed = app.vault.seal(&owner(claim), &answer.body)?;
    let mut tx = app.store.begin().await?;
    idempotency::keep_answer(&mut tx, claim, i64::from(answer.status), &sealed).await?;
    tx.commit().await?;
    Ok(())
}

fn owner(claim: &Claim) -> String {
    format!("answer {} {}", claim.caller, claim.key)
}

/// The key itself. The header may be a string of structured fields, which stands in quotes.
fn checked(text: &str) -> ApiResult<&str> {
    let key = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let is_visible = key.bytes().all(|letter| letter.is_ascii_graphic());
    if is_visible && (SHORTEST..=LONGEST).contains(&key.len()) {
        return Ok(key);
    }
    let reason = format!("must have {SHORTEST} to {LONGEST} visible ASCII characters, for example a random UUID");
    Err(ApiError::InvalidField { field: "Idempotency-Key".into(), reason })
}

fn fingerprint(request: &Request<'_>) -> String {
    let mut digest = Sha256::new();
    for part in [request.method.as_bytes(), request.path.as_bytes(), request.body] {
        digest.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
        digest.update(part);
    }
    hex::encode(digest.finalize())
}

#[cfg(test)]
mod tests {
    use super::{Request, checked, fingerprint};

    #[test]
    fn keys_are_long_visible_and_may_be_quoted() {
        let long = "k".repeat(256);
        let cases = [
            ("0b5e1f5a-33a1-4f57-9a43-4a6f2e2f8c55", true),
            ("\"0b5e1f5a-33a1-4f57-9a43\"", true),
            ("0123456789abcdef", true),
            ("0123456789abcde", false),
            ("", false),
            ("\"0123456789abcde\"", false),
            ("0123456789 abcdef", false),
            ("0123456789abcdé\u{fc}", false),
            (&long[..255], true),
            (&long, false),
        ];
        for (key, is_good) in cases {
            assert_eq!(checked(key).is_ok(), is_good, "{key:?}");
        }
        assert_eq!(checked("\"0123456789abcdef\"").unwrap(), "0123456789abcdef");
    }

    #[test]
    fn no_letter_moves_from_one_part_to_another() {
        let of = |path, body| fingerprint(&Request { key: "", credentials: "", method: "POST", path, body });
        assert_eq!(of("/a", b"b"), of("/a", b"b"));
        assert_ne!(of("/a", b"b"), of("/ab", b""));
    }
}
