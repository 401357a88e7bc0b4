//! The real server is killed repeatedly in the middle of uploads.
//!
//! A ledger outside the server remembers every acknowledged part and object. After each kill the server must be ready
//! within five seconds, everything in the ledger must be there unchanged, and `tonnage admin fsck` must be clean.
//! `TONNAGE_TEST_ROUNDS` sets the number of rounds.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Output;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use rusty_s3::actions::ListParts;
use rusty_s3::{Bucket, Credentials, S3Action as _, UrlStyle};
use serde_json::Value;
use testkit::Program;
use tokio::sync::Semaphore;

const ROUNDS: usize = 50;
const DEEP_ROUNDS: usize = 1_000;
const WORKERS: u64 = 4;
/// The promised limit, held by deep tests, which have the machine to themselves. It takes less than a second there.
const READY_WITHIN: Duration = Duration::from_secs(5);
/// Only a start that hangs takes longer, however busy the machine is.
const HANGS_AFTER: Duration = Duration::from_mins(4);
const SIGNED_FOR: Duration = Duration::from_mins(10);
const PART: usize = 5 << 20;
const LAST_PART_LONGEST: usize = 200_000;

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tonnage"))
}

/// Bytes that no other seed gives, block by block.
fn body(seed: u64, length: usize) -> Vec<u8> {
    let mut bytes = vec![0x5a; length];
    for (number, block) in bytes.chunks_mut(4_096).enumerate() {
        let stamp = (seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).to_le_bytes();
        let length = stamp.len().min(block.len());
        block[..length].copy_from_slice(&stamp[..length]);
    }
    bytes
}

/// An upload as far as the server acknowledged it.
#[derive(Clone, Default)]
struct Upload {
    id: String,
    /// Seed, length and `ETag` of each acknowledged part.
    parts: Vec<(u64, usize, String)>,
    completed: bool,
}

type Ledger = Arc<Mutex<BTreeMap<String, Upload>>>;

#[derive(Clone)]
struct Store {
    bucket: Bucket,
    credentials: Credentials,
    http: reqwest::Client,
}

impl Store {
    fn new(endpoint: &str, keys: &Value) -> Self {
        let text = |name: &str| keys[name].as_str().unwrap().to_owned();
        let bucket = Bucket::new(endpoint.parse().unwrap(), UrlStyle::Path, text("bucket"), text("region")).unwrap();
        let credentials = Credentials::new(text("access_key"), text("secret_key"));
        Self { bucket, credentials, http: reqwest::Client::builder().no_proxy().build().unwrap() }
    }

    /// The reply to a request that the server acknowledged; `None` if the server is gone.
    async fn acknowledged(&self, request: reqwest::RequestBuilder) -> Option<reqwest::Response> {
        let response = request.send().await.ok()?;
        assert!(response.status().is_success(), "{} {:?}", response.status(), response.text().await);
        Some(response)
    }

    async fn create(&self, key: &str) -> Option<String> {
        let url = self.bucket.create_multipart_upload(Some(&self.credentials), key).sign(SIGNED_FOR);
        let text = self.acknowledged(self.http.post(url)).await?.text().await.ok()?;
        let (_, rest) = text.split_once("<UploadId>").expect("the reply names the upload");
        Some(rest.split('<').next().unwrap_or_default().to_owned())
    }

    async fn put_part(&self, key: &str, upload: &Upload, seed: u64, length: usize) -> Option<String> {
        let number = u16::try_from(upload.parts.len() + 1).unwrap();
        let action = self.bucket.upload_part(Some(&self.credentials), key, number, &upload.id);
        let response = self.acknowledged(self.http.put(action.sign(SIGNED_FOR)).body(body(seed, length))).await?;
        Some(response.headers()["etag"].to_str().unwrap().to_owned())
    }

    async fn complete(&self, key: &str, upload: &Upload) -> Option<()> {
        let etags = upload.parts.iter().map(|(_, _, etag)| etag.as_str());
        let action = self.bucket.complete_multipart_upload(Some(&self.credentials), key, &upload.id, etags);
        let url = action.sign(SIGNED_FOR);
        let text = self.acknowledged(self.http.post(url).body(action.body())).await?.text().await.ok()?;
        assert!(!text.contains("<Error>"), "{text}");
        Some(())
    }

    /// Whether the object is there, byte for byte.
    async fn has(&self, key: &str, upload: &Upload) -> bool {
        let url = self.bucket.get_object(Some(&self.credentials), key).sign(SIGNED_FOR);
        let response = self.http.get(url).send().await.unwrap();
        let expected: Vec<u8> = upload.parts.iter().flat_map(|(seed, length, _)| body(*seed, *length)).collect();
        response.status() == 200 && response.bytes().await.unwrap() == expected
    }

    async fn has_parts(&self, key: &str, upload: &Upload) -> bool {
        let url = self.bucket.list_parts(Some(&self.credentials), key, &upload.id).sign(SIGNED_FOR);
        let text = self.http.get(url).send().await.unwrap().text().await.unwrap();
        let listed = ListParts::parse_response(&text).unwrap();
        upload.parts.iter().enumerate().all(|(index, (_, length, etag))| {
            listed
                .parts
                .iter()
                .any(|part| usize::from(part.number) == index + 1 && part.etag == *etag && part.size == *length as u64)
        })
    }

    async fn delete(&self, key: &str) {
        let url = self.bucket.delete_object(Some(&self.credentials), key).sign(SIGNED_FOR);
        self.acknowledged(self.http.delete(url)).await.expect("the server runs");
    }
}

/// Uploads objects of two parts until the server is gone.
async fn work(store: Store, ledger: Ledger, begun: Arc<Semaphore>, mut random: StdRng) -> Option<()> {
    loop {
        let key = format!("upload/{:016x}", random.random::<u64>());
        begun.add_permits(1);
        let mut upload = Upload { id: store.create(&key).await?, ..Upload::default() };
        ledger.lock().unwrap().insert(key.clone(), upload.clone());
        for length in [PART, random.random_range(1..LAST_PART_LONGEST)] {
            begun.add_permits(1);
            let seed = random.random();
            let etag = store.put_part(&key, &upload, seed, length).await?;
            upload.parts.push((seed, length, etag));
            ledger.lock().unwrap().insert(key.clone(), upload.clone());
        }
        begun.add_permits(1);
        store.complete(&key, &upload).await?;
        upload.completed = true;
        ledger.lock().unwrap().insert(key, upload);
    }
}

struct ClosesWhenDropped(Arc<Semaphore>);

impl Drop for ClosesWhenDropped {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Checks everything in the ledger, finishes what was begun, and frees space.
async fn verify(store: &Store, ledger: &Ledger, context: &str) -> usize {
    let all = std::mem::take(&mut *ledger.lock().unwrap());
    let count = all.len();
    for (key, upload) in all {
        if upload.parts.len() < 2 {
            assert!(store.has_parts(&key, &upload).await, "{context}: an acknowledged part of {key} is lost");
            continue;
        }
        if !upload.completed {
            // The kill may have come after the completion and before its reply: repeating it gets the same answer.
            store.complete(&key, &upload).await.expect("the server runs");
        }
        assert!(store.has(&key, &upload).await, "{context}: the object {key} is lost or altered");
        store.delete(&key).await;
    }
    count
}

fn admin(data_dir: &Path, arguments: &[&str]) -> Output {
    let data_dir = ["--data-dir", data_dir.to_str().unwrap()];
    Program::run(program(), &[], &[["admin"].as_slice(), arguments, &data_dir].concat())
}

fn assert_clean(data_dir: &Path, arguments: &[&str], context: &str) {
    let output = admin(data_dir, arguments);
    assert!(output.status.success(), "{context}: {}", String::from_utf8_lossy(&output.stdout));
}

fn started(data_dir: &Path, context: &str) -> Program {
    let since = Instant::now();
    let server = Program::serve(program(), data_dir, &[]);
    let took = since.elapsed();
    let limit = if testkit::is_deep() { READY_WITHIN } else { HANGS_AFTER };
    assert!(took < limit, "{context}: ready only after {took:?}");
    server
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_to_kill_9() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    testkit::prepare();
    let directory = tempfile::tempdir().unwrap();
    let data_dir = directory.path().join("data");
    let mut random = StdRng::seed_from_u64(seed);
    let ledger = Ledger::default();
    let mut checked = 0;
    for round in 0..testkit::rounds(ROUNDS, DEEP_ROUNDS) as u64 {
        let context = format!("seed {seed}, round {round}");
        let mut server = started(&data_dir, &context);
        let output = admin(&data_dir, &["storage", "credentials", "--json"]).stdout;
        let store = Store::new(&server.storage, &serde_json::from_slice(&output).unwrap());
        checked += verify(&store, &ledger, &context).await;
        let begun = Arc::new(Semaphore::new(0));
        let workers: Vec<_> = (0..WORKERS)
            .map(|_| {
                let random = StdRng::seed_from_u64(random.random());
                let (store, ledger, begun) = (store.clone(), Arc::clone(&ledger), Arc::clone(&begun));
                tokio::spawn(async move {
                    let _closed_at_the_end = ClosesWhenDropped(Arc::clone(&begun));
                    work(store, ledger, begun, random).await;
                })
            })
            .collect();
        // A worker that gives up while the server still runs closes the semaphore; its reason is reported below.
        let _ = begun.acquire_many(random.random_range(1..24)).await;
        server.kill();
        for worker in workers {
            worker.await.unwrap();
        }
        assert_clean(&data_dir, &["fsck"], &context);
    }
    let _server = started(&data_dir, "the last start");
    assert_clean(&data_dir, &["fsck", "--read-data"], "the end");
    println!("{checked} uploads checked");
    assert!(checked > 0);
}
