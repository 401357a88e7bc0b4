//! What a test executable prints: how many tests passed and failed, and how long each of them took.

use std::time::Duration;

/// Has an executable say how long each test took. The options are unstable, which libtest forgives with this variable.
pub(crate) const TIMED: &[&str] = &["-Z", "unstable-options", "--report-time"];
pub(crate) const FORGIVEN: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");

#[derive(Debug, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    /// Tests that are marked so, and later those that could not run.
    pub(crate) skipped: usize,
    /// The name of each test and the time it took.
    pub(crate) times: Vec<(String, Duration)>,
}

impl Tally {
    /// None if there is no closing line: the executable died, or was not a test.
    pub(crate) fn read(output: &str) -> Option<Self> {
        let mut tally = output.lines().rev().find_map(closing)?;
        tally.times = output.lines().filter_map(timed).collect();
        Some(tally)
    }
}

/// `test result: ok. 3 passed; 0 failed; 1 ignored; …`
fn closing(line: &str) -> Option<Tally> {
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let count = |what: &str| {
        let part = counts.split("; ").find_map(|part| part.strip_suffix(what))?;
        part.trim().parse().ok()
    };
    Some(Tally { passed: count("passed")?, failed: count("failed")?, skipped: count("ignored")?, times: Vec::new() })
}

/// `test stories::links::limits ... ok <1.234s>`; what the test itself prints may stand between name and outcome.
fn timed(line: &str) -> Option<(String, Duration)> {
    let (name, rest) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let (_, seconds) = rest.strip_suffix("s>")?.rsplit_once('<')?;
    Some((name.to_owned(), Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Tally;

    const OUTPUT: &str = "\n\
        running 3 tests\n\
        test a::slow ... ok <1.500s>\n\
        test a::broken - should panic ... FAILED <0.010s>\n\
        test a::later ... ignored\n\
        \n\
        test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.51s\n";

    #[test]
    fn counts_and_times_are_read() {
        let times = vec![
            ("a::slow".to_owned(), Duration::from_millis(1_500)),
            ("a::broken - should panic".to_owned(), Duration::from_millis(10)),
        ];
        assert_eq!(Tally::read(OUTPUT), Some(Tally { passed: 1, failed: 1, skipped: 1, times }));
    }

    #[test]
    fn an_executable_that_died_has_no_tally() {
        assert_eq!(Tally::read("running 3 tests\ntest a::slow ... ok <1.500s>\n"), None);
        assert_eq!(Tally::read(""), None);
    }
}
