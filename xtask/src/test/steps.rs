//! The steps of `cargo xtask test`, cheapest first: one entry here is all a new step takes.

use std::process::Command;

use crate::failure::{Outcome, failed};
use crate::node::Node;
use crate::postgres::{Cluster, FOR_CRASHES, FOR_TESTS};
use crate::python::Python;
use crate::system::Need;
use crate::{system, web, workspace};

pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// The first word is `cargo`, `npm` (in the folder of the pages) or a program of the Python environment.
    command: &'static [&'static str],
    variables: &'static [(&'static str, &'static str)],
    /// Needs the Python environment: the step's program comes from it, or the tests borrow its clients.
    pub(crate) python: bool,
    pub(crate) postgres: Postgres,
    /// Programs that the tests start.
    pub(crate) programs: &'static [&'static Need],
    /// Lets disks fail: needs strace, and the right to mount a small one.
    pub(crate) faults: bool,
}

/// The PostgreSQL cluster of a step, which is its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Postgres {
    None,
    /// It keeps nothing that a crash would not leave.
    Quick,
    /// The step stops and starts it in the middle, so that what it acknowledged must outlive a crash.
    Restarted,
}

/// Runs tests as the root of a namespace of their own, where an ordinary user may mount too.
const IN_OWN_MOUNTS: &str = r#"target."cfg(unix)".runner = ["unshare", "--map-root-user", "--mount"]"#;

/// They open our zips, beside Python, and look for viruses.
const PROGRAMS: &[&Need] = &[&system::UNZIP, &system::SEVEN_ZIP, &system::CLAMD];
/// And what the walk-through uses, what servers of another make run on, and what shows pages to people.
const CLIENTS: &[&Need] =
    &[&system::UNZIP, &system::SEVEN_ZIP, &system::CLAMD, &system::CURL, &system::JQ, &system::NODE, &system::CHROMIUM];

const PLAIN: Step = Step {
    name: "",
    command: &[],
    variables: &[],
    python: false,
    postgres: Postgres::None,
    programs: &[],
    faults: false,
};

/// Tidy is run out of the whole workspace and not out of its package alone: another choice of packages is another
/// choice of features, and cargo would build the dependencies twice.
pub(crate) const STEPS: &[Step] = &[
    Step { name: "fmt", command: &["cargo", "fmt", "--all", "--check"], ..PLAIN },
    Step { name: "typos", command: &["typos"], python: true, ..PLAIN },
    // Before anything is compiled: the programs embed the pages, and would be compiled anew for them.
    Step { name: "web", command: &["npm", "run", "--silent", "check"], programs: &[&system::NODE], ..PLAIN },
    Step { name: "tidy", command: &["cargo", "test", "--workspace", "--test", "tidy"], ..PLAIN },
    Step {
        name: "clippy",
        command: &["cargo", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
        ..PLAIN
    },
    Step {
        name: "docs",
        command: &["cargo", "doc", "--workspace", "--no-deps", "--document-private-items"],
        variables: &[("RUSTDOCFLAGS", "-D warnings")],
        ..PLAIN
    },
    Step {
        name: "sqlite",
        command: &["cargo", "test", "--workspace"],
        python: true,
        programs: CLIENTS,
        faults: true,
        ..PLAIN
    },
    // Only the service knows a database that can be another one, and its kill loops are about the embedded one. The agent is
    // named for its features: without it, cargo would build the agent and the service once more. Its unit tests are quick.
    Step {
        name: "postgresql",
        command: &[
            "cargo",
            "test",
            "--package",
            "cloud",
            "--package",
            "agent",
            "--lib",
            "--test",
            "stories",
            "--test",
            "two_processes",
            "--test",
            "backup",
        ],
        python: true,
        postgres: Postgres::Quick,
        programs: PROGRAMS,
        ..PLAIN
    },
    // A test that knows which process it has killed is left alone with them.
    Step {
        name: "cluster",
        command: &["cargo", "test", "--workspace", "--test", "cluster", "--", "--nocapture", "--test-threads=1"],
        python: true,
        postgres: Postgres::Restarted,
        programs: &[&system::NATS],
        ..PLAIN
    },
    Step {
        name: "browser",
        command: &["npm", "run", "--silent", "browser"],

        programs: &[&system::NODE, &system::CHROMIUM],
        ..PLAIN
    },
];

/// What set-up made for the steps.
pub(crate) struct Tools {
    pub(crate) python: Option<Python>,
    pub(crate) node: Option<Node>,
    pub(crate) deep: bool,
}

impl Step {
    /// Whether it starts servers that run on Node.js. The pages bring what they need themselves.
    pub(crate) fn uses_node(&self) -> bool {
        !self.uses_pages() && self.programs.iter().any(|need| need.package == system::NODE.package)
    }

    /// Whether it needs the pages to be built.
    pub(crate) fn uses_pages(&self) -> bool {
        self.command[0] == "npm"
    }

    /// Whether it starts the programs of this workspace without having cargo build them.
    pub(crate) fn needs_programs(&self) -> bool {
        self.uses_pages() && self.programs.iter().any(|need| need.package == system::CHROMIUM.package)
    }

    /// The command, ready to run, and the database that must outlive it.
    pub(crate) fn prepare(&self, tools: &Tools) -> Outcome<(Command, Option<Cluster>)> {
        let mut command = self.program(tools)?;
        if self.faults && !system::is_root() {
            command.args(["--config", IN_OWN_MOUNTS]);
        }
        command.args(&self.command[1..]).envs(self.variables.iter().copied());
        if let Some(python) = &tools.python {
            command.env("TONNAGE_TEST_PYTHON", python.program("python"));
            command.env("TONNAGE_TEST_RCLONE", python.program("rclone"));
            command.env("TONNAGE_TEST_SCHEMATHESIS", python.program("schemathesis"));
            command.env("TONNAGE_TEST_SEAWEEDFS", python.program("weed"));
            command.env("TONNAGE_TEST_MOTO", python.program("moto_server"));
        }
        if let Some(node) = &tools.node {
            command.env("TONNAGE_TEST_AZURITE", node.program("azurite-blob"));
        }
        if self.uses_pages() {
            let programs = workspace::target()?.join("debug");
            command.env("TONNAGE_TEST_PROGRAM", programs.join("tonnage"));
            command.env("TONNAGE_TEST_AGENT", programs.join("tonnage-agent"));
        }
        if tools.deep {
            command.env("TONNAGE_TEST_DEEP", "1");
        }
        // Half of the time a story waits for a disk or a clock, and another can use the processor.
        if std::env::var_os("RUST_TEST_THREADS").is_none() {
            let processors = std::thread::available_parallelism().map_or(2, usize::from);
            command.env("RUST_TEST_THREADS", (2 * processors).to_string());
        }
        let cluster = match self.postgres {
            Postgres::None => None,
            Postgres::Quick => Some(Cluster::start(FOR_TESTS)?),
            Postgres::Restarted => Some(Cluster::start(FOR_CRASHES)?),
        };
        if let Some(cluster) = cluster.as_ref().filter(|_| self.postgres == Postgres::Restarted) {
            command.env("TONNAGE_TEST_STOP_DATABASE", cluster.stop_command());
            command.env("TONNAGE_TEST_START_DATABASE", cluster.start_command());
        }
        match &cluster {
            Some(cluster) => command.env("TEST_DATABASE_URL", cluster.url()),
            // A database left in the caller's environment must not turn this step into another.
            None => command.env_remove("TEST_DATABASE_URL"),
        };
        Ok((command, cluster))
    }

    fn program(&self, tools: &Tools) -> Outcome<Command> {
        match (self.command[0], &tools.python) {
            ("cargo", _) => workspace::cargo(),
            ("npm", _) => Ok(web::npm(&[])),
            (program, Some(python)) => {
                let mut command = Command::new(python.program(program));
                command.current_dir(workspace::root());
                Ok(command)
            }
            (program, None) => failed(format!("Step `{}` uses `{program}`: mark it with `python: true`.", self.name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Postgres, STEPS, Tools};
    use crate::processes::shown;

    #[test]
    fn every_step_without_outside_needs_can_be_prepared() {
        let tools = Tools { python: None, node: None, deep: true };
        for step in STEPS.iter().filter(|step| !step.python && step.postgres == Postgres::None) {
            let Ok((command, None)) = step.prepare(&tools) else { panic!("{} is not prepared", step.name) };
            assert!(shown(&command).contains("TONNAGE_TEST_DEEP=1"), "{}", shown(&command));
        }
    }
}
