//! A missing directory or disk, and one that fails: a clear error, nothing acknowledged, and recovery afterwards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use fixtures::{CallFault, FailingCalls, Need, SmallDisk};

use crate::harness::{Reply, TestStore, files_under, noise, send_raw};
use crate::kills;
use crate::signing::{Call, Mode};

#[tokio::test]
async fn a_missing_shard_is_made_again() {
    let store = TestStore::start().await;
    store.put("before", b"small").await.expect(200);
    fs::remove_dir_all(store.directory.join("data")).unwrap();
    for index in 0..10 {
        store.put(&format!("k{index}"), &noise(index, 100_000)).await.expect(200);
    }
    assert!(store.get("k7").await.expect(200).body == noise(7, 100_000));
    assert!(store.store.health().await.is_healthy());
}

#[tokio::test]
async fn a_directory_that_is_gone_takes_nothing() {
    let store = TestStore::start().await;
    store.put("before", b"x").await.expect(200);
    let away = store.directory.with_extension("away");
    fs::rename(&store.directory, &away).unwrap();
    store.put("small", b"x").await.expect_error(503, "ServiceUnavailable");
    store.put("large", &noise(1, 100_000)).await.expect_error(503, "ServiceUnavailable");
    assert!(!store.store.health().await.is_healthy());
    assert!(!store.directory.exists(), "nothing was created in its place");
    fs::rename(&away, &store.directory).unwrap();
    assert!(store.store.health().await.is_healthy(), "it recovers by itself");
    store.put("small", b"x").await.expect(200);
    store.put("large", &noise(1, 100_000)).await.expect(200);
}

#[tokio::test]
async fn lost_permission_is_an_error_and_passes() {
    // A file in place of the shards has the same effect as a failing disk, for root too.
    let store = TestStore::start().await;
    let data = store.directory.join("data");
    fs::remove_dir_all(&data).unwrap();
    fs::write(&data, b"in the way").unwrap();
    store.put("large", &noise(1, 100_000)).await.expect_error(503, "ServiceUnavailable");
    assert!(!store.store.health().await.is_healthy());
    store.put("small", b"still fine").await.expect(200);
    fs::remove_file(&data).unwrap();
    assert!(store.store.health().await.is_healthy());
    store.put("large", &noise(1, 100_000)).await.expect(200);
}

struct Bound(PathBuf);

impl Bound {
    fn mount(disk: &SmallDisk, at: &Path) -> Self {
        assert!(Command::new("mount").arg("--bind").args([disk.path(), at]).status().unwrap().success());
        Self(at.to_owned())
    }
}

impl Drop for Bound {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[tokio::test]
async fn a_data_disk_that_is_gone_is_noticed() {
    if fixtures::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let disk = SmallDisk::mount("size=24m");
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    for is_mount_point_left in [true, false] {
        fs::create_dir_all(&data).unwrap();
        let bound = Bound::mount(&disk, &data);
        let store = TestStore::open(directory.path()).await;
        store.signed(Call::new("PUT", &format!("/shelf-{is_mount_point_left}"))).await.expect(200);
        let put = || Call::new("PUT", &format!("/shelf-{is_mount_point_left}/large")).body(&noise(1, 100_000));
        store.signed(put()).await.expect(200);
        drop(bound);
        if !is_mount_point_left {
            fs::remove_dir(&data).unwrap();
        }
        store.signed(put()).await.expect_error(503, "ServiceUnavailable");
        assert!(!store.store.health().await.is_healthy());
        assert_eq!(data.exists(), is_mount_point_left, "nothing is created on the wrong disk");
        assert!(files_under(&data).is_empty());
        fs::create_dir_all(&data).unwrap();
        let _bound = Bound::mount(&disk, &data);
        assert!(store.store.health().await.is_healthy(), "it recovers by itself");
        store.signed(put()).await.expect(200);
        store.close().await;
    }
}

/// Makes system calls of a process fail until it is dropped.
fn make_fail(process: &Child, calls: &str, outcome: &str) -> FailingCalls {
    let fault = CallFault { calls, outcome, from: 1, is_lasting: true, files: Vec::new() };
    FailingCalls::attach(process.id(), &fault)
}

async fn put(address: &str, key: &str, length: usize) -> Reply {
    let call = Call::new("PUT", &format!("/shelf/{key}")).body(&noise(1, length));
    send_raw(address, &call.sign(address, &Mode::default())).await.unwrap()
}

#[tokio::test]
async fn an_exceeded_quota_is_a_full_disk() {
    if fixtures::cannot_run_without(&[Need::Strace]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let (mut process, address) = kills::start(directory.path());
    let bucket = Call::new("PUT", "/shelf").sign(&address, &Mode::default());
    send_raw(&address, &bucket).await.unwrap().expect(200);
    let failing = make_fail(&process, "pwrite64,fallocate", "error=EDQUOT");
    for _ in 0..3 {
        put(&address, "small", 100).await.expect_error(507, "InsufficientStorage");
    }
    drop(failing);
    put(&address, "small", 100).await.expect(200);
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(objects::fsck(directory.path(), true).unwrap().is_clean());
}

#[tokio::test]
async fn too_many_open_files_are_no_fault_of_the_disk() {
    if fixtures::cannot_run_without(&[Need::Strace]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let (mut process, address) = kills::start(directory.path());
    let bucket = Call::new("PUT", "/shelf").sign(&address, &Mode::default());
    send_raw(&address, &bucket).await.unwrap().expect(200);
    let failing = make_fail(&process, "openat", "error=EMFILE");
    put(&address, "large", 100_000).await.expect_error(503, "SlowDown");
    put(&address, "small", 100).await.expect(200);
    drop(failing);
    put(&address, "large", 100_000).await.expect(200);
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(objects::fsck(directory.path(), true).unwrap().is_clean());
}

#[tokio::test]
async fn a_disk_that_fails_is_not_believed() {
    if fixtures::cannot_run_without(&[Need::Strace]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let (mut process, address) = kills::start(directory.path());
    let bucket = Call::new("PUT", "/shelf").sign(&address, &Mode::default());
    send_raw(&address, &bucket).await.unwrap().expect(200);
    put(&address, "small before", 100).await.expect(200);
    put(&address, "large before", 100_000).await.expect(200);
    for (calls, outcome, status) in [("fdatasync,fsync", "error=EIO", 503), ("pwrite64", "error=ENOSPC", 507)] {
        let failing = make_fail(&process, calls, outcome);
        put(&address, "large", 100_000).await.expect(status);
        let small = put(&address, "small", 100).await;
        assert!(small.status >= 500, "{} for {calls}", small.status);
        drop(failing);
        for key in ["large", "small"] {
            let get = Call::new("GET", &format!("/shelf/{key}")).sign(&address, &Mode::default());
            send_raw(&address, &get).await.unwrap().expect_error(404, "NoSuchKey");
        }
        put(&address, "small after", 100).await.expect(200);
        put(&address, "large after", 100_000).await.expect(200);
    }
    process.kill().unwrap();
    process.wait().unwrap();
    let report = objects::fsck(directory.path(), true).unwrap();
    assert!(report.is_clean(), "{:?}", report.problems);
    assert_eq!(report.objects, 4);
}
