//! The real agent and a service in this process, for stories about a few files and a lot that goes wrong.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use testkit::{Person, Program, Reply, TestCloud, noise, until};

pub(crate) const MIB: u64 = 1 << 20;

pub(crate) struct Workbench {
    cloud: TestCloud,
    owner: Person,
    _directory: tempfile::TempDir,
    /// Everything that the agent writes is in here.
    folder: PathBuf,
    http: reqwest::Client,
    agent: Option<Program>,
    arguments: Vec<String>,
    /// The executable, or a script that starts it in other circumstances.
    program: PathBuf,
}

impl Workbench {
    /// Starts the agent with these options.
    pub(crate) async fn new(arguments: &[&str]) -> Self {
        Self::in_folder(None, arguments).await
    }

    /// Starts the agent with its state and its files in this folder, or in a new one.
    pub(crate) async fn in_folder(folder: Option<&Path>, arguments: &[&str]) -> Self {
        let cloud = TestCloud::start().await;
        let owner = cloud.owner("Studio", "owner@example.com").await;
        let directory = tempfile::tempdir().unwrap();
        let folder = folder.unwrap_or(directory.path()).to_owned();
        let key = directory.path().join("key");
        std::fs::write(&key, owner.api_key.as_deref().unwrap()).unwrap();
        let base = cloud.anyone().base_url().to_owned();
        let usual = ["-cloud-url", &base, "-api-key-file", key.to_str().unwrap()];
        let arguments = usual.iter().chain(arguments).map(|argument| (*argument).to_owned()).collect();
        let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
        let program = PathBuf::from(env!("CARGO_BIN_EXE_tonnage-agent"));
        let mut bench = Self { cloud, owner, _directory: directory, folder, http, agent: None, arguments, program };
        bench.start();
        bench
    }

    /// Restarts the agent by a line of shell that precedes it, such as `ulimit -n 100`.
    pub(crate) fn restart_after(&mut self, line: &str) {
        self.terminate();
        let script = self.path("agent.sh");
        let text = format!("#!/bin/sh\n{line}\nexec {} \"$@\"\n", env!("CARGO_BIN_EXE_tonnage-agent"));
        std::fs::write(&script, text).unwrap();
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o700)).unwrap();
        self.program = script;
        self.start();
    }

    /// Starts the agent with its current state.
    pub(crate) fn start(&mut self) {
        self.agent = Some(Program::agent(&self.program, &self.path("state"), &self.arguments));
    }

    /// The command that [`start`](Self::start) runs.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(["-listen", "127.0.0.1:0", "-no-token", "-state-dir"])
            .arg(self.path("state"))
            .args(&self.arguments);
        command
    }

    /// Waits until this many bytes are shown as moved, and returns them: those that have arrived, and all.
    pub(crate) async fn until_moved(&self, transfer: &str, bytes: u64) -> (u64, u64) {
        let shown = |found: &Value| {
            let arrived = found["progress"].as_u64().unwrap();
            (arrived, arrived + found["under_way"].as_u64().unwrap_or_default())
        };
        shown(&self.until(transfer, &format!("has moved {bytes} bytes"), |found| shown(found).1 >= bytes).await)
    }

    pub(crate) fn kill(&mut self) {
        self.agent.as_mut().unwrap().kill();
    }

    /// Asks the agent to end, and waits until it has.
    pub(crate) fn terminate(&mut self) {
        let agent = self.agent.as_mut().unwrap();
        agent.terminate();
        agent.wait();
    }

    /// Whether the agent has ended by itself.
    pub(crate) fn is_dead(&self) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process())).unwrap_or_default();
        stat.rsplit(") ").next().is_none_or(|rest| rest.is_empty() || rest.starts_with(['Z', 'X']))
    }

    /// The id of the agent's process.
    pub(crate) fn process(&self) -> u32 {
        self.agent.as_ref().unwrap().id()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(crate) fn log(&self) -> String {
        self.agent.as_ref().unwrap().log()
    }

    /// Calls a method and a path of the agent's API.
    pub(crate) async fn call(&self, line: &str, body: &Value) -> Reply {
        let (method, path) = line.split_once(' ').unwrap();
        let url = format!("{}/api/v1/{path}", self.agent.as_ref().unwrap().api);
        let request = self.http.request(method.parse().unwrap(), url);
        Reply::to(if body.is_null() { request } else { request.json(body) }).await
    }

    /// Calls the agent, which may be dying.
    pub(crate) async fn try_call(&self, line: &str) -> Option<Value> {
        let (method, path) = line.split_once(' ').unwrap();
        let url = format!("{}/api/v1/{path}", self.agent.as_ref().unwrap().api);
        let reply = self.http.request(method.parse().unwrap(), url).send().await.ok()?;
        serde_json::from_slice(&reply.bytes().await.ok()?).ok()
    }

    /// Waits until the transfer is as wanted, and returns it.
    pub(crate) async fn until(&self, transfer: &str, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        until(&format!("{transfer} {what}"), async || {
            let found = self.call(&format!("GET {transfer}"), &Value::Null).await.expect(200);
            if is_so(&found) { Ok(found) } else { Err(found) }
        })
        .await
    }

    pub(crate) async fn until_complete(&self, transfer: &str) {
        self.until(transfer, "is complete", |found| {
            assert_ne!(found["state"], "error", "{found}\n{}", self.log());
            found["state"] == "complete"
        })
        .await;
    }

    /// Creates a file of noise.
    pub(crate) fn file(&self, name: &str, length: u64) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, noise(length, usize::try_from(length).unwrap())).unwrap();
        path
    }

    /// Starts to send a file, and returns the path of the upload in the API.
    pub(crate) async fn upload(&self, source: &Path) -> String {
        self.upload_with(source, &json!({})).await
    }

    /// `more` is merged into the body.
    pub(crate) async fn upload_with(&self, source: &Path, more: &Value) -> String {
        let mut body = json!({ "team_id": self.owner.team_id, "paths": [source] });
        body.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        let started = self.call("POST uploads", &body).await.expect(200);
        format!("uploads/{}", started["upload_id"].as_str().unwrap())
    }

    pub(crate) async fn link(&self, upload: &str) -> String {
        let link = self.call(&format!("POST {upload}/link"), &Value::Null).await.expect(200);
        let base = self.cloud.anyone().base_url().to_owned();
        format!("{base}/d/{}?secret={}", link["id"].as_str().unwrap(), link["secret"].as_str().unwrap())
    }

    /// Sends a file, and returns a link to it.
    pub(crate) async fn sent(&self, source: &Path) -> String {
        let upload = self.upload(source).await;
        self.until_complete(&upload).await;
        self.link(&upload).await
    }

    /// Starts to receive what a link leads to, and returns the path of the download in the API.
    pub(crate) async fn download(&self, url: &str, to: &Path) -> String {
        let started = self.call("POST downloads", &json!({ "url": url, "dst_folder": to })).await.expect(200);
        format!("downloads/{}", started["download_id"].as_str().unwrap())
    }

    /// Limits a direction, `upload` or `download`.
    pub(crate) async fn limit(&self, direction: &str, bytes_per_second: u64) {
        let body = json!({ "enabled": true, "rate_limit_bps": bytes_per_second * 8 });
        self.call(&format!("POST settings/{direction}_rate_limit"), &body).await.expect(200);
    }

    /// A number from the agent's journal.
    pub(crate) async fn journal(&self, statement: &str) -> i64 {
        let url = format!("sqlite://{}", self.path("state/journal.db").display());
        testkit::number_of_sql(&url, statement).await
    }

    /// Interferes with system calls of the agent on these paths until the returned program is dropped. `how` is for
    /// strace: `error=EIO`, or `signal=KILL:when=3`.
    pub(crate) fn interfere(&self, calls: &str, how: &str, paths: &[PathBuf]) -> Interference {
        let mut strace = Command::new("strace");
        strace.arg("-f");
        for path in paths {
            strace.arg("-P").arg(path);
        }
        strace.args(["-e", &format!("trace={calls}"), "-e", &format!("inject={calls}:{how}")]);
        strace.args(["-p", &self.process().to_string()]);
        let mut strace = strace.stderr(Stdio::piped()).spawn().expect("this test needs strace");
        let mut said = std::io::BufRead::lines(std::io::BufReader::new(strace.stderr.take().unwrap()));
        assert!(said.any(|line| line.unwrap().contains("attached")), "strace cannot attach to the agent");
        // Keeps reading from the pipe, so that strace does not block.
        std::thread::spawn(move || said.for_each(drop));
        Interference(strace)
    }
}

pub(crate) struct Interference(Child);

impl Drop for Interference {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
