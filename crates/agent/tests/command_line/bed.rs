//! A service and the program.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;
use testkit::{Person, TestAgent, TestCloud};
use wire::time::Time;

use super::terminal::{Terminal, in_a_session};

const HOUR: i64 = 3_600_000;
pub(crate) const MIB: usize = 1 << 20;
/// Nothing listens there.
pub(crate) const NOWHERE: &str = "127.0.0.1:1";

pub(crate) struct Bed {
    pub(crate) cloud: TestCloud,
    pub(crate) owner: Person,
    directory: TempDir,
    /// The environment of the program.
    variables: BTreeMap<String, String>,
}

/// A command that has ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}\n{}", self.stdout, self.stderr);
        self
    }

    /// Parses standard output as one document.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}", self.stdout))
    }

    /// Parses every line of standard output as a document.
    #[track_caller]
    pub(crate) fn lines(&self) -> Vec<Value> {
        self.stdout
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
            .collect()
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code().unwrap_or(-1), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

/// The program with an empty environment.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tonnage-agent"));
    command
        .env_clear()
        .env("HOME", env!("CARGO_TARGET_TMPDIR"))
        .env("TONNAGE_AGENT_LISTEN", NOWHERE)
        .stdin(Stdio::null());
    command
}

/// Runs the program with an empty environment.
pub(crate) fn run(line: &str) -> Ran {
    program().args(line.split_whitespace()).output().unwrap().into()
}

impl Bed {
    /// Without a running agent: commands do the work themselves.
    pub(crate) async fn start() -> Self {
        Self::of(TestCloud::start().await).await
    }

    pub(crate) async fn of(cloud: TestCloud) -> Self {
        let owner = cloud.owner("Studio", "owner@example.com").await;
        let directory = tempfile::tempdir().unwrap();
        let (server, key) = (cloud.anyone(), owner.api_key.clone().unwrap());
        let mut bed = Self { cloud, owner, directory, variables: BTreeMap::new() };
        let state = bed.place("state");
        bed.set("TONNAGE_AGENT_CLOUD_URL", server.base_url());
        bed.set("TONNAGE_AGENT_STATE_DIR", state.to_str().unwrap());
        bed.set("API_KEY", &key);
        bed
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.variables.insert(name.to_owned(), value.to_owned());
    }

    /// Starts an agent that commands find through the environment.
    pub(crate) async fn run_agent(&mut self) -> TestAgent {
        let agent = TestAgent::start(&self.cloud, self.owner.api_key.as_deref()).await;
        self.set("TONNAGE_AGENT_LISTEN", &format!("127.0.0.1:{}", agent.port()));
        self.variables.remove("API_KEY");
        agent
    }

    pub(crate) fn place(&self, name: &str) -> PathBuf {
        self.directory.path().canonicalize().unwrap().join(name)
    }

    pub(crate) fn file(&self, path: &str, length: usize) -> PathBuf {
        let path = self.place("source").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let content: Vec<u8> = (0..length).map(|place| u8::try_from(place * 31 % 251).unwrap()).collect();
        std::fs::write(&path, content).unwrap();
        path
    }

    fn command(&self, arguments: &[&str]) -> Command {
        std::fs::create_dir_all(self.place("source")).unwrap();
        let mut command = program();
        command.envs(&self.variables).args(arguments).current_dir(self.place("source"));
        command
    }

    /// Runs a command to its end, in the directory of the sources.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        let mut command = self.command(arguments);
        tokio::task::block_in_place(|| command.output()).unwrap().into()
    }

    /// Like [`Self::run`], with this on standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: &str) -> Ran {
        let mut command = self.command(arguments);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        tokio::task::block_in_place(|| child.wait_with_output()).unwrap().into()
    }

    /// Runs the program on a terminal.
    pub(crate) fn on_terminal(&self, arguments: &[&str]) -> Terminal {
        let program = self.command(arguments);
        let mut command = in_a_session();
        command.arg(program.get_program()).args(program.get_args()).env_clear();
        command.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command.env("TERM", "xterm").current_dir(self.place("source"));
        Terminal::begin(command)
    }

    /// Runs a script of the shell that calls the program as `agent`.
    pub(crate) fn shell(&self, script: &str) -> Ran {
        let program = self.command(&[]);
        let name = program.get_program().to_str().unwrap();
        let script = format!("agent() {{ '{name}' \"$@\"; }}\n{script}");
        let mut command = Command::new("/bin/bash");
        command.args(["-c", &script]).env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command.stdin(Stdio::null()).current_dir(self.place("source"));
        tokio::task::block_in_place(|| command.output()).unwrap().into()
    }

    pub(crate) fn spawn_with_input(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    pub(crate) fn spawn(&self, arguments: &[&str]) -> Child {
        self.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }
}

/// Hours from now, by the clock of this machine, which the program has as well.
pub(crate) fn hours_left(time: &Value) -> i64 {
    let end: Time = time.as_str().unwrap().parse().unwrap();
    (end.as_millis() - agent::clock::in_seconds(0).as_millis() + HOUR / 2) / HOUR
}

/// Every file and directory below, with its content; directories have none.
pub(crate) fn tree(root: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut all = BTreeMap::new();
    let mut pending = vec![root.to_owned()];
    while let Some(directory) = pending.pop() {
        for entry in std::fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            let relative = path.strip_prefix(root).unwrap().to_owned();
            if path.is_dir() {
                all.insert(relative, None);
                pending.push(path);
            } else {
                all.insert(relative, Some(std::fs::read(&path).unwrap()));
            }
        }
    }
    all
}
