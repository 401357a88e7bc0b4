//! Uploads that are open at a provider because the answer to their beginning was lost: ours are aborted, those of others
//! are not.

use std::sync::Arc;

use bytes::Bytes;
use providers::{AbandonedFile, Fault, OutgoingFile};
use testkit::beds::{
    AssetManager, Bed, ContentPlatform, Misbehaviour, NativeStore, S3Store, SeaweedFs, ServiceAccountStore, VideoReview,
};

use super::harness::{Notes, Yard, noise};

/// More than a beginning is tried in an attempt.
const MANY: usize = 100;
const NAME: &str = "a.bin";

async fn put(bed: &dyn Bed, folder: &str, notes: &Notes) -> Result<(), Fault> {
    let content = noise(3, bed.several_parts());
    Yard::new(bed).put(folder, (&[], NAME), &content, notes).await.map_err(|error| error.fault)
}

async fn abandon(bed: &dyn Bed, folder: &str, notes: &Notes) {
    let upload = notes.begun().expect("something was recorded").upload;
    let file = AbandonedFile { folder, path: &[], name: NAME, upload: &upload };
    Yard::new(bed).target.abandon(&file).await.unwrap();
}

/// `elsewhere` begins an upload that is not ours.
async fn ours_are_aborted<F: Future<Output = ()>>(bed: &dyn Bed, elsewhere: impl Fn(String) -> F) {
    let folder = Yard::new(bed).folder("lost").await;
    let place = format!("{folder}{NAME}");
    for other in [place.clone(), format!("{place}.part"), format!("{folder}another")] {
        elsewhere(other).await;
    }
    let others = 3;
    assert_eq!(bed.open_uploads().await, others);

    bed.misbehave(Misbehaviour::LostBeginnings(2));
    put(bed, &folder, &Notes::default()).await.unwrap();
    assert_eq!(bed.open_uploads().await, others, "of one attempt");

    let notes = Notes::default();
    bed.misbehave(Misbehaviour::LostBeginnings(MANY));
    assert_eq!(put(bed, &folder, &notes).await, Err(Fault::Unavailable));
    let after_one = bed.open_uploads().await;
    assert!(after_one > others, "nobody knows them yet");
    let notes = notes.for_another_attempt();
    assert_eq!(put(bed, &folder, &notes).await, Err(Fault::Unavailable));
    assert!(bed.open_uploads().await > after_one);
    bed.misbehave(Misbehaviour::None);
    put(bed, &folder, &notes.for_another_attempt()).await.unwrap();
    assert_eq!(bed.open_uploads().await, others, "of earlier attempts");

    let notes = Notes::default();
    bed.misbehave(Misbehaviour::LostBeginnings(MANY));
    put(bed, &folder, &notes).await.unwrap_err();
    bed.misbehave(Misbehaviour::None);
    abandon(bed, &folder, &notes).await;
    assert_eq!(bed.open_uploads().await, others, "of a transfer that has ended");
    abandon(bed, &folder, &notes).await;
    assert_eq!(bed.open_uploads().await, others);
}

/// A worker that has lost its lease may see the upload of its successor.
async fn a_lost_worker_aborts_nothing(bed: &dyn Bed) {
    let folder = Yard::new(bed).folder("two workers").await;
    let (before, notes) = (bed.open_uploads().await, Notes::default());
    bed.misbehave(Misbehaviour::LostBeginnings(MANY));
    put(bed, &folder, &notes).await.unwrap_err();
    bed.misbehave(Misbehaviour::None);
    let lost = bed.open_uploads().await;
    assert_eq!(put(bed, &folder, &notes.of_a_worker_that_lost_it()).await, Err(Fault::Ended));
    assert_eq!(bed.open_uploads().await, lost, "not even its own stays, and no other is aborted");
    put(bed, &folder, &notes.for_another_attempt()).await.unwrap();
    assert_eq!(bed.open_uploads().await, before);
}

/// The permission to list uploads is not among those that are needed.
async fn files_arrive_without_listing(bed: &dyn Bed) {
    let folder = Yard::new(bed).folder("no listing").await;
    bed.misbehave(Misbehaviour::NoListing);
    let notes = Notes::default();
    put(bed, &folder, &notes).await.unwrap();
    put(bed, &folder, &notes.for_another_attempt()).await.unwrap();
    bed.misbehave(Misbehaviour::None);
    assert_eq!(bed.files_below("suite/no listing").await.len(), 1);
}

async fn all<F: Future<Output = ()>>(bed: &dyn Bed, elsewhere: impl Fn(String) -> F) {
    a_lost_worker_aborts_nothing(bed).await;
    ours_are_aborted(bed, elsewhere).await;
    files_arrive_without_listing(bed).await;
}

#[tokio::test]
async fn uploads_of_a_bucket() {
    testkit::prepare();
    let bed = S3Store::one(&Arc::new(SeaweedFs::start().await)).await;
    all(&bed, |key| {
        let bed = &bed;
        async move { bed.begin_elsewhere(&key).await }
    })
    .await;
}

#[tokio::test]
async fn uploads_of_a_service_account() {
    testkit::prepare();
    let bed = ServiceAccountStore::start().await;
    all(&bed, |key| {
        let bed = &bed;
        async move { bed.begin_elsewhere(&key) }
    })
    .await;
}

#[tokio::test]
async fn large_files_of_a_native_bucket() {
    testkit::prepare();
    let bed = NativeStore::start().await;
    let elsewhere = |name: String| {
        let bed = &bed;
        async move { bed.begin_elsewhere(&name) }
    };
    all(&bed, elsewhere).await;
    // Our mark tells them apart, whenever they were begun.
    let (folder, notes) = (Yard::new(&bed).folder("marked").await, Notes::default());
    let before = bed.open_uploads().await;
    bed.misbehave(Misbehaviour::LostBeginnings(MANY));
    put(&bed, &folder, &notes).await.unwrap_err();
    bed.misbehave(Misbehaviour::None);
    elsewhere(format!("{folder}{NAME}")).await;
    put(&bed, &folder, &notes.for_another_attempt()).await.unwrap();
    assert_eq!(bed.open_uploads().await, before + 1);
}

/// A worker that lost its lease hears a refusal, and must leave what its successor continues.
#[tokio::test]
async fn a_lost_worker_leaves_the_file_to_its_successor() {
    testkit::prepare();
    let beds: [Box<dyn Bed>; 3] = [
        Box::new(ContentPlatform::start().await),
        Box::new(VideoReview::fourth().await),
        Box::new(AssetManager::start().await),
    ];
    for bed in &beds {
        let (bed, notes) = (bed.as_ref(), Notes::holding_after(1));
        let yard = Yard::new(bed);
        let folder = yard.folder("successor").await;
        let content = noise(3, bed.several_parts() * 3);
        tokio::select! {
            done = yard.put(&folder, (&[], NAME), &content, &notes) => panic!("nothing held it: {done:?}"),
            () = notes.held() => {}
        }
        let known = notes.receipts();
        assert!(!known.is_empty(), "{}", bed.provider());
        bed.misbehave(Misbehaviour::Status(400, 100));
        let lost = notes.of_a_worker_that_lost_it();
        Yard::new(bed).put(&folder, (&[], NAME), &content, &lost).await.unwrap_err();
        bed.misbehave(Misbehaviour::None);
        let successor = notes.for_another_attempt();
        Yard::new(bed).put(&folder, (&[], NAME), &content, &successor).await.unwrap();
        let again: Vec<u32> = successor.parts().into_iter().filter(|number| known.contains_key(number)).collect();
        assert!(again.is_empty(), "{}: {again:?} were sent again", bed.provider());
        assert_eq!(bed.open_uploads().await, 0, "{}", bed.provider());
    }
}

/// Parts of content that was damaged when it was read must not become part of the file.
#[tokio::test]
async fn parts_of_damaged_content_are_sent_again() {
    testkit::prepare();
    let store = Arc::new(SeaweedFs::start().await);
    let beds: [Box<dyn Bed>; 5] = [
        Box::new(S3Store::one(&store).await),
        Box::new(NativeStore::start().await),
        Box::new(ContentPlatform::start().await),
        Box::new(VideoReview::fourth().await),
        Box::new(AssetManager::start().await),
    ];
    for bed in &beds {
        let (bed, notes) = (bed.as_ref(), Notes::default());
        let yard = Yard::new(bed);
        let folder = yard.folder("damaged").await;
        let content = noise(4, bed.several_parts() * 2);
        let mut damaged = content.to_vec();
        damaged[content.len() - 1] ^= 1;
        let expected = crc_fast::crc64_nvme(&content);
        let put = async |bytes: Bytes, notes: &Notes| {
            let source = yard.http.source_of(bytes).with_checksum(expected);
            let file = OutgoingFile {
                folder: &folder,
                path: &[],
                name: NAME,
                source: &source,
                begun: notes.begun(),
                journal: notes,
            };
            yard.target.put(&file).await
        };
        let error = put(damaged.into(), &notes).await.unwrap_err();
        assert!(error.to_string().contains("differs from the checksum"), "{}: {error}", bed.provider());
        assert_eq!(bed.files_below("suite/damaged").await.len(), 0, "{}", bed.provider());
        put(content.clone(), &notes.for_another_attempt()).await.unwrap();
        let kept: Vec<Vec<u8>> = bed.files_below("suite/damaged").await.into_values().collect();
        assert!(kept == [content], "{}: what was damaged is part of the file", bed.provider());
        assert_eq!(bed.open_uploads().await, 0, "{}", bed.provider());
    }
}
