//! Kills the real agent repeatedly while files grow. `TONNAGE_TEST_ROUNDS` sets how many times.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use testkit::{Person, Program, Reply, TestCloud, until};

use super::scene::{MIB, Writer, complete, received, team_stream};

const KILLS: usize = 8;
const DEEP_KILLS: usize = 100;
const FILES: usize = 3;

struct Agent<'a> {
    cloud: &'a TestCloud,
    directory: &'a Path,
    program: Program,
}

impl<'a> Agent<'a> {
    fn start(cloud: &'a TestCloud, directory: &'a Path) -> Self {
        Self { cloud, directory, program: launch(cloud, directory) }
    }

    fn kill(&mut self) {
        self.program.kill();
        self.program = launch(self.cloud, self.directory);
    }

    async fn call(&self, line: &str, body: &Value) -> Value {
        let (method, path) = line.split_once(' ').unwrap();
        let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
        let request = http.request(method.parse().unwrap(), format!("{}/api/v1/{path}", self.program.api));
        Reply::to(if body.is_null() { request } else { request.json(body) }).await.expect(200)
    }
}

fn launch(cloud: &TestCloud, directory: &Path) -> Program {
    let (base, key) = (cloud.anyone().base_url().to_owned(), directory.join("key"));
    let arguments = [OsStr::new("-cloud-url"), OsStr::new(&base), OsStr::new("-api-key-file"), key.as_os_str()];
    Program::agent(Path::new(env!("CARGO_BIN_EXE_tonnage-agent")), &directory.join("state"), &arguments)
}

fn name_of(writer: &Writer) -> &str {
    writer.path.file_name().unwrap().to_str().unwrap()
}

/// What arrived is what was written, and arrived once.
async fn check(owner: &Person, uploads: &[Value], writers: &[Writer], context: &str) {
    for writer in writers {
        let name = name_of(writer);
        let of_it: Vec<_> = uploads.iter().filter(|upload| upload["package_name"] == name).collect();
        let mut contents = Vec::new();
        for upload in &of_it {
            contents.push(received(owner, upload["package_id"].as_str().unwrap()).await.1);
        }
        // On a busy machine, a pause may have been too long: then there is an earlier end.
        assert!(contents.iter().all(|content| writer.written.starts_with(content)), "{context}: {name}");
        let whole = contents.iter().filter(|content| **content == writer.written).count();
        assert_eq!(whole, 1, "{context}: {name} must arrive complete once, of {}", contents.len());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_go_on_after_kill_9() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Studio", "owner@example.com").await;
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("captures");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(directory.path().join("key"), owner.api_key.as_deref().unwrap()).unwrap();
    let mut agent = Agent::start(&cloud, directory.path());
    agent.call("POST automations/team_stream", &team_stream(&owner, &folder, &json!({ "timeout": 3 }))).await;
    let mut writers: Vec<_> = (0..FILES).map(|number| Writer::new(&folder.join(format!("take {number}")))).collect();
    for _ in 0..testkit::rounds(KILLS, DEEP_KILLS) {
        for _ in 0..random.random_range(1..8) {
            let chosen = random.random_range(0..FILES);
            writers[chosen].append(random.random_range(0..2 * MIB));
            tokio::time::sleep(Duration::from_millis(random.random_range(0..60))).await;
        }
        agent.kill();
    }
    let uploads = until("every file arrived whole", async || {
        let uploads = agent.call("GET uploads", &Value::Null).await.as_array().unwrap().clone();
        let is_whole = |writer: &Writer| {
            let size = json!(writer.written.len());
            complete(&uploads).any(|upload| upload["package_name"] == name_of(writer) && upload["size"] == size)
        };
        if writers.iter().all(is_whole) && complete(&uploads).count() == uploads.len() {
            return Ok(uploads);
        }
        Err(format!("seed {seed}: {uploads:?}\n{}", agent.program.log()))
    })
    .await;
    check(&owner, &uploads, &writers, &format!("seed {seed}")).await;
    let statement = "SELECT COUNT(*) FROM packages WHERE state = 'finalized'";
    let finalized = testkit::number_of_sql(cloud.app().config.database.url.expose(), statement).await;
    assert_eq!(finalized, i64::try_from(uploads.len()).unwrap(), "seed {seed}");
}
