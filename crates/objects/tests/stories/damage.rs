//! Corrupted bytes on the disk are found, by the checker and by readers.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use futures_util::future::join_all;
use objects::{Clock, Options};

use crate::harness::{Reply, TestStore, files_under, noise, options};
use crate::signing::Call;

#[tokio::test]
async fn a_sound_store_has_no_problems() {
    let store = TestStore::start().await;
    store.put("small", b"small").await.expect(200);
    store.put("empty", b"").await.expect(200);
    store.put("large", &noise(1, 100_000)).await.expect(200);
    store.put_in_parts("big", &[&noise(2, 5 << 20), b"end"]).await;
    let report = objects::fsck(&store.directory, true).unwrap();
    assert!(report.is_clean(), "{:?}", report.problems);
    assert_eq!((report.objects, report.blobs, report.unreferenced), (4, 5, 0));
    assert_eq!(report.bytes, 5 + 100_000 + (5 << 20) + 3);
    let nowhere = tempfile::tempdir().unwrap();
    assert!(objects::fsck(nowhere.path(), false).is_err());
}

#[tokio::test]
async fn a_flipped_bit_is_found_and_not_served() {
    let store = TestStore::start().await;
    for length in [100_000, 3 << 20] {
        store.put("large", &noise(1, length)).await.expect(200);
        store.wait_for_files(1).await;
        let file = store.blob_files().remove(0);
        let mut bytes = fs::read(&file).unwrap();
        bytes[length / 2] ^= 0x10;
        fs::write(&file, bytes).unwrap();
        assert!(objects::fsck(&store.directory, false).unwrap().is_clean(), "sizes alone do not reveal it");
        let report = objects::fsck(&store.directory, true).unwrap();
        assert_eq!(report.problem_count, 1);
        assert!(report.problems[0].contains(file.file_name().unwrap().to_str().unwrap()), "{:?}", report.problems);
        let got = store.signed_or_cut(Call::new("GET", "/shelf/large")).await;
        assert!(got.status == 500 || got.is_cut, "{} with {} bytes", got.status, got.body.len());
        store.put("fine", b"fine").await.expect(200);
        store.get("fine").await.expect(200);
    }
}

/// Asks for the bytes from `from` to before `to`.
async fn get_range(store: &TestStore, key: &str, from: usize, to: usize) -> Reply {
    let call = Call::new("GET", &format!("/shelf/{key}")).header("range", &format!("bytes={from}-{}", to - 1));
    store.signed_or_cut(call).await
}

#[tokio::test]
async fn a_range_with_a_flipped_bit_is_not_served() {
    let store = TestStore::start().await;
    let body = noise(1, (5 << 20) + 1000);
    store.put("large", &body).await.expect(200);
    let copy = Call::new("PUT", "/shelf/copy").header("x-amz-copy-source", "/shelf/large");
    store.signed(copy).await.expect(200);
    let file = store.blob_files().remove(0);
    let mut bytes = fs::read(&file).unwrap();
    let at = (2 << 20) + 500_000;
    bytes[at] ^= 1;
    fs::write(&file, &bytes).unwrap();
    let end = body.len();
    for key in ["large", "copy"] {
        for (from, to) in [(at, at + 1), (at - 100, at + 100), (2 << 20, 3 << 20), (1_000_000, 4_000_000), (at, end)] {
            let got = get_range(&store, key, from, to).await;
            assert!(got.status == 500 || got.is_cut, "{key} {from}..{to}: {}", got.status);
            assert!(
                got.status == 500 || got.body[..] == body[from..from + got.body.len()] || from + got.body.len() > at
            );
        }
        for (from, to) in [(0, 2 << 20), (3 << 20, end), (1, 1000), (1_000_000, 1_100_000), (end - 1, end)] {
            assert!(get_range(&store, key, from, to).await.expect(206).body == body[from..to], "{key} {from}..{to}");
        }
    }
}

#[tokio::test]
async fn a_range_of_a_damaged_small_object_is_not_served() {
    let store = TestStore::start().await;
    store.put("small", &noise(3, 20_000)).await.expect(200);
    let index = rusqlite::Connection::open(store.directory.join("index.db")).unwrap();
    assert_eq!(index.execute("UPDATE blob SET bytes = zeroblob(20000)", []).unwrap(), 1);
    get_range(&store, "small", 10, 20).await.expect_error(500, "ContentDamaged");
}

#[tokio::test]
async fn ranges_of_all_shapes_are_verified_and_served() {
    let seed = rand::random::<u64>() >> 24;
    println!("seed {seed}");
    let store = TestStore::start().await;
    let parts = [noise(seed, 5 << 20), noise(seed + 1, (6 << 20) + 77), noise(seed + 2, 1 << 20), noise(seed + 3, 9)];
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    store.put_in_parts("big", &[parts[0], parts[1], parts[0], parts[3]]).await;
    let body = [parts[0], parts[1], parts[0], parts[3]].concat();
    for step in 0..60 {
        let chance = noise(seed ^ (step << 20), 16);
        let [first, second] = [0, 8].map(|at| u64::from_le_bytes(chance[at..at + 8].try_into().unwrap()));
        let [first, second] = [first, second].map(|chance| usize::try_from(chance).unwrap() % body.len());
        let (from, to) = (first.min(second), first.max(second) + 1);
        let got = get_range(&store, "big", from, to).await.expect(206);
        assert!(got.body == body[from..to] && !got.is_cut, "seed {seed}: {from}..{to}");
    }
}

#[tokio::test]
async fn a_flipped_bit_in_the_index_is_found_and_not_served() {
    let store = TestStore::start().await;
    store.put("small", &noise(3, 20_000)).await.expect(200);
    let (directory, _kept) = store.close().await;
    let index = directory.join("index.db");
    let mut bytes = fs::read(&index).unwrap();
    let needle = &noise(3, 20_000)[9000..9050];
    let at = bytes.windows(50).position(|window| window == needle).unwrap();
    bytes[at] ^= 1;
    fs::write(&index, bytes).unwrap();
    let report = objects::fsck(&directory, true).unwrap();
    assert_eq!(report.problem_count, 1, "{:?}", report.problems);
    let store = TestStore::open(&directory).await;
    store.get("small").await.expect_error(500, "ContentDamaged");
}

/// Waits for the scrub to finish a pass, and returns what it found. On a busy machine its low priority makes that long.
async fn scrubbed(directory: &Path) -> Vec<String> {
    let waiting = async {
        loop {
            let report = objects::scrub_report(directory).unwrap();
            if report.finished.is_some() {
                return report.damaged;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(10), waiting).await.expect("the scrub ends")
}

#[tokio::test]
async fn the_scrub_finds_damage_and_adds_missing_checksums() {
    let store = TestStore::start().await;
    store.put("good", &noise(1, 3 << 20)).await.expect(200);
    store.put("bad", &noise(2, 100_000)).await.expect(200);
    store.put("small", &noise(3, 1000)).await.expect(200);
    let (directory, _kept) = store.close().await;
    let index = rusqlite::Connection::open(directory.join("index.db")).unwrap();
    assert_eq!(index.execute("DELETE FROM block_sums", []).unwrap(), 1, "as in a store from before there were any");
    drop(index);
    let damaged =
        files_under(&directory.join("data")).into_iter().find(|file| fs::metadata(file).unwrap().len() == 100_000);
    let damaged = damaged.unwrap();
    let sound = fs::read(&damaged).unwrap();
    let mut bytes = sound.clone();
    bytes[77] ^= 4;
    fs::write(&damaged, bytes).unwrap();
    let now = Arc::new(AtomicI64::new(1_767_225_600_000));
    let reopen = || {
        let (now, options) = (Arc::clone(&now), options(&directory));
        TestStore::open_with(Options { scrub_days: 30, clock: Clock::new(move || now.load(Relaxed)), ..options })
    };
    let store = reopen().await;
    let found = scrubbed(&directory).await;
    assert!(matches!(&found[..], [one] if one.contains(damaged.file_name().unwrap().to_str().unwrap())), "{found:?}");
    let index = rusqlite::Connection::open(directory.join("index.db")).unwrap();
    let count = index.query_row("SELECT count(*) FROM block_sums", [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count, 1, "the file that is good has its block sums again");
    assert!(get_range(&store, "good", 5, 10).await.expect(206).body == noise(1, 10)[5..]);
    store.close().await;
    fs::write(&damaged, sound).unwrap();
    now.fetch_add(31 * 24 * 3_600_000, Relaxed);
    let store = reopen().await;
    let waiting = async {
        while !objects::scrub_report(&directory).unwrap().damaged.is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waiting).await.expect("what was repaired is forgotten");
    store.close().await;
    // The clock was ahead by a year.
    fs::remove_file(&damaged).unwrap();
    now.fetch_sub(365 * 24 * 3_600_000, Relaxed);
    let store = reopen().await;
    let waiting = async {
        while objects::scrub_report(&directory).unwrap().damaged.is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waiting).await.expect("a pass from the future is begun anew");
    store.close().await;
}

#[tokio::test]
async fn damage_is_no_fault_of_the_disk() {
    let store = TestStore::start().await;
    store.put("large", &noise(1, 100_000)).await.expect(200);
    store.put("other", b"x").await.expect(200);
    fs::remove_file(&store.blob_files()[0]).unwrap();
    let index = rusqlite::Connection::open(store.directory.join("index.db")).unwrap();
    assert_eq!(index.execute("UPDATE object SET seal = seal + 1 WHERE key = x'6f74686572'", []).unwrap(), 1);
    let copy = |of: &str| Call::new("PUT", "/shelf/copy").header("x-amz-copy-source", &format!("/shelf/{of}"));
    for key in ["large", "other"] {
        store.get(key).await.expect_error(500, "ContentDamaged");
    }
    store.signed(copy("other")).await.expect_error(500, "ContentDamaged");
    assert!(store.store.health().await.is_healthy());
    store.put("other", b"replaced").await.expect(200);
    store.get("other").await.expect(200);
}

/// Many writes share a transaction; the one that meets a damaged row fails alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_row_harms_no_other_write() {
    let store = Arc::new(TestStore::start().await);
    let upload = store.new_upload("big").await;
    let etag = store.put_part("big", &upload, 1, b"only").await.expect(200).header("etag");
    let index = rusqlite::Connection::open(store.directory.join("index.db")).unwrap();
    assert_eq!(index.execute("UPDATE blob SET crc32 = 1 << 40", []).unwrap(), 1);
    let writers = (0..40).map(|writer| {
        let (store, upload, etag) = (Arc::clone(&store), upload.clone(), etag.clone());
        tokio::spawn(async move {
            for round in 0..4 {
                if writer % 4 == 0 {
                    store.complete("big", &upload, &[(1, etag.clone())]).await.expect_error(500, "InternalError");
                } else {
                    store.put(&format!("w{writer}/r{round}"), b"small").await.expect(200);
                }
            }
        })
    });
    join_all(writers).await.into_iter().for_each(|writer| writer.unwrap());
    assert!(store.store.health().await.is_healthy());
}

/// The cut is after the part that is read before the reply begins.
#[tokio::test]
async fn a_file_that_ends_early_is_not_served_as_a_whole() {
    let store = TestStore::start().await;
    for left in [600_000, 1 << 20, (3 << 20) - 1] {
        store.put("large", &noise(1, 3 << 20)).await.expect(200);
        store.wait_for_files(1).await;
        fs::OpenOptions::new().write(true).open(&store.blob_files()[0]).unwrap().set_len(left).unwrap();
        let got = store.signed_or_cut(Call::new("GET", "/shelf/large")).await;
        assert!(got.is_cut, "{left}: {} with {} bytes", got.status, got.body.len());
    }
}

#[tokio::test]
async fn cut_lost_and_swapped_files_are_found() {
    let store = TestStore::start().await;
    for key in ["a", "b", "c", "d"] {
        store.put(key, &noise(u64::from(key.as_bytes()[0]), 100_000)).await.expect(200);
    }
    let files = store.blob_files();
    fs::OpenOptions::new().write(true).open(&files[0]).unwrap().set_len(50_000).unwrap();
    fs::remove_file(&files[1]).unwrap();
    let third = fs::read(&files[2]).unwrap();
    fs::copy(&files[3], &files[2]).unwrap();
    fs::write(&files[3], third).unwrap();
    assert_eq!(objects::fsck(&store.directory, false).unwrap().problem_count, 2);
    assert_eq!(objects::fsck(&store.directory, true).unwrap().problem_count, 4);
    for key in ["a", "b", "c", "d"] {
        let got = store.signed_or_cut(Call::new("GET", &format!("/shelf/{key}"))).await;
        assert!(got.status == 500 || got.is_cut, "{key}: {}", got.status);
    }
    store.signed(Call::new("DELETE", "/shelf/b")).await.expect(204);
}
