//! A service behind proxies, the real agent with disks that can be unmounted, and what was dropped and sent.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rand::RngExt as _;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use testkit::{
    Fault, FaultProxy, FaultyStore, Operation, Parcel, Person, Program, RemovableDisk, Reply, TestCloud, noise, until,
};
use wire::ids::PortalId;
use wire::packages::{ChangeExpiry, PackageBody};
use wire::portals::WritePortal;
use wire::time::OptionalTime;

/// What a folder is sent with: its name and all bytes, as a package has them.
type Sent = BTreeMap<String, usize>;

/// The operations of the API as the proxy tells them apart.
const CALLS: [Operation; 4] = [Operation::Complete, Operation::FinalizePackage, Operation::Get, Operation::Put];
const LATE: Duration = Duration::from_millis(60);

pub(crate) struct Studio {
    cloud: TestCloud,
    store: FaultyStore,
    between: FaultProxy,
    owner: Person,
    portal: PortalId,
    directory: tempfile::TempDir,
    disk: RemovableDisk,
    is_mounted: bool,
    agent: Option<Program>,
    http: reqwest::Client,
    number: usize,
    /// Loose files of the folder whose content is deleted after delivery: content and date of each.
    consumed: BTreeMap<String, (Vec<u8>, SystemTime)>,
    /// How many packages of each name must arrive.
    expected: Sent,
    arrived: BTreeMap<String, Vec<u8>>,
}

impl Studio {
    pub(crate) async fn open() -> Self {
        let (setup, store) = TestCloud::setup().with_workers().with_faulty_store().await;
        let cloud = setup.start().await;
        let owner = cloud.owner("Studio", "owner@example.com").await;
        let address = cloud.anyone().base_url().trim_start_matches("http://").parse().unwrap();
        let between = FaultProxy::start(address).await;
        let request = WritePortal {
            name: Some("Rushes".to_owned()),
            subdomain: Some("rushes".to_owned()),
            active: Some(true),
            ..WritePortal::default()
        };
        let portal = owner.client.create_portal(&owner.team_id, &request).await.unwrap().id;
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("key"), owner.api_key.as_deref().unwrap()).unwrap();
        let at = directory.path().join("disk");
        std::fs::create_dir(&at).unwrap();
        let disk = RemovableDisk::mount(&at);
        for folder in ["kept", "consumed", "received"] {
            std::fs::create_dir(at.join(folder)).unwrap();
        }
        let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
        let mut studio = Self {
            cloud,
            store,
            between,
            owner,
            portal,
            directory,
            disk,
            is_mounted: true,
            agent: None,
            http,
            number: 0,
            consumed: BTreeMap::new(),
            expected: Sent::new(),
            arrived: BTreeMap::new(),
        };
        studio.start();
        for (name, consumes) in [("kept", false), ("consumed", true)] {
            let fields = json!({ "name": name, "path": studio.place(name), "timeout": 1, "timeout_unit": "seconds",
                "enabled": true, "team_id": studio.owner.team_id, "recipient_emails": [], "send_loose_files": true,
                "delete_files_after_upload": consumes });
            studio.call("POST automations/team_upload", &fields).await.expect(200);
        }
        let fields = json!({ "name": "received", "portal_subdomain": "rushes", "dst_folder": studio.place("received"),
            "create_package_folder": true, "effective_time": "2025-06-01T00:00:00Z", "enabled": true,
            "download_priority": 0 });
        studio.call("POST automations/portal_download", &fields).await.expect(200);
        studio
    }

    fn place(&self, name: &str) -> PathBuf {
        self.directory.path().join("disk").join(name)
    }

    fn arguments(&self) -> Vec<std::ffi::OsString> {
        let key = self.directory.path().join("key");
        let mut arguments: Vec<_> =
            ["-cloud-url", &self.between.url(), "-poll-seconds", "1", "-max-upload-rate", "8MiB"]
                .iter()
                .map(Into::into)
                .collect();
        arguments.extend(["-api-key-file".into(), key.into_os_string()]);
        arguments
    }

    fn start(&mut self) {
        let program = Path::new(env!("CARGO_BIN_EXE_tonnage-agent"));
        self.agent = Some(Program::agent(program, &self.directory.path().join("state"), &self.arguments()));
    }

    pub(crate) fn restart(&mut self) {
        self.stop();
        self.start();
    }

    fn stop(&mut self) {
        if let Some(mut agent) = self.agent.take() {
            agent.kill();
        }
    }

    fn log(&self) -> String {
        self.agent.as_ref().map(Program::log).unwrap_or_default()
    }

    async fn call(&self, line: &str, body: &Value) -> Reply {
        let (method, path) = line.split_once(' ').unwrap();
        let api = &self.agent.as_ref().unwrap().api;
        let request = self.http.request(method.parse().unwrap(), format!("{api}/api/v1/{path}"));
        Reply::to(if body.is_null() { request } else { request.json(body) }).await
    }

    pub(crate) async fn wait(&self, random: &mut StdRng, millis: u64) {
        tokio::time::sleep(Duration::from_millis(random.random_range(0..millis))).await;
    }

    /// A new file in one of the folders, or a new folder.
    pub(crate) fn drop_item(&mut self, random: &mut StdRng, date: Option<i64>) {
        self.number += 1;
        let name = format!("item {:03}", self.number);
        let length = if random.random_ratio(1, 4) { 10 << 20 } else { random.random_range(1..60_000) };
        let content = noise(self.number as u64, length);
        let date = date.map(|seconds| match u64::try_from(seconds) {
            Ok(after) => UNIX_EPOCH + Duration::from_secs(after),
            Err(_) => UNIX_EPOCH - Duration::from_secs(seconds.unsigned_abs()),
        });
        if random.random() {
            let path = self.place("kept").join(&name).join("clip.mov");
            self.write(&path, &content, date.unwrap_or_else(SystemTime::now));
        } else {
            let date = date.unwrap_or(UNIX_EPOCH + Duration::from_secs(1_000_000));
            let path = self.place("consumed").join(&name);
            self.write(&path, &content, date);
            self.consumed.insert(name.clone(), (content, date));
        }
        *self.expected.entry(name).or_default() += 1;
    }

    /// Each file that was delivered and deleted comes again exactly as it was.
    pub(crate) fn drop_again(&mut self) {
        let gone: Vec<_> =
            self.consumed.iter().filter(|(name, _)| !self.place("consumed").join(name).exists()).collect();
        let gone: Vec<_> = gone.into_iter().take(2).map(|(name, content)| (name.clone(), content.clone())).collect();
        for (name, (content, date)) in gone {
            self.write(&self.place("consumed").join(&name), &content, date);
            *self.expected.entry(name).or_default() += 1;
        }
    }

    /// Moved in at once, so that the agent never sees a part of it.
    fn write(&self, path: &Path, content: &[u8], date: SystemTime) {
        let aside = self.directory.path().join("disk/aside");
        std::fs::write(&aside, content).unwrap();
        std::fs::File::options().write(true).open(&aside).unwrap().set_modified(date).unwrap();
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::rename(&aside, path).unwrap();
    }

    pub(crate) fn lose_reply(&self, random: &mut StdRng) {
        let call = CALLS[random.random_range(0..CALLS.len())];
        let fault = if random.random() { Fault::ResetAfter } else { Fault::ResetBefore };
        self.between.inject(call, fault);
    }

    pub(crate) fn delay_reply(&self, random: &mut StdRng) {
        self.between.inject(CALLS[random.random_range(0..CALLS.len())], Fault::Slow(LATE));
    }

    pub(crate) fn fail_storage(&self, random: &mut StdRng) {
        let share = if random.random() { 0.3 } else { 0.0 };
        self.store.proxy.set_share_of_faults(share, random.random());
    }

    /// Deletes the oldest package of ours that is being sent, if there is one.
    pub(crate) async fn delete_package(&self) {
        let found = self.packages("new").await;
        let Some(package) = found.first() else { return };
        let holder = self.owner.client.with_package_token(&package.access_token);
        // It may just have been finalized, and then it stays.
        let _ = holder.withdraw_package(&package.id).await;
    }

    /// Has the oldest one expire, while the agent cannot finalize it at the same moment.
    pub(crate) async fn expire_package(&mut self) {
        self.stop();
        if let Some(package) = self.packages("new").await.first() {
            let holder = self.owner.client.with_package_token(&package.access_token);
            let end = OptionalTime(Some(self.cloud.now().plus_seconds(1)));
            let request = ChangeExpiry { expiry: end, unlimited_storage: None };
            holder.change_expiry(&package.id, &request).await.unwrap();
            self.cloud.advance(Duration::from_secs(2));
            until("the package has expired", async || {
                let found = self.owner.client.package(&self.owner.team_id, &package.id).await.unwrap();
                if found.state == "expired" { Ok(()) } else { Err(found.state) }
            })
            .await;
        }
        self.start();
    }

    /// A package from someone else, which the agent downloads.
    pub(crate) async fn arrive(&mut self) {
        self.number += 1;
        let name = format!("arrival {:03}", self.number);
        let content = noise(self.number as u64, 50_000);
        let parcel = Parcel::through(&self.cloud.anyone(), &self.portal, &name).await;
        parcel.put("", "clip.mov", &content).await;
        parcel.finalize().await;
        self.arrived.insert(name, content);
    }

    /// The agent runs while its disk is not there.
    pub(crate) fn unmount(&mut self) {
        self.stop();
        self.disk.unmount();
        self.is_mounted = false;
        self.start();
    }

    /// The disk comes back with another number.
    pub(crate) fn remount(&mut self) {
        self.stop();
        if self.is_mounted {
            self.disk.unmount();
        }
        let below: Vec<_> = std::fs::read_dir(self.directory.path().join("disk")).unwrap().collect();
        assert!(below.is_empty(), "written below the mount point: {below:?}");
        self.disk.mount_again();
        self.is_mounted = true;
        self.start();
    }

    /// Somebody asks what there is, perhaps while no agent runs.
    pub(crate) fn look(&mut self, random: &mut StdRng) {
        let is_stopped = random.random();
        if is_stopped {
            self.stop();
        }
        let state = self.directory.path().join("state");
        for command in ["uploads", "downloads", "status"] {
            let mut looking = Command::new(env!("CARGO_BIN_EXE_tonnage-agent"));
            looking.args([OsStr::new(command), OsStr::new("-state-dir"), state.as_os_str()]).args(self.arguments());
            let listen = self.agent.as_ref().map_or("127.0.0.1:1", |agent| agent.api.trim_start_matches("http://"));
            looking.args(["-listen", listen, "-no-token"]).stdin(Stdio::null()).stdout(Stdio::null());
            looking.stderr(Stdio::null()).status().unwrap();
        }
        if is_stopped {
            self.start();
        }
    }

    pub(crate) fn calm_down(&mut self) {
        self.between.clear();
        self.store.proxy.set_share_of_faults(0.0, 0);
        self.restart();
    }

    async fn packages(&self, state: &str) -> Vec<PackageBody> {
        let mut all = Vec::new();
        for page in 1.. {
            let query = format!("status={state}&limit=50&page={page}&sort=created_at");
            let found = self.owner.client.packages(&self.owner.team_id, &query).await.unwrap().records;
            if found.is_empty() {
                return all;
            }
            all.extend(found);
        }
        all
    }

    /// How many packages of each name the cloud has.
    async fn delivered(&self) -> Sent {
        let mut delivered = Sent::new();
        for package in self.packages("finalized").await {
            *delivered.entry(package.name).or_default() += 1;
        }
        delivered
    }

    fn received(&self) -> BTreeMap<String, Vec<u8>> {
        let folders = std::fs::read_dir(self.place("received")).unwrap();
        let read = |folder: PathBuf| {
            let content = std::fs::read(folder.join("clip.mov")).unwrap_or_default();
            (folder.file_name().unwrap().to_string_lossy().into_owned(), content)
        };
        folders.map(|entry| read(entry.unwrap().path())).collect()
    }

    pub(crate) async fn until_all_is_said_and_done(&self, context: &str) {
        until("everything is sent and received", async || {
            let delivered = self.delivered().await;
            let missing: Vec<_> =
                self.expected.iter().filter(|(name, count)| delivered.get(*name) < Some(*count)).collect();
            let left: Vec<_> = self.consumed.keys().filter(|name| self.place("consumed").join(name).exists()).collect();
            if missing.is_empty() && left.is_empty() && self.received() == self.arrived {
                return Ok(());
            }
            let automations = self.call("GET automations", &Value::Null).await.text;
            Err(format!("{context}\nmissing {missing:?}, left {left:?}\n{automations}\n{}", self.log()))
        })
        .await;
    }

    /// What the agent says is exactly what the cloud has.
    pub(crate) async fn check(&self, context: &str) {
        assert_eq!(self.delivered().await, self.expected, "{context}\n{}", self.log());
        assert!(self.received() == self.arrived, "{context}");
        let finalized: BTreeSet<String> =
            self.packages("finalized").await.iter().map(|package| package.id.to_string()).collect();
        let uploads = self.call("GET uploads", &Value::Null).await.expect(200);
        let text = |upload: &Value, name: &str| upload[name].as_str().unwrap().to_owned();
        let said: Vec<(String, String)> = uploads
            .as_array()
            .unwrap()
            .iter()
            .map(|upload| (text(upload, "state"), text(upload, "package_id")))
            .collect();
        assert!(said.iter().all(|(state, _)| state == "complete"), "{context}: {said:?}");
        let complete: BTreeSet<String> = said.iter().map(|(_, package)| package.clone()).collect();
        assert_eq!(complete.len(), said.len(), "{context}: once");
        assert_eq!(complete, finalized, "{context}");
        let downloads = self.call("GET downloads", &Value::Null).await.expect(200);
        let downloads = downloads.as_array().unwrap();
        assert!(downloads.iter().all(|download| download["state"] == "complete"), "{context}: {downloads:?}");
        assert_eq!(downloads.len(), self.arrived.len(), "{context}");
    }
}
