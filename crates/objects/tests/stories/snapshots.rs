//! Copies the store while others write and delete.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use objects::{PiecePlace, Snapshot};

use crate::harness::TestStore;
use crate::signing::Call;

fn content_of(snapshot: &Snapshot, key: &str) -> Vec<u8> {
    let found = snapshot.after("shelf", "", 100).unwrap();
    let (entry, pieces) = found.into_iter().find(|(entry, _)| entry.key == key).unwrap();
    let mut content = Vec::new();
    for piece in &pieces {
        let bytes = match &piece.place {
            PiecePlace::Bytes(bytes) => bytes.clone(),
            PiecePlace::File(file) => std::fs::read(snapshot.data().join(Path::new(file))).unwrap(),
        };
        assert_eq!(bytes.len() as u64, piece.size);
        content.extend(bytes);
    }
    assert_eq!(content.len() as u64, entry.size);
    content
}

/// An unknown file: the store deletes it at its start, after the discarded ones. It is a second old, because a file
/// system may give the file and the start the same clock tick.
fn leave_a_stray(directory: &Path) {
    let stray = File::create_new(directory.join("data/00").join(format!("00{}", "0".repeat(30)))).unwrap();
    let written = stray.metadata().unwrap().modified().unwrap();
    stray.set_modified(written - Duration::from_secs(1)).unwrap();
}

#[tokio::test]
async fn what_is_deleted_stays_for_whoever_holds_a_snapshot() {
    let store = TestStore::start().await;
    assert!(store.directory.join("hold").exists(), "created by the store, so that the store can read it");
    let (one, two) = (vec![1; 5 << 20], vec![2; 300 << 10]);
    store.put_in_parts("film", &[&one, &two]).await;
    store.put("note", b"small").await.expect(200);
    let snapshot = Snapshot::take(&store.directory).unwrap();
    for key in ["film", "note"] {
        store.signed(Call::new("DELETE", &format!("/shelf/{key}"))).await.expect(204);
    }
    store.put("late", b"not in the picture").await.expect(200);
    let (directory, _temporary) = store.close().await;
    leave_a_stray(&directory);
    let store = TestStore::open(&directory).await;
    store.wait_for_files(2).await;
    assert_eq!(content_of(&snapshot, "film"), [one, two].concat());
    assert_eq!(content_of(&snapshot, "note"), b"small");
    assert_eq!(snapshot.after("shelf", "", 100).unwrap().len(), 2);
    let hold = snapshot.into_hold();
    assert_eq!(store.blob_files().len(), 2);
    drop(hold);
    store.put("last", &vec![3; 300 << 10]).await.expect(200);
    store.signed(Call::new("DELETE", "/shelf/last")).await.expect(204);
    store.wait_for_files(0).await;
}
