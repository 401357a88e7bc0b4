//! How a run went: the table at its end, and the page that a deep run leaves behind.

use std::fs;
use std::process::Command;
use std::time::Duration;

use crate::failure::{Doing as _, Outcome};
use crate::processes::output_of;
use crate::workspace;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    Passed,
    Failed,
    NotRun,
}

impl Verdict {
    fn words(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "FAILED",
            Self::NotRun => "not run",
        }
    }
}

pub(crate) struct Finished {
    pub(crate) step: &'static str,
    pub(crate) verdict: Verdict,
    pub(crate) took: Duration,
}

/// Aligned for a terminal, and a Markdown table at the same time.
pub(crate) fn table(finished: &[Finished]) -> String {
    let mut lines = vec![
        format!("| {:<12} | {:<8} | {:>10} |", "step", "outcome", "time"),
        format!("|{:-<14}|{:-<10}|{:->12}|", "", "", ":"),
    ];
    for Finished { step, verdict, took } in finished {
        let time = if *verdict == Verdict::NotRun { String::new() } else { format!("{:.1} s", took.as_secs_f64()) };
        lines.push(format!("| {step:<12} | {:<8} | {time:>10} |", verdict.words()));
    }
    lines.join("\n")
}

/// Writes `docs/deep-test-result.md`, also when a step failed: the last result is the one that counts.
pub(crate) fn save(finished: &[Finished]) -> Outcome {
    let path = workspace::root().join("docs/deep-test-result.md");
    let date = output_of(Command::new("date").args(["-u", "+%Y-%m-%d %H:%M UTC"]))?;
    let text = page(finished, date.trim(), &commit()?);
    fs::create_dir_all(workspace::root().join("docs"))
        .and_then(|()| fs::write(&path, text))
        .doing(|| format!("write {}", path.display()))
}

fn page(finished: &[Finished], date: &str, commit: &str) -> String {
    let passed = finished.iter().all(|finished| finished.verdict == Verdict::Passed);
    let outcome = if passed { "passed" } else { "failed" };
    format!(
        "# Result of the last deep test\n\n\
         Written by `cargo xtask test --deep`; do not edit.\n\n\
         - Date: {date}\n- Commit: {commit}\n- Outcome: {outcome}\n\n{}\n",
        table(finished)
    )
}

fn commit() -> Outcome<String> {
    let git = |arguments: &[&str]| output_of(Command::new("git").current_dir(workspace::root()).args(arguments));
    let commit = git(&["rev-parse", "HEAD"])?;
    let changed = if git(&["status", "--porcelain"])?.is_empty() { "" } else { ", with uncommitted changes" };
    Ok(format!("{}{changed}", commit.trim()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Finished, Verdict, page, table};

    fn finished(verdict: Verdict) -> Vec<Finished> {
        vec![
            Finished { step: "fmt", verdict: Verdict::Passed, took: Duration::from_millis(420) },
            Finished { step: "tidy", verdict, took: Duration::from_secs(75) },
        ]
    }

    #[test]
    fn the_table_shows_time_only_for_what_ran() {
        let expected = "\
            | step         | outcome  |       time |\n\
            |--------------|----------|-----------:|\n\
            | fmt          | passed   |      0.4 s |\n\
            | tidy         | not run  |            |";
        assert_eq!(table(&finished(Verdict::NotRun)), expected);
    }

    #[test]
    fn the_page_passes_only_if_every_step_did() {
        let outcome = |verdict| page(&finished(verdict), "2026-11-15", "abc").contains("- Outcome: passed");
        assert!(outcome(Verdict::Passed));
        assert!(!outcome(Verdict::Failed));
        assert!(!outcome(Verdict::NotRun));
    }
}
