//! What one address can do to the real program, what that costs, and what another client notices meanwhile.
//!
//! `TONNAGE_TEST_ROUNDS=2000 cargo test -p cloud --test stories crowd_costs -- --nocapture` prints the figures of
//! `docs/decisions/0029-crowds.md`.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use client::Client;
use futures_util::future::join_all;
use parking_lot::Mutex;
use reqwest::{Method, RequestBuilder};
use serde_json::json;
use testkit::{Parcel, Program, Reply, file, plain_package, request_by};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::runtime::Runtime;
use tokio::time::MissedTickBehavior;
use wire::ids::{PortalId, TeamId};

const TONNAGE: &str = env!("CARGO_BIN_EXE_tonnage");
/// The address of everyone but the honest client.
const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const STRANGERS: u32 = 50;
/// A thousand requests a second in all.
const PAUSE: Duration = Duration::from_millis(50);
/// Where the strangers run. They are on other machines in reality, and must not take the processors of this one from the
/// server and from the client that is measured.
static ELSEWHERE_RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .on_thread_start(|| {
            // Without it, the measured times say more about the strangers than about the server.
            let _ = rustix::process::nice(19);
        })
        .build()
        .expect("a runtime")
});
const MIB: usize = 1 << 20;
/// What one address can have, with those that are refused, and some for the others.
const CONNECTIONS_MOST: usize = 1_000 + 32 + 50;

struct Scene {
    program: Program,
    owner: Client,
    team: TeamId,
    directory: tempfile::TempDir,
}

impl Scene {
    fn new() -> Self {
        testkit::prepare();
        let directory = tempfile::tempdir().unwrap();
        let data = directory.path().join("data");
        let program = Program::serve(Path::new(TONNAGE), &data, &[]);
        let (team, key) = Program::bootstrap(Path::new(TONNAGE), &data);
        let owner = Client::new(&program.api).unwrap().with_api_key(&key);
        Self { program, owner, team, directory }
    }

    /// How long 95 of 100 requests of an honest client take at most.
    async fn answer_time(&self) -> Duration {
        let mut times = Vec::new();
        let asked = testkit::rounds(40, 400).min(400);
        for _ in 0..asked {
            let since = Instant::now();
            let list = format!("/v1.1/teams/{}/packages", self.team);
            Reply::to(self.owner.request(Method::GET, &list)).await.expect(200);
            assert_eq!(Reply::to(self.owner.request(Method::GET, "/healthz")).await.text, "ok\n");
            times.push(since.elapsed());
        }
        times.sort_unstable();
        times[asked * 95 / 100]
    }

    /// Memory in kB, and open descriptors.
    fn cost(&self) -> (i64, usize) {
        let folder = format!("/proc/{}", self.program.id());
        let status = std::fs::read_to_string(format!("{folder}/status")).unwrap();
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        let memory = memory.split_whitespace().next().unwrap().parse().unwrap();
        (memory, std::fs::read_dir(format!("{folder}/fd")).unwrap().count())
    }

    /// Bytes of content on the disk.
    fn stored(&self) -> u64 {
        super::stranger_uploads::stored(&self.directory.path().join("data/objects/data"))
    }

    /// Strangers repeat the same request, while an honest client is measured.
    async fn endure(&self, what: &str, request: impl Fn(u32) -> RequestBuilder) {
        let (before, (memory, descriptors), stored) = (self.answer_time().await, self.cost(), self.stored());
        let answers: Arc<Mutex<BTreeMap<u16, usize>>> = Arc::default();
        let trying: Vec<_> = (0..STRANGERS)
            .map(|number| ELSEWHERE_RUNTIME.spawn(repeat(number, request(number), Arc::clone(&answers))))
            .collect();
        let during = self.answer_time().await;
        for stranger in trying {
            stranger.abort();
        }
        let ((memory_now, descriptors_now), answers) = (self.cost(), std::mem::take(&mut *answers.lock()));
        let opened = descriptors_now.saturating_sub(descriptors);
        let grown = self.stored().saturating_sub(stored);
        println!(
            "| {what} | {answers:?} | {grown} B | {} kB | {opened} | {before:?} | {during:?} |",
            memory_now - memory
        );
        assert!(opened <= CONNECTIONS_MOST, "{what}: {opened} connections");
        assert!(grown <= u64::from(STRANGERS + STRANGERS / 20), "{what}: {grown} bytes are stored");
    }

    /// Sends the same request on many connections from one address, and prints what they get and what they cost.
    async fn suffer(&self, what: &str, url: &str, request: &str, count: usize) {
        let (before, (memory, descriptors)) = (self.answer_time().await, self.cost());
        let mut held: Vec<TcpStream> = Vec::new();
        let mut answers: BTreeMap<String, usize> = BTreeMap::new();
        for _ in 0..count.div_ceil(500) {
            for (stream, answer) in join_all((0..count.min(500)).map(|_| sent(url, request))).await {
                held.extend(stream);
                *answers.entry(answer).or_default() += 1;
            }
        }
        let (during, (memory_now, descriptors_now)) = (self.answer_time().await, self.cost());
        let opened = descriptors_now.saturating_sub(descriptors);
        println!("| {what} | {answers:?} | {} kB | {opened} | {before:?} | {during:?} |", memory_now - memory);
        // How long others wait says more about this machine than about the service. That they are answered does not.
        assert!(opened <= CONNECTIONS_MOST, "{what}: {opened} connections");
    }
}

/// Sends a request until it is aborted, and counts the answers.
async fn repeat(number: u32, request: RequestBuilder, answers: Arc<Mutex<BTreeMap<u16, usize>>>) {
    // Not all in the same moment.
    let first = tokio::time::Instant::now() + PAUSE / STRANGERS * number;
    let mut next = tokio::time::interval_at(first, PAUSE);
    next.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        next.tick().await;
        let request = request.try_clone().expect("the body is in memory");
        // A connection that is closed while a refused body is sent is an answer, too.
        let status = request.send().await.map_or(0, |answer| answer.status().as_u16());
        *answers.lock().entry(status).or_default() += 1;
    }
}

/// The connection, and the first line of the answer if there is one soon.
async fn sent(url: &str, request: &str) -> (Option<TcpStream>, String) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((ELSEWHERE, 0).into()).unwrap();
    let address = url.trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
    let Ok(mut stream) = socket.connect(address).await else { return (None, "not connected".to_owned()) };
    if stream.write_all(request.as_bytes()).await.is_err() {
        return (None, "closed".to_owned());
    }
    let mut start = [0; 12];
    let read = tokio::time::timeout(Duration::from_secs(5), stream.read_exact(&mut start)).await;
    let answer = match read {
        Ok(Ok(_)) => String::from_utf8_lossy(&start[9..]).into_owned(),
        Ok(Err(_)) => "closed".to_owned(),
        Err(_) => "none yet".to_owned(),
    };
    (Some(stream), answer)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_costs_the_others_little() {
    let count = testkit::rounds(200, 2_000);
    let scene = Scene::new();
    let parcel = Parcel::create(&scene.owner, &scene.team, &plain_package("Dailies")).await;
    let auth = &parcel.body.progress_channels[0].auth;
    let stream =
        format!("GET /v1/channels/{}/events?token={} HTTP/1.1\r\nHost: x\r\n\r\n", auth.channel_name, auth.token);
    println!("| tried from one address | answers | memory | descriptors | p95 of another before | during |");
    scene.suffer(&format!("{count} streams with one token"), &scene.program.api, &stream, count).await;
    let silence = "GET /healthz HTTP/1.1\r\nX-Slow:";
    scene.suffer(&format!("{count} headers that do not end"), &scene.program.api, silence, count).await;
    let body = "PUT /tonnage/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nx";
    scene.suffer(&format!("{} bodies after a refusal", count / 4), &scene.program.storage, body, count / 4).await;
}

/// One package for each stranger, with one file of one byte.
async fn strangers(scene: &Scene) -> (PortalId, Vec<(Parcel, wire::files::AddedFile)>) {
    let body = json!({ "name": "Rushes", "subdomain": "rushes", "active": true, "max_file_count": 1,
        "package_size_restriction_enabled": true, "max_package_size": 1_000, "max_file_size": 1_000 });
    let created = Reply::of(&scene.owner, &format!("POST /v1/teams/{}/portals", scene.team), &body).await;
    let portal: PortalId = created.expect(201)["id"].as_str().unwrap().parse().unwrap();
    let anyone = Client::new(&scene.program.api).unwrap();
    let packages = (0..STRANGERS).map(async |_| {
        let parcel = Parcel::through(&anyone, &portal, "Reel").await;
        let added = parcel.reply("POST /files/batch", &json!([file("", "a.mov", 1)])).await.expect(200);
        let added = serde_json::from_value(added[0].clone()).unwrap();
        (parcel, added)
    });
    (portal.clone(), join_all(packages).await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_strangers_try_costs_the_others_little() {
    let scene = Scene::new();
    let (portal, packages) = strangers(&scene).await;
    let http = reqwest::Client::builder().local_address(Some(ELSEWHERE.into())).build().unwrap();
    let api = scene.program.api.trim_end_matches('/');
    println!(
        "| tried by {STRANGERS} at once | answers | disk | memory | descriptors | p95 of another before | during |"
    );
    let content = vec![7; MIB];
    let put = |number: u32| packages[number as usize].1.put_blueprint.as_ref().unwrap();
    scene.endure("1 MiB for a file of 1 B", |number| request_by(&http, put(number)).body(content.clone())).await;
    scene.endure("1 B, repeatedly", |number| request_by(&http, put(number)).body("x")).await;
    let create = |number: u32| packages[number as usize].1.create_blueprint.as_ref().unwrap();
    scene.endure("the create URL, repeatedly", |number| request_by(&http, create(number))).await;
    let directories: Vec<_> =
        (0..1_000).map(|number| json!({ "kind": "directory", "name": format!("{number}") })).collect();
    let entries = |number: u32| {
        let (parcel, _) = &packages[number as usize];
        let url = format!("{api}/v1/packages/{}/files/batch", parcel.id);
        http.post(url).header("X-Package-Token", &parcel.body.access_token).json(&directories)
    };
    scene.endure("1,000 directories for a Portal of one file", entries).await;
    let package = json!({ "name": "Reel", "description": "", "sender": "cleo@example.net" });
    let begin = |_| http.post(format!("{api}/v1/portals/{portal}/packages")).json(&package);
    scene.endure("packages for one Portal", begin).await;
}
