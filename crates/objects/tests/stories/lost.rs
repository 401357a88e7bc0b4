//! An index that lags behind its files, or has the files of another store: nothing is lost by guessing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use fixtures::{Need, SmallDisk};
use objects::{Health, OpenError, Store};

use crate::harness::{TestStore, files_under, noise, options};
use crate::signing::Call;

/// Replaces the index of a closed store by an older copy, as a careless restore does.
fn put_back(directory: &Path, copy: &[u8]) {
    for file in ["index.db-wal", "index.db-shm"] {
        let _ = fs::remove_file(directory.join(file));
    }
    fs::write(directory.join("index.db"), copy).unwrap();
}

/// The files below a directory with this content. A file may be moved meanwhile.
fn files_with(directory: &Path, content: &[u8]) -> Vec<PathBuf> {
    files_under(directory).into_iter().filter(|path| fs::read(path).is_ok_and(|found| found == content)).collect()
}

/// Waits until the sweep at the start has finished.
async fn swept(store: &TestStore, is_done: impl Fn() -> bool) {
    let waiting = async {
        while !is_done() {
            tokio::task::yield_now().await;
        }
    };
    let in_time = tokio::time::timeout(Duration::from_secs(30), waiting).await;
    assert!(in_time.is_ok(), "{:?}", files_under(&store.directory));
}

/// Lets all files look a second older than the next start, whatever the precision of the file system's clock.
fn age(directory: &Path, by: Duration) {
    for path in files_under(directory) {
        let file = fs::File::options().write(true).open(path).unwrap();
        let written = file.metadata().unwrap().modified().unwrap();
        file.set_modified(written - by).unwrap();
    }
}

#[tokio::test]
async fn files_that_an_old_index_does_not_know_are_set_aside() {
    let store = TestStore::start().await;
    store.put("old", &noise(1, 100_000)).await.expect(200);
    let (directory, _kept) = store.close().await;
    let copy = fs::read(directory.join("index.db")).unwrap();
    let store = TestStore::open(&directory).await;
    store.put("new", &noise(2, 100_000)).await.expect(200);
    store.close().await;
    put_back(&directory, &copy);
    let data = directory.join("data");
    age(&data, Duration::from_secs(1));
    let store = TestStore::open(&directory).await;
    swept(&store, || files_with(&data, &noise(2, 100_000)).is_empty()).await;
    let kept = files_with(&directory, &noise(2, 100_000));
    assert_eq!(kept.len(), 1, "the content of an acknowledged upload was deleted");
    assert!(kept[0].starts_with(directory.join("lost+found")), "{kept:?}");
    assert!(store.get("old").await.expect(200).body == noise(1, 100_000));
    let report = objects::fsck(&directory, true).unwrap();
    assert!(report.is_clean() && report.lost == kept, "{report:?}");
    store.close().await;
}

#[tokio::test]
async fn more_files_than_a_crash_leaves_behind_stay_where_they_are() {
    let store = TestStore::start().await;
    let (directory, _kept) = store.close().await;
    let copy = fs::read(directory.join("index.db")).unwrap();
    let store = TestStore::open(&directory).await;
    for index in 0..70 {
        store.put(&format!("k{index}"), &noise(index, 70_000)).await.expect(200);
    }
    store.close().await;
    let newest = fs::read(directory.join("index.db")).unwrap();
    put_back(&directory, &copy);
    let data = directory.join("data");
    age(&data, Duration::from_secs(1));
    let before = files_under(&data);
    let store = TestStore::open(&directory).await;
    let waiting = async {
        loop {
            if let Health::Broken { reason } = store.store.health().await {
                return reason;
            }
        }
    };
    let reason = tokio::time::timeout(Duration::from_secs(30), waiting).await.expect("the store is not healthy");
    assert!(reason.contains("70 files") && reason.contains("--set-aside"), "{reason}");
    assert_eq!(files_under(&data), before, "nothing was moved");
    store.close().await;
    put_back(&directory, &newest);
    let store = TestStore::open(&directory).await;
    assert!(store.get("k3").await.expect(200).body == noise(3, 70_000));
    store.close().await;
    put_back(&directory, &copy);
    assert_eq!(objects::set_aside(&directory).unwrap(), 70);
    let store = TestStore::open(&directory).await;
    store.put("fine", &noise(1, 70_000)).await.expect(200);
    assert!(store.store.health().await.is_healthy());
    assert_eq!(files_under(&directory.join("lost+found")).len(), 70);
}

struct Mounted(PathBuf);

impl Mounted {
    fn new(disk: &SmallDisk, at: &Path) -> Self {
        fs::create_dir_all(at).unwrap();
        assert!(Command::new("mount").arg("--bind").args([disk.path(), at]).status().unwrap().success());
        Self(at.to_owned())
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[tokio::test]
async fn a_store_does_not_start_without_its_data_disk_or_with_another_one() {
    if fixtures::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let (disk, other) = (SmallDisk::mount("size=24m"), SmallDisk::mount("size=24m"));
    let (directory, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let data = directory.path().join("data");
    let mounted = Mounted::new(&disk, &data);
    let store = TestStore::open(directory.path()).await;
    store.signed(Call::new("PUT", "/shelf")).await.expect(200);
    store.put("large", &noise(1, 100_000)).await.expect(200);
    store.close().await;
    drop(mounted);
    let refused = Store::open(options(directory.path())).err().expect("uploads would go to the disk below");
    assert!(matches!(refused, OpenError::DataMissing { .. }), "{refused}");
    assert!(refused.to_string().contains("mount their disk"), "{refused}");
    assert!(files_under(&data).is_empty());
    {
        let _mounted = Mounted::new(&other, &elsewhere.path().join("data"));
        TestStore::open(elsewhere.path()).await.close().await;
    }
    {
        let _mounted = Mounted::new(&other, &data);
        let refused = Store::open(options(directory.path())).err().expect("the files of another store");
        assert!(matches!(refused, OpenError::OtherData { .. }), "{refused}");
    }
    let _mounted = Mounted::new(&disk, &data);
    let store = TestStore::open(directory.path()).await;
    assert!(store.get("large").await.expect(200).body == noise(1, 100_000));
}

/// A store from before it had an id gets one, if its files are there.
#[tokio::test]
async fn an_old_store_gets_its_id() {
    let store = TestStore::start().await;
    store.put("large", &noise(1, 100_000)).await.expect(200);
    let (directory, _kept) = store.close().await;
    let (data, marker) = (directory.join("data"), directory.join("data/store-id"));
    let without_id = || {
        rusqlite::Connection::open(directory.join("index.db")).unwrap().execute_batch("DROP TABLE store").unwrap();
        fs::remove_file(&marker).unwrap();
    };
    without_id();
    fs::rename(&data, directory.join("away")).unwrap();
    let refused = Store::open(options(&directory)).err().expect("the files are missing");
    assert!(matches!(refused, OpenError::DataMissing { .. }), "{refused}");
    assert!(!data.exists());
    fs::rename(directory.join("away"), &data).unwrap();
    let store = TestStore::open(&directory).await;
    assert!(store.get("large").await.expect(200).body == noise(1, 100_000));
    assert!(marker.exists());
    store.close().await;
    fs::remove_file(&marker).unwrap();
    let refused = Store::open(options(&directory)).err().expect("the marker is missing");
    assert!(matches!(refused, OpenError::DataMissing { .. }), "{refused}");
}

const LOOK: Duration = Duration::from_millis(1);

#[tokio::test]
async fn a_long_sweep_delays_neither_freeing_nor_stopping() {
    let store = TestStore::start().await;
    let (directory, _kept) = store.close().await;
    for number in 0..100_000_u32 {
        let name = format!("{:02x}{number:030x}", number % 256);
        fs::write(directory.join("data").join(&name[..2]).join(&name), b"").unwrap();
    }
    age(&directory.join("data"), Duration::from_secs(1));
    let began = Instant::now();
    let store = TestStore::open(&directory).await;
    while store.store.health().await.is_healthy() {
        tokio::time::sleep(LOOK).await;
    }
    let sweep = began.elapsed();
    store.close().await;

    let began = Instant::now();
    let store = TestStore::open(&directory).await;
    store.close().await;
    let closing = began.elapsed();
    assert!(closing < sweep / 2, "closing took {closing:?}, the sweep {sweep:?}");

    let store = TestStore::open(&directory).await;
    store.put("thing", &noise(1, 100_000)).await.expect(200);
    let is_thing = |file: &PathBuf| fs::metadata(file).is_ok_and(|metadata| metadata.len() == 100_000);
    let thing = store.blob_files().into_iter().find(is_thing).expect("its file");
    store.signed(Call::new("DELETE", "/shelf/thing")).await.expect(204);
    let began = Instant::now();
    while thing.exists() {
        tokio::time::sleep(LOOK).await;
    }
    let freeing = began.elapsed();
    assert!(freeing < sweep / 2, "freeing took {freeing:?}, the sweep {sweep:?}");
}
