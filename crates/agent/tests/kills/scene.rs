//! A service in this process behind a fault proxy, the real agent, and trees of files to send.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::{FaultyStore, Person, Program, Reply, TestCloud, until};

use super::watcher::{Watcher, tree};

/// Trees that are sent and downloaded in parallel.
pub(crate) const TREES: usize = 5;
pub(crate) const PART: u64 = 5 << 20;
/// The range size of a large download.
pub(crate) const RANGE: u64 = 16 << 20;
const MIB: usize = 1 << 20;
/// Slow enough to be interrupted by a kill.
const RATE: &str = "48MiB";

pub(crate) struct Scene {
    pub(crate) store: FaultyStore,
    cloud: TestCloud,
    owner: Person,
    directory: tempfile::TempDir,
    http: reqwest::Client,
    agent: Option<Program>,
    sources: Vec<PathBuf>,
    watcher: Watcher,
    places: usize,
}

/// A running transfer and its tree.
pub(crate) struct OnItsWay {
    pub(crate) id: String,
    package: String,
    tree: usize,
    place: PathBuf,
}

impl Scene {
    pub(crate) async fn new(connections: u64) -> Self {
        let (setup, store) = TestCloud::setup().with_faulty_store().await;
        let cloud = setup.start().await;
        let owner = cloud.owner("Studio", "owner@example.com").await;
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("key"), owner.api_key.as_deref().unwrap()).unwrap();
        let sources = (0..TREES).map(|number| make_tree(directory.path(), number)).collect();
        let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
        let watcher = Watcher::start();
        let mut scene = Self { store, cloud, owner, directory, http, agent: None, sources, watcher, places: 0 };
        scene.start();
        scene.call("POST settings/concurrency", &json!({ "max_connections": connections })).await.expect(200);
        scene
    }

    /// Starts the agent with its current state.
    pub(crate) fn start(&mut self) {
        let base = self.cloud.anyone().base_url().to_owned();
        let key = self.directory.path().join("key");
        let arguments = ["-cloud-url", &base, "-max-upload-rate", RATE, "-max-download-rate", RATE, "-api-key-file"];
        let arguments: Vec<&std::ffi::OsStr> =
            arguments.iter().map(std::ffi::OsStr::new).chain([key.as_os_str()]).collect();
        let program = Path::new(env!("CARGO_BIN_EXE_tonnage-agent"));
        self.agent = Some(Program::agent(program, &self.directory.path().join("state"), &arguments));
    }

    pub(crate) fn kill(&mut self) {
        self.agent.as_mut().unwrap().kill();
    }

    /// Calls a method and a path of the agent's API.
    async fn call(&self, line: &str, body: &Value) -> Reply {
        let (method, path) = line.split_once(' ').unwrap();
        let url = format!("{}/api/v1/{path}", self.agent.as_ref().unwrap().api);
        let request = self.http.request(method.parse().unwrap(), url);
        Reply::to(if body.is_null() { request } else { request.json(body) }).await
    }

    pub(crate) async fn transfer(&self, kind: &str, id: &str) -> Value {
        self.call(&format!("GET {kind}/{id}"), &Value::Null).await.expect(200)
    }

    async fn until_complete(&self, kind: &str, id: &str, context: &str) -> Value {
        until(&format!("{context}: {kind}/{id} is complete"), async || {
            let transfer = self.transfer(kind, id).await;
            match transfer["state"].as_str().unwrap() {
                "complete" => Ok(transfer),
                "transferring" | "idle" => Err(transfer),
                _ => panic!("{context}: {transfer}\n{}", self.agent.as_ref().unwrap().log()),
            }
        })
        .await
    }

    /// Total bytes of all trees.
    pub(crate) fn bytes(&self) -> u64 {
        let sizes = self.sources.iter().flat_map(|source| tree(source).into_values().flatten());
        sizes.map(|content| content.len() as u64).sum()
    }

    pub(crate) async fn start_uploads(&self) -> Vec<OnItsWay> {
        let mut started = Vec::new();
        for (tree, source) in self.sources.iter().enumerate() {
            let body = json!({ "team_id": self.owner.team_id, "paths": [source], "chunk_size": PART });
            let reply = self.call("POST uploads", &body).await.expect(200);
            let text = |name: &str| reply[name].as_str().unwrap().to_owned();
            started.push(OnItsWay { id: text("upload_id"), package: text("package_id"), tree, place: source.clone() });
        }
        started
    }

    /// Waits for the uploads, and returns links to them.
    pub(crate) async fn sent(&self, uploads: &[OnItsWay], context: &str) -> Vec<String> {
        let mut links = Vec::new();
        for OnItsWay { id, package, .. } in uploads {
            let upload = self.until_complete("uploads", id, context).await;
            assert_eq!(upload["package_id"], *package, "{context}: it is the same upload");
            assert_eq!(upload["progress"], upload["size"], "{context}");
            let link = self.call(&format!("POST uploads/{id}/link"), &Value::Null).await.expect(200);
            let base = self.cloud.anyone().base_url().to_owned();
            links.push(format!(
                "{base}/d/{}?secret={}",
                link["id"].as_str().unwrap(),
                link["secret"].as_str().unwrap()
            ));
        }
        links
    }

    pub(crate) async fn sent_in_peace(&self) -> Vec<String> {
        let uploads = self.start_uploads().await;
        self.sent(&uploads, "in peace").await
    }

    pub(crate) async fn start_downloads(&mut self, links: &[String]) -> Vec<OnItsWay> {
        let mut started = Vec::new();
        for (tree, url) in links.iter().enumerate() {
            self.places += 1;
            let place = self.directory.path().join(format!("received-{}", self.places));
            std::fs::create_dir(&place).unwrap();
            self.watcher.watch(&place, self.sources[tree].parent().unwrap());
            let reply = self.call("POST downloads", &json!({ "url": url, "dst_folder": place })).await.expect(200);
            let id = reply["download_id"].as_str().unwrap().to_owned();
            started.push(OnItsWay { id, package: String::new(), tree, place });
        }
        started
    }

    /// Waits for the downloads and compares them with the sources: nothing is missing, and nothing is left over.
    pub(crate) async fn received(&self, downloads: &[OnItsWay], context: &str) {
        for OnItsWay { id, tree: number, place, .. } in downloads {
            self.until_complete("downloads", id, context).await;
            let (here, there) = (tree(place), tree(self.sources[*number].parent().unwrap()));
            assert!(here == there, "{context}: {:?} is not {:?}", here.keys(), there.keys());
            self.watcher.forget(place, context);
            std::fs::remove_dir_all(place).unwrap();
        }
    }

    pub(crate) async fn forget(&self, ids: &[(&'static str, String)]) {
        for (kind, id) in ids {
            self.call(&format!("DELETE {kind}/{id}"), &Value::Null).await.expect(200);
        }
    }

    pub(crate) async fn number(&self, statement: &str) -> i64 {
        testkit::number_of_sql(self.cloud.app().config.database.url.expose(), statement).await
    }
}

/// Trees with large files, small ones, empty ones, and directories.
fn make_tree(directory: &Path, number: usize) -> PathBuf {
    let root = directory.join(format!("source-{number}")).join("show");
    let large: &[usize] =
        [&[17 * MIB + 5][..], &[11 * MIB], &[5 * MIB, 5 * MIB + 1], &[8 * MIB], &[2 * MIB, 3 * MIB, MIB]][number];
    for (count, length) in large.iter().enumerate() {
        write(&root.join(format!("day {count}/clip.mov")), number * 100 + count, *length);
    }
    for count in 0..12 {
        write(&root.join(format!("stills/{count}.png")), number * 100 + 50 + count, count * 9_000);
    }
    std::fs::create_dir_all(root.join("nothing/in it")).unwrap();
    root
}

fn write(path: &Path, seed: usize, length: usize) {
    let mut content = vec![0x5a; length];
    for (number, block) in content.chunks_mut(512).enumerate() {
        let stamp = (seed as u64 ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).to_le_bytes();
        let length = stamp.len().min(block.len());
        block[..length].copy_from_slice(&stamp[..length]);
    }
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content).unwrap();
}
