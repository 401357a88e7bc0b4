//! Disks that are unmounted, and mounted again with another device number.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::{Need, Operation, RemovableDisk, TestCloud};

use super::bench::{Bench, MIB, tree};

const RATE: u64 = 6 * MIB as u64;
const SIZE: usize = 40 * MIB;

/// A folder of the test for a disk.
fn place(bench: &Bench) -> PathBuf {
    let at = bench.agent.place("disk");
    std::fs::create_dir(&at).unwrap();
    at
}

async fn change(bench: &Bench, action: &str, kind: &str, id: &str) {
    bench.agent.call(&format!("POST /api/v1/{kind}/{id}/{action}"), &Value::Null).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_upload_goes_on_where_it_was() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let (setup, store) = TestCloud::setup().with_faulty_store().await;
    let bench = Bench::with(setup.start().await, |options| options.max_upload_rate = Some(RATE)).await;
    let at = place(&bench);
    let mut disk = RemovableDisk::mount(&at);
    let clip = at.join("clip");
    std::fs::copy(bench.file("clip", SIZE), &clip).unwrap();
    let id = bench.upload(&[&clip], json!({ "chunk_size": 8 * MIB })).await;
    testkit::until("a part has arrived", async || {
        let upload = bench.until("uploads", &id, &["transferring"]).await;
        if upload["progress"].as_u64() > Some(0) { Ok(()) } else { Err(upload) }
    })
    .await;
    change(&bench, "pause", "uploads", &id).await;
    let arrived = bench.until("uploads", &id, &["paused"]).await["progress"].as_u64().unwrap();
    let begun = store.proxy.count(Operation::Create);
    disk.unmount();
    disk.mount_again();
    change(&bench, "resume", "uploads", &id).await;
    let upload = bench.until("uploads", &id, &["complete", "error"]).await;
    assert_eq!(upload["state"], "complete", "{upload}, {arrived} bytes had arrived");
    assert_eq!(store.proxy.count(Operation::Create), begun, "it is the upload that was begun before");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_download_goes_on_in_its_part_file() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let bench = Bench::with(TestCloud::start().await, |options| options.max_download_rate = Some(RATE)).await;
    let clip = bench.file("clip", SIZE);
    let url = bench.sent(&[&clip]).await;
    let at = place(&bench);
    let mut disk = RemovableDisk::mount(&at);
    let id = bench.download(&url, &at).await;
    bench.until_moving("downloads", &id).await;
    change(&bench, "pause", "downloads", &id).await;
    bench.until("downloads", &id, &["paused"]).await;
    disk.unmount();
    disk.mount_again();
    change(&bench, "resume", "downloads", &id).await;
    let download = bench.until("downloads", &id, &["complete", "error"]).await;
    assert_eq!(download["state"], "complete", "{download}");
    let there = tree(&at);
    assert_eq!(there.keys().collect::<Vec<_>>(), [Path::new("clip")], "the part file of before is not left");
    assert!(there[Path::new("clip")] == Some(std::fs::read(&clip).unwrap()));
}

/// It would be complete on the disk below, and hidden by the next mount.
#[tokio::test(flavor = "multi_thread")]
async fn a_download_to_a_disk_that_is_not_mounted_waits_for_it() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let bench = Bench::with(TestCloud::start().await, |options| options.max_download_rate = Some(RATE)).await;
    let clip = bench.file("clip", SIZE);
    let url = bench.sent(&[&clip]).await;
    let at = place(&bench);
    let mut disk = RemovableDisk::mount(&at);
    let to = at.join("new/folder");
    let id = bench.download(&url, &to).await;
    bench.until_moving("downloads", &id).await;
    change(&bench, "pause", "downloads", &id).await;
    bench.until("downloads", &id, &["paused"]).await;
    disk.unmount();
    change(&bench, "resume", "downloads", &id).await;
    let download = bench.until("downloads", &id, &["complete", "error"]).await;
    assert_eq!(download["error"]["recoverable"], true, "{download}");
    let message = download["error"]["message"].as_str().unwrap();
    assert!(message.contains("not mounted") && message.contains(at.to_str().unwrap()), "{message}");
    assert!(tree(&at).is_empty(), "nothing is written to the disk below: {:?}", tree(&at).keys());
    disk.mount_again();
    change(&bench, "resume", "downloads", &id).await;
    let download = bench.until("downloads", &id, &["complete", "error"]).await;
    assert_eq!(download["state"], "complete", "{download}");
    assert!(std::fs::read(to.join("clip")).unwrap() == std::fs::read(&clip).unwrap());
}
