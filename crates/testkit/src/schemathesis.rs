//! Runs schemathesis, a tester that reads the description of an API and tries everything in it.

use std::path::Path;
use std::process::Command;

/// How often the tester is started when its own generator gives up.
const ATTEMPTS: usize = 3;
/// How the tester calls that.
pub const GAVE_UP: &str = "Inconsistent results";
/// How it calls errors that the service caused.
const OURS: &[&str] = &["Network Error", "Connection", "imed out", "imeout"];

/// An API, and how it is tried out.
pub struct Schemathesis<'a> {
    /// With the address, parameters and credentials. Its folder becomes the working directory.
    pub config: &'a Path,
    /// The file or the URL of the description.
    pub description: &'a str,
    /// The phases, separated by commas.
    pub phases: &'a str,
    /// The checks, separated by commas.
    pub checks: &'a str,
    /// The most cases of an operation, or of a scenario.
    pub examples: u32,
}

impl Schemathesis<'_> {
    /// Tries the operations that `choice` names, and returns the number of cases. Where the tester's own generator gave
    /// up, which says nothing about the service, it is repeated with another seed, and the report of the run says so.
    pub fn run(&self, choice: &[&str]) -> u64 {
        for _ in 1..ATTEMPTS {
            let seed: u32 = rand::random();
            match self.run_with(seed, choice) {
                Ok(cases) => return cases,
                Err(words) => crate::note(&format!("schemathesis gave up with seed {seed} and was repeated: {words}")),
            }
        }
        let cases = self.run_with(rand::random(), choice);
        cases.unwrap_or_else(|words| panic!("schemathesis gave up {ATTEMPTS} times: {words}"))
    }

    /// Runs again, each time with another seed, until there were so many cases: how many a run of limited time makes
    /// depends on how busy the machine is.
    pub fn run_until(&self, cases_at_least: u64, choice: &[&str]) {
        let mut cases = 0;
        while cases < cases_at_least {
            let more = self.run(choice);
            assert!(more > 0, "a run without a case, after {cases}");
            cases += more;
        }
    }

    /// The error is the tester's own: a finding about the service panics.
    fn run_with(&self, seed: u32, choice: &[&str]) -> Result<u64, String> {
        let tool = std::env::var("TONNAGE_TEST_SCHEMATHESIS")
            .expect("TONNAGE_TEST_SCHEMATHESIS is not set: run the tests with `cargo xtask test`");
        println!("seed {seed}");
        let output = Command::new(tool)
            .arg("--config-file")
            .arg(self.config)
            .args(["run", self.description, "--no-color", "--workers", "2"])
            .args(["--seed", &seed.to_string(), "--phases", self.phases, "--checks", self.checks])
            .args(["--max-examples", &self.examples.to_string(), "--request-timeout", "60"])
            .args(choice)
            .current_dir(self.config.parent().expect("a file is in a folder"))
            .output()
            .expect("schemathesis starts");
        let said = String::from_utf8_lossy(&output.stdout);
        if let Some(words) = tool_failure(&said) {
            return Err(words);
        }
        assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
        let cases = said.lines().find_map(|line| line.trim().split_once(" generated")?.0.parse::<u64>().ok());
        let cases = cases.unwrap_or_else(|| panic!("the output does not name the number of cases: {said}"));
        println!("{cases} cases of {choice:?}");
        Ok(cases)
    }
}

/// What the tester says when its own generator is at a loss. A failed check, or any other error, is about the service:
/// then the answer is none, also if the generator gave up as well.
pub fn tool_failure(said: &str) -> Option<String> {
    let headline = |line: &str, words: &str| line.starts_with("==") && line.contains(words);
    if said.lines().any(|line| headline(line, " FAILURES ")) {
        return None;
    }
    let errors = said.lines().skip_while(|line| !headline(line, " ERRORS ")).skip(1);
    let errors: Vec<&str> = errors.take_while(|line| !line.starts_with("==")).collect();
    // The lines before the first operation do not report an error.
    let mut operations = errors.split(|line| line.starts_with("__")).skip(1).peekable();
    operations.peek()?;
    // An operation can have several errors: one about the network is about the service.
    let is_ours = |line: &&str| OURS.iter().any(|words| line.contains(words));
    let gave_up = operations.map(|lines| {
        let found = lines.iter().find(|line| line.contains(GAVE_UP));
        found.filter(|_| !lines.iter().any(is_ours))
    });
    gave_up.collect::<Option<Vec<_>>>().map(|lines| lines[0].trim().to_owned())
}
