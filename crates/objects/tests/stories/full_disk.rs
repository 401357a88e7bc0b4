//! A full disk: uploads get a clear error, downloads and deletes work, and space comes back.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use fixtures::{Need, SmallDisk};

use objects::{Health, Options};

use crate::harness::{TestStore, noise, options};
use crate::signing::Call;

/// Writes to a file until not even one more byte fits.
fn take_the_last_byte(path: &Path) {
    let mut filler = File::create(path).unwrap();
    for length in [1 << 20, 4096, 1] {
        while filler.write_all(&vec![1; length]).is_ok() {}
    }
}

/// Stores objects of this size until the store refuses one.
async fn fill(store: &TestStore, length: usize) -> usize {
    for count in 0..20_000 {
        let reply = store.put(&format!("k{count}"), &noise(count as u64, length)).await;
        if reply.status != 200 {
            reply.expect_error(507, "InsufficientStorage");
            return count;
        }
    }
    panic!("the disk never filled up");
}

/// Waits until the index has given back what was deleted.
async fn accepts_again(store: &TestStore, length: usize) {
    let waiting = async {
        while store.put("one more", &noise(1, length)).await.status != 200 {
            tokio::task::yield_now().await;
        }
    };
    let in_time = tokio::time::timeout(Duration::from_mins(1), waiting).await;
    assert!(in_time.is_ok(), "nothing is accepted: {:?}", store.store.health().await);
}

/// Small objects are in the index, so deleting them frees nothing until the index gives space back.
#[tokio::test]
async fn everything_can_be_deleted_from_a_disk_that_is_full_to_the_last_byte() {
    if fixtures::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    for length in [60_000, 2000, 20_000] {
        let disk = SmallDisk::mount("size=24m");
        let mut store = TestStore::open(disk.path()).await;
        store.signed(Call::new("PUT", "/shelf")).await.expect(200);
        let count = fill(&store, length).await;
        let filler = disk.path().join("filler");
        take_the_last_byte(&filler);
        for index in 0..count {
            if index == count / 2 {
                store.close().await;
                store = TestStore::open(disk.path()).await;
            }
            let reply = store.signed(Call::new("DELETE", &format!("/shelf/k{index}"))).await;
            assert_eq!(reply.status, 204, "{length}: delete {index} of {count}: {}", reply.text());
        }
        accepts_again(&store, length).await;
        fs::remove_file(&filler).unwrap();
        accepts_again(&store, 2 << 20).await;
        assert!(store.store.health().await.is_healthy());
        assert!(objects::fsck(disk.path(), true).unwrap().is_clean());
    }
}

#[tokio::test]
async fn the_index_gives_back_what_was_deleted() {
    let store = TestStore::start().await;
    let index = store.directory.join("index.db");
    let length = || fs::metadata(&index).unwrap().len();
    for count in 0..200 {
        store.put(&format!("k{count}"), &noise(count, 60_000)).await.expect(200);
    }
    let (directory, _kept) = store.close().await;
    assert!(length() > 12_000_000, "{} bytes", length());
    let store = TestStore::open(&directory).await;
    for count in 0..199 {
        store.signed(Call::new("DELETE", &format!("/shelf/k{count}"))).await.expect(204);
    }
    let waiting = async {
        while length() > 5 << 20 {
            tokio::task::yield_now().await;
        }
    };
    assert!(tokio::time::timeout(Duration::from_mins(1), waiting).await.is_ok(), "{} bytes", length());
    assert!(store.get("k199").await.expect(200).body == noise(199, 60_000));
    assert!(objects::fsck(&directory, true).unwrap().is_clean());
}

#[tokio::test]
async fn a_store_starts_on_a_disk_that_is_full_to_the_last_byte() {
    if fixtures::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    for length in [60_000, 100_000] {
        let disk = SmallDisk::mount("size=24m");
        let store = TestStore::open(disk.path()).await;
        store.signed(Call::new("PUT", "/shelf")).await.expect(200);
        let count = fill(&store, length).await;
        store.close().await;
        take_the_last_byte(&disk.path().join("filler"));
        let store = TestStore::open(disk.path()).await;
        assert!(store.get("k0").await.expect(200).body == noise(0, length));
        let health = store.store.health().await;
        assert!(matches!(&health, Health::Full { reason } if reason.contains("full")), "{health:?}");
        for index in 0..count {
            store.signed(Call::new("DELETE", &format!("/shelf/k{index}"))).await.expect(204);
        }
        accepts_again(&store, length).await;
        assert!(objects::fsck(disk.path(), true).unwrap().is_clean());
    }
}

#[tokio::test]
async fn nothing_is_accepted_that_would_use_the_last_space() {
    if fixtures::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let disk = SmallDisk::mount("size=64m");
    let floor = 32 << 20;
    let store = TestStore::open_with(Options { reserve_bytes: floor, ..options(disk.path()) }).await;
    store.signed(Call::new("PUT", "/shelf")).await.expect(200);
    let too_much = noise(1, 40 << 20);
    store.put("too much", &too_much).await.expect_error(507, "InsufficientStorage");
    let count = fill(&store, 1 << 20).await;
    assert!(count > 10, "{count}");
    let filler = disk.path().join("filler");
    fs::write(&filler, vec![1; 4 << 20]).unwrap();
    store.put("small", b"small").await.expect_error(507, "InsufficientStorage");
    store.signed(Call::new("POST", "/shelf/big").query("uploads", "")).await.expect(507);
    assert!(matches!(store.store.health().await, Health::Full { .. }));
    let free = rustix::fs::statvfs(disk.path()).unwrap();
    assert!(free.f_bavail * free.f_frsize > floor - (6 << 20), "the floor was used up");
    assert!(store.get("k3").await.expect(200).body == noise(3, 1 << 20));
    fs::remove_file(&filler).unwrap();
    for index in 0..4 {
        store.signed(Call::new("DELETE", &format!("/shelf/k{index}"))).await.expect(204);
    }
    store.wait_for_files(count - 4).await;
    store.put("after", &noise(1, 1 << 20)).await.expect(200);
    assert_eq!(store.store.health().await, Health::Healthy);
}

#[tokio::test]
async fn a_full_disk_refuses_uploads_and_recovers() {
    if fixtures::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let disk = SmallDisk::mount("size=24m");
    let store = TestStore::open(disk.path()).await;
    store.signed(Call::new("PUT", "/shelf")).await.expect(200);
    let mut stored = Vec::new();
    loop {
        let key = format!("k{}", stored.len());
        let reply = store.put(&key, &noise(stored.len() as u64, 2 << 20)).await;
        if reply.status != 200 {
            reply.expect_error(507, "InsufficientStorage");
            break;
        }
        stored.push(key);
        assert!(stored.len() < 20, "the disk never filled up");
    }
    assert!(stored.len() > 4);
    store.get(&format!("k{}", stored.len())).await.expect(404);
    for (index, key) in stored.iter().enumerate() {
        assert!(store.get(key).await.expect(200).body == noise(index as u64, 2 << 20), "reading still works");
    }
    fill_index(&store).await;
    for key in &stored {
        store.signed(Call::new("DELETE", &format!("/shelf/{key}"))).await.expect(204);
    }
    store.wait_for_files(0).await;
    store.put("after", &noise(9, 2 << 20)).await.expect(200);
    store.put("after small", b"x").await.expect(200);
    assert!(store.store.health().await.is_healthy());
    assert!(objects::fsck(disk.path(), true).unwrap().is_clean());
}

#[tokio::test]
async fn a_write_that_failed_shows_in_the_health() {
    if fixtures::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let disk = SmallDisk::mount("size=24m");
    let store = TestStore::open(disk.path()).await;
    store.signed(Call::new("PUT", "/shelf")).await.expect(200);
    let filler = disk.path().join("filler");
    fs::write(&filler, vec![0; 32 << 20]).unwrap_err();
    store.put("large", &noise(1, 100_000)).await.expect_error(507, "InsufficientStorage");
    assert!(!store.store.health().await.is_healthy());
    fs::remove_file(&filler).unwrap();
    assert!(store.store.health().await.is_healthy(), "it recovers by itself");
}

/// Writes small objects until the index is full too.
async fn fill_index(store: &TestStore) {
    for index in 0..3000 {
        let body = noise(index, if index < 200 { 60_000 } else { 2000 });
        let reply = store.put(&format!("s{index}"), &body).await;
        if index > 200 && reply.status != 200 {
            reply.expect_error(507, "InsufficientStorage");
            return;
        }
    }
    panic!("the index never filled up");
}

#[tokio::test]
async fn no_inodes_is_a_full_disk_too() {
    if fixtures::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let disk = SmallDisk::mount("size=64m,nr_inodes=290");
    let store = TestStore::open(disk.path()).await;
    store.signed(Call::new("PUT", "/shelf")).await.expect(200);
    let mut count = 0;
    while store.put(&format!("k{count}"), &noise(1, 100_000)).await.status == 200 {
        count += 1;
        assert!(count < 100, "the inodes never ran out");
    }
    store.put("one more", &noise(1, 100_000)).await.expect_error(507, "InsufficientStorage");
    store.put("small", b"needs no inode").await.expect(200);
    store.signed(Call::new("DELETE", "/shelf/k0")).await.expect(204);
    store.wait_for_files(count - 1).await;
    store.put("one more", &noise(1, 100_000)).await.expect(200);
}
