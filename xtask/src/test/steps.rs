//! The steps of `cargo xtask test`: one entry here is all a new step takes.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::failure::{Outcome, failed};
use crate::node::Node;
use crate::postgres::{Cluster, FOR_CRASHES, FOR_TESTS};
use crate::python::Python;
use crate::system::Need;
use crate::test::executables::Executable;
use crate::test::libtest;
use crate::test::memory_disk::MemoryDisk;
use crate::test::pool::{Job, Load};
use crate::{cargo_deny, processes, system, web, workspace};

pub(crate) struct Step {
    pub(crate) name: &'static str,
    work: Work,
    /// Takes seconds and needs nothing built: its answer comes before the long wait begins.
    pub(crate) early: bool,
    /// Needs the Python environment: the step's program comes from it, or the tests borrow its clients.
    pub(crate) python: bool,
    pub(crate) postgres: Postgres,
    /// Programs that the step starts.
    pub(crate) programs: &'static [&'static Need],
    /// Lets disks fail: needs strace, and the right to mount a small one.
    pub(crate) faults: bool,
}

enum Work {
    /// The first word is `cargo`, `cargo-deny`, `npm` (in the folder of the pages), `redocly` or a program of the Python
    /// environment.
    Command { words: &'static [&'static str], variables: &'static [(&'static str, &'static str)], load: Load },
    /// Test executables of this workspace. One that was renamed must not vanish unnoticed: `among` are there for certain.
    Tests { which: fn(&Executable) -> bool, among: &'static [&'static str], arguments: &'static [&'static str] },
}

const fn command(words: &'static [&'static str]) -> Work {
    Work::Command { words, variables: &[], load: Load::Computing }
}

/// The PostgreSQL cluster of a step, which no other step uses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Postgres {
    None,
    /// It may lose everything in a crash.
    Quick,
    /// The step stops and starts it, so what it acknowledged must survive a crash.
    Restarted,
}

/// Executables that spend most of their time waiting for timers, disks and other processes.
const WAITING: &[(&str, &str)] =
    &[("agent", "kills"), ("cloud", "kills"), ("cloud", "soak"), ("cloud", "cluster"), ("cloud", "pairs")];

/// Each lasts about as long as everything else of a deep run together, so they start before the others, and all at once.
const LONGEST_OF_DEEP: &[(&str, &str)] =
    &[("sqlite", "cloud soak"), ("sqlite", "cloud kills"), ("sqlite", "agent kills"), ("postgresql", "cloud pairs")];

/// How many seconds each target of fuzzing takes, if the environment says so.
const FUZZ_SECONDS: &str = "TONNAGE_TEST_FUZZ_SECONDS";
const FUZZ_USUAL: &str = "30";
/// Fourteen targets then take two hours of a clock on the wall, as long as the soak.
const FUZZ_DEEP: &str = "3600";
/// Executables with targets of fuzzing next to other tests. Others have an executable of that name.
const FUZZED: &[&str] = &["agent stories", "cloud (unit)", "objects stories"];
/// The targets are in modules called `fuzz`. Every other step leaves them out.
const ONLY_FUZZ: &[&str] = &["fuzz::"];
const WITHOUT_FUZZ: &[&str] = &["--skip", "fuzz::"];
/// Fuzzing takes the processor time that nothing else needs.
const POLITE: [&str; 3] = ["nice", "-n", "10"];

fn has_own_targets(executable: &Executable) -> bool {
    executable.test.as_deref() == Some("fuzz")
}

/// Whether an executable is about files on a real disk. Memory has no reads that must not wait, which the object store
/// uses, and never gives the number of a removed file to a new one, which a watcher of files must expect.
fn tests_disks(executable: &Executable) -> bool {
    ["agent", "objects", "transfer"].contains(&executable.package.as_str())
        || executable.test.as_deref().is_some_and(|test| ["kills", "soak"].contains(&test))
}

/// They open our zips, in addition to Python, and look for viruses.
const PROGRAMS: &[&Need] = &[&system::UNZIP, &system::SEVEN_ZIP, &system::CLAMD];
/// In addition: what the walk-through uses, what servers of other makes run on, and a browser.
const CLIENTS: &[&Need] =
    &[&system::UNZIP, &system::SEVEN_ZIP, &system::CLAMD, &system::CURL, &system::JQ, &system::NODE, &system::CHROMIUM];

const PLAIN: Step = Step {
    name: "",
    work: command(&[]),
    early: false,
    python: false,
    postgres: Postgres::None,
    programs: &[],
    faults: false,
};

pub(crate) const STEPS: &[Step] = &[
    Step { name: "fmt", work: command(&["cargo", "fmt", "--all", "--check"]), early: true, ..PLAIN },
    Step { name: "typos", work: command(&["typos"]), early: true, python: true, ..PLAIN },
    // Not advisories: their database cannot be had from a package registry.
    Step { name: "deny", work: command(&["cargo-deny", "check", "licenses", "bans", "sources"]), early: true, ..PLAIN },
    Step {
        name: "tidy",
        work: Work::Tests { which: Executable::is_tidy, among: &["tidy tidy"], arguments: &[] },
        ..PLAIN
    },
    // That the documents are those of the code is a test of the programs.
    Step {
        name: "openapi",
        work: Work::Command {
            words: &["redocly", "lint", "--config=docs/redocly.yaml", "docs/openapi.json", "docs/agent-openapi.json"],
            // It would ask its makers for news.
            variables: &[("REDOCLY_TELEMETRY", "off"), ("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true")],
            load: Load::Computing,
        },
        programs: &[&system::NODE],
        ..PLAIN
    },
    Step { name: "web", work: command(&["npm", "run", "--silent", "check"]), programs: &[&system::NODE], ..PLAIN },
    Step {
        name: "clippy",
        work: command(&["cargo", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
        ..PLAIN
    },
    Step {
        name: "docs",
        work: Work::Command {
            words: &["cargo", "doc", "--workspace", "--no-deps", "--document-private-items"],
            variables: &[("RUSTDOCFLAGS", "-D warnings")],
            load: Load::Computing,
        },
        ..PLAIN
    },
    Step {
        name: "sqlite",
        work: Work::Tests {
            which: |executable| {
                let is_elsewhere = executable.is_tidy() || has_own_targets(executable);
                !is_elsewhere && !executable.is("cloud", "cluster") && !executable.is("cloud", "pairs")
            },
            among: &[
                "agent kills",
                "agent stories",
                "cloud foreign",
                "cloud kills",
                "cloud model",
                "cloud soak",
                "cloud stories",
            ],
            arguments: WITHOUT_FUZZ,
        },
        python: true,
        programs: CLIENTS,
        faults: true,
        ..PLAIN
    },
    Step {
        name: "fuzz",
        work: Work::Tests {
            which: |executable| has_own_targets(executable) || FUZZED.contains(&executable.label().as_str()),
            among: &[
                "agent stories",
                "cloud (unit)",
                "domain fuzz",
                "egress fuzz",
                "fixtures fuzz",
                "objects stories",
                "protocols fuzz",
                "texts fuzz",
            ],
            arguments: ONLY_FUZZ,
        },
        ..PLAIN
    },
    // Only the service and its store can run on another database. The kill loops are about the embedded one.
    Step {
        name: "postgresql",
        work: Work::Tests {
            which: |executable| {
                executable.package == "store" || executable.is("cloud", "stories") || executable.is("cloud", "pairs")
            },
            among: &["store (unit)", "cloud pairs", "cloud stories"],
            arguments: &[],
        },
        python: true,
        postgres: Postgres::Quick,
        programs: PROGRAMS,
        ..PLAIN
    },
    // A test must know that nobody else kills its processes.
    Step {
        name: "cluster",
        work: Work::Tests {
            which: |executable| executable.is("cloud", "cluster"),
            among: &["cloud cluster"],
            arguments: &["--nocapture", "--test-threads=1"],
        },
        python: true,
        postgres: Postgres::Restarted,
        programs: &[&system::NATS],
        ..PLAIN
    },
    Step {
        name: "browser",
        work: Work::Command { words: &["npm", "run", "--silent", "browser"], variables: &[], load: Load::Waiting },
        programs: &[&system::NODE, &system::CHROMIUM],
        ..PLAIN
    },
];

/// What set-up made for the steps.
pub(crate) struct Tools {
    pub(crate) python: Option<Python>,
    pub(crate) node: Option<Node>,
    pub(crate) executables: Vec<Executable>,
    /// The folder in which each job has a file for what the report must mention.
    pub(crate) notes: PathBuf,
    /// Where the jobs that start our programs put their temporary files; none if that is a real disk.
    pub(crate) memory_disk: Option<MemoryDisk>,
    pub(crate) deep: bool,
}

impl Tools {
    /// The file to which the tests of a job write what the report must mention.
    pub(crate) fn notes_of(&self, step: &str, job: &str) -> PathBuf {
        self.notes.join(format!("{step} {job}"))
    }
}

impl Step {
    /// Whether it starts programs that run on Node.js. The pages bring what they need themselves.
    pub(crate) fn uses_node(&self) -> bool {
        !self.uses_pages() && self.programs.iter().any(|need| need.package == system::NODE.package)
    }

    /// Whether it needs the pages to be built.
    pub(crate) fn uses_pages(&self) -> bool {
        matches!(self.work, Work::Command { words: ["npm", ..], .. })
    }

    pub(crate) fn uses_cargo_deny(&self) -> bool {
        matches!(self.work, Work::Command { words: ["cargo-deny", ..], .. })
    }

    /// Whether it fuzzes, in the gaps that other steps leave.
    fn fuzzes(&self) -> bool {
        matches!(self.work, Work::Tests { arguments, .. } if arguments == ONLY_FUZZ)
    }

    /// Whether it needs the executables of the workspace: tests, or the programs that a browser talks to.
    pub(crate) fn needs_build(&self) -> bool {
        matches!(self.work, Work::Tests { .. })
            || self.programs.iter().any(|need| need.package == system::CHROMIUM.package)
    }

    /// The database of the step, which must outlive its jobs.
    pub(crate) fn cluster(&self) -> Outcome<Option<Cluster>> {
        match self.postgres {
            Postgres::None => Ok(None),
            Postgres::Quick => Cluster::start(FOR_TESTS).map(Some),
            Postgres::Restarted => Cluster::start(FOR_CRASHES).map(Some),
        }
    }

    /// What the step runs. `expected` gives the time that a job of this name took before.
    pub(crate) fn jobs(
        &'static self,
        tools: &Tools,
        cluster: Option<&Cluster>,
        expected: impl Fn(&str) -> Duration,
    ) -> Outcome<Vec<Job>> {
        let is_test = matches!(self.work, Work::Tests { .. });
        let job = |name: String, mut command: Command, load, on_disk: bool| {
            self.set_variables(&mut command, tools, cluster)?;
            command.env("TONNAGE_TEST_NOTES", tools.notes_of(self.name, &name));
            let mut command = self.with_own_mounts(command, tools.memory_disk.as_ref().filter(|_| !on_disk));
            if self.fuzzes() {
                command = processes::wrapped(command, &POLITE.map(str::to_owned));
            }
            let is_longest = tools.deep && LONGEST_OF_DEEP.contains(&(self.name, name.as_str()));
            let expected = if is_longest { Duration::MAX } else { expected(&name) };
            Ok(Job { step: self.name, name, command, is_test, load, expected })
        };
        match &self.work {
            Work::Command { words, variables, load } => {
                let mut command = self.program(words[0], tools)?;
                command.args(&words[1..]).envs(variables.iter().copied());
                Ok(vec![job(self.name.to_owned(), command, *load, false)?])
            }
            Work::Tests { which, among, arguments } => {
                let chosen: Vec<_> = tools.executables.iter().filter(|executable| which(executable)).collect();
                if let Some(missing) = among.iter().find(|name| chosen.iter().all(|chosen| chosen.label() != **name)) {
                    return failed(format!("The test executable `{missing}` was not built."));
                }
                chosen
                    .into_iter()
                    .map(|executable| {
                        let mut command = executable.command();
                        command.args(libtest::TIMED).args(*arguments).env(libtest::FORGIVEN.0, libtest::FORGIVEN.1);
                        let waits = self.fuzzes() || WAITING.iter().any(|(package, test)| executable.is(package, test));
                        let load = if waits { Load::Waiting } else { Load::Computing };
                        job(executable.label(), command, load, tests_disks(executable))
                    })
                    .collect()
            }
        }
    }

    /// An ordinary user becomes the root of a namespace only for a step that mounts by itself: a browser refuses that.
    fn with_own_mounts(&self, mut command: Command, disk: Option<&MemoryDisk>) -> Command {
        let is_root = system::is_root();
        let wrapper = match disk.filter(|_| self.needs_build() && (is_root || self.faults)) {
            Some(disk) => {
                command.env("TMPDIR", disk.folder());
                disk.wrapper()
            }
            None if self.faults && !is_root => {
                ["unshare"].iter().chain(system::own_mounts()).map(|&word| word.to_owned()).collect()
            }
            None => Vec::new(),
        };
        processes::wrapped(command, &wrapper)
    }

    fn set_variables(&self, command: &mut Command, tools: &Tools, cluster: Option<&Cluster>) -> Outcome {
        if let Some(python) = &tools.python {
            command.env("TONNAGE_TEST_PYTHON", python.program("python"));
            command.env("TONNAGE_TEST_RCLONE", python.program("rclone"));
            command.env("TONNAGE_TEST_SCHEMATHESIS", python.program("schemathesis"));
            command.env("TONNAGE_TEST_SEAWEEDFS", python.program("weed"));
            command.env("TONNAGE_TEST_MOTO", python.program("moto_server"));
            command.env("TONNAGE_TEST_S3CMD", python.program("s3cmd"));
            command.env("TONNAGE_TEST_S5CMD", python.program("s5cmd"));
            command.env("TONNAGE_TEST_OPENAPI_PYTHON_CLIENT", python.program("openapi-python-client"));
        }
        if let Some(node) = &tools.node {
            command.env("TONNAGE_TEST_AZURITE", node.program("azurite-blob"));
            command.env("TONNAGE_TEST_NODE_PACKAGES", node.packages());
        }
        if self.uses_pages() {
            let programs = workspace::target()?.join("debug");
            command.env("TONNAGE_TEST_PROGRAM", programs.join("tonnage"));
            command.env("TONNAGE_TEST_AGENT", programs.join("tonnage-agent"));
        }
        if tools.deep {
            command.env("TONNAGE_TEST_DEEP", "1");
        }
        if self.fuzzes() {
            let usual = if tools.deep { FUZZ_DEEP } else { FUZZ_USUAL };
            command.env(FUZZ_SECONDS, std::env::var_os(FUZZ_SECONDS).unwrap_or_else(|| usual.into()));
        } else {
            command.env_remove(FUZZ_SECONDS);
        }
        // Several executables run at once, so that the processors are busy while a story waits.
        if std::env::var_os("RUST_TEST_THREADS").is_none() {
            command.env("RUST_TEST_THREADS", processors().to_string());
        }
        if let Some(cluster) = cluster.filter(|_| self.postgres == Postgres::Restarted) {
            command.env("TONNAGE_TEST_STOP_DATABASE", cluster.stop_command());
            command.env("TONNAGE_TEST_START_DATABASE", cluster.start_command());
        }
        match cluster {
            Some(cluster) => command.env("TEST_DATABASE_URL", cluster.url()),
            // A database left in the caller's environment must not turn this step into another.
            None => command.env_remove("TEST_DATABASE_URL"),
        };
        Ok(())
    }

    fn program(&self, name: &str, tools: &Tools) -> Outcome<Command> {
        match (name, &tools.python) {
            ("redocly", _) => match &tools.node {
                Some(node) => Ok(at_the_root(node.program(name))),
                None => failed(format!("Step `{}` uses `{name}`: list Node.js in its `programs`.", self.name)),
            },
            ("cargo", _) => workspace::cargo(),
            ("cargo-deny", _) => Ok(at_the_root(cargo_deny::program()?)),
            ("npm", _) => Ok(web::npm(&[])),
            (program, Some(python)) => Ok(at_the_root(python.program(program))),
            (program, None) => failed(format!("Step `{}` uses `{program}`: mark it with `python: true`.", self.name)),
        }
    }
}

fn at_the_root(program: PathBuf) -> Command {
    let mut command = Command::new(program);
    command.current_dir(workspace::root());
    command
}

pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::process::Command;
    use std::time::Duration;

    use super::{STEPS, Step, Tools, Work};
    use crate::processes::shown;

    fn tools() -> Tools {
        let notes = PathBuf::from("notes");
        Tools { python: None, node: None, executables: Vec::new(), notes, memory_disk: None, deep: true }
    }

    #[test]
    fn every_command_without_outside_needs_can_be_prepared() {
        let needs_nothing = |step: &Step| !step.python && !step.uses_node();
        let commands = STEPS.iter().filter(|step| matches!(step.work, Work::Command { .. }) && needs_nothing(step));
        for step in commands {
            let Ok(jobs) = step.jobs(&tools(), None, |_| Duration::ZERO) else { panic!("{}", step.name) };
            for job in jobs {
                assert!(shown(&job.command).contains("TONNAGE_TEST_DEEP=1"), "{}", shown(&job.command));
            }
        }
    }

    #[test]
    fn only_one_step_has_time_to_fuzz() {
        for step in STEPS {
            let mut command = Command::new("true");
            assert!(step.set_variables(&mut command, &tools(), None).is_ok(), "{}", step.name);
            assert_eq!(shown(&command).contains("TONNAGE_TEST_FUZZ_SECONDS="), step.name == "fuzz", "{}", step.name);
        }
    }

    #[test]
    fn a_step_whose_executables_are_missing_is_refused() {
        for step in STEPS.iter().filter(|step| matches!(step.work, Work::Tests { .. })) {
            assert!(step.jobs(&tools(), None, |_| Duration::ZERO).is_err(), "{}", step.name);
        }
    }
}
