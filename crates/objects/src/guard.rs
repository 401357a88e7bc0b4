//! Rejects requests before they reach the protocol layer. Every request passes here, so that no operation can bypass
//! the single signature check after it.
//!
//! Rejected are: form posts, requests without exactly one signature of version 4, URLs that are valid for more than 7
//! days, unsigned headers that change the meaning of a request, bodies of unknown, excessive or other than the signed
//! length, and features that would be silently ignored. Unsigned headers that describe content are removed.

use std::borrow::Cow;

use http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LENGTH,
    CONTENT_TYPE, DATE, EXPIRES, RANGE, TRANSFER_ENCODING,
};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use s3s::{S3Error, S3ErrorCode, S3Result};

use crate::allowance::{SIGNED_LENGTH, UPLOAD_LIMIT};
use crate::checksum::CHECKSUMS;
use crate::error::{Error, MD5};
use crate::names::OWNER;

const AMZ_DATE: &str = "x-amz-date";
const LONGEST_LIFE_SECONDS: u32 = 7 * 24 * 60 * 60;
const LARGEST_BODY: u64 = 5 << 30;
/// An aws-chunked body is longer than its content, because of the signatures of its chunks.
const LARGEST_CHUNKED_BODY: u64 = LARGEST_BODY + (64 << 20);

/// The only accepted ways to bind a body to the signature.
const PAYLOAD_MODES: [&str; 4] = [
    "UNSIGNED-PAYLOAD",
    "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
    "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
    "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER",
];

/// Headers that may be unsigned: they only add a check or a detail to the reply. Any other `x-amz-` header could turn a
/// pre-signed request into a different one, as `x-amz-copy-source` would.
const HARMLESS: [&str; 12] = [
    "x-amz-checksum-crc32",
    "x-amz-checksum-crc32c",
    "x-amz-checksum-crc64nvme",
    "x-amz-checksum-mode",
    "x-amz-checksum-sha1",
    "x-amz-checksum-sha256",
    "x-amz-content-sha256",
    "x-amz-date",
    "x-amz-expected-bucket-owner",
    "x-amz-request-payer",
    "x-amz-sdk-checksum-algorithm",
    "x-amz-user-agent",
];

/// Whom a client expects to own the bucket that it uses, and the one that it copies from.
const EXPECTED_OWNERS: [&str; 2] = ["x-amz-expected-bucket-owner", "x-amz-source-expected-bucket-owner"];

/// Features that this store does not support and must not silently ignore.
const UNSUPPORTED: [&str; 5] = [
    "x-amz-server-side-encryption",
    "x-amz-object-lock",
    "x-amz-tagging",
    "x-amz-website-redirect-location",
    "x-amz-write-offset-bytes",
];

/// Headers that come back when the object is read: who signed the request decides about them, not who sends it.
const REPRESENTATION: [HeaderName; 6] =
    [CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_TYPE, EXPIRES];

/// Removes what does not count, and rejects the request if what is left is not acceptable.
pub(crate) fn admit(parts: &mut Parts) -> S3Result {
    adopt_date(&mut parts.headers);
    let unsigned = check(parts)?;
    for name in unsigned {
        parts.headers.remove(name);
    }
    forget_odd_range(parts);
    Ok(())
}

/// A signature in a header may be dated by `Date` alone. The protocol layer knows only `x-amz-date`.
fn adopt_date(headers: &mut HeaderMap) {
    if !headers.contains_key(AUTHORIZATION) || headers.contains_key(AMZ_DATE) {
        return;
    }
    let Some(date) = headers.get(DATE).and_then(|date| date.to_str().ok()) else { return };
    let moment = jiff::fmt::rfc2822::parse(date).map(|moment| moment.timestamp());
    let text = match moment {
        Ok(moment) => moment.strftime("%Y%m%dT%H%M%SZ").to_string(),
        Err(_) => date.to_owned(),
    };
    if let Ok(text) = HeaderValue::try_from(text) {
        headers.insert(AMZ_DATE, text);
    }
}

/// The headers that must be removed.
fn check(parts: &Parts) -> S3Result<Vec<HeaderName>> {
    refuse_forms(parts)?;
    let query = Query::parse(parts.uri.query().unwrap_or_default());
    let signature = Signature::find(&parts.headers, &query)?;
    signature.check_scope()?;
    check_date(&parts.headers, &query)?;
    check_unsigned_headers(&parts.headers, &signature)?;
    check_payload_mode(&parts.headers)?;
    check_unsupported(&parts.headers)?;
    check_owners(&parts.headers)?;
    check_claims(&parts.headers)?;
    check_length(parts, &query)?;
    Ok(REPRESENTATION.into_iter().filter(|name| !signature.covers(name.as_str())).collect())
}

/// HTTP says to ignore a range that cannot be parsed. A signed one is kept, because dropping it would break the
/// signature.
fn forget_odd_range(parts: &mut Parts) {
    let text = parts.headers.get(RANGE).map(|range| range.to_str().unwrap_or_default());
    // The parser takes a number that is missing for 0.
    let is_odd = |text: &str| text == "bytes=-" || s3s::dto::Range::parse(text).is_err();
    if text.is_some_and(is_odd) {
        parts.headers.remove(RANGE);
    }
}

fn denied(message: &'static str) -> S3Error {
    S3Error::with_message(S3ErrorCode::AccessDenied, message)
}

/// The protocol layer would read a form's file into memory before it checks anything.
fn refuse_forms(parts: &Parts) -> S3Result {
    let is_form = parts
        .headers
        .get_all(CONTENT_TYPE)
        .iter()
        .any(|value| value.as_bytes().to_ascii_lowercase().trim_ascii_start().starts_with(b"multipart/"));
    if parts.method == Method::POST && is_form {
        return Err(S3Error::with_message(S3ErrorCode::MethodNotAllowed, "uploads by form are not supported"));
    }
    Ok(())
}

/// The query's names and values, decoded as the protocol layer decodes them.
struct Query<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Query<'a> {
    fn parse(text: &'a str) -> Self {
        Self(url::form_urlencoded::parse(text.as_bytes()).collect())
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(found, _)| found == name).map(|(_, value)| &**value)
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(found, _)| found.eq_ignore_ascii_case(name))
    }

    /// The value of a parameter that must appear exactly once.
    fn once(&self, name: &str) -> S3Result<&str> {
        let mut values = self.0.iter().filter(|(found, _)| found.eq_ignore_ascii_case(name));
        match (values.next(), values.next()) {
            (Some((found, value)), None) if found == name => Ok(value),
            _ => Err(denied("a parameter of the signature is missing or appears twice")),
        }
    }
}

struct Signature<'a> {
    credential: &'a str,
    signed_headers: &'a str,
}

impl<'a> Signature<'a> {
    fn find(headers: &'a HeaderMap, query: &'a Query<'a>) -> S3Result<Self> {
        if query.has("AWSAccessKeyId") || (query.has("Signature") && query.has("Expires")) {
            return Err(denied("signatures of version 2 are not accepted"));
        }
        let mut authorizations = headers.get_all(AUTHORIZATION).iter();
        let authorization = authorizations.next();
        if authorizations.next().is_some() {
            return Err(denied("there is more than one Authorization header"));
        }
        match (authorization, query.has("X-Amz-Signature")) {
            (None, true) => Self::in_query(query),
            (Some(value), false) => Self::in_header(value.to_str().unwrap_or_default()),
            (Some(_), true) => Err(denied("there is a signature in the header and another in the query")),
            (None, false) => Err(denied("the request is not signed")),
        }
    }

    fn in_query(query: &'a Query<'a>) -> S3Result<Self> {
        let life = query.once("X-Amz-Expires")?;
        if !life.parse().is_ok_and(|seconds: u32| seconds <= LONGEST_LIFE_SECONDS) {
            return Err(denied("a pre-signed URL is valid for up to 7 days"));
        }
        Ok(Self { credential: query.once("X-Amz-Credential")?, signed_headers: query.once("X-Amz-SignedHeaders")? })
    }

    fn in_header(value: &'a str) -> S3Result<Self> {
        let fields = value.strip_prefix("AWS4-HMAC-SHA256").ok_or_else(|| denied("only version 4 is accepted"))?;
        let field = |name: &str| {
            let mut found = fields.split(',').filter_map(|field| field.trim().strip_prefix(name)?.strip_prefix('='));
            match (found.next(), found.next()) {
                (Some(value), None) => Ok(value),
                _ => Err(denied("the Authorization header is malformed")),
            }
        };
        Ok(Self { credential: field("Credential")?, signed_headers: field("SignedHeaders")? })
    }

    fn check_scope(&self) -> S3Result {
        if !self.credential.ends_with("/s3/aws4_request") {
            return Err(denied("the signature is not meant for S3"));
        }
        // Access key, date, region, service and `aws4_request`.
        let parts: Vec<&str> = self.credential.split('/').collect();
        if parts.len() != 5 || !is_like("00000000", parts[1]) {
            return Err(denied("the credential of the signature is malformed"));
        }
        if !self.covers("host") {
            return Err(denied("the signature does not cover the host"));
        }
        Ok(())
    }

    fn covers(&self, name: &str) -> bool {
        self.signed_headers.split(';').any(|signed| signed == name)
    }
}

/// The protocol layer computes with the characters of a date before it knows that they are digits.
fn check_date(headers: &HeaderMap, query: &Query<'_>) -> S3Result {
    let mut in_headers = headers.get_all(AMZ_DATE).iter().map(|date| date.to_str().unwrap_or_default());
    let is_moment = |date: &str| is_like("00000000T000000Z", date);
    if in_headers.all(is_moment) && query.value("X-Amz-Date").is_none_or(is_moment) {
        return Ok(());
    }
    Err(denied("X-Amz-Date is malformed"))
}

/// Whether a text has digits where the pattern has zeros, and is the same elsewhere.
fn is_like(pattern: &str, text: &str) -> bool {
    let fits = |(wanted, found): (u8, u8)| if wanted == b'0' { found.is_ascii_digit() } else { wanted == found };
    pattern.len() == text.len() && pattern.bytes().zip(text.bytes()).all(fits)
}

fn check_unsigned_headers(headers: &HeaderMap, signature: &Signature<'_>) -> S3Result {
    let stray = headers
        .keys()
        .map(http::HeaderName::as_str)
        .find(|name| name.starts_with("x-amz-") && !HARMLESS.contains(name) && !signature.covers(name));
    match stray {
        Some(name) => {
            Err(S3Error::with_message(S3ErrorCode::AccessDenied, format!("this header was not signed: {name}")))
        }
        None => Ok(()),
    }
}

fn check_payload_mode(headers: &HeaderMap) -> S3Result {
    let mut modes = headers.get_all("x-amz-content-sha256").iter();
    let Some(mode) = modes.next() else { return Ok(()) };
    let mode = mode.to_str().unwrap_or_default();
    let is_hash = mode.len() == 64 && mode.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    if modes.next().is_some() || !(is_hash || PAYLOAD_MODES.contains(&mode)) {
        return Err(denied("x-amz-content-sha256 is not an accepted value"));
    }
    Ok(())
}

/// Whether the body is in the chunks of S3, which say where it ends.
fn is_streaming(headers: &HeaderMap) -> bool {
    headers.get("x-amz-content-sha256").is_some_and(|mode| mode.as_bytes().starts_with(b"STREAMING-"))
}

fn check_unsupported(headers: &HeaderMap) -> S3Result {
    let mut names = headers.keys().map(http::HeaderName::as_str);
    match names.find(|name| UNSUPPORTED.iter().any(|prefix| name.starts_with(prefix))) {
        Some(name) => {
            Err(S3Error::with_message(S3ErrorCode::NotImplemented, format!("this store does not support {name}")))
        }
        None => Ok(()),
    }
}

fn check_owners(headers: &HeaderMap) -> S3Result {
    let mut expected = EXPECTED_OWNERS.iter().flat_map(|name| headers.get_all(*name));
    if expected.all(|owner| owner.as_bytes() == OWNER.as_bytes()) {
        return Ok(());
    }
    Err(denied("the bucket does not belong to the owner that the request expects"))
}

/// The protocol layer takes an empty claim about the body for none.
fn check_claims(headers: &HeaderMap) -> S3Result {
    let is_empty = |name: &&str| headers.get_all(*name).iter().any(|claim| claim.as_bytes().trim_ascii().is_empty());
    match [MD5].into_iter().chain(CHECKSUMS).find(is_empty) {
        Some(name) => Err(Error::InvalidDigest(name).into()),
        None => Ok(()),
    }
}

/// Whether a path is only a bucket's name, compared literally: the protocol layer decodes `%2F` before it looks for the
/// key, so a path with anything encoded may name an object.
fn names_only_bucket(path: &str) -> bool {
    let name = path.strip_prefix('/').unwrap_or(path);
    let name = name.strip_suffix('/').unwrap_or(name);
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))
}

fn check_length(parts: &Parts, query: &Query<'_>) -> S3Result {
    let takes_body = parts.method == Method::PUT && !names_only_bucket(parts.uri.path());
    if !takes_body || parts.headers.contains_key("x-amz-copy-source") {
        return Ok(());
    }
    let number = |name: &str| parts.headers.get(name)?.to_str().ok()?.parse::<u64>().ok();
    let chunked = parts.headers.contains_key("x-amz-decoded-content-length");
    let length = if parts.headers.contains_key(TRANSFER_ENCODING) {
        // Chunks of HTTP around those of S3: the length of the content is known all the same.
        (chunked && is_streaming(&parts.headers)).then_some(0)
    } else {
        number(CONTENT_LENGTH.as_str())
    };
    let length = length.ok_or_else(|| S3Error::new(S3ErrorCode::MissingContentLength))?;
    let content = if chunked { number("x-amz-decoded-content-length") } else { Some(length) };
    let limit = if chunked { LARGEST_CHUNKED_BODY } else { LARGEST_BODY };
    match content {
        None => Err(S3Error::new(S3ErrorCode::MissingContentLength)),
        Some(content) if content > LARGEST_BODY || length > limit => {
            Err(S3Error::with_message(S3ErrorCode::EntityTooLarge, "a body can have up to 5 GiB; use more parts"))
        }
        Some(content) => check_signed_length(query, content),
    }
}

/// A URL can be signed for a body of exactly one length, or of up to some length.
fn check_signed_length(query: &Query<'_>, content: u64) -> S3Result {
    let refusal = |code, signed: &str, how| {
        S3Error::with_message(code, format!("this URL is for {how} {signed} bytes, not for {content}"))
    };
    match (query.value(SIGNED_LENGTH), query.value(UPLOAD_LIMIT)) {
        (Some(signed), _) if signed.parse() != Ok(content) => {
            let is_more = signed.parse().is_ok_and(|signed: u64| content > signed);
            let code = if is_more { S3ErrorCode::EntityTooLarge } else { S3ErrorCode::EntityTooSmall };
            Err(refusal(code, signed, "exactly"))
        }
        (_, Some(limit)) if !limit.parse().is_ok_and(|limit: u64| content <= limit) => {
            Err(refusal(S3ErrorCode::EntityTooLarge, limit, "up to"))
        }
        _ => Ok(()),
    }
}
