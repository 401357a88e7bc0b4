//! The agent dies at a chosen step of a download: before or after a range is synced, recorded or named.
//!
//! A kill comes with the Nth write to the journal, or with the Nth sync or change of a name. Without `TONNAGE_TEST_DEEP`,
//! only some N are tried, chosen by a seed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::Value;
use testkit::{Need, until};

use super::workbench::{MIB, Workbench};

/// The steps of the download below, rounded up.
const STEPS: usize = 24;
const CHOSEN: usize = 4;

const JOURNAL: &str = "pwrite64";
const FOLDER: &str = "fdatasync,fsync,syncfs,linkat,renameat2";

fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| (path.file_name().unwrap().into(), std::fs::read(&path).unwrap())).collect()
}

/// Returns whether the agent died before the download was complete.
async fn die_at(bench: &mut Workbench, link: &str, source: &Path, calls: &str, step: usize) -> bool {
    let context = format!("step {step} of {calls}");
    let to = bench.path("received");
    std::fs::create_dir(&to).unwrap();
    let download = bench.download(link, &to).await;
    bench.call(&format!("POST {download}/pause"), &Value::Null).await;
    let folder = to.join("show");
    let mut paths = vec![to.clone(), folder.clone(), folder.join("clip.part"), folder.join("still.part")];
    if calls == JOURNAL {
        paths = vec![bench.path("state/journal.db-wal")];
    }
    let interference = bench.interfere(calls, &format!("signal=KILL:when={step}"), &paths);
    // The kill may come before the reply.
    let _ = bench.try_call(&format!("POST {download}/resume")).await;
    let has_died = until(&format!("{context}: the agent dies, or the download is complete"), async || {
        if bench.is_dead() {
            return Ok(true);
        }
        let found = bench.try_call(&format!("GET {download}")).await.unwrap_or_default();
        if found["state"] == "complete" { Ok(false) } else { Err(found) }
    })
    .await;
    drop(interference);
    bench.kill();
    bench.start();
    let found = bench.call(&format!("GET {download}"), &Value::Null).await.expect(200);
    if found["state"] == "paused" {
        bench.call(&format!("POST {download}/resume"), &Value::Null).await.expect(200);
    }
    bench.until_complete(&download).await;
    assert!(files(&folder) == files(source), "{context}: {:?}", files(&folder).keys());
    bench.call(&format!("DELETE {download}"), &Value::Null).await.expect(200);
    std::fs::remove_dir_all(&to).unwrap();
    has_died
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wherever_the_agent_dies_a_download_ends_with_the_right_files() {
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
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
    let mut died = 0;
    for calls in [JOURNAL, FOLDER] {
        let steps: Vec<usize> = if testkit::is_deep() {
            (1..=STEPS).collect()
        } else {
            (0..CHOSEN).map(|_| random.random_range(1..=STEPS / 2)).collect()
        };
        for step in steps {
            died += usize::from(die_at(&mut bench, &link, &source, calls, step).await);
        }
    }
    println!("the agent died {died} times");
    assert!(died > 0, "seed {seed}");
}
