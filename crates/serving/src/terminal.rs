//! Text from outside on its way to a terminal.
//!
//! A terminal obeys control characters: a file name or a message of a server could rename the window, hide lines, or
//! type. Characters that reverse text make a name look like another. All of them are shown as `\\u001b` instead, which is
//! also how JSON writes them, so that a document stays valid.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Text of several lines: line breaks and tabs stay.
pub fn plain(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| is_order(letter) && !matches!(letter, '\n' | '\t'))
}

/// A name or a message, which is one line.
pub fn plain_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_order)
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_escaped(letter) {
            let _ = write!(safe, "\\u{:04x}", u32::from(letter));
        } else {
            safe.push(letter);
        }
    }
    Cow::Owned(safe)
}

/// Whether a terminal would obey the character instead of showing it.
fn is_order(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}')
}

#[cfg(test)]
mod tests {
    use super::{plain, plain_line};

    #[test]
    fn what_a_terminal_obeys_is_shown() {
        for (text, lines, line) in [
            ("clip é 🎬.mov", "clip é 🎬.mov", "clip é 🎬.mov"),
            ("\u{1b}]0;owned\u{7}", "\\u001b]0;owned\\u0007", "\\u001b]0;owned\\u0007"),
            ("\u{9b}2J\u{7f}", "\\u009b2J\\u007f", "\\u009b2J\\u007f"),
            ("a\r\nb\tc", "a\\u000d\nb\tc", "a\\u000d\\u000ab\\u0009c"),
            ("vom.\u{202e}exe", "vom.\\u202eexe", "vom.\\u202eexe"),
        ] {
            assert_eq!((plain(text).as_ref(), plain_line(text).as_ref()), (lines, line));
        }
        let document = serde_json::json!({ "name": "\u{1b}[2J\u{9b}2J" });
        let shown = plain(&document.to_string()).into_owned();
        assert!(shown.is_ascii() && serde_json::from_str::<serde_json::Value>(&shown).unwrap() == document, "{shown}");
    }
}
