//! The reader of RE2: an input is a pattern, a text and another pattern, each on its own line.

use domain::re2::{BadPattern, LONGEST_BYTES, Pattern};
use fixtures::{Fuzz, Random};

#[rustfmt::skip]
const PIECES: &[&str] = &[
    "a", "b", "A", "é", "ß", "🎬", ".", "*", "+", "?", "*?", "{2}", "{0,3}", "{,2}", "{1000}", "{1001}", "{", "}", "|",
    "^", "$", "(", ")", "(?:", "(?i)", "(?i:", "(?s-m:", "(?-", "(?P<n>", "(?<n>", "(?<=", "(?!", "(?x)", "[", "]",
    "[^", "[]]", "[^]a]", "[a-z]", "[z-a]", "[a-\\d]", "[[:alpha:]]", "[[:^digit:]]", "[[:no:]]", "[a&&b]", "[a--b]",
    "-", "\\", "\\d", "\\W", "\\pL", "\\p{Greek}", "\\P{^Lu}", "\\p{Any}", "\\p{no}", "\\x41", "\\x{10FFFF}",
    "\\x{110000}", "\\x{D800}", "\\101", "\\0", "\\8", "\\Q", "\\E", "\\b", "\\B", "\\A", "\\z", "\\C", "\\n", "\n",
];

fn make(random: &mut Random) -> Vec<u8> {
    let text = random.joined(&["a", "b", "A", "é", "ß", "🎬", "-", "1", "z", "\u{d7ff}"], 8);
    format!("{}\n{text}\n{}", random.joined(PIECES, 10), random.joined(PIECES, 4)).into_bytes()
}

/// The pattern, if it is one. Everything that our reader accepts must be understood by the crate that runs it, so a
/// mistake in the syntax has a position in the pattern that was given.
fn compiled(pattern: &str) -> Option<Pattern> {
    let outcome = Pattern::compile(pattern);
    match (&outcome, Pattern::compile_whole(pattern).err()) {
        // The whole pattern is a little larger.
        (_, Some(BadPattern::TooLarge)) => {}
        (one, whole) => assert_eq!(one.as_ref().err(), whole.as_ref(), "{pattern:?}"),
    }
    match &outcome {
        Ok(_) => assert!(pattern.len() <= LONGEST_BYTES, "{} bytes", pattern.len()),
        Err(BadPattern::Syntax(reason)) => {
            let number = reason.rsplit_once(", at character ").map(|(_, number)| number.parse::<usize>());
            let is_inside = matches!(number, Some(Ok(number)) if (1..=pattern.chars().count() + 1).contains(&number));
            assert!(is_inside, "{pattern:?}: {reason}");
        }
        Err(BadPattern::TooLong) => assert!(pattern.len() > LONGEST_BYTES, "{} bytes", pattern.len()),
        Err(BadPattern::TooDeep | BadPattern::TooLarge) => {}
    }
    outcome.ok()
}

/// A text that is quoted matches itself and nothing else.
fn check_quoted(text: &str) {
    if text.contains("\\E") || text.len() > LONGEST_BYTES / 2 {
        return;
    }
    let codes: Vec<String> = text.chars().map(|letter| format!("\\x{{{:x}}}", u32::from(letter))).collect();
    for pattern in [format!("\\Q{text}"), codes.concat()] {
        match Pattern::compile_whole(&pattern) {
            Ok(quoted) => {
                assert!(quoted.is_match(text), "{pattern:?} matches {text:?}");
                assert!(!quoted.is_match(&format!("{text}x")), "{pattern:?} matches more than {text:?}");
            }
            Err(error) => assert_eq!(error, BadPattern::TooLong, "{pattern:?}"),
        }
    }
}

fn check(input: &[u8]) {
    let input = String::from_utf8_lossy(input);
    let mut lines = input.splitn(3, '\n');
    let (first, text, second) =
        (lines.next().unwrap_or_default(), lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    check_quoted(text);
    let (Some(one), other) = (compiled(first), compiled(second)) else { return };
    if Pattern::compile_whole(first).is_ok_and(|whole| whole.is_match(text)) {
        assert!(one.is_match(text), "{first:?} matches all of {text:?}, so also a part");
    }
    // A quotation or the name of a class that is open would take in what follows it.
    let is_open = [first, second].iter().any(|pattern| pattern.contains("\\Q") || pattern.contains("[:"));
    let Some(other) = other.filter(|_| !is_open) else { return };
    let either = format!("(?:{first})|(?:{second})");
    match Pattern::compile(&either) {
        Ok(both) => {
            let expected = one.is_match(text) || other.is_match(text);
            assert_eq!(both.is_match(text), expected, "{either:?} in {text:?}");
        }
        Err(error) => assert!(!matches!(error, BadPattern::Syntax(_)), "{either:?}: {error}"),
    }
}

#[test]
fn what_the_reader_accepts_can_be_run() {
    Fuzz::new("re2_patterns").pieces(PIECES).run(make, check);
}
