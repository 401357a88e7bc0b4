//! What one address can do to the real program, what that costs, and what another client notices meanwhile.
//!
//! `TONNAGE_TEST_ROUNDS=2000 cargo test -p cloud --test stories crowd_costs -- --nocapture` prints the figures of
//! `docs/decisions/0029-crowds.md`.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use client::Client;
use futures_util::future::join_all;
use reqwest::Method;
use testkit::{Parcel, Program, Reply, plain_package};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use wire::ids::TeamId;

const TONNAGE: &str = env!("CARGO_BIN_EXE_tonnage");
const ASKED: usize = 200;
/// What one address can have, with those that are refused, and some for the others.
const CONNECTIONS_MOST: usize = 1_000 + 32 + 50;

struct Scene {
    program: Program,
    owner: Client,
    team: TeamId,
    _directory: tempfile::TempDir,
}

impl Scene {
    fn new() -> Self {
        testkit::prepare();
        let directory = tempfile::tempdir().unwrap();
        let data = directory.path().join("data");
        let program = Program::serve(Path::new(TONNAGE), &data, &[]);
        let (team, key) = Program::bootstrap(Path::new(TONNAGE), &data);
        let owner = Client::new(&program.api).unwrap().with_api_key(&key);
        Self { program, owner, team, _directory: directory }
    }

    /// How long 95 of 100 requests of an honest client take at most.
    async fn answer_time(&self) -> Duration {
        let mut times = Vec::new();
        for _ in 0..ASKED {
            let since = Instant::now();
            let list = format!("/v1.1/teams/{}/packages", self.team);
            Reply::to(self.owner.request(Method::GET, &list)).await.expect(200);
            assert_eq!(Reply::to(self.owner.request(Method::GET, "/healthz")).await.text, "ok\n");
            times.push(since.elapsed());
        }
        times.sort_unstable();
        times[ASKED * 95 / 100]
    }

    /// Memory in kB, and open descriptors.
    fn cost(&self) -> (i64, usize) {
        let folder = format!("/proc/{}", self.program.id());
        let status = std::fs::read_to_string(format!("{folder}/status")).unwrap();
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        let memory = memory.split_whitespace().next().unwrap().parse().unwrap();
        (memory, std::fs::read_dir(format!("{folder}/fd")).unwrap().count())
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

/// The connection, and the first line of the answer if there is one soon.
async fn sent(url: &str, request: &str) -> (Option<TcpStream>, String) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
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
