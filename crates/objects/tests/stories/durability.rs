//! Everything acknowledged is still there, whatever happens to the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::join_all;
use objects::{OpenError, Store};

use crate::harness::{TestStore, files_under, noise, options};
use crate::signing::Call;

#[tokio::test]
async fn everything_is_there_after_a_restart() {
    let store = TestStore::start().await;
    store.put("small", b"small").await.expect(200);
    store.put("large", &noise(1, 300_000)).await.expect(200);
    let upload = store.new_upload("big").await;
    let first = store.put_part("big", &upload, 1, &noise(2, 5 << 20)).await.expect(200).header("etag");
    let (directory, kept) = store.close().await;
    let store = TestStore::open(&directory).await;
    assert_eq!(store.get("small").await.expect(200).body, b"small");
    assert!(store.get("large").await.expect(200).body == noise(1, 300_000));
    let second = store.put_part("big", &upload, 2, b"end").await.expect(200).header("etag");
    store.complete("big", &upload, &[(1, first.clone()), (2, second.clone())]).await.expect(200);
    let etag = store.get("big").await.expect(200).header("etag");
    let (directory, _) = store.close().await;
    let store = TestStore::open(&directory).await;
    let again = store.complete("big", &upload, &[(1, first), (2, second)]).await.expect(200);
    assert!(again.text().contains(etag.trim_matches('"')));
    drop(kept);
}

#[tokio::test]
async fn an_acknowledged_write_needs_no_goodbye() {
    let store = TestStore::start().await;
    for index in 0..20 {
        store
            .put(&format!("k{index}"), &noise(index, 50_000 + usize::try_from(index).unwrap() * 3000))
            .await
            .expect(200);
    }
    // Simulates a power failure: a copy of the files while the store is running.
    let copy = tempfile::tempdir().unwrap();
    let copied = std::process::Command::new("cp").arg("-a").arg(&store.directory).arg(copy.path()).status().unwrap();
    assert!(copied.success());
    let directory = copy.path().join(store.directory.file_name().unwrap());
    let after = TestStore::open(&directory).await;
    for index in 0..20 {
        let body = noise(index, 50_000 + usize::try_from(index).unwrap() * 3000);
        assert!(after.get(&format!("k{index}")).await.expect(200).body == body);
    }
    assert!(objects::fsck(&directory, true).unwrap().is_clean());
}

#[tokio::test]
async fn a_second_process_is_refused() {
    let store = TestStore::start().await;
    let refused = Store::open(options(&store.directory)).err().unwrap();
    assert!(matches!(refused, OpenError::InUse(_)));
    assert!(refused.to_string().contains(store.directory.to_str().unwrap()), "{refused}");
    let (directory, _kept) = store.close().await;
    let again = TestStore::open(&directory).await;
    again.signed(Call::new("HEAD", "/shelf")).await.expect(200);
}

#[tokio::test]
async fn the_relaxed_policy_works_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let relaxed = objects::Options { sync: objects::SyncPolicy::Relaxed, ..options(directory.path()) };
    let store = TestStore::open_with(relaxed).await;
    store.signed(Call::new("PUT", "/shelf")).await.expect(200);
    store.put("small", b"small").await.expect(200);
    store.put_in_parts("big", &[&noise(3, 5 << 20), &noise(4, 100_000)]).await;
    store.put_in_parts("big", &[&noise(1, 5 << 20), &noise(2, 100_000)]).await;
    store.wait_for_files(2).await;
    store.close().await;
    let store = TestStore::open(directory.path()).await;
    assert_eq!(store.get("small").await.expect(200).body, b"small");
    assert_eq!(store.get("big").await.expect(200).body.len(), (5 << 20) + 100_000);
}

#[tokio::test]
async fn an_index_of_another_version_is_left_alone() {
    let store = TestStore::start().await;
    let (directory, _kept) = store.close().await;
    let index = rusqlite::Connection::open(directory.join("index.db")).unwrap();
    index.pragma_update(None, "user_version", 99).unwrap();
    drop(index);
    let refused = Store::open(options(&directory)).err().unwrap().to_string();
    assert!(refused.contains("version 99"), "{refused}");
}

#[tokio::test]
async fn an_index_that_cannot_give_space_back_is_rewritten() {
    let store = TestStore::start().await;
    store.put("small", b"small").await.expect(200);
    let (directory, _kept) = store.close().await;
    let open = || rusqlite::Connection::open(directory.join("index.db")).unwrap();
    let mode = || open().query_row("PRAGMA auto_vacuum", [], |row| row.get::<_, i64>(0)).unwrap();
    open().execute_batch("PRAGMA auto_vacuum = NONE; VACUUM").unwrap();
    assert_eq!(mode(), 0);
    let store = TestStore::open(&directory).await;
    assert_eq!(store.get("small").await.expect(200).body, b"small");
    store.close().await;
    assert_eq!(mode(), 2);
}

#[tokio::test]
async fn a_lost_index_costs_no_file() {
    let store = TestStore::start().await;
    store.put("large", &noise(1, 100_000)).await.expect(200);
    let (directory, _kept) = store.close().await;
    let index = directory.join("index.db");
    let backup = std::fs::read(&index).unwrap();
    std::fs::write(directory.join("index.db-wal"), b"may still be of use").unwrap();
    for is_empty in [false, true] {
        std::fs::remove_file(&index).unwrap();
        if is_empty {
            std::fs::write(&index, b"").unwrap();
        }
        let refused = Store::open(options(&directory)).err().unwrap();
        assert!(matches!(refused, OpenError::IndexLost { .. }), "{refused}");
        assert!(refused.to_string().contains("restore the index from a backup"), "{refused}");
        assert_eq!(files_under(&directory.join("data")).len(), 2, "the object and the id");
        assert!(directory.join("index.db-wal").exists(), "the log of the lost index is kept too");
        std::fs::write(&index, b"").unwrap();
    }
    std::fs::remove_file(directory.join("index.db-wal")).unwrap();
    std::fs::write(&index, &backup).unwrap();
    let store = TestStore::open(&directory).await;
    assert!(store.get("large").await.expect(200).body == noise(1, 100_000));
    let (directory, _) = store.close().await;
    std::fs::remove_file(&index).unwrap();
    std::fs::rename(directory.join("data"), directory.join("data.aside")).unwrap();
    TestStore::open(&directory).await.signed(Call::new("PUT", "/shelf")).await.expect(200);
}

#[tokio::test]
async fn a_directory_is_made_with_all_above_it() {
    let directory = tempfile::tempdir().unwrap();
    let deep = directory.path().join("one/two/three");
    let store = TestStore::open(&deep).await;
    store.signed(Call::new("PUT", "/shelf")).await.expect(200);
    assert!(deep.join("index.db").exists());
    std::fs::write(directory.path().join("file"), b"in the way").unwrap();
    let refused = Store::open(options(&directory.path().join("file/inside"))).err().unwrap();
    assert!(matches!(refused, OpenError::Directory { .. }), "{refused}");
}

#[tokio::test]
async fn a_closed_store_says_so() {
    let store = TestStore::start().await;
    store.store.close().await;
    store.put("late", b"x").await.expect_error(503, "ServiceUnavailable");
}

#[tokio::test]
async fn a_long_read_elsewhere_holds_nothing_up() {
    let store = TestStore::start().await;
    let reader = rusqlite::Connection::open(store.directory.join("index.db")).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM bucket").unwrap();
    store.put("small", b"small").await.expect(200);
    let closing = tokio::time::timeout(std::time::Duration::from_secs(10), store.close());
    let (directory, _kept) = closing.await.expect("folding the log back does not wait for a reader");
    reader.execute_batch("COMMIT").unwrap();
    let store = TestStore::open(&directory).await;
    assert_eq!(store.get("small").await.expect(200).body, b"small");
}

#[tokio::test]
async fn weak_credentials_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    for (access_key, secret_key) in [("", "a secret that is long enough"), ("key", ""), ("key", "short")] {
        let weak = objects::Options {
            access_key: access_key.into(),
            secret_key: secret_key.into(),
            ..options(directory.path())
        };
        assert!(!format!("{weak:?}").contains("a secret"), "secrets never print");
        assert!(matches!(Store::open(weak), Err(OpenError::WeakCredentials)));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_writers_at_once_all_get_their_own() {
    let store = Arc::new(TestStore::start().await);
    let writers = (0..64).map(|writer| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            for round in 0..4 {
                let length = if round % 2 == 0 { 500 } else { 70_000 };
                store.put(&format!("w{writer}/r{round}"), &noise(writer * 10 + round, length)).await.expect(200);
                // Refused operations in the same batches do not affect the others.
                let taken = Call::new("PUT", "/shelf/taken").header("if-none-match", "*").body(b"x");
                let status = store.signed(taken).await.status;
                assert!(status == 200 || status == 412);
            }
        })
    });
    let directory = store.directory.clone();
    let checking = tokio::task::spawn_blocking(move || {
        (0..10).map(|_| objects::fsck(&directory, true).unwrap()).collect::<Vec<_>>()
    });
    join_all(writers).await.into_iter().for_each(|writer| writer.unwrap());
    for report in checking.await.unwrap() {
        assert!(report.is_clean(), "with a running store: {:?}", report.problems);
    }
    for writer in 0..64 {
        for round in 0..4 {
            let length = if round % 2 == 0 { 500 } else { 70_000 };
            let got = store.get(&format!("w{writer}/r{round}")).await.expect(200);
            assert!(got.body == noise(writer * 10 + round, length));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_many_rivals_wins() {
    let store = Arc::new(TestStore::start().await);
    let rivals = (0..32).map(|rival| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            let put = Call::new("PUT", "/shelf/prize").header("if-none-match", "*").body(&noise(rival, 70_000));
            store.signed(put).await.status
        })
    });
    let statuses: Vec<u16> = join_all(rivals).await.into_iter().map(|status| status.unwrap()).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    store.wait_for_files(1).await;
}

#[tokio::test]
async fn a_reader_finishes_what_it_began() {
    let store = TestStore::start().await;
    let body = noise(1, 48 << 20);
    let parts: Vec<&[u8]> = body.chunks(6 << 20).collect();
    for removal in ["overwrite", "delete"] {
        store.put_in_parts("big", &parts).await;
        let request = Call::new("GET", "/shelf/big").sign(&store.address, &crate::signing::Mode::in_query());
        let url = format!("http://{}{}", store.address, request.target);
        let mut reading = store.http.get(url).send().await.unwrap();
        let mut got = reading.chunk().await.unwrap().unwrap().to_vec();
        if removal == "delete" {
            store.signed(Call::new("DELETE", "/shelf/big")).await.expect(204);
            store.get("big").await.expect(404);
        } else {
            store.put("big", b"new").await.expect(200);
            assert_eq!(store.get("big").await.expect(200).body, b"new");
        }
        while let Some(chunk) = reading.chunk().await.unwrap() {
            got.extend_from_slice(&chunk);
        }
        assert!(got == body, "after {removal}");
    }
    store.wait_for_files(0).await;
}

/// Readers see one version or the other, complete, while the object is overwritten and deleted.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_reader_sees_one_version() {
    let store = Arc::new(TestStore::start().await);
    store.put("changing", &noise(0, 100)).await.expect(200);
    let is_over = Arc::new(AtomicBool::new(false));
    let readers = (0..6).map(|_| {
        let (store, is_over) = (Arc::clone(&store), Arc::clone(&is_over));
        tokio::spawn(async move {
            while !is_over.load(Ordering::Relaxed) {
                let got = store.get("changing").await;
                if got.status != 404 {
                    let got = got.expect(200);
                    assert!(!got.is_cut, "{} bytes came of {:?}", got.body.len(), got.headers.get("content-length"));
                    assert!(got.body == noise(got.body.len() as u64 - 100, got.body.len()));
                }
            }
        })
    });
    let readers: Vec<_> = readers.collect();
    for version in 0..200 {
        if version % 10 == 9 {
            store.signed(Call::new("DELETE", "/shelf/changing")).await.expect(204);
        }
        let length = if version % 20 == 7 { 70_000 } else { 100 };
        let length = length + version;
        store.put("changing", &noise(length as u64 - 100, length)).await.expect(200);
    }
    is_over.store(true, Ordering::Relaxed);
    join_all(readers).await.into_iter().for_each(|reader| reader.unwrap());
}

#[tokio::test]
async fn leftovers_of_a_crash_are_swept_at_the_next_start() {
    let store = TestStore::start().await;
    store.put("kept", &noise(1, 100_000)).await.expect(200);
    let (directory, _kept) = store.close().await;
    std::fs::write(directory.join("data/00").join("0".repeat(32)), b"half a part").unwrap();
    std::fs::write(directory.join("data/7f").join("7f".repeat(16)), b"half a part").unwrap();
    assert_eq!(objects::fsck(&directory, false).unwrap().unreferenced, 2);
    // Foreign files are neither deleted nor do they block the deletion of others.
    let foreign = ["data/note", "data/00/note", "data/01/NOTE", "data/lost+found/#12", "data/02/keep/note"];
    for path in foreign {
        std::fs::create_dir_all(directory.join(path).parent().unwrap()).unwrap();
        std::fs::write(directory.join(path), b"not ours").unwrap();
    }
    std::fs::write(directory.join("data/02").join("7f".repeat(16)), b"in the wrong place").unwrap();
    std::fs::create_dir_all(directory.join("data/03").join("03".repeat(16)).join("inside")).unwrap();
    let store = TestStore::open(&directory).await;
    store.wait_for_files(1 + foreign.len() + 1).await;
    assert!(store.get("kept").await.expect(200).body == noise(1, 100_000));
    for path in foreign {
        assert!(directory.join(path).exists(), "{path}");
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_removed_keeps_no_other() {
    let store = TestStore::start().await;
    for index in 0..8 {
        store.put(&format!("k{index}"), &noise(index, 100_000)).await.expect(200);
    }
    let mut files = store.blob_files();
    files.sort();
    std::fs::remove_file(&files[0]).unwrap();
    std::fs::create_dir_all(files[0].join("in the way")).unwrap();
    for index in 0..8 {
        store.signed(Call::new("DELETE", &format!("/shelf/k{index}"))).await.expect(204);
    }
    store.wait_for_files(0).await;
    assert!(files[0].exists());
}
