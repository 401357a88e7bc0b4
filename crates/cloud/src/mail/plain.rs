//! Makes text from users safe for a mail: none of its lines looks like one of ours, and its length is limited.

/// A limit for messages, since anyone may have written them.
const MESSAGE_LONGEST: usize = 2_000;
const LINE_LONGEST: usize = 200;

/// All characters that some program treats as a line break.
pub(super) const LINE_ENDS: [char; 7] = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// A name or a label: one line without characters that change the reading direction, shortened if it is long.
pub(super) fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    cut(words.join(" ").chars().filter(|letter| !turns_around(*letter)), LINE_LONGEST)
}

/// A longer text. The template indents its lines after the first.
pub(super) fn many_lines(text: &str) -> String {
    let letters = text.trim().chars().filter(|letter| !turns_around(*letter));
    cut(letters, MESSAGE_LONGEST).trim_end().to_owned()
}

fn cut(mut letters: impl Iterator<Item = char>, longest: usize) -> String {
    let mut kept: String = letters.by_ref().take(longest).collect();
    if letters.next().is_some() {
        kept.pop();
        kept.push('…');
    }
    kept
}

/// With these, `gpj.exe` is shown as `exe.jpg`.
const fn turns_around(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text in which no mail program detects a link.
pub(super) fn without_links(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_joint = |index: usize| match letters[index] {
        ':' | '/' | '\\' | '@' => true,
        '.' => letters.get(index + 1).is_some_and(|next| next.is_alphabetic()),
        _ => false,
    };
    (0..letters.len()).map(|index| if is_joint(index) { ' ' } else { letters[index] }).collect()
}

/// A text whose lines after the first are indented, so that none of them looks like one of ours.
pub(super) fn set_in(text: &str) -> String {
    text.replace("\r\n", "\n").split(LINE_ENDS).collect::<Vec<_>>().join("\n    ")
}

#[cfg(test)]
mod tests {
    use super::{many_lines, one_line, set_in, without_links};

    #[test]
    fn what_strangers_write_is_no_link() {
        for (text, shown) in [
            ("Dailies 4.1", "Dailies 4.1"),
            ("http://evil.example/x", "http   evil example x"),
            ("win at evil.example now.", "win at evil example now."),
            ("you@evil.example", "you evil example"),
        ] {
            assert_eq!(without_links(text), shown);
        }
    }

    #[test]
    fn a_name_is_one_line_that_reads_as_it_is() {
        for (text, shown) in [
            (" Dailies  4 ", "Dailies 4"),
            ("Film\r\nBcc: a@example.org", "Film Bcc: a@example.org"),
            ("invoice\u{202e}gpj.exe", "invoicegpj.exe"),
            ("a\u{2028}b\u{85}c\td", "a b c d"),
            ("", ""),
        ] {
            assert_eq!(one_line(text), shown);
        }
        assert_eq!(one_line(&"ä".repeat(200)), "ä".repeat(200));
        assert_eq!(one_line(&"ä".repeat(201)), format!("{}…", "ä".repeat(199)));
    }

    #[test]
    fn a_message_keeps_its_lines_and_is_cut() {
        assert_eq!(many_lines("  one\n two\u{202e}\n"), "one\n two");
        assert_eq!(many_lines(&"a".repeat(5_000)).chars().count(), 2_000);
        assert_eq!(set_in("one\r\ntwo\u{2028}three"), "one\n    two\n    three");
    }
}
