//! Many files, deep trees and one enormous file, sent by the real agent with little memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};
use testkit::{Operation, Person, Program, Reply, TestCloud, until};

const MEMORY_MOST_KIB: u64 = 128 << 10;
const FILES: usize = 10_000;
const DEPTH: usize = 200;
const ENORMOUS: u64 = 15_000_000_000_000;

struct Scene {
    cloud: TestCloud,
    owner: Person,
    directory: tempfile::TempDir,
    agent: Program,
    http: reqwest::Client,
}

impl Scene {
    async fn start(cloud: TestCloud, arguments: &[&str]) -> Self {
        let owner = cloud.owner("Studio", "owner@example.com").await;
        let directory = tempfile::tempdir().unwrap();
        let key = directory.path().join("key");
        std::fs::write(&key, owner.api_key.as_deref().unwrap()).unwrap();
        let base = cloud.anyone().base_url().to_owned();
        let mut all = vec!["-cloud-url", &base, "-api-key-file", key.to_str().unwrap()];
        all.extend(arguments);
        let program = Path::new(env!("CARGO_BIN_EXE_tonnage-agent"));
        let agent = Program::agent(program, &directory.path().join("state"), &all);
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { cloud, owner, directory, agent, http }
    }

    async fn call(&self, line: &str, body: &Value) -> Reply {
        let (method, path) = line.split_once(' ').unwrap();
        let request = self.http.request(method.parse().unwrap(), format!("{}/api/v1/{path}", self.agent.api));
        Reply::to(if body.is_null() { request } else { request.json(body) }).await
    }

    async fn upload(&self, source: &Path) -> String {
        let body = json!({ "team_id": self.owner.team_id, "paths": [source] });
        let started = self.call("POST uploads", &body).await.expect(200);
        started["upload_id"].as_str().unwrap().to_owned()
    }

    async fn until(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        until(what, async || {
            let transfer = self.call(&format!("GET {what}?limit=1"), &Value::Null).await.expect(200);
            if is_so(&transfer) {
                return Ok(transfer);
            }
            assert_ne!(transfer["state"], "error", "{transfer}");
            Err(transfer)
        })
        .await
    }

    /// The peak memory of the agent.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.agent.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    fn assert_small(&self, what: &str) {
        let memory = self.memory();
        println!("{what}: at most {} MiB", memory >> 10);
        assert!(memory <= MEMORY_MOST_KIB, "{what}: {memory} KiB");
    }
}

fn tree(root: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let (mut all, mut pending) = (BTreeMap::new(), vec![root.to_owned()]);
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

fn write(path: &Path, content: &[u8]) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_files_and_deep_trees_need_little_memory() {
    let scene = Scene::start(TestCloud::start().await, &[]).await;
    let source = scene.directory.path().join("source/show");
    for number in 0..FILES {
        let content = [&number.to_le_bytes()[..], &[7; 1_016]].concat();
        write(&source.join(format!("frames/{}/{number}.dpx", number / 500)), &content);
    }
    let deep = vec!["d"; DEPTH].join("/");
    write(&source.join("deep").join(&deep).join("here"), b"deep");
    for number in 0..20 {
        std::fs::create_dir_all(source.join(format!("empty/{number}/in it"))).unwrap();
        write(&source.join(format!("zero/{number}")), b"");
    }
    let since = Instant::now();
    let id = scene.upload(&source).await;
    let upload = scene.until(&format!("uploads/{id}"), |upload| upload["state"] == "complete").await;
    assert_eq!(upload["progress"], upload["size"]);
    println!("sent in {:?}", since.elapsed());
    scene.assert_small("sent");
    let link = scene.call(&format!("POST uploads/{id}/link"), &Value::Null).await.expect(200);
    let base = scene.cloud.anyone().base_url().to_owned();
    let url = format!("{base}/d/{}?secret={}", link["id"].as_str().unwrap(), link["secret"].as_str().unwrap());
    let (to, since) = (scene.directory.path().join("received"), Instant::now());
    let started = scene.call("POST downloads", &json!({ "url": url, "dst_folder": to })).await.expect(200);
    let id = started["download_id"].as_str().unwrap();
    scene.until(&format!("downloads/{id}"), |download| download["state"] == "complete").await;
    println!("received in {:?}", since.elapsed());
    scene.assert_small("received");
    assert!(tree(&to) == tree(source.parent().unwrap()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_enormous_file_is_planned_and_begun() {
    let (setup, store) = TestCloud::setup().with_faulty_store().await;
    let scene = Scene::start(setup.start().await, &["-max-upload-rate", "64MiB"]).await;
    let source = scene.directory.path().join("enormous");
    std::fs::File::create(&source).unwrap().set_len(ENORMOUS).unwrap();
    let since = Instant::now();
    let id = scene.upload(&source).await;
    let moved = |upload: &Value| upload["under_way"].as_u64().unwrap() > 128 << 20;
    let upload = scene.until(&format!("uploads/{id}"), moved).await;
    println!("begun in {:?}", since.elapsed());
    assert_eq!(upload["size"], ENORMOUS);
    assert!(store.proxy.count(Operation::Part) > 0, "a part is in transfer");
    let owner = &scene.owner;
    let package = upload["package_id"].as_str().unwrap().parse().unwrap();
    let token = owner.client.package(&owner.team_id, &package).await.unwrap().access_token;
    let files = owner.client.with_package_token(&token).files(&package, "").await.unwrap();
    assert_eq!(files.iter().map(|file| file.size).collect::<Vec<_>>(), [i64::try_from(ENORMOUS).unwrap()]);
    scene.assert_small("begun");
    scene.call(&format!("DELETE uploads/{id}"), &Value::Null).await.expect(200);
    let state = owner.client.package(&owner.team_id, &package).await.map(|package| package.state.as_str().to_owned());
    assert!(state.as_ref().is_err() || state.as_ref().is_ok_and(|state| state != "new"), "{state:?}");
}
