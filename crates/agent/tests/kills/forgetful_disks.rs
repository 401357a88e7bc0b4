//! Destinations that lose what was written to them: after a power loss, or when a disk loses its cache while the
//! machine keeps running.

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::Value;
use testkit::{CutDisks, Need};

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
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
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

/// A disk says only once that it has lost something, and not of which file: those that come later must not get a name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_could_not_be_flushed_ends_the_download() {
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
    let bench = Workbench::new(&[]).await;
    let (source, to) = (bench.path("frames"), bench.path("received"));
    std::fs::create_dir_all(&source).unwrap();
    for frame in 0..400 {
        std::fs::write(source.join(frame.to_string()), frame.to_string()).unwrap();
    }
    let link = bench.sent(&source).await;
    let failing = bench.interfere("syncfs", "error=EIO:when=1", &[]);
    let download = bench.download(&link, &to).await;
    let failed = bench.until(&download, "failed", |found| found["state"] == "error").await;
    assert!(failed["error"]["message"].as_str().unwrap().contains("its disk did not keep"), "{failed}");
    drop(failing);
    bench.call(&format!("POST {download}/resume"), &Value::Null).await.expect(200);
    bench.until_complete(&download).await;
    let frame = |frame: usize| std::fs::read_to_string(to.join("frames").join(frame.to_string()));
    assert!((0..400).all(|number| frame(number).unwrap() == number.to_string()));
}

/// The kernel's cache still has what the disk has lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_only_the_cache_of_the_kernel_has_is_fetched_again() {
    if testkit::cannot_run_without(&[Need::LoopDevices]) {
        return;
    }
    let disks = CutDisks::in_memory();
    let disk = disks.format(4 * SIZE);
    let mut bench = Workbench::in_folder(Some(disk.path()), &[]).await;
    let source = bench.file("clip", SIZE);
    let (link, to) = (bench.sent(&source).await, bench.path("received"));
    let sent = std::fs::read(&source).unwrap();
    // So slow that it is not complete before it is paused, even on a busy machine.
    bench.limit("download", RATE / 8).await;
    let download = bench.download(&link, &to).await;
    bench.until(&download, "has recorded a part", |found| found["progress"].as_u64().unwrap() > SIZE / 4).await;
    bench.call(&format!("POST {download}/pause"), &Value::Null).await.expect(200);
    disk.lose(&to.join("clip.part"));
    bench.limit("download", RATE).await;
    bench.call(&format!("POST {download}/resume"), &Value::Null).await.expect(200);
    bench.until_complete(&download).await;
    bench.terminate();
    disk.restore(disks.copy(&disk));
    assert!(std::fs::read(to.join("clip")).unwrap() == sent, "a complete file is damaged on the disk");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_empty_directory_counts_only_once_it_is_on_the_disk() {
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
    let bench = Workbench::new(&[]).await;
    let (source, to) = (bench.path("show"), bench.path("received"));
    std::fs::create_dir_all(source.join("day/empty")).unwrap();
    std::fs::write(source.join("clip"), "frame").unwrap();
    let link = bench.sent(&source).await;
    let failing = bench.interfere("fdatasync,fsync", "error=EIO", &[to.join("show/day")]);
    let download = bench.download(&link, &to).await;
    bench.until(&download, "failed", has_failed).await;
    drop(failing);
    bench.call(&format!("POST {download}/resume"), &Value::Null).await.expect(200);
    bench.until_complete(&download).await;
    assert!(to.join("show/day/empty").is_dir());
}

/// Fails if the transfer is complete.
fn has_failed(found: &Value) -> bool {
    assert_ne!(found["state"], "complete", "{found}");
    found["state"] == "error"
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_from_before_a_crash_counts_only_once_it_is_on_the_disk() {
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
    let mut bench = Workbench::new(&["-auto-resume=false"]).await;
    let (source, to) = (bench.file("clip", MIB), bench.path("received"));
    let link = bench.sent(&source).await;
    // The first sync of the folder comes after the file got its name.
    let killing = bench.interfere("fsync", "signal=KILL", std::slice::from_ref(&to));
    let download = bench.download(&link, &to).await;
    testkit::until("the agent dies", async || if bench.is_dead() { Ok(()) } else { Err("it lives") }).await;
    drop(killing);
    assert!(to.join("clip").exists(), "it has its name");
    bench.kill();
    bench.start();
    let failing = bench.interfere("fsync,syncfs", "error=EIO", std::slice::from_ref(&to));
    bench.call(&format!("POST {download}/resume"), &Value::Null).await.expect(200);
    bench.until(&download, "failed", has_failed).await;
    drop(failing);
    bench.call(&format!("POST {download}/resume"), &Value::Null).await.expect(200);
    bench.until_complete(&download).await;
    assert!(std::fs::read(to.join("clip")).unwrap() == std::fs::read(&source).unwrap());
}
