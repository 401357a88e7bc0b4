//! `cargo xtask test` and `cargo xtask check`: set up what the chosen steps need, run them, and say how it went.

mod report;
mod steps;

use std::time::Instant;

use crate::failure::{Failure, Outcome, failed, no_arguments};
use crate::node::Node;
use crate::processes::{must_succeed, shown, succeeds};
use crate::python::Python;
use crate::test::report::{Finished, Verdict};
use crate::test::steps::{Postgres, STEPS, Step, Tools};
use crate::{system, web, workspace};

/// What `check` runs: the steps that answer while one still remembers the edit.
const QUICK: &[&str] = &["fmt", "tidy", "clippy"];

/// Builds the programs together with tests that start them. By themselves they would have other features than in the
/// steps before, and be compiled once more.
const PROGRAMS: &[&str] = &["test", "--workspace", "--no-run", "--test", "two_processes", "--test", "interface"];

pub(crate) fn step_names() -> Vec<&'static str> {
    STEPS.iter().map(|step| step.name).collect()
}

pub(crate) fn check(arguments: &[String]) -> Outcome {
    no_arguments("check", arguments)?;
    let quick = STEPS.iter().filter(|step| QUICK.contains(&step.name)).collect();
    conclude(&perform(quick, false)?, false)
}

pub(crate) fn test(arguments: &[String]) -> Outcome {
    let options = Options::parse(arguments)?;
    let finished = perform(options.steps(), options.deep)?;
    // A part of the steps proves nothing about the whole.
    if options.deep && options.only.is_none() {
        report::save(&finished)?;
    }
    conclude(&finished, options.deep)
}

#[derive(Debug, Default, PartialEq)]
struct Options {
    deep: bool,
    only: Option<&'static str>,
}

impl Options {
    fn parse(arguments: &[String]) -> Outcome<Self> {
        let mut options = Self::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--deep" => options.deep = true,
                "--only" => options.only = Some(known_step(arguments.next())?),
                other => return Err(Failure::Usage(format!("`cargo xtask test` does not know `{other}`."))),
            }
        }
        Ok(options)
    }

    fn steps(&self) -> Vec<&'static Step> {
        STEPS.iter().filter(|step| self.only.is_none_or(|only| only == step.name)).collect()
    }
}

fn known_step(name: Option<&String>) -> Outcome<&'static str> {
    let name = name.map_or("", String::as_str);
    STEPS
        .iter()
        .map(|step| step.name)
        .find(|known| *known == name)
        .ok_or_else(|| Failure::Usage(format!("`--only` wants a step, not `{name}`.")))
}

/// Runs the steps in order up to the first that fails; the rest is marked as not run.
fn perform(steps: Vec<&'static Step>, deep: bool) -> Outcome<Vec<Finished>> {
    let tools = set_up(&steps, deep)?;
    let mut finished = Vec::new();
    let mut broken = false;
    for step in steps {
        let started = Instant::now();
        let verdict = if broken { Verdict::NotRun } else { verdict(step, &tools) };
        broken |= verdict == Verdict::Failed;
        finished.push(Finished { step: step.name, verdict, took: started.elapsed() });
    }
    Ok(finished)
}

fn set_up(steps: &[&Step], deep: bool) -> Outcome<Tools> {
    let python = steps.iter().any(|step| step.python);
    let postgres = steps.iter().any(|step| step.postgres != Postgres::None);
    let faults = steps.iter().any(|step| step.faults);
    let node = steps.iter().any(|step| step.uses_node());
    let needs =
        [(python, &system::PYTHON), (node, &system::NODE), (postgres, &system::POSTGRES), (faults, &system::STRACE)];
    let mut needs: Vec<_> = needs.into_iter().filter_map(|(wanted, need)| wanted.then_some(need)).collect();
    for program in steps.iter().flat_map(|step| step.programs) {
        if !needs.iter().any(|need| need.package == program.package) {
            needs.push(program);
        }
    }
    system::provide(&needs)?;
    let python = if python { Some(Python::ready()?) } else { None };
    let node = if node { Some(Node::ready()?) } else { None };
    if steps.iter().any(|step| step.uses_pages()) {
        web::built()?;
    }
    Ok(Tools { python, node, deep })
}

fn verdict(step: &Step, tools: &Tools) -> Verdict {
    match passes(step, tools) {
        Ok(true) => Verdict::Passed,
        Ok(false) => Verdict::Failed,
        Err(Failure::Usage(message) | Failure::Failed(message)) => {
            eprintln!("{message}");
            Verdict::Failed
        }
    }
}

fn passes(step: &Step, tools: &Tools) -> Outcome<bool> {
    println!("\n==> {}", step.name);
    if step.needs_programs() {
        must_succeed(workspace::cargo()?.args(PROGRAMS))?;
    }
    let (mut command, _cluster) = step.prepare(tools)?;
    println!("    {}", shown(&command));
    succeeds(&mut command)
}

fn conclude(finished: &[Finished], deep: bool) -> Outcome {
    println!("\n{}", report::table(finished));
    match finished.iter().find(|finished| finished.verdict == Verdict::Failed) {
        None => Ok(()),
        Some(Finished { step, .. }) => {
            let deep = if deep { "--deep " } else { "" };
            failed(format!("Step `{step}` failed. To repeat it: cargo xtask test {deep}--only {step}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Failure, Options, QUICK, step_names};

    fn parse(words: &[&str]) -> Result<Options, String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        Options::parse(&words).map_err(|failure| match failure {
            Failure::Usage(message) | Failure::Failed(message) => message,
        })
    }

    #[test]
    fn options_are_read_and_nonsense_is_refused() {
        assert_eq!(parse(&[]), Ok(Options::default()));
        assert_eq!(parse(&["--deep", "--only", "tidy"]), Ok(Options { deep: true, only: Some("tidy") }));
        assert!(parse(&["--only"]).is_err());
        assert!(parse(&["--only", "nothing"]).is_err_and(|message| message.contains("`nothing`")));
        assert!(parse(&["--fast"]).is_err_and(|message| message.contains("`--fast`")));
    }

    #[test]
    fn only_leaves_one_step() {
        let options = Options { deep: false, only: Some("clippy") };
        assert_eq!(options.steps().len(), 1);
        assert_eq!(Options::default().steps().len(), step_names().len());
    }

    #[test]
    fn the_quick_steps_exist() {
        assert!(QUICK.iter().all(|quick| step_names().contains(quick)));
    }
}
