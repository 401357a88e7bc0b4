//! `Range` and `Content-Range`: an input is the header of a request for a small object.

use std::ops::Range;

use fixtures::{Fuzz, Random};

use super::scene::Scene;
use crate::harness::noise;
use crate::signing::{Call, Mode};

const LENGTH: u64 = 100;
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "bytes", "Bytes", "=", "-", ",", " ", "\t", "+", "0", "1", "99", "100", "101", "9223372036854775808", "0x1", "é",
    "lines",
];

fn make(random: &mut Random) -> Vec<u8> {
    let number = |random: &mut Random| match random.below(4) {
        0 => String::new(),
        1 => random.number().to_string(),
        _ => random.below(110).to_string(),
    };
    let (first, last) = (number(random), number(random));
    let unit = if random.once_in(10) { random.joined(PIECES, 3) } else { "bytes=".to_owned() };
    format!("{unit}{first}-{last}").into_bytes()
}

#[derive(Debug, PartialEq)]
enum Expected {
    Whole,
    Part(Range<u64>),
    Outside,
}

/// Digits only, and not more than a signed number holds.
fn number(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse::<i64>().ok()?.try_into().ok()).flatten()
}

/// RFC 9110, 14.1: what cannot be read is ignored.
fn expected(header: &str) -> Expected {
    let Some((first, last)) = header.strip_prefix("bytes=").and_then(|range| range.split_once('-')) else {
        return Expected::Whole;
    };
    if first.is_empty() {
        let digits = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
        return match last.parse::<u64>() {
            Ok(0) if digits => Expected::Outside,
            Ok(count) if digits => Expected::Part(LENGTH.saturating_sub(count)..LENGTH),
            _ => Expected::Whole,
        };
    }
    let end = if last.is_empty() { Some(LENGTH) } else { number(last).map(|last| last + 1) };
    match (number(first), end) {
        (Some(first), Some(_)) if last.is_empty() && first >= LENGTH => Expected::Outside,
        (Some(first), Some(end)) if first < end && first >= LENGTH => Expected::Outside,
        (Some(first), Some(end)) if first < end => Expected::Part(first..end.min(LENGTH)),
        _ => Expected::Whole,
    }
}

fn check(scene: &Scene, content: &[u8], input: &[u8]) {
    let header = String::from_utf8_lossy(input);
    let mut request = Call::new("GET", "/shelf/thing").sign(scene.host(), &Mode::default());
    request.headers.push(("range".to_owned(), header.clone().into_owned()));
    let Some(reply) = scene.send(&request) else { return };
    assert!(!reply.is_cut, "{header:?}");
    // A header with other characters than those of ASCII cannot be read.
    let expected = if header.is_ascii() { expected(&header) } else { Expected::Whole };
    match expected {
        Expected::Outside => assert_eq!(reply.status, 416, "{header:?}"),
        Expected::Whole => {
            assert_eq!(reply.status, 200, "{header:?}: {}", reply.text());
            assert!(reply.body == content && !reply.headers.contains_key("content-range"), "{header:?}");
        }
        Expected::Part(range) => {
            assert_eq!(reply.status, 206, "{header:?}: {}", reply.text());
            let said = format!("bytes {}-{}/{LENGTH}", range.start, range.end - 1);
            assert_eq!(reply.header("content-range"), said, "{header:?}");
            let (start, end) = (usize::try_from(range.start).unwrap(), usize::try_from(range.end).unwrap());
            assert!(reply.body == content[start..end], "{header:?}");
        }
    }
}

#[test]
fn a_range_is_the_bytes_that_were_asked_for() {
    let scene = Scene::start();
    let content = noise(1, usize::try_from(LENGTH).unwrap());
    scene.signed(&Call::new("PUT", "/shelf/thing").body(&content)).expect(200);
    Fuzz::new("range_headers").pieces(PIECES).run(make, |input| check(&scene, &content, input));
}
