//! Kills the process repeatedly at random moments. Everything acknowledged must still be there and complete.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use tokio::sync::Semaphore;

use crate::harness::{TestStore, complete_call, noise, send_raw};
use crate::signing::{Call, Mode};

const DIRECTORY: &str = "TONNAGE_TEST_CHILD_DIRECTORY";

/// Serves a directory until killed, if started by the test below; otherwise does nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn child() {
    if let Some(directory) = std::env::var_os(DIRECTORY) {
        let store = TestStore::open(Path::new(&directory)).await;
        println!("\nlistening {}", store.address);
        std::future::pending::<()>().await;
    }
}

pub(crate) fn start(directory: &Path) -> (Child, String) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kills::child", "--nocapture"])
        .env(DIRECTORY, directory)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines.find_map(|line| line.unwrap().strip_prefix("listening ").map(str::to_owned)).unwrap();
    // The test runner in the child reports slow tests, and ends if nobody reads that.
    std::thread::spawn(move || lines.for_each(drop));
    (child, address)
}

/// The acknowledged state: the body's seed and length, or none if deleted. Unknown while a request is running.
#[derive(Clone, Copy, PartialEq, Debug)]
enum State {
    Is(Option<(u64, usize)>),
    Unsure,
}

type Known = Arc<Mutex<BTreeMap<String, State>>>;

async fn send(address: &str, call: Call) -> Option<crate::harness::Reply> {
    let reply = send_raw(address, &call.sign(address, &Mode::default())).await.ok()?;
    assert!(reply.status < 500, "{}", reply.text());
    (reply.status < 300).then_some(reply)
}

/// Puts, deletes and multipart uploads with its own keys until the store is gone.
async fn worker(address: String, known: Known, begun: Arc<Semaphore>, seed: u64) {
    for step in 0_u64.. {
        let chance = u64::from_le_bytes(noise(seed ^ (step << 20), 8).try_into().unwrap());
        let key = format!("w{}/{}", seed % 8, chance % 5);
        let length = usize::try_from((chance >> 8) % 150_000).unwrap();
        known.lock().unwrap().insert(key.clone(), State::Unsure);
        begun.add_permits(1);
        let path = format!("/shelf/{key}");
        let done = match (chance >> 40) % 4 {
            0 => send(&address, Call::new("DELETE", &path)).await.map(|_| None),
            1 => in_parts(&address, &key, chance, length).await.map(|()| Some((chance, length))),
            _ => {
                let put = Call::new("PUT", &path).body(&noise(chance, length));
                send(&address, put).await.map(|_| Some((chance, length)))
            }
        };
        let Some(state) = done else { return };
        known.lock().unwrap().insert(key, State::Is(state));
    }
}

async fn in_parts(address: &str, key: &str, seed: u64, length: usize) -> Option<()> {
    let path = format!("/shelf/{key}");
    let created = send(address, Call::new("POST", &path).query("uploads", "")).await?;
    let upload = created.between("<UploadId>", "</UploadId>");
    let part = Call::new("PUT", &path).query("partNumber", "1").query("uploadId", &upload).body(&noise(seed, length));
    let etag = send(address, part).await?.header("etag");
    send(address, complete_call(key, &upload, &[(1, etag)])).await.map(|_| ())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_ever_lost() {
    let seed = rand::random::<u64>() >> 24;
    println!("seed {seed}");
    let directory = tempfile::tempdir().unwrap();
    let known = Known::default();
    for round in 0..12 {
        let (mut child, address) = start(directory.path());
        if round == 0 {
            send(&address, Call::new("PUT", "/shelf")).await.unwrap();
        }
        verify(&address, &known, seed).await;
        let begun = Arc::new(Semaphore::new(0));
        let start_worker = |index| {
            let seed = (seed ^ (round << 30)) * 8 + index;
            tokio::spawn(worker(address.clone(), Arc::clone(&known), Arc::clone(&begun), seed))
        };
        let workers: Vec<_> = (0..8).map(start_worker).collect();
        drop(begun.acquire_many(10 + u32::from(noise(seed ^ round, 1)[0])).await.unwrap());
        child.kill().unwrap();
        child.wait().unwrap();
        for worker in workers {
            worker.await.unwrap();
        }
        let report = objects::fsck(directory.path(), true).unwrap();
        assert!(report.is_clean(), "seed {seed} round {round}: {:?}", report.problems);
    }
    let (mut child, address) = start(directory.path());
    verify(&address, &known, seed).await;
    child.kill().unwrap();
    child.wait().unwrap();
}

async fn verify(address: &str, known: &Known, seed: u64) {
    let all = known.lock().unwrap().clone();
    for (key, state) in all {
        let call = Call::new("GET", &format!("/shelf/{key}")).sign(address, &Mode::default());
        let reply = send_raw(address, &call).await.unwrap();
        let (status, context) = (reply.status, format!("seed {seed} key {key} {state:?}"));
        match state {
            State::Is(None) => assert_eq!(status, 404, "{context}"),
            State::Is(Some((seed, length))) => {
                assert_eq!(status, 200, "{context}");
                assert!(reply.body == noise(seed, length), "{context}");
            }
            State::Unsure => assert!(!reply.is_cut && (status == 200 || status == 404), "{context}"),
        }
    }
}
