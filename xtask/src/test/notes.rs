//! What the tests of a job have written for the report: which of them could not run, and other words.

use std::fs;
use std::path::Path;

/// `crates/fixtures/src/needs.rs` begins its lines like this, followed by the name of the test and the reason.
const SKIPPED: &str = "skipped: ";

#[derive(Debug, Default, PartialEq)]
pub(crate) struct Notes {
    /// The tests that could not run on this machine.
    pub(crate) skipped: Vec<Skipped>,
    /// Such as a tool that failed and was repeated.
    pub(crate) others: Vec<String>,
}

#[derive(Debug, PartialEq)]
pub(crate) struct Skipped {
    pub(crate) test: String,
    pub(crate) reason: String,
}

impl Notes {
    /// Reads the file of a job that has ended. There is none if its tests had nothing to say.
    pub(crate) fn of(path: &Path) -> Self {
        Self::read(&fs::read_to_string(path).unwrap_or_default())
    }

    fn read(text: &str) -> Self {
        let mut notes = Self::default();
        for line in text.lines() {
            match line.strip_prefix(SKIPPED).and_then(|rest| rest.split_once(": ")) {
                Some((name, reason)) => {
                    notes.skipped.push(Skipped { test: name.to_owned(), reason: reason.to_owned() });
                }
                None => notes.others.push(line.to_owned()),
            }
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::{Notes, Skipped};

    #[test]
    fn tests_that_could_not_run_are_told_from_other_words() {
        let text = "skipped: kills::power: no loop devices\na tool was repeated: twice\n";
        let skipped = vec![Skipped { test: "kills::power".to_owned(), reason: "no loop devices".to_owned() }];
        let others = vec!["a tool was repeated: twice".to_owned()];
        assert_eq!(Notes::read(text), Notes { skipped, others });
        assert_eq!(Notes::read(""), Notes::default());
    }
}
