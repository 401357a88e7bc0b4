//! How a run went: the tables at its end, and the pages that it leaves behind.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;
use std::time::Duration;

use crate::failure::{Doing as _, Outcome};
use crate::processes::output_of;
use crate::test::libtest::Tally;
use crate::test::notes::Notes;
use crate::test::pool::Done;
use crate::test::steps::processors;
use crate::workspace;

const TIMES: &str = "docs/test-times.md";
const SLOWEST: usize = 10;

/// A job that ended, without its output.
pub(crate) struct Finished {
    pub(crate) step: &'static str,
    pub(crate) name: String,
    pub(crate) passed: bool,
    pub(crate) took: Duration,
    /// None if it is not a test executable.
    pub(crate) tally: Option<Tally>,
    pub(crate) notes: Notes,
}

impl Finished {
    pub(crate) fn new(done: &Done, notes: Notes) -> Self {
        let Done { step, passed, took, .. } = *done;
        let mut tally = Tally::read(&done.output);
        if let Some(tally) = &mut tally {
            // libtest knows only that they ended well.
            tally.passed = tally.passed.saturating_sub(notes.skipped.len());
            tally.skipped += notes.skipped.len();
        }
        // An executable without a closing line died, and one without a test that ran proves nothing.
        let proves = !done.is_test || tally.as_ref().is_some_and(|tally| tally.passed > 0);
        Self { step, name: done.name.clone(), passed: passed && proves, took, tally, notes }
    }

    /// One line, as soon as it ended.
    pub(crate) fn line(&self) -> String {
        let outcome = outcome(self.passed);
        let tests = self.tally.as_ref().map_or(String::new(), |tally| match tally.skipped {
            0 => format!(", {} tests", tally.passed),
            skipped => format!(", {} tests, {skipped} skipped", tally.passed),
        });
        format!("{outcome:<6}  {} ({:.1} s{tests})", self.label(), self.took.as_secs_f64())
    }

    /// `fmt`, or `sqlite: cloud kills`.
    fn label(&self) -> String {
        if self.name == self.step { self.name.clone() } else { format!("{}: {}", self.step, self.name) }
    }
}

pub(crate) struct Report {
    /// The steps of the run, in order.
    pub(crate) steps: Vec<&'static str>,
    pub(crate) finished: Vec<Finished>,
    pub(crate) warnings: Vec<String>,
    pub(crate) took: Duration,
}

impl Report {
    pub(crate) fn passed(&self) -> bool {
        self.steps.iter().all(|step| self.step_passed(step))
    }

    /// A step without a single job proves nothing.
    pub(crate) fn step_passed(&self, step: &str) -> bool {
        let mut jobs = self.of(step).peekable();
        jobs.peek().is_some() && jobs.all(|finished| finished.passed)
    }

    fn of(&self, step: &str) -> impl Iterator<Item = &Finished> {
        self.finished.iter().filter(move |finished| finished.step == step)
    }

    /// Aligned for a terminal, and Markdown at the same time.
    pub(crate) fn tables(&self) -> String {
        let mut text = self.steps_table();
        let executables = self.executables_table();
        if !executables.is_empty() {
            let _ = write!(text, "\n\n{executables}\n\n{}", self.slowest_table());
        }
        for line in self.remarks() {
            let _ = write!(text, "\n\n{line}");
        }
        let minutes = self.took.as_secs() / 60;
        text + &format!("\n\nIn all: {minutes} minutes {} seconds.", self.took.as_secs() % 60)
    }

    /// What the tables do not show: which tests could not run, and what tests asked us to mention.
    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for finished in &self.finished {
            let Notes { skipped, others } = &finished.notes;
            let job = finished.label();
            remarks.extend(skipped.iter().map(|one| format!("Skipped: {job}: {}: {}", one.test, one.reason)));
            remarks.extend(others.iter().map(|note| format!("Note: {note}")));
        }
        remarks.extend(self.warnings.iter().map(|warning| format!("Note: {warning}")));
        remarks
    }

    fn steps_table(&self) -> String {
        let mut lines = vec![
            format!("| {:<12} | {:<7} | {:>10} |", "step", "outcome", "time"),
            format!("|{:-<14}|{:-<9}|{:->12}|", "", "", ":"),
        ];
        for step in &self.steps {
            let time = self.of(step).map(|finished| finished.took).sum();
            lines.push(format!("| {step:<12} | {:<7} | {:>10} |", outcome(self.step_passed(step)), seconds(time)));
        }
        lines.join("\n")
    }

    fn executables_table(&self) -> String {
        let mut lines = Vec::new();
        for finished in &self.finished {
            let Some(tally) = &finished.tally else { continue };
            let (tests, skipped) = (tally.passed + tally.failed, tally.skipped);
            let time = seconds(finished.took);
            let (step, name) = (finished.step, &finished.name);
            let line = format!("| {step:<10} | {name:<18} | {tests:>5} | {skipped:>7} | {time:>10} |");
            lines.push((finished.took, line));
        }
        lines.sort_by_key(|(took, _)| std::cmp::Reverse(*took));
        let lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
        if lines.is_empty() {
            return String::new();
        }
        let head =
            format!("| {:<10} | {:<18} | {:>5} | {:>7} | {:>10} |", "step", "executable", "tests", "skipped", "time");
        format!("{head}\n|{:-<12}|{:-<20}|{:->7}|{:->9}|{:->12}|\n{}", "", "", ":", ":", ":", lines.join("\n"))
    }

    fn slowest_table(&self) -> String {
        let mut tests = Vec::new();
        for finished in &self.finished {
            let times = finished.tally.iter().flat_map(|tally| &tally.times);
            tests.extend(times.map(|(test, took)| (*took, finished.step, &finished.name, test)));
        }
        tests.sort_by_key(|(took, ..)| std::cmp::Reverse(*took));
        let mut text = "| slowest tests | step | executable | time |\n|---|---|---|---:|".to_owned();
        for (took, step, executable, test) in tests.iter().take(SLOWEST) {
            let _ = write!(text, "\n| {test} | {step} | {executable} | {} |", seconds(*took));
        }
        text
    }

    /// `12 passed, 0 failed, 1 skipped`: all tests of the run, or the jobs where there was none.
    pub(crate) fn closing_line(&self) -> String {
        let tallies = || self.finished.iter().filter_map(|finished| finished.tally.as_ref());
        let passed: usize = tallies().map(|tally| tally.passed).sum();
        let failed: usize = tallies().map(|tally| tally.failed).sum();
        let skipped: usize = tallies().map(|tally| tally.skipped).sum();
        let others = || self.finished.iter().filter(|finished| finished.tally.is_none());
        let passed = passed + others().filter(|finished| finished.passed).count();
        let failed = failed + others().filter(|finished| !finished.passed).count();
        format!("{passed} passed, {failed} failed, {skipped} skipped")
    }

    pub(crate) fn save_times(&self) -> Outcome {
        let path = workspace::root().join(TIMES);
        let date = output_of(Command::new("date").args(["-u", "+%Y-%m-%d %H:%M UTC"]))?;
        let text = self.page(date.trim(), &commit()?);
        fs::write(&path, text).doing(|| format!("write {}", path.display()))
    }

    fn page(&self, date: &str, commit: &str) -> String {
        let outcome = if self.passed() { "passed" } else { "failed" };
        format!(
            "# Where the time of a test run goes\n\n\
             Written by `cargo xtask test`; do not edit. Jobs run side by side, so their times add up to more than the run.\n\n\
             - Date: {date}\n- Commit: {commit}\n- Processors: {}\n- Outcome: {outcome}\n\n{}\n",
            processors(),
            self.tables()
        )
    }
}

pub(crate) fn outcome(passed: bool) -> &'static str {
    if passed { "passed" } else { "FAILED" }
}

pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// A job that is not on the page of the last run may be longer than those that are.
pub(crate) const UNKNOWN: Duration = Duration::from_hours(1);

/// How long a job took in the last run of this kind.
pub(crate) fn expected(step: &str, job: &str) -> Duration {
    let page = fs::read_to_string(workspace::root().join(TIMES)).unwrap_or_default();
    expected_in(&page, step, job)
}

fn expected_in(page: &str, step: &str, job: &str) -> Duration {
    let time = page.lines().find_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let is_it = match cells.as_slice() {
            [_, first, second, _, .., _, _] => *first == step && *second == job,
            [_, first, _, _, _] => *first == step && step == job,
            _ => false,
        };
        let time = cells.iter().rev().nth(1)?.strip_suffix(" s")?;
        if is_it { Duration::try_from_secs_f64(time.parse().ok()?).ok() } else { None }
    });
    time.unwrap_or(UNKNOWN)
}

pub(crate) fn commit() -> Outcome<String> {
    let git = |arguments: &[&str]| output_of(Command::new("git").current_dir(workspace::root()).args(arguments));
    let commit = git(&["rev-parse", "HEAD"])?;
    // A run writes its own results as it goes.
    let status = git(&["status", "--porcelain", "--", ".", ":!docs/test-times.md", ":!docs/deep-test-result.md"])?;
    let changed = if status.is_empty() { "" } else { ", with uncommitted changes" };
    Ok(format!("{}{changed}", commit.trim()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Finished, Report, UNKNOWN, expected_in};
    use crate::test::libtest::Tally;
    use crate::test::notes::{Notes, Skipped};
    use crate::test::pool::Done;

    fn report(passed: bool) -> Report {
        let finished = |step, name: &str, passed, seconds, tally| {
            let took = Duration::from_secs(seconds);
            let notes = Notes::default();
            Finished { step, name: name.to_owned(), passed, took, tally, notes }
        };
        let times = vec![("a::slow".to_owned(), Duration::from_secs(7)), ("a::quick".to_owned(), Duration::ZERO)];
        let tally = Tally { passed: 2, failed: usize::from(!passed), skipped: 1, times };
        let skipped = Skipped { test: "a::late".to_owned(), reason: "no strace".to_owned() };
        let notes = Notes { skipped: vec![skipped], others: vec!["a tool was repeated".to_owned()] };
        Report {
            steps: vec!["fmt", "compiling", "sqlite"],
            finished: vec![
                finished("fmt", "fmt", true, 1, None),
                finished("compiling", "compiling", true, 75, None),
                Finished { notes, ..finished("sqlite", "cloud stories", passed, 8, Some(tally)) },
            ],
            warnings: vec!["an old result".to_owned()],
            took: Duration::from_secs(84),
        }
    }

    #[test]
    fn the_tables_show_steps_executables_and_the_slowest_tests() {
        let expected = "\
            | step         | outcome |       time |\n\
            |--------------|---------|-----------:|\n\
            | fmt          | passed  |      1.0 s |\n\
            | compiling    | passed  |     75.0 s |\n\
            | sqlite       | passed  |      8.0 s |\n\
            \n\
            | step       | executable         | tests | skipped |       time |\n\
            |------------|--------------------|------:|--------:|-----------:|\n\
            | sqlite     | cloud stories      |     2 |       1 |      8.0 s |\n\
            \n\
            | slowest tests | step | executable | time |\n\
            |---|---|---|---:|\n\
            | a::slow | sqlite | cloud stories | 7.0 s |\n\
            | a::quick | sqlite | cloud stories | 0.0 s |\n\
            \n\
            Skipped: sqlite: cloud stories: a::late: no strace\n\
            \n\
            Note: a tool was repeated\n\
            \n\
            Note: an old result\n\
            \n\
            In all: 1 minutes 24 seconds.";
        assert_eq!(report(true).tables(), expected);
    }

    #[test]
    fn a_run_passes_only_if_every_step_did_something_and_passed() {
        assert!(report(true).passed());
        assert!(!report(false).passed());
        let mut without_jobs = report(true);
        without_jobs.finished.retain(|finished| finished.step == "fmt");
        assert!(!without_jobs.passed() && without_jobs.step_passed("fmt"));
        assert!(report(false).page("2026-11-15", "abc").contains("- Outcome: failed"));
    }

    #[test]
    fn a_test_that_could_not_run_has_not_passed() {
        let output = "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1s\n";
        let finished = |skipped: &[&str]| {
            let (name, output) = ("cloud kills".to_owned(), output.to_owned());
            let done = Done { step: "sqlite", name, is_test: true, passed: true, took: Duration::from_secs(1), output };
            let skip = |test: &&str| Skipped { test: (*test).to_owned(), reason: "no strace".to_owned() };
            Finished::new(&done, Notes { skipped: skipped.iter().map(skip).collect(), others: Vec::new() })
        };
        assert_eq!(finished(&[]).line(), "passed  sqlite: cloud kills (1.0 s, 3 tests)");
        assert_eq!(finished(&["a", "b"]).line(), "passed  sqlite: cloud kills (1.0 s, 1 tests, 2 skipped)");
        assert!(!finished(&["a", "b", "c"]).passed, "nothing ran, so nothing is proved");
    }

    #[test]
    fn the_closing_line_counts_tests_and_other_jobs() {
        assert_eq!(report(false).closing_line(), "4 passed, 1 failed, 1 skipped");
    }

    #[test]
    fn pages_from_before_skipped_tests_were_counted_are_read() {
        let page = "| sqlite     | cloud stories      |   457 |    338.9 s |";
        assert_eq!(expected_in(page, "sqlite", "cloud stories"), Duration::from_millis(338_900));
    }

    #[test]
    fn the_next_run_reads_its_expectations_from_the_page() {
        let page = report(true).page("2026-11-15", "abc");
        assert_eq!(expected_in(&page, "sqlite", "cloud stories"), Duration::from_secs(8));
        assert_eq!(expected_in(&page, "fmt", "fmt"), Duration::from_secs(1));
        assert_eq!(expected_in(&page, "sqlite", "cloud kills"), UNKNOWN);
        assert_eq!(expected_in("", "fmt", "fmt"), UNKNOWN);
    }
}
