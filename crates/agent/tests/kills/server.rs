//! Kills the real server while the real agent transfers files, and sometimes the agent too. A proxy between the agent
//! and the store counts bytes and, in every second round, breaks one request in twenty.
//!
//! Uses the server that was built next to the agent, and builds it if there is none. `TONNAGE_TEST_ROUNDS` sets the
//! number of rounds.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use testkit::{FaultProxy, Operation, Program, Reply, free_ports, until};

use super::watcher::{Watcher, tree};

const ROUNDS: usize = 3;
const DEEP_ROUNDS: usize = 100;
const KILLS: usize = 3;
const PART: u64 = 5 << 20;
/// The largest range of a download request.
const RANGE: u64 = 16 << 20;
const CONNECTIONS: u64 = 4;
const SHARE_OF_FAULTS: f64 = 0.05;

fn agent_program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tonnage-agent"))
}

fn server_program() -> PathBuf {
    let program = agent_program().with_file_name("tonnage");
    if !program.exists() {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = std::process::Command::new(cargo);
        build.args(["build", "--quiet", "--package", "cloud", "--bin", "tonnage"]);
        assert!(build.status().unwrap().success(), "the server can be built");
    }
    program
}

struct Scene {
    directory: tempfile::TempDir,
    server_program: PathBuf,
    addresses: (String, String),
    proxy: FaultProxy,
    watcher: Watcher,
    server: Option<Program>,
    agent: Option<Program>,
    team: String,
    http: reqwest::Client,
}

impl Scene {
    async fn start() -> Self {
        testkit::prepare();
        let [api, store] = free_ports().map(|port| format!("127.0.0.1:{port}"));
        let addresses = (api, store);
        let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
        let mut scene = Self {
            directory: tempfile::tempdir().unwrap(),
            server_program: server_program(),
            proxy: FaultProxy::start(addresses.1.parse().unwrap()).await,
            watcher: Watcher::start(),
            addresses,
            server: None,
            agent: None,
            team: String::new(),
            http,
        };
        scene.start_server();
        let (team, key) = Program::bootstrap(&scene.server_program, &scene.place("data"));
        scene.team = team.to_string();
        std::fs::write(scene.place("key"), key).unwrap();
        scene.start_agent();
        scene.call("POST settings/concurrency", &json!({ "max_connections": CONNECTIONS })).await;
        scene
    }

    fn place(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn start_server(&mut self) {
        let (listen, storage) = (self.addresses.0.as_str(), self.addresses.1.as_str());
        let url = format!("http://{listen}");
        let through = self.proxy.url();
        let variables = [("TONNAGE_PUBLIC_URL", url.as_str()), ("TONNAGE_STORAGE__PUBLIC_ENDPOINT", through.as_str())];
        self.server = Some(Program::serve_on(&self.server_program, &self.place("data"), listen, storage, &variables));
    }

    fn start_agent(&mut self) {
        let (url, key) = (format!("http://{}", self.addresses.0), self.place("key"));
        let arguments = ["-cloud-url", &url, "-api-key-file", key.to_str().unwrap()];
        let rates = ["-max-upload-rate", "30MiB", "-max-download-rate", "30MiB"];
        let arguments = [&arguments[..], &rates].concat();
        self.agent = Some(Program::agent(agent_program(), &self.place("state"), &arguments));
    }

    async fn call(&self, line: &str, body: &Value) -> Value {
        let (method, path) = line.split_once(' ').unwrap();
        let url = format!("{}/api/v1/{path}", self.agent.as_ref().unwrap().api);
        let request = self.http.request(method.parse().unwrap(), url);
        Reply::to(if body.is_null() { request } else { request.json(body) }).await.expect(200)
    }

    async fn start_upload(&self, source: &Path) -> String {
        let body = json!({ "team_id": self.team, "paths": [source], "chunk_size": PART });
        self.call("POST uploads", &body).await["upload_id"].as_str().unwrap().to_owned()
    }

    async fn link(&self, upload: &str) -> String {
        let link = self.call(&format!("POST uploads/{upload}/link"), &Value::Null).await;
        let (id, secret) = (link["id"].as_str().unwrap(), link["secret"].as_str().unwrap());
        format!("http://{}/d/{id}?secret={secret}", self.addresses.0)
    }

    async fn until_complete(&self, what: &str, context: &str) {
        until(&format!("{context}: {what} is complete"), async || {
            let transfer = self.call(&format!("GET {what}"), &Value::Null).await;
            match transfer["state"].as_str().unwrap() {
                "complete" => Ok(()),
                // An agent that started while the server was down waits for its session.
                "transferring" | "idle" | "paused" => Err(transfer),
                _ => panic!("{context}: {transfer}"),
            }
        })
        .await;
    }

    /// Kills the server, and every second time the agent too.
    async fn kill(&mut self, random: &mut StdRng) {
        for _ in 0..KILLS {
            tokio::time::sleep(Duration::from_millis(random.random_range(0..600))).await;
            let with_agent = random.random_bool(0.5);
            self.server.as_mut().unwrap().kill();
            if with_agent {
                self.agent.as_mut().unwrap().kill();
            }
            tokio::time::sleep(Duration::from_millis(random.random_range(0..200))).await;
            self.start_server();
            if with_agent {
                self.start_agent();
            }
        }
    }
}

/// Bytes sent to and requested from storage.
struct Meter {
    up: u64,
    down: u64,
}

impl Meter {
    fn read(proxy: &FaultProxy) -> Self {
        let up = proxy.bytes_in(Operation::Part) + proxy.bytes_in(Operation::Put);
        Self { up, down: proxy.bytes_out(Operation::Get) }
    }

    /// Checks that no more was transferred again than was in transfer at the kills, and what the faults of the network
    /// cost: one request in twenty, and more on a bad day.
    fn check(&self, proxy: &FaultProxy, wanted: u64, context: &str) {
        let (now, kills) = (Self::read(proxy), KILLS as u64);
        let up = (now.up - self.up).saturating_sub(wanted);
        let down = (now.down - self.down).saturating_sub(wanted);
        println!("{context}: moved again: {up} up, {down} down");
        assert!(up <= kills * CONNECTIONS * PART + wanted / 4, "{context}: {up} bytes were sent again");
        assert!(down <= kills * CONNECTIONS * RANGE + wanted / 4, "{context}: {down} bytes were fetched again");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn transfers_go_on_after_the_server_was_killed() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut scene = Scene::start().await;
    let source = scene.place("source").join("show");
    std::fs::create_dir_all(source.join("stills")).unwrap();
    for (name, length) in [("clip", 23_000_001), ("other", 11_000_000), ("stills/one", 40_000), ("stills/none", 0)] {
        let mut content = vec![0x5a; length];
        for (number, block) in content.chunks_mut(512).enumerate() {
            block[0] = u8::try_from(number % 251).unwrap();
        }
        std::fs::write(source.join(name), content).unwrap();
    }
    let bytes = tree(&source).into_values().flatten().map(|content| content.len() as u64).sum();
    let first = scene.start_upload(&source).await;
    scene.until_complete(&format!("uploads/{first}"), "in peace").await;
    let mut link = scene.link(&first).await;
    for round in 0..testkit::rounds(ROUNDS, DEEP_ROUNDS) {
        let context = format!("seed {seed}, round {round}");
        let is_rough = round % 2 == 1;
        scene.proxy.set_share_of_faults(if is_rough { SHARE_OF_FAULTS } else { 0.0 }, random.random());
        let meter = Meter::read(&scene.proxy);
        let to = scene.place(&format!("received-{round}"));
        std::fs::create_dir(&to).unwrap();
        scene.watcher.watch(&to, source.parent().unwrap());
        let upload = scene.start_upload(&source).await;
        let started = scene.call("POST downloads", &json!({ "url": link, "dst_folder": to })).await;
        scene.kill(&mut random).await;
        let download = started["download_id"].as_str().unwrap();
        scene.until_complete(&format!("downloads/{download}"), &context).await;
        assert!(tree(&to) == tree(source.parent().unwrap()), "{context}: {:?}", tree(&to).keys());
        scene.watcher.forget(&to, &context);
        std::fs::remove_dir_all(&to).unwrap();
        scene.until_complete(&format!("uploads/{upload}"), &context).await;
        if !is_rough {
            meter.check(&scene.proxy, bytes, &context);
        }
        link = scene.link(&upload).await;
    }
    scene.proxy.set_share_of_faults(0.0, 0);
    let to = scene.place("the last");
    let started = scene.call("POST downloads", &json!({ "url": link, "dst_folder": to })).await;
    let download = started["download_id"].as_str().unwrap();
    scene.until_complete(&format!("downloads/{download}"), "the end").await;
    assert!(tree(&to) == tree(source.parent().unwrap()), "seed {seed}: the end");
}
