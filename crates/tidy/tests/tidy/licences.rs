//! Checks whether a licence expression is satisfied by the licences we accept. Supports SPDX with `AND`, `OR`, `WITH`
//! and brackets, and the older `/`, which means `OR`.

/// True if at least one alternative of the expression is accepted in full.
pub(crate) fn acceptable(expression: &str, accepted: &[&str]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader { words: &words, accepted };
    let answer = reader.alternatives();
    answer && reader.words.is_empty()
}

struct Reader<'a> {
    words: &'a [&'a str],
    accepted: &'a [&'a str],
}

impl Reader<'_> {
    fn alternatives(&mut self) -> bool {
        let mut answer = self.conjunction();
        while self.take("OR") {
            answer |= self.conjunction();
        }
        answer
    }

    fn conjunction(&mut self) -> bool {
        let mut answer = self.single();
        while self.take("AND") {
            answer &= self.single();
        }
        answer
    }

    fn single(&mut self) -> bool {
        if self.take("(") {
            let answer = self.alternatives();
            return self.take(")") && answer;
        }
        let Some((licence, rest)) = self.words.split_first() else { return false };
        self.words = rest;
        if let ["WITH", exception, rest @ ..] = self.words {
            let whole = format!("{licence} WITH {exception}");
            self.words = rest;
            return self.accepted.contains(&whole.as_str());
        }
        self.accepted.contains(licence)
    }

    fn take(&mut self, word: &str) -> bool {
        match self.words.split_first() {
            Some((first, rest)) if *first == word => {
                self.words = rest;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::acceptable;

    #[test]
    fn expressions_are_read_as_spdx_says() {
        let ours = ["MIT", "Apache-2.0", "Unicode-3.0"];
        for yes in [
            "MIT",
            "MIT OR GPL-3.0",
            "GPL-3.0/MIT",
            "(MIT OR GPL-3.0) AND Unicode-3.0",
            "GPL-3.0 OR MIT AND Apache-2.0",
        ] {
            assert!(acceptable(yes, &ours), "{yes}");
        }
        for no in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR GPL-3.0) AND GPL-3.0", "Apache-2.0 WITH LLVM-exception"] {
            assert!(!acceptable(no, &ours), "{no}");
        }
        assert!(acceptable("Apache-2.0 WITH LLVM-exception", &["Apache-2.0 WITH LLVM-exception"]));
    }
}
