//! What a stranger can store through a Portal: what was announced, and no more.

use std::collections::HashSet;
use std::path::Path;

use futures_util::future::join_all;
use serde_json::json;
use testkit::beds::SeaweedFs;
use testkit::{GrowingFile, Parcel, Person, Reply, TestCloud, fetch, file, plain_package, request_of};
use wire::files::{AddFile, AddedFile, RequestChunks};
use wire::ids::PortalId;
use wire::segments::RequestSegments;

const MIB: usize = 1 << 20;

/// A Portal for packages of up to this many bytes.
async fn portal(owner: &Person, largest: usize) -> PortalId {
    let body = json!({ "name": "Rushes", "subdomain": "rushes", "active": true,
        "package_size_restriction_enabled": true, "max_package_size": largest, "max_file_size": largest });
    let created = Reply::of(&owner.client, &format!("POST /v1/teams/{}/portals", owner.team_id), &body).await;
    created.expect(201)["id"].as_str().unwrap().parse().unwrap()
}

async fn add_in_batch(parcel: &Parcel, size: usize) -> AddedFile {
    let added = parcel.reply("POST /files/batch", &json!([file("", "a.mov", size)])).await.expect(200);
    serde_json::from_value(added[0].clone()).unwrap()
}

async fn chunk(parcel: &Parcel, added: &AddedFile, upload_id: &str, body: Vec<u8>) -> u16 {
    let request = RequestChunks { upload_id: upload_id.to_owned(), checksums: None };
    let blueprints = parcel.client.chunks(&parcel.id, &added.file.id, 0, 1, &request).await.unwrap();
    request_of(&blueprints[0]).body(body).send().await.unwrap().status().as_u16()
}

/// Bytes of all files below a folder.
pub(super) fn stored(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => stored(&entry.path()),
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

/// Everything that someone can try with the URLs for one file of `size` bytes.
async fn try_everything(cloud: &TestCloud, portal: &PortalId, size: usize) {
    let parcel = Parcel::through(&cloud.anyone(), portal, "Reel").await;
    let added = add_in_batch(&parcel, size).await;
    let begun = join_all((0..20).map(|_| parcel.begin(&added))).await;
    assert_eq!(begun.iter().collect::<HashSet<_>>().len(), 1, "the create URL gives one upload, however often");
    let more = vec![7; size + 4 * MIB];
    let put = added.put_blueprint.as_ref().unwrap();
    assert_eq!(chunk(&parcel, &added, &begun[0], more.clone()).await, 400);
    assert_eq!(request_of(put).body(more).send().await.unwrap().status(), 400);
    assert_eq!(chunk(&parcel, &added, &begun[0], vec![7; size]).await, 200);
    assert_eq!(chunk(&parcel, &added, &begun[0], vec![8; size]).await, 200, "a part can be sent again");
    for query in ["start=0&count=2", "start=1&count=1", "start=0&count=1000", "start=9999&count=1"] {
        let path = format!("POST /files/{}?{query}", added.file.id);
        assert_eq!(parcel.reply(&path, &json!({ "upload_id": begun[0] })).await.status, 400, "{query}");
    }
    assert_eq!(request_of(put).body(vec![9; size]).send().await.unwrap().status(), 200, "the PUT replaces the part");
    assert_eq!(chunk(&parcel, &added, &parcel.begin(&added).await, vec![7; size]).await, 400, "it is whole");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_strangers_store_what_they_announced() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let portal = portal(&owner, MIB).await;
    let objects = cloud.app().config.data_dir.join("objects");
    let before = stored(&objects.join("data"));
    join_all((0..50).map(|_| try_everything(&cloud, &portal, MIB / 4))).await;
    let announced = 50 * MIB as u64 / 4;
    // Replaced content is deleted at once, but not in the same moment.
    let settled = async {
        while stored(&objects.join("data")) - before > announced + announced / 20 {
            tokio::task::yield_now().await;
        }
    };
    let in_time = tokio::time::timeout(std::time::Duration::from_secs(30), settled).await;
    assert!(in_time.is_ok(), "{} bytes for {announced}", stored(&objects.join("data")) - before);
}

#[tokio::test]
async fn a_file_of_unknown_size_has_what_its_portal_accepts() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::through(&cloud.anyone(), &portal(&owner, 1_000).await, "Reel").await;
    let request = AddFile { size: None, ..file("", "a.mov", 0) };
    let added = parcel.client.add_file(&parcel.id, &request).await.unwrap();
    let upload = parcel.begin(&added).await;
    assert_eq!(chunk(&parcel, &added, &upload, vec![7; 1_001]).await, 400);
    assert_eq!(chunk(&parcel, &added, &upload, vec![7; 1_000]).await, 200);

    parcel.client.remove_file(&parcel.id, &added.file.id).await.unwrap();

    let growing = GrowingFile::add(&parcel, "live.mov").await;
    let ask = async |first, count| {
        let request = RequestSegments { first, count, checksums: None };
        growing.client.request_segments(&parcel.id, &growing.id, &request).await
    };
    let segment = &ask(1, 1).await.unwrap()[0];
    assert_eq!(request_of(segment).body(vec![7; 1_001]).send().await.unwrap().status(), 400);
    assert_eq!(request_of(segment).body(vec![7; 1_000]).send().await.unwrap().status(), 200);
    assert!(ask(901, 100).await.is_ok() && ask(902, 100).await.is_err() && ask(9_999, 1).await.is_err());

    // Members may send what a package can have.
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let added = parcel.client.add_file(&parcel.id, &request).await.unwrap();
    assert_eq!(chunk(&parcel, &added, &parcel.begin(&added).await, vec![7; 2_000_000]).await, 200);
}

#[tokio::test]
async fn what_an_uploader_says_about_content_does_not_come_back() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let added = add_in_batch(&parcel, 5).await;
    let put = request_of(added.put_blueprint.as_ref().unwrap())
        .header("content-encoding", "gzip")
        .header("cache-control", "public, max-age=31536000")
        .header("content-type", "text/html")
        .header("content-language", "tlh");
    assert_eq!(put.body("hello").send().await.unwrap().status(), 200);
    let whole = json!([{ "file_id": added.file.id, "size": 5 }]);
    parcel.reply("POST /files/finalize", &whole).await.expect(200);
    parcel.finalize().await;
    let address = parcel.client.download_address(&parcel.id, &added.file.id).await.unwrap();
    let reply = reqwest::get(&address.url).await.unwrap();
    let header = |name: &str| reply.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    assert_eq!(header("content-encoding").as_deref(), Some("identity"));
    assert_eq!(header("cache-control").as_deref(), Some("private, no-store"));
    assert_eq!(header("content-type").as_deref(), Some("application/octet-stream"));
    assert_eq!(header("content-language"), None);
    assert_eq!(fetch(&address.url).await, b"hello");
}

#[tokio::test]
async fn a_store_of_another_make_is_held_to_the_same() {
    let store = SeaweedFs::start().await;
    store.make_bucket("tonnage").await;
    let cloud = TestCloud::setup().with(|config| store.hold_objects_of(config)).start().await;
    cloud.app().storage.ready().await.unwrap();
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::through(&cloud.anyone(), &portal(&owner, MIB).await, "Reel").await;
    let added = parcel.add("", "a.mov", 1_000).await;
    let first = parcel.begin(&added).await;
    assert_eq!(chunk(&parcel, &added, &first, vec![7; 1_001]).await, 403);
    assert_eq!(chunk(&parcel, &added, &first, vec![7; 1_000]).await, 200);
    let second = parcel.begin(&added).await;
    assert_ne!(first, second);
    assert_eq!(chunk(&parcel, &added, &second, vec![8; 1_000]).await, 200);
    // The first was aborted; using it again aborts the second.
    assert_eq!(chunk(&parcel, &added, &first, vec![9; 1_000]).await, 404);
    let third = parcel.begin(&added).await;
    let at_once = (0..8).map(|_| chunk(&parcel, &added, &third, vec![7; 1_000]));
    assert_eq!(join_all(at_once).await, [200; 8], "requests for the same upload do not collide");
    let request = parcel.send(&added.file.id, &third, &[7; 1_000], MIB).await;
    parcel.client.finalize_file(&parcel.id, &added.file.id, &request).await.unwrap();
}
