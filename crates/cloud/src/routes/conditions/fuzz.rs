//! `Range`: the first line of an input is the length of the content, the rest is the header. The corpus is in
//! `crates/cloud/fuzz/`.

use std::ops::Range;

use axum::http::{HeaderMap, HeaderValue, header};
use fixtures::{Fuzz, Random};

use super::{Verdict, judge};

#[rustfmt::skip]
const PIECES: &[&str] = &[
    "bytes", "BYTES", "=", "-", ",", " ", "\t", "+", "0", "1", "99", "18446744073709551616", "0x1", "é", "lines",
    "\n",
];

fn make(random: &mut Random) -> Vec<u8> {
    let number = |random: &mut Random| if random.once_in(4) { String::new() } else { random.number().to_string() };
    let (length, first, last) = (random.number(), number(random), number(random));
    let unit = if random.once_in(10) { random.joined(PIECES, 3) } else { "bytes=".to_owned() };
    format!("{length}\n{unit}{first}-{last}").into_bytes()
}

/// One that is too large is beyond every end.
fn number(text: &str) -> Option<u128> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let largest = u128::from(u64::MAX);
    is_number.then(|| text.parse().unwrap_or(largest).min(largest))
}

/// RFC 9110, 14.1, with numbers that cannot overflow. `None` for a range outside of the content.
fn expected(text: &str, length: u64) -> Option<Verdict> {
    let length = u128::from(length);
    let range = text.split_once('=').filter(|(unit, _)| unit.trim().eq_ignore_ascii_case("bytes"));
    let Some((first, last)) = range.and_then(|(_, range)| range.trim().split_once('-')) else {
        return Some(Verdict::Whole);
    };
    let (start, end) = match (first, number(first), last, number(last)) {
        ("", _, _, Some(count)) => (length.saturating_sub(count), length),
        (_, Some(first), "", _) => (first, length),
        (_, Some(first), _, Some(last)) if first <= last => (first, length.min(last + 1)),
        _ => return Some(Verdict::Whole),
    };
    let part = |start: u128, end: u128| -> Option<Range<u64>> { Some(start.try_into().ok()?..end.try_into().ok()?) };
    (start < end).then(|| part(start, end).map(Verdict::Part)).flatten()
}

fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let (length, given) = text.split_once('\n').unwrap_or(("100", &*text));
    let length = length.parse().unwrap_or(100);
    let Ok(value) = HeaderValue::from_str(given) else { return };
    let readable = value.to_str().unwrap_or_default().to_owned();
    let headers = HeaderMap::from_iter([(header::RANGE, value)]);
    let verdict = judge(&headers, "\"tag\"", length).ok();
    assert_eq!(verdict, expected(&readable, length), "{readable:?} of {length}");
    if let Some(Verdict::Part(range)) = verdict {
        assert!(range.start < range.end && range.end <= length, "{range:?} of {length}");
    }
}

#[test]
fn a_range_is_what_the_rfc_says() {
    Fuzz::new("range_headers").pieces(PIECES).run(make, check);
}
