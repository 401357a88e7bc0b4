//! `cargo xtask test` and `cargo xtask check`: set up what the chosen steps need, run them, and say how it went.

mod deep_result;
mod executables;
mod libtest;
mod memory_disk;
mod notes;
mod pool;
mod report;
mod steps;

use std::fs;
use std::time::{Duration, Instant};

use crate::failure::{Doing as _, Failure, Outcome, failed, no_arguments};
use crate::node::Node;
use crate::postgres::Cluster;
use crate::processes::unique_name;
use crate::python::Python;
use crate::test::executables::Executable;
use crate::test::memory_disk::MemoryDisk;
use crate::test::notes::Notes;
use crate::test::pool::{Done, Job, Width};
use crate::test::report::{Finished, Report};
use crate::test::steps::{Postgres, STEPS, Step, Tools, processors};
use crate::{cargo_deny, system, web};

/// What `check` runs: the steps that answer while one still remembers the edit.
const QUICK: &[&str] = &["fmt", "tidy", "clippy"];
/// Not in the table of steps, because others need it: the tests and the programs are compiled.
const COMPILING: &str = "compiling";
/// How many jobs that mostly wait run alongside those that compute.
const WAITING: usize = 2;
/// In a deep run, the four longest wait from the beginning to the end.
const WAITING_DEEP: usize = WAITING + 4;

pub(crate) fn step_names() -> Vec<&'static str> {
    STEPS.iter().map(|step| step.name).collect()
}

pub(crate) fn check(arguments: &[String]) -> Outcome {
    no_arguments("check", arguments)?;
    let quick: Vec<_> = STEPS.iter().filter(|step| QUICK.contains(&step.name)).collect();
    conclude(&perform(&quick, None, false)?, false)
}

pub(crate) fn test(arguments: &[String]) -> Outcome {
    let options = Options::parse(arguments)?;
    let report = perform(&options.steps(), options.only.as_ref(), options.deep)?;
    let ended = conclude(&report, options.deep);
    // Some of the steps say nothing about the whole; and a clone of CI keeps no page.
    if options.only.is_none() && !options.deep && std::env::var_os("CI").is_none() {
        tell(report.save_times());
    }
    ended
}

/// A page that cannot be written is worth a word, but does not change how the tests went.
fn tell(saved: Outcome) {
    if let Err(Failure::Usage(message) | Failure::Failed(message)) = saved {
        eprintln!("{message}");
    }
}

#[derive(Debug, Default, PartialEq)]
struct Options {
    deep: bool,
    only: Option<Part>,
}

/// A step, or one of its jobs.
#[derive(Debug, PartialEq)]
struct Part {
    step: &'static str,
    job: Option<String>,
}

impl Part {
    fn contains(&self, job: &Job) -> bool {
        self.job.as_ref().is_none_or(|name| *name == job.name)
    }
}

impl Options {
    fn parse(arguments: &[String]) -> Outcome<Self> {
        let mut options = Self::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--deep" => options.deep = true,
                "--only" => options.only = Some(part(arguments.next())?),
                other => return Err(Failure::Usage(format!("`cargo xtask test` does not know `{other}`."))),
            }
        }
        Ok(options)
    }

    fn steps(&self) -> Vec<&'static Step> {
        STEPS.iter().filter(|step| self.only.as_ref().is_none_or(|only| only.step == step.name)).collect()
    }
}

/// `sqlite`, or `sqlite: cloud soak` as the tables name a job.
fn part(name: Option<&String>) -> Outcome<Part> {
    let name = name.map_or("", String::as_str);
    let (step, job) = name.split_once(':').map_or((name, None), |(step, job)| (step, Some(job.trim().to_owned())));
    Ok(Part { step: known_step(step)?, job })
}

fn known_step(name: &str) -> Outcome<&'static str> {
    STEPS
        .iter()
        .map(|step| step.name)
        .find(|known| *known == name)
        .ok_or_else(|| Failure::Usage(format!("`--only` wants a step, not `{name}`.")))
}

/// Runs all steps, whatever happens to single ones.
fn perform(steps: &[&'static Step], only: Option<&Part>, deep: bool) -> Outcome<Report> {
    let mut run = Run { only, since: Instant::now(), finished: Vec::new() };
    let mut tools = set_up(steps, deep)?;
    let (early, later): (Vec<_>, Vec<_>) = steps.iter().copied().partition(|step| step.early);
    let mut names: Vec<_> = steps.iter().map(|step| step.name).collect();
    run.steps(&early, &tools)?;
    if later.iter().any(|step| step.needs_build()) {
        names.insert(early.len(), COMPILING);
        let tidy_only = later.iter().all(|step| !step.needs_build() || step.name == "tidy");
        tools.executables = run.compile(tidy_only);
    }
    run.steps(&later, &tools)?;
    let _ = fs::remove_dir_all(&tools.notes);
    Ok(Report { steps: names, finished: run.finished, warnings: deep_result::warnings(), took: run.since.elapsed() })
}

/// What has happened so far.
struct Run<'part> {
    only: Option<&'part Part>,
    since: Instant,
    finished: Vec<Finished>,
}

impl Run<'_> {
    /// None if they do not compile. The steps that need them then have nothing to run, which is a failure.
    fn compile(&mut self, tidy_only: bool) -> Vec<Executable> {
        println!("\n==> {COMPILING}");
        let since = Instant::now();
        let built = executables::built(tidy_only);
        let took = since.elapsed();
        self.finished.push(Finished {
            step: COMPILING,
            name: COMPILING.to_owned(),
            passed: built.is_ok(),
            took,
            tally: None,
            notes: Notes::default(),
        });
        built.unwrap_or_else(|failure| {
            let (Failure::Usage(message) | Failure::Failed(message)) = failure;
            eprintln!("{message}");
            Vec::new()
        })
    }

    fn steps(&mut self, steps: &[&'static Step], tools: &Tools) -> Outcome {
        let mut clusters = Vec::new();
        let mut jobs = Vec::new();
        for step in steps {
            // Without the programs of this workspace there is nothing to look at in a browser.
            if step.needs_build() && tools.executables.is_empty() {
                continue;
            }
            match prepared(step, tools) {
                Ok((cluster, prepared)) => {
                    clusters.push(cluster);
                    jobs.extend(prepared);
                }
                // The step then has no job, which is a failure; the others go on.
                Err(Failure::Usage(message) | Failure::Failed(message)) => eprintln!("{}: {message}", step.name),
            }
        }
        jobs.retain(|job| self.only.is_none_or(|only| only.contains(job)));
        println!("\n==> {}", steps.iter().map(|step| step.name).collect::<Vec<_>>().join(", "));
        self.jobs(jobs, tools)?;
        drop::<Vec<Option<Cluster>>>(clusters);
        Ok(())
    }

    fn jobs(&mut self, jobs: Vec<Job>, tools: &Tools) -> Outcome {
        let deep = tools.deep;
        let waiting = if deep { WAITING_DEEP } else { WAITING };
        let width = Width { computing: processors(), waiting };
        let (since, finished) = (self.since, &mut self.finished);
        pool::run(jobs, width, deep, |done| {
            let ended = Finished::new(&done, Notes::of(&tools.notes_of(done.step, &done.name)));
            println!("[{}] {}", clock(since.elapsed()), ended.line());
            if !ended.passed {
                show(&done);
            }
            if deep {
                tell(deep_result::record(&ended));
            }
            finished.push(ended);
        })
    }
}

/// The jobs of a step, and the database that must outlive them.
fn prepared(step: &'static Step, tools: &Tools) -> Outcome<(Option<Cluster>, Vec<Job>)> {
    let cluster = step.cluster()?;
    let expected = |job: &str| {
        let deep = || deep_result::expected(step.name, job).unwrap_or(report::UNKNOWN);
        if tools.deep { deep() } else { report::expected(step.name, job) }
    };
    let jobs = step.jobs(tools, cluster.as_ref(), expected)?;
    Ok((cluster, jobs))
}

/// The whole output of a job that failed.
fn show(done: &Done) {
    println!("---- {}: {} ----\n{}\n---- end of {}: {} ----", done.step, done.name, done.output, done.step, done.name);
}

fn clock(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    format!("{:>2}:{:02}", seconds / 60, seconds % 60)
}

fn set_up(steps: &[&Step], deep: bool) -> Outcome<Tools> {
    let python = steps.iter().any(|step| step.python);
    let postgres = steps.iter().any(|step| step.postgres != Postgres::None);
    let faults = steps.iter().any(|step| step.faults);
    let node = steps.iter().any(|step| step.uses_node());
    let needs = [(python, &system::PYTHON), (node, &system::NODE), (postgres, &system::POSTGRES)];
    let mut needs: Vec<_> = needs.into_iter().filter_map(|(wanted, need)| wanted.then_some(need)).collect();
    for program in steps.iter().flat_map(|step| step.programs) {
        if !needs.iter().any(|need| need.package == program.package) {
            needs.push(program);
        }
    }
    system::provide(&needs)?;
    if faults {
        // Without it, the tests that need it are skipped, and the report counts them.
        tell(system::provide(&[&system::STRACE]));
    }
    let python = if python { Some(Python::ready()?) } else { None };
    let node = if node { Some(Node::ready()?) } else { None };
    if steps.iter().any(|step| step.uses_cargo_deny()) {
        cargo_deny::install()?;
    }
    // Before anything is compiled: the programs embed the pages, and would be compiled again for them.
    if steps.iter().any(|step| step.uses_pages()) {
        web::built()?;
    }
    let notes = std::env::temp_dir().join(unique_name("test-notes"));
    fs::create_dir_all(&notes).doing(|| format!("create {}", notes.display()))?;
    let memory_disk = if deep { None } else { MemoryDisk::new(system::own_mounts()) };
    Ok(Tools { python, node, executables: Vec::new(), notes, memory_disk, deep })
}

fn conclude(report: &Report, deep: bool) -> Outcome {
    println!("\n{}\n\n{}", report.tables(), report.closing_line());
    let broken: Vec<&str> = report.steps.iter().copied().filter(|step| !report.step_passed(step)).collect();
    let Some(first) = broken.iter().find(|step| **step != COMPILING) else {
        return if broken.is_empty() { Ok(()) } else { failed("The tests do not compile.") };
    };
    let deep = if deep { "--deep " } else { "" };
    failed(format!("Failed: {}. To repeat one: cargo xtask test {deep}--only {first}", broken.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::{Failure, Options, Part, QUICK, step_names};

    fn parse(words: &[&str]) -> Result<Options, String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        Options::parse(&words).map_err(|failure| match failure {
            Failure::Usage(message) | Failure::Failed(message) => message,
        })
    }

    fn step(name: &'static str) -> Part {
        Part { step: name, job: None }
    }

    #[test]
    fn options_are_read_and_nonsense_is_refused() {
        assert_eq!(parse(&[]), Ok(Options::default()));
        assert_eq!(parse(&["--deep", "--only", "tidy"]), Ok(Options { deep: true, only: Some(step("tidy")) }));
        let soak = Part { job: Some("cloud soak".to_owned()), ..step("sqlite") };
        assert_eq!(parse(&["--only", "sqlite: cloud soak"]), Ok(Options { deep: false, only: Some(soak) }));
        assert!(parse(&["--only"]).is_err());
        assert!(parse(&["--only", "nothing"]).is_err_and(|message| message.contains("`nothing`")));
        assert!(parse(&["--fast"]).is_err_and(|message| message.contains("`--fast`")));
    }

    #[test]
    fn only_leaves_one_step() {
        let options = Options { deep: false, only: Some(step("clippy")) };
        assert_eq!(options.steps().len(), 1);
        assert_eq!(Options::default().steps().len(), step_names().len());
    }

    #[test]
    fn the_quick_steps_exist() {
        assert!(QUICK.iter().all(|quick| step_names().contains(quick)));
    }
}
