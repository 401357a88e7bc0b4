//! A service, the real agent with two watch folders, and what has arrived.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::{Person, Program, Reply, TestCloud, until};
use wire::files::AddressedOne;

use super::folders::{Content, Folder};

/// Longer than the timeout of the watch folders. The agent does not show that it found nothing new, so only time can.
const DUPLICATES_WITHIN: Duration = Duration::from_secs(6);

pub(crate) struct Office {
    cloud: TestCloud,
    owner: Person,
    directory: tempfile::TempDir,
    agent: Program,
    http: reqwest::Client,
    /// Packages that were already checked; they do not change.
    seen: HashMap<String, (String, Content)>,
}

impl Office {
    pub(crate) async fn open() -> Self {
        let cloud = TestCloud::start().await;
        let owner = cloud.owner("Studio", "owner@example.com").await;
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("key"), owner.api_key.as_deref().unwrap()).unwrap();
        for root in ["kept", "consumed"] {
            std::fs::create_dir(directory.path().join(root)).unwrap();
        }
        let agent = start(&cloud, directory.path());
        let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
        let office = Self { cloud, owner, directory, agent, http, seen: HashMap::new() };
        for (name, consumes) in [("kept", false), ("consumed", true)] {
            let fields = json!({ "name": name, "path": office.directory.path().join(name), "timeout": 2,
                "timeout_unit": "seconds", "enabled": true, "team_id": office.owner.team_id, "recipient_emails": [],
                "delete_files_after_upload": consumes });
            office.call("POST automations/team_upload", &fields).await.expect(200);
        }
        office
    }

    pub(crate) fn roots(&self) -> [PathBuf; 2] {
        ["kept", "consumed"].map(|name| self.directory.path().join(name))
    }

    pub(crate) fn kill_and_start(&mut self) {
        self.agent.kill();
        self.agent = start(&self.cloud, self.directory.path());
    }

    pub(crate) fn log(&self) -> String {
        self.agent.log()
    }

    async fn call(&self, line: &str, body: &Value) -> Reply {
        let (method, path) = line.split_once(' ').unwrap();
        let request = self.http.request(method.parse().unwrap(), format!("{}/api/v1/{path}", self.agent.api));
        Reply::to(if body.is_null() { request } else { request.json(body) }).await
    }

    /// Folders of which a version has not arrived.
    pub(crate) async fn missing(&mut self, folders: &BTreeMap<String, Folder>) -> Vec<String> {
        let arrivals = self.arrivals().await;
        let is_missing = |(name, folder): &(&String, &Folder)| {
            let here = arrivals.get(*name).map(Vec::as_slice).unwrap_or_default();
            folder.settles() && !here.contains(&folder.last)
        };
        folders.iter().filter(is_missing).map(|(name, _)| name.clone()).collect()
    }

    /// Waits until the agent has nothing more to do, and any duplicate would have arrived.
    pub(crate) async fn settle(&self, folders: &BTreeMap<String, Folder>) {
        let since = Instant::now();
        until("the agent has nothing more to do", async || {
            let automations = self.call("GET automations", &Value::Null).await.expect(200);
            let is_idle = automations.as_array().unwrap().iter().all(|automation| automation["status"]["waiting"] == 0);
            let consumed = folders.values().filter(|folder| folder.is_consumed).all(|folder| !folder.path.exists());
            if is_idle && consumed && since.elapsed() > DUPLICATES_WITHIN { Ok(()) } else { Err(automations) }
        })
        .await;
    }

    /// What has arrived, by folder name, one for each package.
    pub(crate) async fn arrivals(&mut self) -> BTreeMap<String, Vec<Content>> {
        let mut all: BTreeMap<String, Vec<Content>> = BTreeMap::new();
        for page in 1.. {
            let query = format!("status=finalized&limit=50&page={page}&sort=created_at");
            let packages = self.owner.client.packages(&self.owner.team_id, &query).await.unwrap().records;
            if packages.is_empty() {
                break;
            }
            for package in packages {
                let id = package.id.to_string();
                if !self.seen.contains_key(&id) {
                    let content = self.content(&package).await;
                    self.seen.insert(id.clone(), (package.name.clone(), content));
                }
                let (name, content) = self.seen[&id].clone();
                all.entry(name).or_default().push(content);
            }
        }
        all
    }

    async fn content(&self, package: &wire::packages::PackageBody) -> Content {
        let holder = self.owner.client.with_package_token(&package.access_token);
        let files = holder.files(&package.id, "").await.unwrap();
        let files: Vec<_> = files.into_iter().filter(|file| file.kind == "file").collect();
        let ids: Vec<_> = files.iter().map(|file| file.id.clone()).collect();
        let mut content = Content::new();
        for (file, address) in files.iter().zip(holder.download_addresses(&package.id, &ids).await.unwrap()) {
            let AddressedOne::Done(address) = address else { panic!("{address:?}") };
            let bytes = self.http.get(&address.url).send().await.unwrap().bytes().await.unwrap();
            let path = Path::new(&file.path).join(&file.name);
            // Relative to the folder, which is sent with its name.
            content.insert(path.components().skip(1).collect(), bytes.to_vec());
        }
        content
    }
}

fn start(cloud: &TestCloud, directory: &Path) -> Program {
    let base = cloud.anyone().base_url().to_owned();
    let key = directory.join("key");
    let arguments = [std::ffi::OsStr::new("-cloud-url"), base.as_ref(), "-api-key-file".as_ref(), key.as_os_str()];
    Program::agent(Path::new(env!("CARGO_BIN_EXE_tonnage-agent")), &directory.join("state"), &arguments)
}

/// Kept sources are unchanged; consumed ones are gone.
pub(crate) fn check_sources(folders: &BTreeMap<String, Folder>) {
    for (name, folder) in folders.iter().filter(|(_, folder)| folder.settles()) {
        if folder.is_consumed {
            assert!(!folder.path.exists(), "{name} is delivered and still there");
            continue;
        }
        for (file, bytes) in &folder.last {
            assert!(std::fs::read(folder.path.join(file)).unwrap() == *bytes, "{name}/{}", file.display());
        }
    }
}
