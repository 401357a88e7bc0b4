//! A service, an agent, a folder that an automation watches, and a writer of files.

#![expect(clippy::unwrap_used, reason = "a scene that cannot be set up fails its test")]

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::{Parcel, Person, TestAgent, TestCloud, fetch, noise, until};

pub(crate) const MIB: usize = 1 << 20;
/// The size of the first parts of a stream.
pub(crate) const PART: usize = 8 * MIB;

pub(crate) struct Scene {
    pub(crate) cloud: TestCloud,
    pub(crate) owner: Person,
    pub(crate) agent: TestAgent,
    pub(crate) folder: PathBuf,
}

impl Scene {
    pub(crate) async fn start() -> Self {
        let cloud = TestCloud::start().await;
        let owner = cloud.owner("Studio", "owner@example.com").await;
        let agent = TestAgent::start(&cloud, owner.api_key.as_deref()).await;
        let folder = agent.place("captures");
        std::fs::create_dir(&folder).unwrap();
        Self { cloud, owner, agent, folder }
    }

    /// An automation that sends growing files in the folder; `more` is merged into the body.
    pub(crate) async fn watch(&self, more: &Value) -> String {
        let body = team_stream(&self.owner, &self.folder, more);
        let created = self.agent.call("POST /api/v1/automations/team_stream", &body).await.expect(200);
        created["automation_id"].as_str().unwrap().to_owned()
    }

    pub(crate) fn writer(&self, name: &str) -> Writer {
        Writer::new(&self.folder.join(name))
    }

    pub(crate) async fn uploads(&self) -> Vec<Value> {
        self.agent.call("GET /api/v1/uploads", &Value::Null).await.expect(200).as_array().unwrap().clone()
    }

    /// Waits until the uploads meet the condition.
    pub(crate) async fn until(&self, what: &str, is_so: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        until(what, async || {
            let uploads = self.uploads().await;
            if is_so(&uploads) { Ok(uploads) } else { Err(format!("{uploads:?}")) }
        })
        .await
    }

    /// Waits until this many uploads are complete, and returns what arrived by package name.
    pub(crate) async fn arrived(&self, wanted: usize) -> BTreeMap<String, Vec<Vec<u8>>> {
        let uploads = self.until("complete", |uploads| complete(uploads).count() == wanted).await;
        let mut arrived: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
        for upload in complete(&uploads) {
            let (name, content) = received(&self.owner, upload["package_id"].as_str().unwrap()).await;
            assert_eq!(upload["size"].as_u64().unwrap(), content.len() as u64);
            assert_eq!(upload["progress"], upload["size"]);
            arrived.entry(name).or_default().push(content);
        }
        arrived
    }

    /// Sends another file: once it has arrived, the folder has been scanned.
    pub(crate) async fn look(&self, name: &str) {
        self.writer(name).append(1);
        let is_there = |upload: &Value| upload["package_name"] == *name && upload["state"] == "complete";
        self.until(name, |uploads| uploads.iter().any(is_there)).await;
    }

    pub(crate) async fn restarted(self) -> Self {
        Self { agent: self.agent.restart(|_| {}).await, ..self }
    }
}

pub(crate) fn team_stream(owner: &Person, folder: &Path, more: &Value) -> Value {
    let mut body = json!({
        "name": "Stage 4", "team_id": owner.team_id, "path": folder, "timeout": 3, "recipient_emails": [], "enabled": true,
    });
    body.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    body
}

pub(crate) fn complete(uploads: &[Value]) -> impl Iterator<Item = &Value> {
    uploads.iter().filter(|upload| upload["state"] == "complete")
}

/// The name of a package and the content of its only file, which has the same name.
pub(crate) async fn received(owner: &Person, package: &str) -> (String, Vec<u8>) {
    let id = package.parse().unwrap();
    let body = owner.client.package(&owner.team_id, &id).await.unwrap();
    assert_eq!(body.state, "finalized");
    let parcel = Parcel { client: owner.client.with_package_token(&body.access_token), id, body };
    let link = parcel.link().await;
    let (resolved, holder) = parcel.open(&link).await.unwrap();
    let files = holder.files(&resolved.package_id, "").await.unwrap();
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].name, parcel.body.name);
    let address = holder.download_address(&resolved.package_id, &files[0].id).await.unwrap();
    (parcel.body.name, fetch(&address.url).await)
}

/// Writes a file and remembers its content.
pub(crate) struct Writer {
    pub(crate) file: File,
    pub(crate) path: PathBuf,
    pub(crate) written: Vec<u8>,
}

impl Writer {
    pub(crate) fn new(path: &Path) -> Self {
        Self { file: File::create_new(path).unwrap(), path: path.to_owned(), written: Vec::new() }
    }

    pub(crate) fn append(&mut self, length: usize) {
        let from = self.written.len();
        let seed = self.path.as_os_str().len() + from;
        self.written.extend(noise(seed as u64, length));
        self.file.write_all(&self.written[from..]).unwrap();
    }
}
