//! The asset manager, on a double.

use bytes::Bytes;
use providers::Fault;
use testkit::beds::{AssetManager, Bed as _};

use super::harness::{Notes, Yard, noise};
use super::suite;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_asset_manager_takes_files() {
    suite::whole(&AssetManager::start().await).await;
}

#[tokio::test]
async fn a_storage_of_another_kind_is_refused_by_name() {
    let bed = AssetManager::start().await;
    let yard = Yard::with(&bed, &bed.authorization_for_another_storage(), 60);
    let error = yard.target.check("").await.unwrap_err();
    assert_eq!(error.fault, Fault::Refused);
    assert!(error.to_string().contains("\"FILE\""), "{error}");
    let mut unknown = bed.authorization();
    unknown["storage_id"] = "storage-3".into();
    assert_eq!(Yard::with(&bed, &unknown, 60).target.check("").await.unwrap_err().fault, Fault::Missing);
}

/// Objects whose creation got no answer are neither used twice nor left behind.
#[tokio::test]
async fn a_lost_answer_makes_no_second_asset_or_collection() {
    let bed = AssetManager::start().await;
    let yard = Yard::new(&bed);
    let folder = yard.folder("lost").await;
    bed.stumble(2);
    yard.put(&folder, (&["sub".to_owned()], "a.bin"), &noise(1, 9), &Notes::default()).await.unwrap();
    bed.stumble(1);
    yard.put(&folder, (&["sub".to_owned()], "b.bin"), &noise(2, 9), &Notes::default()).await.unwrap();
    let files = bed.files_below("suite/lost").await;
    assert_eq!(files.keys().collect::<Vec<_>>(), ["suite/lost/sub/a.bin", "suite/lost/sub/b.bin"]);
    assert_eq!(bed.open_uploads().await, 0);
}

/// A file of somebody else stays, also if it has the title of ours, whatever becomes of ours.
#[tokio::test]
async fn only_assets_of_the_own_journal_are_removed() {
    const OTHERS: &[u8] = b"of somebody else";
    let bed = AssetManager::start().await;
    let yard = Yard::new(&bed);
    let folder = yard.folder("shared").await;
    let (collection, _) = folder.split_once('/').unwrap();
    for (size, name) in [(9, "small"), (bed.several_parts(), "large")] {
        bed.add_by_hand(collection, name, OTHERS);
        let (content, notes) = (noise(1, size), Notes::default());
        yard.put(&folder, (&[], name), &content, &notes).await.unwrap();
        // As if the process had ended before the file was recorded as sent, and an answer was lost then.
        bed.stumble(1);
        Yard::new(&bed).put(&folder, (&[], name), &content, &notes.for_another_attempt()).await.unwrap();
        let (mut kept, mut expected) = (bed.contents_of(collection, name), vec![content, Bytes::from_static(OTHERS)]);
        kept.sort_unstable();
        expected.sort_unstable();
        assert!(kept == expected, "{name}");
        bed.stumble(0);
    }
}

#[tokio::test]
async fn addresses_that_ran_out_are_signed_anew() {
    let bed = AssetManager::start().await;
    let yard = Yard::new(&bed);
    let folder = yard.folder("late").await;
    let (content, notes) = (noise(1, bed.several_parts() * 2), Notes::holding_after(1));
    tokio::select! {
        done = yard.put(&folder, (&[], "a.bin"), &content, &notes) => panic!("nothing held it: {done:?}"),
        () = notes.held() => {}
    }
    bed.end_addresses();
    let known = notes.receipts().len();
    let again = notes.for_another_attempt();
    Yard::new(&bed).put(&folder, (&[], "a.bin"), &content, &again).await.unwrap();
    assert_eq!(again.parts().len() + known, 3);
    assert!(bed.files_below("suite/late").await["suite/late/a.bin"] == content);
}
