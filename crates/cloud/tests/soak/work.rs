//! What clients do during a soak: everything that people and programs do all day, with its failures.

use std::any::Any;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use client::Client;
use cloud::clock::Clock;
use futures_util::FutureExt as _;
use rand::RngExt as _;
use rand::rngs::StdRng;
use reqwest::{Method, Url};
use testkit::{
    PASSWORD, Parcel, Program, SmtpSink, TestReceiver, fetch, noise, number_of_sql, plain_package, portal_with_webhook,
    until,
};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::sync::RwLock;
use tokio::time::sleep;
use wire::auth::SignIn;
use wire::files::RequestChunks;
use wire::ids::{PackageId, PortalId, TeamId};
use wire::packages::CreatePackage;

/// In a row of the store's index, in a file of its own, and in several parts.
const SIZES: [usize; 6] = [0, 100, 20_000, 70_000, 400_000, (5 << 20) + 70_000];
const CHUNK: usize = 5 << 20;
/// Only a server that hangs turns clients away for longer, however busy the machine is.
const LONGEST_STALL: Duration = Duration::from_mins(4);
const ASK_EVERY: Duration = Duration::from_millis(200);

const VARIABLES: &[(&str, &str)] = &[
    ("TONNAGE_EGRESS__ALLOW", "127.0.0.0/8"),
    ("TONNAGE_PACKAGES__GRACE_HOURS", "0"),
    // Everything comes from one address.
    ("TONNAGE_LIMITS__REFUSALS_PER_MINUTE", "1000000"),
    ("TONNAGE_LIMITS__SIGN_IN_TRIES_PER_MINUTE", "1000000"),
    ("TONNAGE_LIMITS__SIGN_IN_TRIES_PER_HOUR", "1000000"),
    ("TONNAGE_LIMITS__ADDRESS_TRIES_PER_MINUTE", "1000000"),
    ("TONNAGE_LIMITS__PORTAL_PACKAGES_PER_HOUR", "1000000"),
    // Content is deleted again when its upload URLs have expired: soon, so that this happens during the soak.
    ("TONNAGE_STORAGE__UPLOAD_URL_SECONDS", "60"),
    ("TONNAGE_WORKERS__POLL_SECONDS", "1"),
];

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tonnage"))
}

/// The server, and those that it calls.
pub(crate) struct Service {
    /// Held for reading by each piece of work.
    pub(crate) gate: Arc<RwLock<()>>,
    pub(crate) packages: Arc<AtomicU64>,
    /// Pieces of work that the server refused because it was not available.
    pub(crate) turned_away: Arc<AtomicU64>,
    has_stopped: Arc<AtomicBool>,
    client: Client,
    team: TeamId,
    portal: PortalId,
    mails: SmtpSink,
    _receiver: TestReceiver,
    server: Program,
    directory: tempfile::TempDir,
}

impl Service {
    pub(crate) async fn start() -> Self {
        testkit::prepare();
        let directory = tempfile::tempdir().unwrap();
        let (mails, receiver) = (SmtpSink::start().await, TestReceiver::start().await);
        let data_dir = directory.path().join("data");
        let url = mails.url();
        let variables = [VARIABLES, &[("TONNAGE_MAIL__SMTP_URL", url.as_str())]].concat();
        let server = Program::serve(program(), &data_dir, &variables);
        let (team, key) = Program::bootstrap(program(), &data_dir);
        let client = Client::new(&server.api).unwrap().with_api_key(&key);
        let webhook = client.create_webhook(&team, &receiver.webhook("package.finalized")).await.unwrap();
        let portal = portal_with_webhook(&client, &team, &webhook.webhook).await;
        Self {
            gate: Arc::default(),
            packages: Arc::default(),
            turned_away: Arc::default(),
            has_stopped: Arc::default(),
            client,
            team,
            portal,
            mails,
            _receiver: receiver,
            server,
            directory,
        }
    }

    pub(crate) fn process(&self) -> u32 {
        self.server.id()
    }

    pub(crate) fn data_dir(&self) -> PathBuf {
        self.directory.path().join("data")
    }

    pub(crate) fn stop(&self) {
        self.has_stopped.store(true, Ordering::Relaxed);
    }

    /// Waits for all jobs that are due.
    pub(crate) async fn settle(&self) {
        let database = format!("sqlite://{}", self.data_dir().join("tonnage.db").display());
        until("all jobs are done", async || {
            let now = Clock::System.now().as_millis();
            let due = format!("SELECT COUNT(*) FROM jobs WHERE run_at <= {now} OR lease IS NOT NULL");
            let left = number_of_sql(&database, &due).await;
            if left == 0 { Ok(()) } else { Err(format!("{left} are left")) }
        })
        .await;
        self.mails.take();
    }

    pub(crate) fn fsck(&self) {
        let data_dir = self.data_dir();
        let data_dir = data_dir.to_str().unwrap();
        let output = Program::run(program(), &[], &["admin", "fsck", "--read-data", "--data-dir", data_dir]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

pub(crate) struct Worker {
    gate: Arc<RwLock<()>>,
    packages: Arc<AtomicU64>,
    has_stopped: Arc<AtomicBool>,
    client: Client,
    team: TeamId,
    portal: PortalId,
    random: StdRng,
    turned_away: Arc<AtomicU64>,
    /// The package that is being worked on.
    open: Option<PackageId>,
}

impl Worker {
    pub(crate) fn new(service: &Service, random: StdRng) -> Self {
        Self {
            gate: service.gate.clone(),
            packages: service.packages.clone(),
            has_stopped: service.has_stopped.clone(),
            client: service.client.clone(),
            team: service.team.clone(),
            portal: service.portal.clone(),
            random,
            turned_away: service.turned_away.clone(),
            open: None,
        }
    }

    pub(crate) async fn work(mut self) {
        while !self.has_stopped.load(Ordering::Relaxed) {
            let gate = self.gate.clone();
            let _working = gate.read().await;
            self.open = None;
            if let Err(panic) = AssertUnwindSafe(self.do_something()).catch_unwind().await {
                self.clean_up(panic).await;
            }
        }
    }

    async fn do_something(&mut self) {
        match self.random.random_range(0..10) {
            0 => self.sign_in().await,
            1 => self.be_refused().await,
            2 | 3 => self.break_off().await,
            4 | 5 => {
                let parcel = Parcel::through(&self.client, &self.portal, "Rushes").await;
                self.send(parcel).await;
            }
            _ => {
                let recipients = vec!["ben@example.org".to_owned()];
                let request = CreatePackage { recipients, ..plain_package("Dailies") };
                let parcel = Parcel::create(&self.client, &self.team, &request).await;
                self.send(parcel).await;
            }
        }
    }

    /// On a machine that stalls for seconds, the server asks its clients to come back later. That is not a failure.
    async fn clean_up(&mut self, panic: Box<dyn Any + Send>) {
        if !panic.downcast_ref::<String>().is_some_and(|text| text.contains("code: Unavailable")) {
            resume_unwind(panic);
        }
        self.turned_away.fetch_add(1, Ordering::Relaxed);
        if let Some(id) = self.open.take() {
            self.purge(&id).await;
        }
    }

    /// A package is sent, listed, downloaded and deleted.
    async fn send(&mut self, parcel: Parcel) {
        self.open = Some(parcel.id.clone());
        let mut sent = Vec::new();
        for number in 0..self.random.random_range(1..4) {
            let size = SIZES[self.random.random_range(0..SIZES.len())];
            let content = noise(self.random.random(), size);
            let file = parcel.put("", &format!("{number}.mov"), &content).await;
            sent.push((file.id, content));
        }
        parcel.finalize().await;
        self.client.packages(&self.team, "").await.unwrap();
        let body = self.client.package(&self.team, &parcel.id).await.unwrap();
        let parcel = Parcel { client: self.client.with_package_token(&body.access_token), body, ..parcel };
        let (_, visitor) = parcel.open(&parcel.link().await).await.unwrap();
        for (file, content) in sent {
            let address = visitor.download_address(&parcel.id, &file).await.unwrap();
            assert!(fetch(&address.url).await == content, "another content came back");
        }
        self.purge(&parcel.id).await;
    }

    async fn purge(&self, id: &PackageId) {
        let since = Instant::now();
        while let Err(error) = self.try_to_purge(id).await {
            assert!(since.elapsed() < LONGEST_STALL, "{error:?}");
            sleep(ASK_EVERY).await;
        }
        self.packages.fetch_add(1, Ordering::Relaxed);
    }

    async fn try_to_purge(&self, id: &PackageId) -> Result<(), String> {
        let package = self.client.package(&self.team, id).await.map_err(|error| error.to_string())?;
        let client = self.client.with_package_token(&package.access_token);
        let reply = client.request(Method::DELETE, &format!("/v1/packages/{id}?purge=true")).send().await.unwrap();
        if reply.status() == 204 { Ok(()) } else { Err(reply.status().to_string()) }
    }

    /// An upload ends in the middle of a chunk, and nobody resumes it.
    async fn break_off(&mut self) {
        let parcel = Parcel::create(&self.client, &self.team, &plain_package("Broken")).await;
        self.open = Some(parcel.id.clone());
        let added = parcel.add("", "a.mov", CHUNK).await;
        let request = RequestChunks { upload_id: parcel.begin(&added).await, checksums: None };
        let chunk = parcel.client.chunks(&parcel.id, &added.file.id, 0, 1, &request).await.unwrap().remove(0);
        let url: Url = chunk.url.parse().unwrap();
        let (host, query) = (url.authority(), url.query().unwrap_or_default());
        let mut head = format!("PUT {}?{query} HTTP/1.1\r\nhost: {host}\r\ncontent-length: {CHUNK}\r\n", url.path());
        for (name, value) in &chunk.headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        let mut connection = TcpStream::connect(host).await.unwrap();
        connection.write_all(format!("{head}\r\n").as_bytes()).await.unwrap();
        let begun = self.random.random_range(0..CHUNK);
        // The server may refuse before it has everything.
        let _ = connection.write_all(&vec![7; begun]).await;
        drop(connection);
        self.purge(&parcel.id).await;
    }

    async fn sign_in(&mut self) {
        let is_right = self.random.random();
        let password = if is_right { PASSWORD } else { "another horse" }.to_owned();
        let request = SignIn { email: "anna@example.org".to_owned(), password, otp: None };
        match self.client.sign_in(&request).await {
            Ok(_) => assert!(is_right, "a wrong password is accepted"),
            Err(error) => assert!(!is_right, "{error:?}"),
        }
    }

    async fn be_refused(&self) {
        let stranger = self.client.with_api_key("no such key");
        assert!(stranger.packages(&self.team, "").await.is_err());
        let nowhere = self.client.request(Method::GET, "/v1/nowhere").send().await.unwrap();
        assert_eq!(nowhere.status(), 404);
        let path = format!("/v1/teams/{}/packages", self.team);
        let unreadable = self.client.request(Method::POST, &path).body("{").send().await.unwrap();
        assert!(unreadable.status().is_client_error());
    }
}
