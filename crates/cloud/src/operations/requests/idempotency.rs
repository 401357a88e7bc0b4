//! Answers to requests that are repeated with the same `Idempotency-Key`.
//!
//! The same key with the same request gets the same answer, for a day. The same key with another request is refused. A
//! request that was refused has changed nothing, and is tried again.

use store::idempotency::{self, Claim};
use wire::time::Time;

use crate::app::App;
use crate::credentials::random;
use crate::error::{ApiError, ApiResult};
use crate::vault::Column;

pub const KEPT_HOURS: i64 = 24;

/// Shorter keys could collide by chance, and callers without a credential would then see each other's answers.
const SHORTEST: usize = 16;
const LONGEST: usize = 255;
/// Longer answers are not saved: a repeated request then only learns that it was carried out. The largest batch of
/// files is shorter.
const LONGEST_ANSWER: usize = 4 << 20;

/// The request, and who sent it.
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
    /// Whether the body is only what the route needs to make the answer again. Saved as a negative status: an earlier
    /// version answers that with an error.
    pub is_brief: bool,
}

/// The claim of a request that may have been sent before.
///
/// Credentials, paths and bodies can contain passwords and access codes, so only keyed hashes of them are stored. If
/// the key changes, nothing is found, and the request counts as a new one.
pub fn claim(app: &App, request: &Request<'_>) -> ApiResult<Claim> {
    let (key, now) = (checked(request.key)?, app.clock.now());
    Ok(Claim {
        caller: random::keyed_hash(&app.repeated_request_key, &[b"caller", request.credentials.as_bytes()]),
        key: random::hash(key),
        fingerprint: fingerprint(&app.repeated_request_key, request),
        at: now,
        since: now.plus_seconds(-KEPT_HOURS * 3_600),
        is_made: false.into(),
    })
}

/// The answer that the request got before. `None` if it is a new one.
pub async fn look_up(app: &App, claim: &Claim) -> ApiResult<Option<Answer>> {
    let found = idempotency::find(&mut *app.store.read().await?, claim).await?;
    let Some(earlier) = found else { return Ok(None) };
    if earlier.fingerprint != claim.fingerprint {
        return Err(ApiError::KeyReused);
    }
    let may_be_running = may_be_running(app, earlier.at);
    let (status, sealed) = earlier.answer.ok_or(ApiError::AlreadyDone { may_be_running })?;
    let body = app.vault.open_sealed(Column::Answer, &owner(claim), &sealed)?;
    let is_brief = status < 0;
    let status = u16::try_from(status.abs()).map_err(anyhow::Error::from)?;
    Ok(Some(Answer { status, body, is_brief }))
}

/// Whether the answer to a request that began then may still come. Later, it was lost or too long to be saved.
fn may_be_running(app: &App, began: Time) -> bool {
    let longest = i64::try_from(app.config.limits.request_seconds).unwrap_or(i64::MAX);
    app.clock.now() < began.plus_seconds(longest)
}

/// Saves the answer for repeated requests.
pub async fn keep(app: &App, claim: &Claim, answer: &Answer) -> ApiResult<()> {
    if answer.body.len() > LONGEST_ANSWER {
        return Ok(());
    }
    let sealed = app.vault.seal(Column::Answer, &owner(claim), &answer.body)?;
    let status = i64::from(answer.status);
    let mut tx = app.store.begin().await?;
    idempotency::keep_answer(&mut tx, claim, if answer.is_brief { -status } else { status }, &sealed).await?;
    tx.commit().await?;
    Ok(())
}

fn owner(claim: &Claim) -> String {
    format!("answer {} {}", claim.caller, claim.key)
}

/// The key itself. The header may be a quoted string of structured fields.
fn checked(text: &str) -> ApiResult<&str> {
    let key = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let is_visible = key.bytes().all(|letter| letter.is_ascii_graphic());
    if is_visible && (SHORTEST..=LONGEST).contains(&key.len()) {
        return Ok(key);
    }
    let reason = format!("must have {SHORTEST} to {LONGEST} visible ASCII characters, for example a random UUID");
    Err(ApiError::InvalidField { field: "Idempotency-Key".into(), reason })
}

fn fingerprint(key: &[u8; 32], request: &Request<'_>) -> String {
    random::keyed_hash(key, &[b"request", request.method.as_bytes(), request.path.as_bytes(), request.body])
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
        let of = |path, body| fingerprint(&[1; 32], &asked(path, body));
        assert_eq!(of("/a", b"b"), of("/a", b"b"));
        assert_ne!(of("/a", b"b"), of("/ab", b""));
    }

    #[test]
    fn without_the_key_nobody_can_try_what_was_sent() {
        let of = |key: [u8; 32]| fingerprint(&key, &asked("/a", b"password"));
        assert_ne!(of([1; 32]), of([2; 32]));
    }

    fn asked<'a>(path: &'a str, body: &'a [u8]) -> Request<'a> {
        Request { key: "", credentials: "", method: "POST", path, body }
    }
}
