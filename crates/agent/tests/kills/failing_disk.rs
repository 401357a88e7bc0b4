//! The disk of the journal, or that of a download, fails at any operation, once or for good.
//!
//! A run makes changes while the Nth write or sync of the journal fails, and in a lasting fault all after it too. A
//! change that was acknowledged must survive, and when the fault is over, the agent must work again by itself. Without
//! `TONNAGE_TEST_DEEP`, only some operations fail, chosen by a seed.

use std::path::{Path, PathBuf};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use testkit::until;

use super::watcher::tree;
use super::workbench::{Interference, MIB, Workbench};

/// Enough for several transactions.
const CHANGES: u64 = 6;
/// The operations of the first changes. Later ones are of the same kind, and deep tests reach them.
const FIRST: usize = 24;
const CHOSEN: usize = 6;
/// Checkpoints are far apart, so the end is not waited for.
const DEEP: usize = 80;

/// The last number that was acknowledged, and those after it whose fate is unknown.
struct Known {
    acknowledged: u64,
    unknown: Vec<u64>,
}

impl Known {
    async fn change(&mut self, bench: &Workbench, number: u64) -> bool {
        let body = json!({ "max_connections": number });
        let reply = bench.call("POST settings/concurrency", &body).await;
        let is_acknowledged = reply.status.is_success();
        if is_acknowledged {
            (self.acknowledged, self.unknown) = (number, Vec::new());
        } else {
            assert!(reply.status.is_server_error(), "{}", reply.text);
            self.unknown.push(number);
        }
        is_acknowledged
    }

    async fn check(&self, bench: &Workbench, context: &str) {
        let found = bench.call("GET settings/concurrency", &Value::Null).await.expect(200);
        let found = found["max_connections"].as_u64().unwrap();
        let is_known = found == self.acknowledged || self.unknown.contains(&found);
        assert!(is_known, "{context}: {} was acknowledged, {found} is there", self.acknowledged);
    }
}

/// Returns whether the fault happened.
async fn fail_at(bench: &mut Workbench, operation: usize, is_lasting: bool, known: &mut Known) -> bool {
    let context = format!("operation {operation} fails{}", if is_lasting { " for good" } else { "" });
    let when = format!("{operation}{}", if is_lasting { "+" } else { "" });
    let paths = [bench.path("state/journal.db"), bench.path("state/journal.db-wal")];
    let how = format!("error=EIO:when={when}");
    let failing = bench.interfere("pwrite64,fdatasync,fsync,ftruncate", &how, &paths);
    let mut has_failed = false;
    for number in 0..CHANGES {
        has_failed |= !known.change(bench, 2 + (known.acknowledged + number) % 60).await;
    }
    drop(failing);
    let next = 2 + (known.acknowledged + 17) % 60;
    assert!(known.change(bench, next).await, "{context}: the agent does not recover\n{}", bench.log());
    known.check(bench, &context).await;
    bench.kill();
    bench.start();
    known.check(bench, &format!("{context}, after a restart")).await;
    has_failed
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whichever_operation_of_the_journal_fails_nothing_acknowledged_is_lost() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let operations: Vec<usize> = if testkit::is_deep() {
        (1..=DEEP).collect()
    } else {
        (0..CHOSEN).map(|_| random.random_range(1..=FIRST)).collect()
    };
    let mut bench = Workbench::new(&[]).await;
    let mut known = Known { acknowledged: 0, unknown: Vec::new() };
    assert!(known.change(&bench, 5).await);
    let mut failed = 0;
    for operation in operations {
        for is_lasting in [false, true] {
            failed += usize::from(fail_at(&mut bench, operation, is_lasting, &mut known).await);
        }
    }
    println!("{failed} runs had a change that failed");
    assert!(failed > 0, "seed {seed}: no fault happened");
}

/// Calls that fail while a download runs.
struct DiskFault {
    calls: &'static str,
    /// Of the agent's folder.
    files: &'static [&'static str],
    /// The number of the first call that fails is from 1 to this.
    latest: u32,
}

const WRITES: &str = "pwrite64";
const SYNCS: &str = "fdatasync,fsync,syncfs,ftruncate";
const JOURNAL: &[&str] = &["state/journal.db", "state/journal.db-wal"];
const PARTS: &[&str] = &["received/show/clip.part", "received/show/still.part"];

const JOURNAL_FAULTS: [DiskFault; 2] =
    [DiskFault { calls: WRITES, files: JOURNAL, latest: 60 }, DiskFault { calls: SYNCS, files: JOURNAL, latest: 12 }];
const PART_FAULTS: [DiskFault; 2] =
    [DiskFault { calls: WRITES, files: PARTS, latest: 60 }, DiskFault { calls: SYNCS, files: PARTS, latest: 3 }];

impl DiskFault {
    /// Begins, and returns what it is. The first of a run is at the first call, so that it happens in any case.
    fn begin(&self, bench: &Workbench, is_first: bool, random: &mut StdRng) -> (Interference, String) {
        let error = if random.random() { "EIO" } else { "ENOSPC" };
        let ending = if random.random() { "+" } else { "" };
        let number = if is_first { 1 } else { random.random_range(1..=self.latest) };
        let how = format!("error={error}:when={number}{ending}");
        let files: Vec<PathBuf> = self.files.iter().map(|file| bench.path(file)).collect();
        (bench.interfere(self.calls, &how, &files), format!("{} of {:?}: {how}", self.calls, self.files))
    }
}

/// Starts a download. `None` if the agent does not accept it now.
async fn accepted(bench: &Workbench, link: &str, to: &Path) -> Option<String> {
    let reply = bench.call("POST downloads", &json!({ "url": link, "dst_folder": to })).await;
    if !reply.status.is_success() {
        assert!(reply.status.is_server_error(), "{}", reply.text);
        return None;
    }
    let started: Value = serde_json::from_str(&reply.text).unwrap();
    Some(format!("downloads/{}", started["download_id"].as_str().unwrap()))
}

/// Returns whether the fault stopped the download.
async fn download_despite(
    bench: &mut Workbench,
    link: &str,
    source: &Path,
    (failing, context): (Interference, String),
) -> bool {
    let to = bench.path("received");
    let download = accepted(bench, link, &to).await;
    let mut has_failed = true;
    if let Some(download) = &download {
        has_failed = !is_complete(bench, download).await;
        assert!(has_failed || tree(&to.join("show")) == tree(source), "{context}: shown as complete, but is not");
    }
    drop(failing);
    let download = match download {
        Some(download) => download,
        None => bench.download(link, &to).await,
    };
    let found = bench.call(&format!("GET {download}"), &Value::Null).await.expect(200);
    if found["state"] == "error" {
        bench.call(&format!("POST {download}/resume"), &Value::Null).await.expect(200);
    }
    bench.until_complete(&download).await;
    bench.kill();
    bench.start();
    let found = bench.call(&format!("GET {download}"), &Value::Null).await.expect(200);
    assert_eq!(found["state"], "complete", "{context}: {found}");
    assert!(tree(&to.join("show")) == tree(source), "{context}: {:?}", tree(&to).keys());
    bench.call("DELETE downloads", &Value::Null).await.expect(200);
    std::fs::remove_dir_all(&to).unwrap();
    has_failed
}

/// Waits until the download is complete or has failed.
async fn is_complete(bench: &Workbench, download: &str) -> bool {
    let unrecorded = || bench.log().matches("could not record why a download ended").count();
    let before = unrecorded();
    until(&format!("{download} ends"), async || {
        let found = bench.call(&format!("GET {download}"), &Value::Null).await.expect(200);
        match found["state"].as_str().unwrap() {
            "complete" => Ok(true),
            "error" => Ok(false),
            _ if unrecorded() > before => Ok(false),
            _ => Err(found),
        }
    })
    .await
}

async fn downloads_despite(faults: &[DiskFault]) {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut bench = Workbench::new(&[]).await;
    let source = bench.path("show");
    std::fs::create_dir(&source).unwrap();
    for (name, length) in [("clip", 20 * MIB), ("still", MIB)] {
        std::fs::rename(bench.file(name, length), source.join(name)).unwrap();
    }
    let link = bench.sent(&source).await;
    let mut failed = 0;
    for round in 0..testkit::rounds(CHOSEN, DEEP) {
        let fault = faults[round % faults.len()].begin(&bench, round == 0, &mut random);
        failed += usize::from(download_despite(&mut bench, &link, &source, fault).await);
    }
    println!("{failed} downloads failed");
    assert!(failed > 0, "seed {seed}: no fault happened");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whichever_operation_of_the_journal_fails_downloads_end_right() {
    downloads_despite(&JOURNAL_FAULTS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whichever_operation_of_a_part_file_fails_downloads_end_right() {
    downloads_despite(&PART_FAULTS).await;
}
