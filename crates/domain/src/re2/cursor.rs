//! The rest of a pattern that is still to be read.

#[derive(Clone, Copy)]
pub(super) struct Cursor<'p> {
    rest: &'p str,
}

impl<'p> Cursor<'p> {
    pub(super) const fn new(pattern: &'p str) -> Self {
        Self { rest: pattern }
    }

    /// Remaining bytes.
    pub(super) const fn left(&self) -> usize {
        self.rest.len()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next();
        self.rest = characters.as_str();
        next
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Consumes the text if it comes next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    pub(super) fn next_if(&mut self, accepted: impl FnOnce(char) -> bool) -> Option<char> {
        self.peek().filter(|character| accepted(*character))?;
        self.next()
    }

    /// Consumes everything up to and including the character, if it occurs.
    pub(super) fn until(&mut self, end: char) -> Option<&'p str> {
        let (before, behind) = self.rest.split_once(end)?;
        self.rest = behind;
        Some(before)
    }

    /// A dash that is not followed by the end of its class.
    pub(super) fn eat_dash_of_range(&mut self) -> bool {
        let is_range = self.rest.strip_prefix('-').is_some_and(|rest| !rest.is_empty() && !rest.starts_with(']'));
        is_range && self.eat("-")
    }

    /// The `<` of `(?<name>`, which is not a look-behind.
    pub(super) fn starts_name(&mut self) -> bool {
        !self.rest.starts_with("<=") && !self.rest.starts_with("<!") && self.eat("<")
    }

    /// `[:name:]`, after its bracket. Returns the name without the colons.
    pub(super) fn posix_name(&mut self) -> Option<&'p str> {
        let (name, behind) = self.rest.strip_prefix(':')?.split_once(":]")?;
        self.rest = behind;
        Some(name)
    }

    /// `{2}`, `{2,}` or `{2,3}`, after its brace. Everything else in braces is text.
    pub(super) fn repetition(&mut self) -> Option<(u32, Option<u32>)> {
        let (inside, behind) = self.rest.split_once('}')?;
        let repetition = match inside.split_once(',') {
            None => (count(inside)?, Some(count(inside)?)),
            Some((least, "")) => (count(least)?, None),
            Some((least, most)) => (count(least)?, Some(count(most)?)),
        };
        self.rest = behind;
        Some(repetition)
    }
}

/// Without leading zeros, and not larger than RE2 accepts as a number.
fn count(digits: &str) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let has_zeros = digits.len() > 1 && digits.starts_with('0');
    (is_number && !has_zeros && digits.len() <= 9).then(|| digits.parse().ok())?
}
