//! Corrupted bytes on the disk are found, by the checker and by readers.

use std::fs;
use std::sync::Arc;

use futures_util::future::join_all;

use crate::harness::{TestStore, noise};
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
        let got = store.get("large").await;
        assert!(got.status == 503 || got.is_cut, "{} with {} bytes", got.status, got.body.len());
        store.put("fine", b"fine").await.expect(200);
        store.get("fine").await.expect(200);
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
    store.get("small").await.expect_error(503, "ServiceUnavailable");
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
        let got = store.get("large").await;
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
        let got = store.get(key).await;
        assert!(got.status == 503 || got.is_cut, "{key}: {}", got.status);
    }
    store.signed(Call::new("DELETE", "/shelf/b")).await.expect(204);
}
