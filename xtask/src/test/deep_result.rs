//! `docs/deep-test-result.md`: how each job of the deep test went when it last ran, and on which commit.
//!
//! All of them together take longer than a machine is idle in most places, so that each writes its own line as it ends: the
//! deep test can be run in parts, and one that is interrupted leaves what it has shown.

use std::fs;
use std::process::Command;
use std::time::Duration;

use crate::failure::{Doing as _, Outcome};
use crate::processes::output_of;
use crate::test::report::{Finished, commit, outcome, seconds};
use crate::test::steps::STEPS;
use crate::workspace;

const PAGE: &str = "docs/deep-test-result.md";
/// After this many commits a result says little about what is there now.
const OLD: usize = 100;
const COLUMNS: [&str; 7] = ["step", "job", "outcome", "tests", "time", "date", "commit"];

/// A line of the table, in the order of `COLUMNS`.
#[derive(Clone, Debug, PartialEq)]
struct Row([String; COLUMNS.len()]);

impl Row {
    fn new(finished: &Finished, date: &str, commit: &str) -> Self {
        let tests = finished.tally.as_ref().map_or(String::new(), |tally| match tally.skipped {
            0 => tally.passed.to_string(),
            skipped => format!("{}, {skipped} skipped", tally.passed),
        });
        let cells =
            [finished.step, &finished.name, outcome(finished.passed), &tests, &seconds(finished.took), date, commit];
        Self(cells.map(str::to_owned))
    }

    /// None if the line is not one of the table.
    fn read(line: &str) -> Option<Self> {
        let cells: Vec<String> = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(cell).collect();
        let row = Self(cells.try_into().ok()?);
        (row.place() < STEPS.len()).then_some(row)
    }

    fn is_of(&self, step: &str, job: &str) -> bool {
        self.0[0] == step && self.0[1] == job
    }

    /// The position of its step; beyond the last if there is no such step.
    fn place(&self) -> usize {
        STEPS.iter().position(|step| step.name == self.0[0]).unwrap_or(STEPS.len())
    }

    fn commit(&self) -> &str {
        self.0[6].split(' ').next().unwrap_or_default()
    }
}

fn cell(text: &str) -> String {
    text.trim().to_owned()
}

/// Writes the line of a job that ended, also if it failed: the last result is the one that counts.
pub(crate) fn record(finished: &Finished) -> Outcome {
    let date = output_of(Command::new("date").args(["-u", "+%Y-%m-%d %H:%M"]))?;
    let row = Row::new(finished, date.trim(), &commit()?);
    let mut rows = rows_of(&read());
    rows.retain(|old| !old.is_of(finished.step, &finished.name));
    rows.push(row);
    let path = workspace::root().join(PAGE);
    fs::write(&path, page(rows)).doing(|| format!("write {}", path.display()))
}

/// How long a job took when it last ran; none if it never did.
pub(crate) fn expected(step: &str, job: &str) -> Option<Duration> {
    let row = rows_of(&read()).into_iter().find(|row| row.is_of(step, job))?;
    Duration::try_from_secs_f64(row.0[4].strip_suffix(" s")?.parse().ok()?).ok()
}

/// Words of warning about jobs whose last result was bad, or is too old to prove anything.
pub(crate) fn warnings() -> Vec<String> {
    let rows = rows_of(&read());
    let named = |chosen: &dyn Fn(&Row) -> bool| {
        let names: Vec<_> = rows.iter().filter(|row| chosen(row)).map(|row| row.0[..2].join(": ")).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let failed = named(&|row| row.0[2] != outcome(true)).map(|names| format!("failed when they last ran: {names}"));
    let old = named(&|row| commits_since(row.commit()).is_some_and(|commits| commits > OLD))
        .map(|names| format!("last ran more than {OLD} commits ago: {names}"));
    failed.into_iter().chain(old).map(|what| format!("{PAGE}: {what}")).collect()
}

/// None where it cannot be told, such as in a clone without history.
fn commits_since(commit: &str) -> Option<usize> {
    let mut git = Command::new("git");
    git.current_dir(workspace::root()).args(["rev-list", "--count", &format!("{commit}..HEAD")]);
    output_of(&mut git).ok()?.trim().parse().ok()
}

fn read() -> String {
    fs::read_to_string(workspace::root().join(PAGE)).unwrap_or_default()
}

fn rows_of(page: &str) -> Vec<Row> {
    page.lines().filter_map(Row::read).collect()
}

fn page(mut rows: Vec<Row>) -> String {
    rows.sort_by(|one, other| (one.place(), &one.0[1]).cmp(&(other.place(), &other.0[1])));
    let rows: Vec<String> = rows.iter().map(|row| format!("| {} |", row.0.join(" | "))).collect();
    format!(
        "# Results of the deep tests\n\n\
         Written by `cargo xtask test --deep`; do not edit. Each line is the last run of a job. Times are in UTC. Jobs run\n\
         side by side, so their times add up to more than the run.\n\n\
         | {} |\n|---|---|---|--:|--:|---|---|\n{}\n",
        COLUMNS.join(" | "),
        rows.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Row, page, rows_of};
    use crate::test::libtest::Tally;
    use crate::test::notes::Notes;
    use crate::test::report::Finished;

    fn row(step: &'static str, name: &str, passed: bool) -> Row {
        let tally = Some(Tally { passed: 3, skipped: usize::from(!passed), ..Tally::default() });
        let (name, took, notes) = (name.to_owned(), Duration::from_millis(1_500), Notes::default());
        let finished = Finished { step, name, passed, took, tally, notes };
        Row::new(&finished, "2026-11-18 19:00", "abc, with uncommitted changes")
    }

    #[test]
    fn what_was_written_is_read_again_in_the_order_of_the_steps() {
        let rows = vec![row("postgresql", "cloud pairs", false), row("sqlite", "cloud soak", true)];
        let read = rows_of(&page(rows.clone()));
        assert_eq!(read, [rows[1].clone(), rows[0].clone()]);
        let page = page(rows);
        assert!(page.contains("| sqlite | cloud soak | passed | 3 | 1.5 s | 2026-11-18 19:00 | abc"), "{page}");
        assert!(page.contains("| postgresql | cloud pairs | FAILED | 3, 1 skipped | 1.5 s |"), "{page}");
    }

    #[test]
    fn lines_of_steps_that_no_longer_exist_are_dropped() {
        assert_eq!(rows_of(&page(vec![row("gone", "cloud soak", true)])), []);
        assert_eq!(rows_of("| fmt | passed | 1.0 s |"), []);
    }
}
