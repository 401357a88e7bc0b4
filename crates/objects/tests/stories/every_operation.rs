//! Each call to the disk fails, once or until further notice, and the store must lose nothing that it acknowledged, and
//! work again as soon as the disk does.

use std::collections::BTreeMap;
use std::process::Child;
use std::time::Duration;

use fixtures::{CallFault, FailingCalls, Need};
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use crate::harness::{Reply, complete_call, noise, send_raw};
use crate::kills;
use crate::signing::{Call, Mode};

const CASES: usize = 24;
/// The first calls of a kind are those that each run makes.
const FIRST_CALLS: u32 = 6;
/// More calls of one kind than a single thread makes for the requests below.
const MOST_CALLS: u32 = 30;
const CALLS: [(&str, &str); 9] = [
    ("pwrite64", "EIO"),
    ("pwrite64", "ENOSPC"),
    ("fdatasync", "EIO"),
    ("fsync", "EIO"),
    ("ftruncate", "EIO"),
    ("fallocate", "ENOSPC"),
    ("openat", "EIO"),
    ("unlink", "EIO"),
    ("linkat", "EIO"),
];

#[derive(Debug, Clone, Copy)]
struct Case {
    call: &'static str,
    error: &'static str,
    number: u32,
    lasts: bool,
}

impl Case {
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for (call, error) in CALLS {
            for number in 1..=MOST_CALLS {
                all.extend([true, false].map(|lasts| Self { call, error, number, lasts }));
            }
        }
        all
    }

    /// From now on, the calls of this case fail. strace counts them in each thread.
    fn begin(self, process: &Child) -> FailingCalls {
        let Self { call, error, number, lasts } = self;
        let outcome = format!("error={error}");
        let fault = CallFault { calls: call, outcome: &outcome, from: number, is_lasting: lasts, files: Vec::new() };
        FailingCalls::attach(process.id(), &fault)
    }
}

/// What a key may contain: one body, or several after a request whose outcome is not known. `None` means no object.
type Known = BTreeMap<String, Vec<Option<(u64, usize)>>>;

struct Client<'a> {
    address: &'a str,
    known: &'a mut Known,
    /// What is being tested, for messages.
    context: String,
    /// Requests that failed.
    failed: usize,
}

impl Client<'_> {
    async fn send(&mut self, call: Call) -> Reply {
        let reply = send_raw(self.address, &call.sign(self.address, &Mode::default())).await;
        let reply = reply.unwrap_or_else(|error| panic!("{} {}: {error}: {}", call.method, call.path, self.context));
        self.failed += usize::from(reply.status >= 500);
        reply
    }

    /// Records what an acknowledged, refused or unclear change leaves in its key.
    fn note(&mut self, key: &str, status: u16, body: Option<(u64, usize)>) {
        let known = self.known.entry(key.to_owned()).or_insert_with(|| vec![None]);
        match status {
            200..300 => *known = vec![body],
            400..500 => {}
            _ => known.push(body),
        }
    }

    async fn put(&mut self, key: &str, seed: u64, length: usize) -> u16 {
        let put = Call::new("PUT", &format!("/shelf/{key}")).body(&noise(seed, length));
        let status = self.send(put).await.status;
        self.note(key, status, Some((seed, length)));
        status
    }

    async fn delete(&mut self, key: &str) {
        let status = self.send(Call::new("DELETE", &format!("/shelf/{key}"))).await.status;
        self.note(key, status, None);
    }

    async fn put_in_parts(&mut self, key: &str, seed: u64, length: usize) {
        let path = format!("/shelf/{key}");
        let created = self.send(Call::new("POST", &path).query("uploads", "")).await;
        if created.status != 200 {
            return;
        }
        let upload = created.between("<UploadId>", "</UploadId>");
        let body = noise(seed, length);
        let part = Call::new("PUT", &path).query("partNumber", "1").query("uploadId", &upload).body(&body);
        let part = self.send(part).await;
        if part.status != 200 {
            return;
        }
        let status = self.send(complete_call(key, &upload, &[(1, part.header("etag"))])).await.status;
        self.note(key, status, Some((seed, length)));
    }

    async fn copy(&mut self, from: &str, to: &str) {
        let copied = self.known.get(from).cloned().unwrap_or_default();
        let copy = Call::new("PUT", &format!("/shelf/{to}")).header("x-amz-copy-source", &format!("/shelf/{from}"));
        let status = self.send(copy).await.status;
        let known = self.known.entry(to.to_owned()).or_insert_with(|| vec![None]);
        match status {
            200..300 => *known = copied.into_iter().flatten().map(Some).collect(),
            400..500 => {}
            _ => known.extend(copied),
        }
    }

    /// A few requests of each kind.
    async fn work(&mut self, seed: u64) {
        self.put("small", seed, 500).await;
        self.put("large", seed + 1, 70_000).await;
        self.put(&format!("new{}", seed % 5), seed + 2, 2000).await;
        self.put_in_parts("parts", seed + 3, 80_000).await;
        self.copy("large", "copy").await;
        self.delete(&format!("new{}", (seed + 2) % 5)).await;
        self.put("large", seed + 4, 1_200_000).await;
        self.delete("copy").await;
        self.put("small", seed + 5, 60_000).await;
    }

    /// Waits until the store accepts objects of all kinds again.
    async fn heal(&mut self, seed: u64) {
        let waiting = async {
            while self.put("small", seed + 6, 800).await != 200 || self.put("large", seed + 7, 90_000).await != 200 {
                tokio::task::yield_now().await;
            }
        };
        let in_time = tokio::time::timeout(Duration::from_mins(1), waiting).await;
        assert!(in_time.is_ok(), "the store does not recover: {}", self.context);
    }

    async fn verify(&mut self) {
        for (key, allowed) in self.known.clone() {
            let reply = self.send(Call::new("GET", &format!("/shelf/{key}"))).await;
            let found = allowed.into_iter().find(|allowed| match allowed {
                None => reply.status == 404,
                Some((seed, length)) => reply.status == 200 && reply.body == noise(*seed, *length) && !reply.is_cut,
            });
            let (status, length) = (reply.status, reply.body.len());
            let found = found.unwrap_or_else(|| panic!("{key} is {status} with {length} bytes: {}", self.context));
            self.known.insert(key, vec![found]);
        }
    }
}

#[tokio::test]
async fn whatever_call_fails_nothing_acknowledged_is_lost_and_the_store_recovers() {
    if fixtures::cannot_run_without(&[Need::Strace]) {
        return;
    }
    let seed = rand::random::<u64>() >> 24;
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut cases = Case::all();
    if std::env::var_os("TONNAGE_TEST_DEEP").is_none() {
        cases.retain(|case| case.number <= FIRST_CALLS);
        cases.shuffle(&mut random);
        cases.truncate(CASES);
    }
    let directory = tempfile::tempdir().unwrap();
    let mut known = Known::new();
    let (mut process, address) = kills::start(directory.path());
    let mut client = Client { address: &address, known: &mut known, context: format!("seed {seed}"), failed: 0 };
    client.send(Call::new("PUT", "/shelf")).await.expect(200);
    for case in cases {
        client.context = format!("seed {seed}, {case:?}");
        let round = random.random::<u64>() >> 24;
        let failing = case.begin(&process);
        client.work(round).await;
        drop(failing);
        assert!(process.try_wait().unwrap().is_none(), "the process is gone: {}", client.context);
        client.heal(round).await;
        client.verify().await;
    }
    assert!(client.failed > 0, "no call failed: seed {seed}");
    process.kill().unwrap();
    process.wait().unwrap();
    let report = objects::fsck(directory.path(), true).unwrap();
    assert!(report.is_clean(), "seed {seed}: {:?}", report.problems);
    let (mut process, address) = kills::start(directory.path());
    let context = format!("seed {seed}, after a restart");
    Client { address: &address, known: &mut known, context, failed: 0 }.verify().await;
    process.kill().unwrap();
    process.wait().unwrap();
}
