//! A service with Portals, and an agent that polls them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::backoff::Backoff;
use serde_json::{Value, json};
use testkit::{Parcel, Person, TestAgent, TestCloud, until};
use transfer::RetryPolicy;
use wire::ids::PortalId;
use wire::portals::WritePortal;

pub(crate) const MIB: usize = 1 << 20;
/// Before everything: the clock of the service begins in 2026.
pub(crate) const LONG_AGO: &str = "2025-06-01T00:00:00Z";

pub(crate) struct Scene {
    pub(crate) cloud: TestCloud,
    pub(crate) owner: Person,
    pub(crate) agent: TestAgent,
}

fn hasty() -> RetryPolicy {
    RetryPolicy {
        backoff: Backoff::new(Duration::from_millis(5), Duration::from_millis(100)),
        give_up: Duration::from_secs(20),
        stall: Duration::from_secs(2),
        answer: Duration::from_secs(5),
    }
}

impl Scene {
    pub(crate) async fn start() -> Self {
        Self::with(TestCloud::start().await, |_| {}).await
    }

    pub(crate) async fn with(cloud: TestCloud, change: impl FnOnce(&mut agent::options::Options)) -> Self {
        let owner = cloud.owner("Studio", "owner@example.com").await;
        let key = owner.api_key.clone().expect("the owner has a key");
        let setup = TestAgent::setup(&cloud).with(|options| {
            options.api_key = serving::secret::Secret::new(key);
            options.retry_policy = hasty();
            options.poll = Duration::from_millis(50);
            change(options);
        });
        Self { owner, agent: setup.start().await, cloud }
    }

    /// The same, with a restarted agent.
    pub(crate) async fn restarted(self, change: impl FnOnce(&mut agent::options::Options)) -> Self {
        let Self { cloud, owner, agent } = self;
        Self { agent: agent.restart(change).await, cloud, owner }
    }

    pub(crate) async fn portal(&self, name: &str, subdomain: &str) -> PortalId {
        let request = WritePortal {
            name: Some(name.to_owned()),
            subdomain: Some(subdomain.to_owned()),
            active: Some(true),
            ..WritePortal::default()
        };
        self.owner.client.create_portal(&self.owner.team_id, &request).await.unwrap().id
    }

    /// A package from an unknown sender.
    pub(crate) async fn received(&self, portal: &PortalId, name: &str, files: &[(&str, &str, usize)]) -> Parcel {
        let parcel = Parcel::through(&self.cloud.anyone(), portal, name).await;
        for (path, name, length) in files {
            parcel.put(path, name, &content(name, *length)).await;
        }
        parcel.finalize().await;
        parcel
    }

    pub(crate) async fn create(&self, kind: &str, body: &Value) -> String {
        let created = self.agent.call(&format!("POST /api/v1/automations/{kind}"), body).await.expect(200);
        created["automation_id"].as_str().unwrap().to_owned()
    }

    /// Downloads everything that arrives in the Portal `rushes`, each package to its own folder.
    pub(crate) async fn download_rushes(&self, to: &Path) -> String {
        self.create("portal_download", &portal_download(to)).await
    }

    pub(crate) async fn status(&self, id: &str) -> Value {
        let all = self.agent.call("GET /api/v1/automations", &Value::Null).await.expect(200);
        let found = all.as_array().unwrap().iter().find(|automation| automation["automation_id"] == id);
        found.unwrap()["status"].clone()
    }

    pub(crate) async fn until_status(&self, id: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        until("the automation meets the condition", async || {
            let status = self.status(id).await;
            if is_so(&status) { Ok(status) } else { Err(status) }
        })
        .await
    }

    pub(crate) async fn downloads(&self) -> Vec<Value> {
        self.agent.call("GET /api/v1/downloads", &Value::Null).await.expect(200).as_array().unwrap().clone()
    }

    /// Waits until there are this many downloads, all complete.
    pub(crate) async fn until_complete(&self, count: usize) -> Vec<Value> {
        until(&format!("{count} downloads are complete"), async || {
            let downloads = self.downloads().await;
            let complete = downloads.iter().filter(|download| download["state"] == "complete").count();
            if complete == count && downloads.len() == count {
                return Ok(downloads);
            }
            let states: Vec<&Value> = downloads.iter().map(|download| &download["state"]).collect();
            assert!(downloads.len() <= count, "{count} are expected: {states:?}");
            Err(format!("{states:?}"))
        })
        .await
    }

    /// Waits until this many bytes of the first download have arrived or are in transfer.
    pub(crate) async fn until_moving(&self, bytes: usize) {
        until(&format!("{bytes} bytes of a download have arrived"), async || {
            let downloads = self.downloads().await;
            let moved = |download: &Value| Some(download["progress"].as_u64()? + download["under_way"].as_u64()?);
            if downloads.first().and_then(moved) >= Some(bytes as u64) { Ok(()) } else { Err(format!("{downloads:?}")) }
        })
        .await;
    }

    /// Waits until the automation has checked the Portals again, twice to be sure.
    pub(crate) async fn looked_again(&self, id: &str) {
        for _ in 0..2 {
            // The agent does not show a check that finds nothing new, so only time can.
            tokio::time::sleep(self.agent.app().options.poll * 3).await;
            self.until_status(id, |status| status["state"] == "running").await;
        }
    }
}

pub(crate) fn portal_download(to: &Path) -> Value {
    json!({ "name": "Rushes", "portal_subdomain": "rushes", "dst_folder": to, "create_package_folder": true,
        "effective_time": LONG_AGO, "enabled": true, "download_priority": 0 })
}

pub(crate) fn content(name: &str, length: usize) -> Vec<u8> {
    let seed = name.len() + length;
    (0..length).map(|place| u8::try_from((place * 31 + place / 4096 + seed) % 251).unwrap()).collect()
}

/// The expected files on the disk.
pub(crate) fn expected(files: &[(&str, &str, usize)]) -> BTreeMap<PathBuf, Vec<u8>> {
    files.iter().map(|(path, name, length)| (Path::new(path).join(name), content(name, *length))).collect()
}

/// Every file below, with its content.
pub(crate) fn tree(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut pending = vec![root.to_owned()];
    while let Some(directory) = pending.pop() {
        for entry in std::fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.symlink_metadata().unwrap().is_dir() {
                pending.push(path);
            } else {
                all.insert(path.strip_prefix(root).unwrap().to_owned(), std::fs::read(&path).unwrap());
            }
        }
    }
    all
}

/// The names directly in a directory.
pub(crate) fn names(root: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
