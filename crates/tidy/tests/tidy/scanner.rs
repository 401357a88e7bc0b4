//! Splits text into code, literals and comments, with just enough of Rust's and SQL's grammar to tell them apart.

use crate::rule::in_name;
use crate::source::Piece;

#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) code: String,
    pub(crate) literals: Vec<Piece>,
    pub(crate) comments: Vec<Piece>,
}

/// An SQL file is one literal, without its comments.
pub(crate) fn sql(text: &str) -> Parts {
    let mut parts = Parts::default();
    let mut statements = String::new();
    for (index, line) in text.lines().enumerate() {
        let (statement, comment) = line.split_once("--").map_or((line, None), |(before, after)| (before, Some(after)));
        statements.push_str(statement);
        statements.push('\n');
        parts.comments.extend(comment.map(|comment| Piece { line: index + 1, text: comment.to_owned() }));
    }
    parts.literals.push(Piece { line: 1, text: statements });
    parts
}

pub(crate) fn rust(text: &str) -> Parts {
    let mut scanner = Scanner { rest: text, line: 1, parts: Parts::default() };
    while let Some(character) = scanner.rest.chars().next() {
        scanner.step(character);
    }
    scanner.parts
}

struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    parts: Parts,
}

impl Scanner<'_> {
    fn step(&mut self, character: char) {
        if self.rest.starts_with("//") {
            let end = self.rest.find('\n').unwrap_or(self.rest.len());
            self.comment(end);
        } else if self.rest.starts_with("/*") {
            self.comment(block_comment_length(self.rest));
        } else if character == '"' {
            let end = text_length(self.rest, '"');
            self.literal(1, end, 1);
        } else if character == '\'' {
            self.quote();
        } else if in_name(character) {
            self.name();
        } else {
            self.keep(character.len_utf8());
        }
    }

    /// A name, or the prefix of a raw literal such as `r#"..."#`. Other prefixes are treated as names.
    fn name(&mut self) {
        let length = self.rest.find(|character| !in_name(character)).unwrap_or(self.rest.len());
        let (name, after) = self.rest.split_at(length);
        let hashes = after.len() - after.trim_start_matches('#').len();
        let raw = matches!(name, "r" | "br" | "cr") && after[hashes..].starts_with('"');
        self.keep(length);
        if raw {
            let end = format!("\"{}", "#".repeat(hashes));
            let inside = &self.rest[hashes + 1..];
            let length = inside.find(&end).map_or(self.rest.len(), |at| hashes + 1 + at + end.len());
            self.literal(hashes + 1, length, end.len());
        }
    }

    /// A character literal or a lifetime.
    fn quote(&mut self) {
        let mut characters = self.rest.chars().skip(1);
        let escaped = characters.next() == Some('\\');
        if escaped || characters.next() == Some('\'') {
            let end = text_length(self.rest, '\'');
            self.literal(1, end, 1);
        } else {
            self.keep(1);
        }
    }

    fn keep(&mut self, length: usize) {
        let (taken, rest) = self.rest.split_at(length);
        self.parts.code.push_str(taken);
        self.line += taken.matches('\n').count();
        self.rest = rest;
    }

    fn comment(&mut self, length: usize) {
        let text = self.rest[..length].to_owned();
        self.parts.comments.push(Piece { line: self.line, text });
        self.blank(length);
    }

    /// Keeps the delimiters, of which the first is `open` and the last `close` bytes long, and blanks the inside.
    fn literal(&mut self, open: usize, length: usize, close: usize) {
        let inside = length.saturating_sub(open + close);
        self.keep(open);
        let text = self.rest[..inside].to_owned();
        self.parts.literals.push(Piece { line: self.line, text });
        self.blank(inside);
        self.keep(close.min(self.rest.len()));
    }

    /// Only the line breaks are kept, so that lines keep their numbers.
    fn blank(&mut self, length: usize) {
        let (taken, rest) = self.rest.split_at(length);
        let breaks = taken.matches('\n').count();
        self.parts.code.push_str(&"\n".repeat(breaks));
        self.line += breaks;
        self.rest = rest;
    }
}

/// Length of a literal with escapes, both delimiters included.
fn text_length(text: &str, delimiter: char) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == delimiter => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Block comments nest.
fn block_comment_length(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{Parts, rust};

    fn literals(parts: &Parts) -> Vec<(usize, &str)> {
        parts.literals.iter().map(|piece| (piece.line, piece.text.as_str())).collect()
    }

    #[test]
    fn literals_of_every_kind_are_blanked() {
        let parts = rust("a(\"x \\\" y\", r#\"q \" r\"#, b\"z\",\n 'c', '\\'', '\"', r\"w\");");
        assert_eq!(parts.code, "a(\"\", r#\"\"#, b\"\",\n '', '', '', r\"\");");
        let expected = [(1, "x \\\" y"), (1, "q \" r"), (1, "z"), (2, "c"), (2, "\\'"), (2, "\""), (2, "w")];
        assert_eq!(literals(&parts), expected);
    }

    #[test]
    fn lifetimes_and_raw_names_are_code() {
        let text = "fn f<'a>(r#type: &'a str) -> &'static str { r#type }";
        assert_eq!(rust(text).code, text);
    }

    #[test]
    fn comments_nest_and_lines_keep_their_numbers() {
        let parts = rust("/* a /* b\n */ c */ x // \"d\"\n\"e\"");
        assert_eq!(parts.code, "\n x \n\"\"");
        assert_eq!(parts.comments.iter().map(|piece| piece.line).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(literals(&parts), [(3, "e")]);
    }

    #[test]
    fn broken_text_does_not_break_the_scanner() {
        for text in ["\"", "r#\"", "'\\", "/*", "\"\\", "'", "r##\"a\"#"] {
            rust(text);
        }
    }
}
