//! The limits of a Portal hold for every piece that arrives, and not only when the package is complete.

use serde_json::{Value, json};
use testkit::beds::SeaweedFs;
use testkit::{GrowingFile, Parcel, Person, Refusal as _, Reply, TestCloud, file, request_of};
use wire::error::ErrorCode;
use wire::files::{AddFile, AddedFile, RequestChunks};
use wire::ids::PortalId;

const MIB: usize = 1 << 20;

async fn portal(owner: &Person, largest: usize) -> PortalId {
    let body = json!({ "name": "Rushes", "subdomain": "rushes", "active": true,
        "package_size_restriction_enabled": true, "max_package_size": largest });
    let created = Reply::of(&owner.client, &format!("POST /v1/teams/{}/portals", owner.team_id), &body).await;
    created.expect(201)["id"].as_str().unwrap().parse().unwrap()
}

/// Lowers the limit while visitors are sending.
async fn lower(owner: &Person, portal: &PortalId, largest: usize) {
    let read = Reply::of(&owner.client, &format!("GET /v1/portals/{portal}"), &Value::Null).await.expect(200);
    let mut changed = read;
    changed["max_package_size"] = json!(largest);
    Reply::of(&owner.client, &format!("PUT /v1/portals/{portal}"), &changed).await.expect(200);
}

#[tokio::test]
async fn each_segment_counts_with_the_whole_package() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = portal(&owner, 10_000).await;
    let parcel = Parcel::through(&cloud.anyone(), &portal, "Reel").await;
    parcel.put("", "a.mov", &[1; 4_000]).await;
    let growing = GrowingFile::add(&parcel, "live.mov").await;
    growing.put(1, &[2; 5_000]).await;
    lower(&owner, &portal, 8_000).await;
    assert_eq!(growing.note(1, &[2; 5_000]).await.refusal(), ErrorCode::LimitExceeded);
    lower(&owner, &portal, 9_000).await;
    growing.note(1, &[2; 5_000]).await.unwrap();
    lower(&owner, &portal, 8_999).await;
    let refused = growing.client.finalize_file(&parcel.id, &growing.id, &GrowingFile::whole(&[&[2; 5_000]])).await;
    assert_eq!(refused.refusal(), ErrorCode::LimitExceeded, "before the segments are joined");
}

#[tokio::test]
async fn a_file_that_no_longer_fits_is_refused_when_it_is_finalized() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = portal(&owner, 10).await;
    let parcel = Parcel::through(&cloud.anyone(), &portal, "Reel").await;
    let batch = parcel.reply("POST /files/batch", &json!([file("", "a.mov", 5)])).await.expect(200);
    let added: AddedFile = serde_json::from_value(batch[0].clone()).unwrap();
    let sent = request_of(added.put_blueprint.as_ref().unwrap()).body(vec![1; 5]).send().await.unwrap();
    assert_eq!(sent.status(), 200);
    lower(&owner, &portal, 4).await;
    let finalize = format!("POST /files/{}/finalize", added.file.id);
    assert_eq!(parcel.reply(&finalize, &json!({ "size": 5 })).await.error().code, ErrorCode::LimitExceeded);
    lower(&owner, &portal, 5).await;
    parcel.reply(&finalize, &json!({ "size": 5 })).await.expect(200);
}

async fn unsized_file(parcel: &Parcel) -> AddedFile {
    let request = AddFile { size: None, chunk_size: Some(5 << 20), ..file("", "a.mov", 0) };
    parcel.client.add_file(&parcel.id, &request).await.unwrap()
}

async fn chunk(parcel: &Parcel, added: &AddedFile, upload: &str, start: i64) -> Reply {
    let request = RequestChunks { upload_id: upload.to_owned(), checksums: None };
    let path = format!("POST /files/{}?start={start}&count=1", added.file.id);
    parcel.reply(&path, &serde_json::to_value(request).unwrap()).await
}

#[tokio::test]
async fn no_url_is_given_for_chunks_beyond_the_limit() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = portal(&owner, 12 * MIB).await;
    let parcel = Parcel::through(&cloud.anyone(), &portal, "Reel").await;
    let added = unsized_file(&parcel).await;
    let upload = parcel.begin(&added).await;
    chunk(&parcel, &added, &upload, 2).await.expect(200);
    assert_eq!(chunk(&parcel, &added, &upload, 3).await.error().code, ErrorCode::LimitExceeded);
    lower(&owner, &portal, 10 * MIB).await;
    assert_eq!(chunk(&parcel, &added, &upload, 2).await.error().code, ErrorCode::LimitExceeded);
    chunk(&parcel, &added, &upload, 1).await.expect(200);
}

/// The URLs of other stores have no limit, so what has arrived is added up.
#[tokio::test]
async fn in_other_stores_too() {
    let store = SeaweedFs::start().await;
    store.make_bucket("tonnage").await;
    let cloud = TestCloud::setup().with(|config| store.hold_objects_of(config)).start().await;
    cloud.app().storage.ready().await.unwrap();
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = portal(&owner, 16 * MIB).await;
    let parcel = Parcel::through(&cloud.anyone(), &portal, "Reel").await;
    let added = unsized_file(&parcel).await;
    let upload = parcel.begin(&added).await;
    let first = chunk(&parcel, &added, &upload, 0).await.expect(200);
    let blueprint = serde_json::from_value(first[0].clone()).unwrap();
    let sent = request_of(&blueprint).body(vec![1; 17 * MIB]).send().await.unwrap();
    assert_eq!(sent.status(), 200, "nobody could refuse it");
    assert_eq!(chunk(&parcel, &added, &upload, 1).await.error().code, ErrorCode::LimitExceeded);
}
