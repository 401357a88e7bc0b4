//! Destinations that lose what was written to them: after a power loss, or when a disk loses its cache while the
//! machine keeps running.

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::Value;

use super::workbench::{MIB, Workbench};

const SIZE: u64 = 96 * MIB;
/// Slow enough to be interrupted.
const RATE: u64 = 32 * MIB;

fn rounds() -> usize {
    testkit::rounds(4, 60)
}

/// Overwrites a third of the part file with zeros.
fn forget(part: &Path, random: &mut StdRng) {
    let file = OpenOptions::new().write(true).open(part).unwrap();
    let zeros = vec![0; 1 << 20];
    for block in 0..SIZE / MIB {
        if random.random_ratio(1, 3) {
            file.write_all_at(&zeros, block * MIB).unwrap();
        }
    }
    file.sync_all().unwrap();
}

/// Whether more than this many bytes have arrived or are in transfer.
fn has(bytes: u64) -> impl Fn(&Value) -> bool {
    move |download| {
        let moved = download["progress"].as_u64().unwrap() + download["under_way"].as_u64().unwrap();
        moved > bytes || download["state"] == "complete"
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_destination_that_forgets_never_ends_in_a_damaged_file() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut bench = Workbench::new(&[]).await;
    let source = bench.file("clip", SIZE);
    let link = bench.sent(&source).await;
    bench.limit("download", RATE).await;
    let sent = std::fs::read(&source).unwrap();
    for round in 0..rounds() {
        let context = format!("seed {seed}, round {round}");
        let to = bench.path(&format!("received-{round}"));
        let download = bench.download(&link, &to).await;
        bench.until(&download, "has begun", has(random.random_range(SIZE / 8..SIZE * 3 / 4))).await;
        bench.kill();
        let part = to.join("clip.part");
        if part.exists() {
            forget(&part, &mut random);
        }
        bench.start();
        if random.random() {
            let before = bench.call(&format!("GET {download}"), &Value::Null).await.expect(200);
            bench.until(&download, "continues", has(before["progress"].as_u64().unwrap())).await;
            if random.random() {
                bench.terminate();
            } else {
                bench.kill();
            }
            bench.start();
        }
        bench.until_complete(&download).await;
        assert!(std::fs::read(to.join("clip")).unwrap() == sent, "{context}: a complete file is damaged");
        std::fs::remove_dir_all(&to).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_could_not_be_written_to_the_disk_does_not_count() {
    let bench = Workbench::new(&[]).await;
    let source = bench.file("clip", SIZE);
    let (link, to) = (bench.sent(&source).await, bench.path("received"));
    bench.limit("download", RATE).await;
    let failing = bench.interfere("fdatasync,fsync,syncfs", "error=EIO", &[to.join("clip.part")]);
    let download = bench.download(&link, &to).await;
    let failed = bench.until(&download, "failed", |found| found["state"] == "error").await;
    assert!(failed["error"]["message"].as_str().unwrap().contains("os error 5"), "{failed}");
    assert_eq!(bench.journal("SELECT COUNT(*) FROM download_ranges").await, 0, "nothing was synced, so nothing counts");
    assert_eq!(failed["progress"], 0, "{failed}");
    assert!(!to.join("clip").exists(), "the file has no name yet");
    drop(failing);
    bench.call(&format!("POST {download}/resume"), &Value::Null).await.expect(200);
    bench.until_complete(&download).await;
    assert!(std::fs::read(to.join("clip")).unwrap() == std::fs::read(&source).unwrap());
}
