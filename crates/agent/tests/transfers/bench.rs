//! A service, an agent with a key, and trees of files.

#![expect(clippy::unwrap_used, reason = "a scene that cannot be set up fails its test")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::backoff::Backoff;
use serde_json::{Value, json};
use testkit::{Person, TestAgent, TestCloud, until};
use transfer::RetryPolicy;

pub(crate) const MIB: usize = 1 << 20;

pub(crate) struct Bench {
    pub(crate) cloud: TestCloud,
    pub(crate) owner: Person,
    pub(crate) agent: TestAgent,
}

pub(crate) fn hasty() -> RetryPolicy {
    RetryPolicy {
        backoff: Backoff::new(Duration::from_millis(5), Duration::from_millis(100)),
        give_up: Duration::from_secs(20),
        stall: Duration::from_secs(2),
        answer: Duration::from_secs(5),
    }
}

impl Bench {
    pub(crate) async fn start() -> Self {
        Self::on(TestCloud::start().await).await
    }

    pub(crate) async fn on(cloud: TestCloud) -> Self {
        Self::with(cloud, |_| {}).await
    }

    pub(crate) async fn with(cloud: TestCloud, change: impl FnOnce(&mut agent::options::Options)) -> Self {
        let owner = cloud.owner("Studio", "owner@example.com").await;
        let key = owner.api_key.clone().expect("the owner has a key");
        let agent = TestAgent::setup(&cloud)
            .with(|options| {
                options.api_key = serving::secret::Secret::new(key);
                options.retry_policy = hasty();
                change(options);
            })
            .start()
            .await;
        Self { cloud, owner, agent }
    }

    /// Creates a file in the test's own folder.
    pub(crate) fn file(&self, path: &str, length: usize) -> PathBuf {
        let path = self.agent.place("source").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content(&path, length)).unwrap();
        path
    }

    pub(crate) fn source(&self, path: &str) -> PathBuf {
        self.agent.place("source").join(path)
    }

    /// Starts a Team upload; `more` is merged into the body.
    pub(crate) async fn upload(&self, paths: &[&Path], more: Value) -> String {
        let mut body = json!({ "team_id": self.owner.team_id, "paths": paths });
        body.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        let started = self.agent.call("POST /api/v1/uploads", &body).await.expect(200);
        started["upload_id"].as_str().unwrap().to_owned()
    }

    /// Waits until the transfer is in one of these states, and returns it.
    pub(crate) async fn until(&self, kind: &str, id: &str, states: &[&str]) -> Value {
        until(&format!("{kind}/{id} is in one of {states:?}"), async || {
            let transfer = self.agent.call(&format!("GET /api/v1/{kind}/{id}"), &Value::Null).await.expect(200);
            let is_so = states.contains(&transfer["state"].as_str().unwrap());
            if is_so { Ok(transfer) } else { Err(transfer) }
        })
        .await
    }

    /// Waits until a part of the transfer has moved.
    pub(crate) async fn until_moving(&self, kind: &str, id: &str) {
        until(&format!("{kind}/{id} makes progress"), async || {
            let transfer = self.agent.call(&format!("GET /api/v1/{kind}/{id}"), &Value::Null).await.expect(200);
            let is_moving = transfer["progress"].as_u64() > Some(0) || transfer["under_way"].as_u64() > Some(0);
            if is_moving { Ok(()) } else { Err(transfer) }
        })
        .await;
    }

    /// Uploads these paths and returns a link.
    pub(crate) async fn sent(&self, paths: &[&Path]) -> String {
        let id = self.upload(paths, json!({})).await;
        let upload = self.until("uploads", &id, &["complete", "error"]).await;
        assert_eq!(upload["state"], "complete", "{upload}");
        self.link(&id).await
    }

    pub(crate) async fn link(&self, upload: &str) -> String {
        let link = self.agent.call(&format!("POST /api/v1/uploads/{upload}/link"), &Value::Null).await.expect(200);
        let base = self.cloud.anyone().base_url().to_owned();
        format!("{base}/d/{}?secret={}", link["id"].as_str().unwrap(), link["secret"].as_str().unwrap())
    }

    pub(crate) async fn download(&self, url: &str, to: &Path) -> String {
        let body = json!({ "url": url, "dst_folder": to });
        let started = self.agent.call("POST /api/v1/downloads", &body).await.expect(200);
        started["download_id"].as_str().unwrap().to_owned()
    }

    /// Downloads the files of a link to a new folder and returns it.
    pub(crate) async fn received(&self, url: &str, name: &str) -> PathBuf {
        let to = self.agent.place(name);
        let id = self.download(url, &to).await;
        let download = self.until("downloads", &id, &["complete", "error"]).await;
        assert_eq!(download["state"], "complete", "{download}");
        to
    }
}

fn content(path: &Path, length: usize) -> Vec<u8> {
    let seed = path.as_os_str().len() + length;
    (0..length).map(|place| u8::try_from((place * 31 + place / 4096 + seed) % 251).unwrap()).collect()
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
