//! Conditional requests and ranges, for content with a strong `ETag` (RFC 9110, 13 and 14).
//!
//! Dates are never compared, since the content has none. A single range is served; several ranges, or an unreadable
//! one, get the whole content, as the RFC allows.

use std::ops::Range;

use axum::http::{HeaderMap, HeaderName, header};

use crate::error::{ApiError, ApiResult};

/// What to send for a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    Whole,
    Part(Range<u64>),
    NotModified,
}

/// `etag` is strong, with its quotes.
pub(super) fn judge(headers: &HeaderMap, etag: &str, length: u64) -> ApiResult<Verdict> {
    if headers.contains_key(header::IF_MATCH) && !lists(headers, &header::IF_MATCH, |known| known == etag) {
        return Err(ApiError::PreconditionFailed);
    }
    let is_same = |known: &str| known.strip_prefix("W/").unwrap_or(known) == etag;
    if lists(headers, &header::IF_NONE_MATCH, is_same) {
        return Ok(Verdict::NotModified);
    }
    let range_is_wanted = text(headers, &header::IF_RANGE).is_none_or(|known| known.trim() == etag);
    match text(headers, &header::RANGE).filter(|_| range_is_wanted).and_then(only_range) {
        None => Ok(Verdict::Whole),
        Some(range) => within(range, length).map(Verdict::Part).ok_or(ApiError::RangeNotSatisfiable(length)),
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap_or_default())
}

/// Whether one of the listed tags matches, or the list is `*`. Our tags contain no comma.
fn lists(headers: &HeaderMap, name: &HeaderName, is_it: impl Fn(&str) -> bool) -> bool {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|list| list.split(',')).map(str::trim).any(|tag| tag == "*" || is_it(tag))
}

#[derive(Clone, Copy)]
enum Asked {
    /// From the first byte, up to the last one if it is given.
    From(u64, Option<u64>),
    /// This many bytes from the end.
    Last(u64),
}

fn only_range(text: &str) -> Option<Asked> {
    let (unit, range) = text.split_once('=')?;
    let (first, last) = range.trim().split_once('-')?;
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return None;
    }
    match (first, last) {
        ("", last) => number(last).map(Asked::Last),
        (first, "") => number(first).map(|first| Asked::From(first, None)),
        (first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then_some(Asked::From(first, Some(last)))
        }
    }
}

/// Digits only. A number that is too large for us is beyond every end.
fn number(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}

fn within(asked: Asked, length: u64) -> Option<Range<u64>> {
    let range = match asked {
        Asked::From(first, last) => first..last.map_or(length, |last| last.saturating_add(1).min(length)),
        Asked::Last(count) => length.saturating_sub(count)..length,
    };
    (range.start < range.end).then_some(range)
}

#[cfg(test)]
mod fuzz;

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderName, HeaderValue};

    use super::{Verdict, judge};
    use crate::error::ApiError;

    fn judged(headers: &[(&'static str, &'static str)]) -> Result<Verdict, u16> {
        let pair = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        let headers: HeaderMap = headers.iter().map(pair).collect();
        judge(&headers, "\"tag\"", 100).map_err(|error: ApiError| error.code().status())
    }

    #[test]
    fn ranges_are_read_as_the_rfc_says() {
        let cases = [
            ("bytes=0-0", Ok(Verdict::Part(0..1))),
            ("bytes=10-19", Ok(Verdict::Part(10..20))),
            ("Bytes= 10-19 ", Ok(Verdict::Part(10..20))),
            ("bytes=99-", Ok(Verdict::Part(99..100))),
            ("bytes=90-1000", Ok(Verdict::Part(90..100))),
            ("bytes=90-99999999999999999999999", Ok(Verdict::Part(90..100))),
            ("bytes=-1", Ok(Verdict::Part(99..100))),
            ("bytes=-1000", Ok(Verdict::Part(0..100))),
            ("bytes=100-", Err(416)),
            ("bytes=99999999999999999999999-", Err(416)),
            ("bytes=-0", Err(416)),
            ("bytes=0-1,5-6", Ok(Verdict::Whole)),
            ("bytes=5-4", Ok(Verdict::Whole)),
            ("bytes=-", Ok(Verdict::Whole)),
            ("bytes=+1-2", Ok(Verdict::Whole)),
            ("bytes=a-b", Ok(Verdict::Whole)),
            ("lines=1-2", Ok(Verdict::Whole)),
            ("bytes", Ok(Verdict::Whole)),
            ("", Ok(Verdict::Whole)),
        ];
        for (range, expected) in cases {
            assert_eq!(judged(&[("range", range)]), expected, "{range}");
        }
    }

    #[test]
    fn conditions_come_in_the_order_of_the_rfc() {
        let range = ("range", "bytes=1-1");
        let part = Ok(Verdict::Part(1..2));
        let cases: [(&[(&str, &str)], _); 14] = [
            (&[], Ok(Verdict::Whole)),
            (&[("if-match", "\"tag\"")], Ok(Verdict::Whole)),
            (&[("if-match", "\"a\", \"tag\""), range], part.clone()),
            (&[("if-match", "*"), range], part.clone()),
            (&[("if-match", "W/\"tag\"")], Err(412)),
            (&[("if-match", "\"other\""), ("if-none-match", "\"tag\"")], Err(412)),
            (&[("if-none-match", "\"tag\""), range], Ok(Verdict::NotModified)),
            (&[("if-none-match", "W/\"tag\"")], Ok(Verdict::NotModified)),
            (&[("if-none-match", "*")], Ok(Verdict::NotModified)),
            (&[("if-none-match", "\"other\""), range], part.clone()),
            (&[("if-range", "\"tag\""), range], part),
            (&[("if-range", "W/\"tag\""), range], Ok(Verdict::Whole)),
            (&[("if-range", "Sun, 15 Nov 2026 00:00:00 GMT"), range], Ok(Verdict::Whole)),
            (&[("if-range", "\"other\""), ("range", "bytes=100-")], Ok(Verdict::Whole)),
        ];
        for (headers, expected) in cases {
            let headers: Vec<_> = headers.to_vec();
            assert_eq!(judged(&headers), expected, "{headers:?}");
        }
    }
}
