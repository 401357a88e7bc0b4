//! The disk of the journal, or that of a download, fails at any operation, once or for good.
//!
//! A run makes changes while the Nth operation of a kind fails, and in a lasting fault all after it too. A change that was
//! acknowledged must survive, and when the fault is over, the agent must work again by itself. Deep tests let the first
//! operation fail, then the second, until a run makes no more of them. Others choose from the first ones, by a seed.

use std::path::Path;

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use serde_json::{Value, json};
use testkit::{CallFault, FailingCalls, Need, until};

use super::watcher::tree;
use super::workbench::{MIB, Workbench};

/// Enough for several transactions.
const CHANGES: u64 = 6;
const CHOSEN: usize = 10;

/// Operations of a kind, on files of the agent's folder.
#[derive(Debug, Clone, Copy)]
struct Kind {
    calls: &'static str,
    error: &'static str,
    files: &'static [&'static str],
    /// As many as one thread makes for sure in a run: the calls of each thread are counted by themselves.
    sure: u32,
}

/// One operation fails, or all from there on.
#[derive(Debug, Clone, Copy)]
struct Case {
    kind: Kind,
    number: u32,
    lasts: bool,
}

impl Case {
    fn begin(self, bench: &Workbench) -> FailingCalls {
        let Self { kind: Kind { calls, error, files, .. }, number, lasts } = self;
        let (outcome, files) = (format!("error={error}"), files.iter().map(|file| bench.path(file)).collect());
        FailingCalls::attach(
            bench.process(),
            &CallFault { calls, outcome: &outcome, from: number, is_lasting: lasts, files },
        )
    }
}

/// Some of the operations that surely happen, each at most once.
fn chosen(kinds: &[Kind], seed: u64) -> Vec<Case> {
    let mut cases = Vec::new();
    for kind in kinds {
        for number in 1..=kind.sure {
            cases.extend([true, false].map(|lasts| Case { kind: *kind, number, lasts }));
        }
    }
    cases.shuffle(&mut StdRng::seed_from_u64(seed));
    cases.truncate(testkit::rounds(CHOSEN, cases.len()));
    cases
}

/// Runs with each operation that fails: with all of them in a deep test. `run` returns how many calls have failed.
async fn with_each(kinds: &[Kind], mut run: impl AsyncFnMut(Case) -> usize) {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    if !testkit::is_deep() {
        for case in chosen(kinds, seed) {
            assert!(run(case).await > 0, "seed {seed}: {case:?} did not happen");
        }
        return;
    }
    for (kind, lasts) in kinds.iter().flat_map(|kind| [(*kind, false), (*kind, true)]) {
        let mut number = 1;
        while run(Case { kind, number, lasts }).await > 0 {
            number += 1;
        }
        println!("{kind:?}, lasting {lasts}: {} operations failed", number - 1);
        assert!(number > kind.sure, "{kind:?} happens {} times, lasting {lasts}", number - 1);
    }
}

const JOURNAL: &[&str] = &["state/journal.db", "state/journal.db-wal"];
const PARTS: &[&str] = &["received/show/clip.part", "received/show/still.part"];

const OF_CHANGES: [Kind; 4] = [
    Kind { calls: "pwrite64", error: "EIO", files: JOURNAL, sure: 10 },
    Kind { calls: "pwrite64", error: "ENOSPC", files: JOURNAL, sure: 10 },
    Kind { calls: "pwrite64", error: "EDQUOT", files: JOURNAL, sure: 10 },
    Kind { calls: "fsync", error: "EIO", files: JOURNAL, sure: 5 },
];

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

/// Returns how many operations failed.
async fn fail_at(bench: &mut Workbench, case: Case, known: &mut Known) -> usize {
    let failing = case.begin(bench);
    for number in 0..CHANGES {
        known.change(bench, 2 + (known.acknowledged + number) % 60).await;
    }
    let failed = failing.end();
    let next = 2 + (known.acknowledged + 17) % 60;
    assert!(known.change(bench, next).await, "{case:?}: the agent does not recover\n{}", bench.log());
    known.check(bench, &format!("{case:?}")).await;
    bench.kill();
    bench.start();
    known.check(bench, &format!("{case:?}, after a restart")).await;
    failed
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whichever_operation_of_the_journal_fails_nothing_acknowledged_is_lost() {
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
    let mut bench = Workbench::new(&[]).await;
    let mut known = Known { acknowledged: 0, unknown: Vec::new() };
    assert!(known.change(&bench, 5).await);
    with_each(&OF_CHANGES, async |case| fail_at(&mut bench, case, &mut known).await).await;
}

const OF_DOWNLOADS: [Kind; 4] = [
    Kind { calls: "pwrite64", error: "EIO", files: JOURNAL, sure: 20 },
    Kind { calls: "pwrite64", error: "ENOSPC", files: JOURNAL, sure: 20 },
    Kind { calls: "pwrite64", error: "EDQUOT", files: JOURNAL, sure: 20 },
    Kind { calls: "fsync", error: "EIO", files: JOURNAL, sure: 6 },
];
const OF_PARTS: [Kind; 5] = [
    Kind { calls: "pwrite64", error: "EIO", files: PARTS, sure: 20 },
    Kind { calls: "pwrite64", error: "ENOSPC", files: PARTS, sure: 20 },
    Kind { calls: "pwrite64", error: "EDQUOT", files: PARTS, sure: 20 },
    Kind { calls: "fdatasync,fsync", error: "EIO", files: PARTS, sure: 1 },
    Kind { calls: "ftruncate", error: "EIO", files: PARTS, sure: 1 },
];

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

/// Returns how many operations failed.
async fn download_despite(bench: &mut Workbench, link: &str, source: &Path, case: Case) -> usize {
    let (to, context) = (bench.path("received"), format!("{case:?}"));
    let failing = case.begin(bench);
    let download = accepted(bench, link, &to).await;
    if let Some(download) = &download {
        let is_whole = !is_complete(bench, download).await || tree(&to.join("show")) == tree(source);
        assert!(is_whole, "{context}: shown as complete, but is not");
    }
    let failed = failing.end();
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
    failed
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

async fn downloads_despite(kinds: &[Kind]) {
    let mut bench = Workbench::new(&[]).await;
    let source = bench.path("show");
    std::fs::create_dir(&source).unwrap();
    for (name, length) in [("clip", 20 * MIB), ("still", MIB)] {
        std::fs::rename(bench.file(name, length), source.join(name)).unwrap();
    }
    let link = bench.sent(&source).await;
    with_each(kinds, async |case| download_despite(&mut bench, &link, &source, case).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whichever_operation_of_the_journal_fails_downloads_end_right() {
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
    downloads_despite(&OF_DOWNLOADS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whichever_operation_of_a_part_file_fails_downloads_end_right() {
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
    downloads_despite(&OF_PARTS).await;
}
