//! Files from a third-party bucket: listed, read, and imported into a package.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use domain::connection::Direction;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use providers::{Entry, Fault, Origin, Place, Version};
use testkit::beds::{Bed as _, S3Store, SeaweedFs};
use testkit::{Parcel, TestCloud, fetch, plain_package};
use wire::connections::{CloudFileChoice, StartTransfer, WriteCloudConnection};

use super::harness::{http, noise, open};

/// More than a page has.
const MANY: usize = 1_003;
const LARGE: usize = (33 << 20) + 1;

/// Names as people and programs choose them.
const ODD: &[&str] = &[
    "odd/c d+é.mov",
    "odd/e\u{301}.mov",
    "odd/100%.txt",
    "odd/%2e%2e%2f.txt",
    "odd/a&b=c?d#e.txt",
    "odd/it's \"quoted\" <x>.txt",
    "odd/semi;colon,comma~(1)*!.txt",
    "odd/日本/🎬 ñ.mov",
    "odd/עברית/\u{202b}right.txt",
    "odd/.hidden/.file",
];

fn content_of_bucket() -> BTreeMap<String, Bytes> {
    let odd = ODD.iter().enumerate().map(|(index, key)| ((*key).to_owned(), noise(index as u64, 20 + index)));
    // All but the last ones are empty, which is faster.
    let many = (0..MANY).map(|index| {
        (format!("many/{}/{index:04}.txt", index * 10 / MANY), noise(index as u64, index.saturating_sub(MANY - 9)))
    });
    let sizes = [("sizes/0", 0), ("sizes/1", 1), ("sizes/large.bin", LARGE), ("top.txt", 7)];
    let sizes = sizes.into_iter().map(|(key, size)| (key.to_owned(), noise(size as u64, size)));
    odd.chain(many).chain(sizes).collect()
}

async fn stocked(store: &Arc<SeaweedFs>) -> (S3Store, BTreeMap<String, Bytes>) {
    let (bed, contents) = (S3Store::one(store).await, content_of_bucket());
    let put = |(key, content): (&String, &Bytes)| bed.put(key.clone(), content.clone());
    stream::iter(contents.iter().map(put)).buffer_unordered(16).collect::<Vec<()>>().await;
    (bed, contents)
}

fn origin(bed: &S3Store) -> Box<dyn Origin> {
    let http = http(bed.provider(), &bed.settings(), 60);
    match open(bed.provider(), Direction::CloudToService, &bed.authorization(), &http) {
        Place::Origin(origin) => origin,
        _ => panic!("{} gives no files", bed.provider()),
    }
}

/// Everything, page by page.
async fn pages(list: impl AsyncFn(String) -> Vec<Entry>) -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::new();
    loop {
        let page = list(all.last().map(|entry| entry.id.clone()).unwrap_or_default()).await;
        if page.is_empty() {
            return all;
        }
        all.extend(page);
    }
}

fn ids(entries: &[Entry]) -> Vec<(&str, bool)> {
    entries.iter().map(|entry| (entry.id.as_str(), entry.is_folder)).collect()
}

async fn everything_is_listed(origin: &dyn Origin, contents: &BTreeMap<String, Bytes>) {
    origin.check(&[]).await.unwrap();
    origin.check(&["sizes".to_owned()]).await.unwrap();
    let top = [("many/", true), ("odd/", true), ("sizes/", true), ("top.txt", false)];
    for count in [1, 2, 1_000] {
        let found = pages(async |after| origin.list("", &after, count).await.unwrap()).await;
        assert_eq!(ids(&found), top, "{count} at a time");
        let sizes = pages(async |after| origin.list("sizes/", &after, count).await.unwrap()).await;
        assert_eq!(ids(&sizes), [("sizes/0", false), ("sizes/1", false), ("sizes/large.bin", false)]);
        assert_eq!(sizes.iter().map(|entry| entry.size).collect::<Vec<_>>(), [0, 1, LARGE as u64]);
    }
    let folders = origin.list("many/", "", 1_000).await.unwrap();
    assert_eq!(folders.len(), 10);
    assert!(origin.list("none/", "", 10).await.unwrap().is_empty());
    for (prefix, count) in [("", 1_000), ("many/", 1_000), ("odd/", 3)] {
        let found = pages(async |after| origin.list_deep(prefix, &after, count).await.unwrap()).await;
        let files = found.iter().filter(|entry| !entry.is_folder);
        let found: Vec<(&str, u64)> = files.map(|file| (file.id.as_str(), file.size)).collect();
        let expected = contents.iter().filter(|(key, _)| key.starts_with(prefix));
        let expected: Vec<(&str, u64)> = expected.map(|(key, content)| (key.as_str(), content.len() as u64)).collect();
        assert!(found == expected, "{prefix:?}: {} of {} files are listed", found.len(), expected.len());
    }
}

async fn files_are_read(bed: &S3Store, origin: &dyn Origin, contents: &BTreeMap<String, Bytes>) {
    let read = async |key: &str, version: &Version, range| {
        let chunks = origin.read(key, version, range).await?;
        Ok::<Vec<u8>, providers::ProviderError>(chunks.try_collect::<Vec<Bytes>>().await?.concat())
    };
    for (key, content) in contents.iter().filter(|(key, _)| !key.starts_with("many/")) {
        let version = origin.look_at(key).await.unwrap_or_else(|error| panic!("{key}: {error}"));
        let size = version.size;
        assert_eq!(size, content.len() as u64, "{key}");
        assert!(read(key, &version, 0..size).await.unwrap() == *content, "{key}");
        if size > 1 {
            assert!(read(key, &version, 1..size - 1).await.unwrap() == content[1..content.len() - 1], "{key}");
        }
    }
    assert_eq!(origin.look_at("sizes/none").await.unwrap_err().fault, Fault::Missing);
    // Content that changes while it is read is not mixed with the old content.
    let version = origin.look_at("top.txt").await.unwrap();
    bed.put("top.txt".to_owned(), noise(99, 7)).await;
    assert_eq!(read("top.txt", &version, 0..7).await.unwrap_err().fault, Fault::Conflict);
    bed.put("top.txt".to_owned(), contents["top.txt"].clone()).await;
}

async fn a_package_is_made_of_it(bed: &S3Store, contents: &BTreeMap<String, Bytes>) {
    let setup = TestCloud::setup().with(|config| config.egress.allow = vec!["127.0.0.0/8".parse().unwrap()]);
    let cloud = setup.start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let request = WriteCloudConnection {
        name: Some("Rushes".to_owned()),
        provider: Some(bed.provider().to_owned()),
        direction: Some("cloud_to_service".to_owned()),
        authorization: Some(bed.authorization()),
        ..WriteCloudConnection::default()
    };
    let connection = owner.client.create_connection(&owner.team_id, &request).await.unwrap();
    let listed = owner.client.connection_files(&connection.id, "odd/", "", 100).await.unwrap();
    assert!(listed.iter().any(|file| file.id == "odd/c d+é.mov" && file.name == "c d+é.mov"), "{listed:?}");
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let choose =
        |id: &str, kind: &str| CloudFileChoice { id: Some(id.to_owned()), kind: Some(kind.to_owned()), name: None };
    let directories = ["many/", "odd/", "sizes/"].map(|id| choose(id, "directory"));
    let request = StartTransfer {
        cloud_connection_id: Some(connection.id.to_string()),
        direction: Some("cloud_to_service".to_owned()),
        files: Some([&directories[..], &[choose("top.txt", "file")]].concat()),
        ..StartTransfer::default()
    };
    parcel.client.start_transfer(&parcel.id, &request).await.unwrap();
    cloud.run_due_jobs().await;
    let done = parcel.client.transfers(&parcel.id).await.unwrap().remove(0);
    assert_eq!((done.state.as_str(), done.error.as_str()), ("complete", ""));
    parcel.finalize().await;
    let files = parcel.client.files(&parcel.id, "").await.unwrap();
    assert_eq!(files.len(), contents.len());
    for file in files {
        let key = if file.path.is_empty() { file.name.clone() } else { format!("{}/{}", file.path, file.name) };
        let content = &contents[&key];
        assert_eq!(file.size, i64::try_from(content.len()).unwrap(), "{key}");
        if !key.starts_with("many/") {
            let address = parcel.client.download_address(&parcel.id, &file.id).await.unwrap();
            assert!(fetch(&address.url).await == *content, "{key}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bucket_of_another_make_gives_files() {
    testkit::prepare();
    let store = Arc::new(SeaweedFs::start().await);
    let (bed, contents) = stocked(&store).await;
    let origin = origin(&bed);
    everything_is_listed(origin.as_ref(), &contents).await;
    files_are_read(&bed, origin.as_ref(), &contents).await;
    Box::pin(a_package_is_made_of_it(&bed, &contents)).await;
}
