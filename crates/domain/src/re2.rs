//! Translates RE2's syntax for the `regex` crate.
//!
//! Filters are documented to be RE2. The two engines match in the same way but parse patterns differently: `[a&&b]`,
//! `\<`, `\d`, `a**`, `(?x)`, `\Q..\E`, `\101` and more. So a pattern is parsed here by RE2's own rules and rewritten
//! in a form that leaves the crate nothing to interpret. What RE2 rejects is rejected; tests compare this with a table
//! of RE2's own results. Groups do not capture and laziness is dropped, because we only need to know whether a text
//! matches.

mod class;
mod cursor;
mod escape;

use std::mem;
use std::sync::LazyLock;

use regex::bytes::{Regex, RegexBuilder};

use self::cursor::Cursor;

pub const LONGEST_BYTES: usize = 1_024;
/// RE2's limit for repetitions, nested ones multiplied.
const REPEATS_MOST: u32 = 1_000;
/// The crate compiles groups recursively, so we limit their depth instead of relying on its stack.
const DEEPEST: usize = 100;
const PROGRAM_BYTES_MOST: usize = 1 << 20;
/// More than `DEEPEST` groups can become when they are rewritten.
const CRATE_NEST_LIMIT: u32 = 1_000;

/// Why a pattern cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPattern {
    #[error("is not valid RE2: {0}")]
    Syntax(String),
    #[error("can have up to {LONGEST_BYTES} bytes")]
    TooLong,
    #[error("must not nest groups deeper than {DEEPEST}")]
    TooDeep,
    #[error("is too large when compiled: use fewer or smaller repetitions and classes")]
    TooLarge,
}

impl BadPattern {
    fn syntax(reason: impl Into<String>) -> Self {
        Self::Syntax(reason.into())
    }
}

type Parsed<T> = Result<T, BadPattern>;

/// A compiled pattern that matches anywhere in a text.
#[derive(Debug, Clone)]
pub struct Pattern(Regex);

impl Pattern {
    /// May take milliseconds of processor time.
    pub fn compile(pattern: &str) -> Parsed<Self> {
        if pattern.len() > LONGEST_BYTES {
            return Err(BadPattern::TooLong);
        }
        Self::build(&Reader::new(pattern).read()?)
    }

    /// Like [`Pattern::compile`], but the whole text must match.
    pub fn compile_whole(pattern: &str) -> Parsed<Self> {
        if pattern.len() > LONGEST_BYTES {
            return Err(BadPattern::TooLong);
        }
        Self::build(&format!(r"\A(?:{})\z", Reader::new(pattern).read()?))
    }

    fn build(written: &str) -> Parsed<Self> {
        let built = RegexBuilder::new(written)
            .size_limit(PROGRAM_BYTES_MOST)
            .dfa_size_limit(PROGRAM_BYTES_MOST)
            .nest_limit(CRATE_NEST_LIMIT)
            .build();
        built.map(Self).map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => BadPattern::TooLarge,
            other => BadPattern::syntax(other.to_string()),
        })
    }

    pub fn is_match(&self, text: &str) -> bool {
        self.0.is_match(text.as_bytes())
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Flags {
    ignores_case: bool,
    is_multi_line: bool,
    dot_takes_newline: bool,
}

/// Something to which a following repetition applies.
struct Piece {
    written: String,
    /// How many times its innermost part is repeated.
    repeats: u32,
}

/// A group that is not closed yet, or the whole pattern.
#[derive(Default)]
struct Group {
    /// Where it begins.
    place: usize,
    /// The flags before the group, which apply again after it.
    flags_outside: Flags,
    /// Complete alternatives, each with its `|`.
    branches: String,
    pieces: Vec<Piece>,
    /// The highest `repeats` of the complete alternatives.
    repeats: u32,
}

impl Group {
    fn end_branch(&mut self) {
        for piece in self.pieces.drain(..) {
            self.branches.push_str(&piece.written);
            self.repeats = self.repeats.max(piece.repeats);
        }
    }

    fn close(mut self) -> Piece {
        self.end_branch();
        Piece { written: format!("(?:{})", self.branches), repeats: self.repeats.max(1) }
    }
}

struct Reader<'p> {
    pattern: &'p str,
    cursor: Cursor<'p>,
    /// Byte offset of what is being read, for error messages.
    place: usize,
    flags: Flags,
    outer: Vec<Group>,
    group: Group,
    /// Perl, and therefore RE2, does not allow a repetition directly after another.
    is_behind_repetition: bool,
}

impl<'p> Reader<'p> {
    fn new(pattern: &'p str) -> Self {
        Self {
            pattern,
            cursor: Cursor::new(pattern),
            place: 0,
            flags: Flags::default(),
            outer: Vec::new(),
            group: Group::default(),
            is_behind_repetition: false,
        }
    }

    fn read(mut self) -> Parsed<String> {
        let read = self.read_all();
        read.map_err(|error| match error {
            BadPattern::Syntax(reason) => {
                let number = self.pattern[..self.place].chars().count() + 1;
                BadPattern::Syntax(format!("{reason}, at character {number}"))
            }
            other => other,
        })
    }

    fn read_all(&mut self) -> Parsed<String> {
        loop {
            self.place = self.pattern.len() - self.cursor.left();
            let Some(character) = self.cursor.next() else { break };
            let is_behind_repetition = mem::take(&mut self.is_behind_repetition);
            match character {
                '(' => self.open()?,
                ')' => self.close()?,
                '|' => {
                    self.group.end_branch();
                    self.group.branches.push('|');
                }
                '^' => self.push(if self.flags.is_multi_line { "(?m:^)" } else { r"\A" }),
                '$' => self.push(if self.flags.is_multi_line { "(?m:$)" } else { r"\z" }),
                '.' => self.push(if self.flags.dot_takes_newline { "(?s:.)" } else { r"[^\x{A}]" }),
                '[' => {
                    let class = class::bracketed(&mut self.cursor)?;
                    self.push_folded(&class);
                }
                '*' => self.repeat(0, None, is_behind_repetition)?,
                '+' => self.repeat(1, None, is_behind_repetition)?,
                '?' => self.repeat(0, Some(1), is_behind_repetition)?,
                '{' => match self.cursor.repetition() {
                    Some((least, most)) => self.repeat(least, most, is_behind_repetition)?,
                    None => self.push_literal('{'.into()),
                },
                '\\' => self.backslash()?,
                other => self.push_literal(other.into()),
            }
        }
        if !self.outer.is_empty() {
            self.place = self.group.place;
            return Err(BadPattern::syntax("missing )"));
        }
        Ok(mem::take(&mut self.group).close().written)
    }

    fn push(&mut self, written: impl Into<String>) {
        self.group.pieces.push(Piece { written: written.into(), repeats: 1 });
    }

    fn push_folded(&mut self, written: &str) {
        if self.flags.ignores_case { self.push(format!("(?i:{written})")) } else { self.push(written) }
    }

    fn push_literal(&mut self, code: u32) {
        self.push_folded(&class::range(code, code));
    }

    fn repeat(&mut self, least: u32, most: Option<u32>, is_behind_repetition: bool) -> Parsed<()> {
        self.cursor.eat("?");
        self.is_behind_repetition = true;
        if is_behind_repetition {
            return Err(BadPattern::syntax("bad repetition operator: one directly follows another"));
        }
        let highest = most.unwrap_or(least);
        let too_often =
            || BadPattern::syntax(format!("invalid repetition: the maximum is {REPEATS_MOST}, nested ones multiplied"));
        if least.max(highest) > REPEATS_MOST {
            return Err(too_often());
        }
        if least > highest {
            let reason = format!("invalid repetition: {least} is more than {highest}; the smaller number comes first");
            return Err(BadPattern::Syntax(reason));
        }
        let piece = self.group.pieces.last_mut();
        let piece = piece.ok_or_else(|| BadPattern::syntax("no argument for a repetition operator"))?;
        piece.repeats = piece.repeats.saturating_mul(highest.max(1));
        if highest >= 2 && piece.repeats > REPEATS_MOST {
            return Err(too_often());
        }
        let times = most.map_or_else(|| format!("{{{least},}}"), |most| format!("{{{least},{most}}}"));
        piece.written = format!("(?:{}{times})", piece.written);
        Ok(())
    }

    fn backslash(&mut self) -> Parsed<()> {
        if self.cursor.eat("Q") {
            self.quoted();
            return Ok(());
        }
        let assertion = [("b", r"(?-u:\b)"), ("B", r"(?-u:\B)"), ("A", r"\A"), ("z", r"\z"), ("C", "(?s-u:.)")];
        for (name, written) in assertion {
            if self.cursor.eat(name) {
                self.push(written);
                return Ok(());
            }
        }
        if let Some(class) = class::named(&mut self.cursor)? {
            self.push_folded(&class);
            return Ok(());
        }
        let code = escape::character(&mut self.cursor)?;
        self.push_literal(code);
        Ok(())
    }

    /// Literal text up to `\E` or the end.
    fn quoted(&mut self) {
        while !self.cursor.eat(r"\E") {
            let Some(character) = self.cursor.next() else { return };
            self.push_literal(character.into());
        }
    }

    fn open(&mut self) -> Parsed<()> {
        if !self.cursor.eat("?") {
            return self.enter(self.flags);
        }
        if self.cursor.eat("P<") || self.cursor.starts_name() {
            let name = self.cursor.until('>').filter(|name| NAME.is_match(name.as_bytes()));
            name.ok_or_else(|| BadPattern::syntax("invalid named capture group"))?;
            return self.enter(self.flags);
        }
        self.perl_flags()
    }

    /// `outside` are the flags that apply again after the group.
    fn enter(&mut self, outside: Flags) -> Parsed<()> {
        if self.outer.len() == DEEPEST {
            return Err(BadPattern::TooDeep);
        }
        let group = Group { place: self.place, flags_outside: outside, ..Group::default() };
        self.outer.push(mem::replace(&mut self.group, group));
        Ok(())
    }

    fn close(&mut self) -> Parsed<()> {
        let outer = self.outer.pop().ok_or_else(|| BadPattern::syntax("unexpected )"))?;
        let group = mem::replace(&mut self.group, outer);
        self.flags = group.flags_outside;
        self.group.pieces.push(group.close());
        Ok(())
    }

    /// `(?i)`, `(?s-m:`, after the question mark.
    fn perl_flags(&mut self) -> Parsed<()> {
        let (mut flags, mut is_on, mut has_flag) = (self.flags, true, false);
        let bad = || BadPattern::syntax("invalid perl operator after (?");
        loop {
            let character = self.cursor.next().ok_or_else(bad)?;
            match character {
                'i' => flags.ignores_case = is_on,
                'm' => flags.is_multi_line = is_on,
                's' => flags.dot_takes_newline = is_on,
                // It does not matter which of several matches is found.
                'U' => {}
                '-' if is_on => {
                    is_on = false;
                    has_flag = false;
                    continue;
                }
                ':' | ')' if is_on || has_flag => {
                    let outside = mem::replace(&mut self.flags, flags);
                    return if character == ':' { self.enter(outside) } else { Ok(()) };
                }
                _ => return Err(bad()),
            }
            has_flag = true;
        }
    }
}

/// A valid group name in RE2.
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\A[\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]+\z")
        .unwrap_or_else(|error| unreachable!("a constant pattern: {error}"))
});
