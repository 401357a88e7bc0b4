//! Runs jobs side by side, as many as the machine bears, and keeps the output of each together.
//!
//! Promise: every job runs, whatever happens to the others, and none runs for ever.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::{Doing as _, Outcome};
use crate::processes::{kill_with_descendants, shown, unique_name};

/// Nothing takes this long unless it hangs. Deep tests do.
const LONGEST: Duration = Duration::from_mins(40);
const LONGEST_DEEP: Duration = Duration::from_hours(12);
const POLL: Duration = Duration::from_millis(50);

/// What a job does most of the time. Jobs that wait run alongside those that compute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Load {
    Computing,
    Waiting,
}

pub(crate) struct Job {
    pub(crate) step: &'static str,
    pub(crate) name: String,
    pub(crate) command: Command,
    /// Whether it is a test executable.
    pub(crate) is_test: bool,
    pub(crate) load: Load,
    /// From the run before; the longest start first, so that none is left over at the end.
    pub(crate) expected: Duration,
}

pub(crate) struct Done {
    pub(crate) step: &'static str,
    pub(crate) name: String,
    pub(crate) is_test: bool,
    pub(crate) passed: bool,
    pub(crate) took: Duration,
    pub(crate) output: String,
}

/// How many jobs of each load run at once.
#[derive(Clone, Copy)]
pub(crate) struct Width {
    pub(crate) computing: usize,
    pub(crate) waiting: usize,
}

impl Width {
    fn slots(&mut self, load: Load) -> &mut usize {
        match load {
            Load::Computing => &mut self.computing,
            Load::Waiting => &mut self.waiting,
        }
    }
}

/// Runs all jobs and gives each to `report` as it ends.
pub(crate) fn run(mut jobs: Vec<Job>, mut free: Width, deep: bool, mut report: impl FnMut(Done)) -> Outcome {
    let folder = std::env::temp_dir().join(unique_name("test-output"));
    fs::create_dir_all(&folder).doing(|| format!("create {}", folder.display()))?;
    let limit = if deep { LONGEST_DEEP } else { LONGEST };
    jobs.sort_by_key(|job| job.expected);
    let (sender, ended) = channel();
    let (mut started, mut running) = (0, 0);
    loop {
        // The longest is last.
        while let Some(position) = jobs.iter().rposition(|job| *free.slots(job.load) > 0) {
            let job = jobs.remove(position);
            *free.slots(job.load) -= 1;
            started += 1;
            running += 1;
            start(job, &folder.join(format!("{started}.log")), limit, &sender);
        }
        if running == 0 {
            break;
        }
        // A sender lives here, so that the channel never closes.
        let Ok((load, done)) = ended.recv() else { break };
        *free.slots(load) += 1;
        running -= 1;
        report(done);
    }
    fs::remove_dir_all(&folder).doing(|| format!("remove {}", folder.display()))
}

fn start(job: Job, log: &Path, limit: Duration, sender: &Sender<(Load, Done)>) {
    let (log, sender) = (log.to_owned(), sender.clone());
    thread::spawn(move || {
        let Job { step, name, mut command, is_test, load, .. } = job;
        let since = Instant::now();
        let ended = run_one(&mut command, &log, since + limit);
        let mut output = fs::read(&log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let trouble = match &ended {
            Ok(Some(_)) => String::new(),
            Ok(None) => format!("\nStopped after {} minutes: it hangs.\n", limit.as_secs() / 60),
            Err(error) => format!("\nCould not run `{}`: {error}\n", shown(&command)),
        };
        output += &trouble;
        let passed = matches!(ended, Ok(Some(status)) if status.success());
        // Nobody listens any more when the run itself has failed.
        let _ = sender.send((load, Done { step, name, is_test, passed, took: since.elapsed(), output }));
    });
}

/// None if it had to be killed at the deadline, with what it started.
fn run_one(command: &mut Command, log: &PathBuf, deadline: Instant) -> std::io::Result<Option<ExitStatus>> {
    let output = File::create(log)?;
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
    let mut child = command.spawn()?;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() > deadline {
            // Servers that a test started would otherwise live on and disturb the next run.
            let _ = kill_with_descendants(child.id());
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(POLL);
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::{Done, Job, Load, Width, run, run_one};
    use crate::processes::unique_name;

    fn job(name: &str, script: &str, expected: u64) -> Job {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let expected = Duration::from_secs(expected);
        Job { step: "tests", name: name.to_owned(), command, is_test: false, load: Load::Computing, expected }
    }

    fn run_all(jobs: Vec<Job>) -> Vec<Done> {
        let mut done = Vec::new();
        let ended = run(jobs, Width { computing: 1, waiting: 1 }, false, |job| done.push(job));
        assert!(ended.is_ok());
        done
    }

    #[test]
    fn every_job_runs_longest_first_also_after_one_that_failed() {
        let jobs =
            vec![job("short", "echo a; echo b >&2", 1), job("long", "echo c; exit 3", 9), job("no", "kill $$", 0)];
        let done = run_all(jobs);
        let outcomes: Vec<_> =
            done.iter().map(|done| (done.name.as_str(), done.passed, done.output.as_str())).collect();
        assert_eq!(outcomes, [("long", false, "c\n"), ("short", true, "a\nb\n"), ("no", false, "")]);
    }

    #[test]
    fn what_hangs_is_killed_with_what_it_started() {
        let log = std::env::temp_dir().join(unique_name("hanging"));
        let mut shell = Command::new("sh");
        shell.args(["-c", "sleep 1000 & echo $!; wait"]);
        let ended = run_one(&mut shell, &log, Instant::now() + Duration::from_secs(1));
        assert!(matches!(ended, Ok(None)), "{ended:?}");
        let sleeper = std::fs::read_to_string(&log).unwrap_or_default();
        let _ = std::fs::remove_file(&log);
        let state = std::fs::read_to_string(format!("/proc/{}/stat", sleeper.trim())).unwrap_or_default();
        assert!(!sleeper.is_empty() && !state.contains("(sleep) S"), "{sleeper} {state}");
    }

    #[test]
    fn a_program_that_does_not_exist_is_a_failure_that_names_it() {
        let mut nowhere = job("nowhere", "", 0);
        nowhere.command = Command::new("/nowhere/program");
        let done = run_all(vec![nowhere]);
        assert!(!done[0].passed && done[0].output.contains("program"), "{}", done[0].output);
    }
}
