//! The real program in its own process, for tests that kill it.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use fixtures::send_signal;
use serde_json::Value;
use wire::ids::TeamId;

use crate::test_cloud::PASSWORD;

/// A running `tonnage serve` or `tonnage-agent`. Killed when it is dropped.
pub struct Program {
    child: Child,
    output: BufReader<ChildStdout>,
    log: PathBuf,
    /// The whole `listening` line.
    pub listening: Value,
    pub api: String,
    pub storage: String,
}

impl Program {
    /// Starts the server on free ports and waits for its `listening` line.
    pub fn serve(program: &Path, data_dir: &Path, variables: &[(&str, &str)]) -> Self {
        Self::serve_on(program, data_dir, "127.0.0.1:0", "127.0.0.1:0", variables)
    }

    /// As [`Self::serve`], at fixed addresses of API and store, so that it is found again after a restart.
    pub fn serve_on(
        program: &Path,
        data_dir: &Path,
        listen: &str,
        storage_listen: &str,
        variables: &[(&str, &str)],
    ) -> Self {
        let mut command = Command::new(program);
        command
            .arg("serve")
            .args(["--listen", listen, "--storage-listen", storage_listen])
            .arg("--data-dir")
            .arg(data_dir);
        command.envs(variables.iter().copied());
        Self::launch(command, log_path(data_dir))
    }

    /// Starts the transfer agent on a free port, without a token, and waits for its `listening` line.
    pub fn agent<S: AsRef<OsStr>>(program: &Path, state_dir: &Path, arguments: &[S]) -> Self {
        let mut command = Command::new(program);
        command.args(["-listen", "127.0.0.1:0", "-no-token", "-state-dir"]).arg(state_dir).args(arguments);
        command.env_remove("API_KEY");
        Self::launch(command, log_path(state_dir))
    }

    /// Starts a server with any command, and waits for its `listening` line.
    pub fn follow(command: Command, data_dir: &Path) -> Self {
        Self::launch(command, log_path(data_dir))
    }

    fn launch(mut command: Command, log: PathBuf) -> Self {
        let errors = std::fs::OpenOptions::new().create(true).append(true).open(&log).expect("a log file");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(errors);
        let mut child = command.spawn().expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("standard output is piped"));
        output.read_line(&mut line).expect("standard output can be read");
        let listening: Value = serde_json::from_str(&line).unwrap_or_else(|_| {
            panic!("no listening line, but: {line:?}\n{}", std::fs::read_to_string(&log).unwrap_or_default())
        });
        let address = |name: &str| listening[name].as_str().unwrap_or_default().to_owned();
        let (api, storage) = (address("api"), address("storage"));
        Self { child, output, log, listening, api, storage }
    }

    /// Runs a command and waits for it.
    pub fn run<S: AsRef<OsStr>>(program: &Path, variables: &[(&str, &str)], arguments: &[S]) -> Output {
        let mut command = Command::new(program);
        command.envs(variables.iter().copied()).args(arguments).stdin(Stdio::null());
        command.output().expect("the program starts")
    }

    /// Creates a Team while a server is running, and returns it with an API key of its Owner.
    pub fn bootstrap(program: &Path, data_dir: &Path) -> (TeamId, String) {
        Self::bootstrap_with(program, data_dir, &[])
    }

    /// As [`Self::bootstrap`], for a server that was started with these environment variables.
    pub fn bootstrap_with(program: &Path, data_dir: &Path, variables: &[(&str, &str)]) -> (TeamId, String) {
        let arguments = ["admin", "bootstrap", "--team", "Film", "--email", "anna@example.org", "--json"];
        let mut arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
        arguments.extend(["--password", PASSWORD, "--data-dir"].map(OsStr::new));
        arguments.push(data_dir.as_os_str());
        let output = Self::run(program, variables, &arguments);
        let made: Value = serde_json::from_slice(&output.stdout).expect("the command tells what it made");
        let text = |name: &str| made[name].as_str().unwrap_or_default().to_owned();
        (text("team_id").parse().expect("a Team has an id"), text("api_key"))
    }

    /// Everything that this and earlier servers of the data directory have logged.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).expect("the log can be read")
    }

    /// Asks the program to shut down gracefully.
    pub fn terminate(&self) {
        send_signal(self.id(), "TERM");
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// `kill -9`; returns when the process is gone.
    pub fn kill(&mut self) {
        self.child.kill().expect("the program can be killed");
        self.child.wait().expect("the program ends");
    }

    /// How the program ended, if it has.
    pub fn ended(&mut self) -> Option<std::process::ExitStatus> {
        self.child.try_wait().expect("the program is our child")
    }

    /// Waits for the end of a program that was asked to stop.
    pub fn wait(&mut self) -> std::process::ExitStatus {
        self.child.wait().expect("the program ends")
    }

    /// Everything on standard output after the `listening` line, up to the program's end.
    pub fn rest_of_output(&mut self) -> String {
        let mut text = String::new();
        self.output.read_to_string(&mut text).expect("standard output can be read");
        text
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Next to the data directory, so that it survives and is never mistaken for data.
fn log_path(data_dir: &Path) -> PathBuf {
    data_dir.with_extension("log")
}
