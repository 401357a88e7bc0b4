//! The URLs of what was removed: they are valid for an hour, and nothing can be stored under them.

use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;
use testkit::{GrowingFile, Parcel, Person, Reply, TestCloud, file, request_of};
use wire::blueprint::Blueprint;
use wire::files::{AddFile, AddedFile, RequestChunks};
use wire::ids::{FileId, PortalId};
use wire::segments::RequestSegments;

const SIZE: usize = 256 << 10;
const STRANGERS: usize = 50;
const ROUNDS: usize = 4;

/// A Portal for packages of up to this many bytes.
async fn portal(owner: &Person, largest: usize) -> PortalId {
    let body = json!({ "name": "Rushes", "subdomain": "rushes", "active": true,
        "package_size_restriction_enabled": true, "max_package_size": largest });
    let created = Reply::of(&owner.client, &format!("POST /v1/teams/{}/portals", owner.team_id), &body).await;
    created.expect(201)["id"].as_str().unwrap().parse().unwrap()
}

async fn add_in_batch(parcel: &Parcel, name: &str) -> AddedFile {
    let added = parcel.reply("POST /files/batch", &json!([file("", name, SIZE)])).await.expect(200);
    serde_json::from_value(added[0].clone()).unwrap()
}

async fn chunk_of(parcel: &Parcel, file: &FileId, upload_id: &str) -> Blueprint {
    let request = RequestChunks { upload_id: upload_id.to_owned(), checksums: None };
    parcel.client.chunks(&parcel.id, file, 0, 1, &request).await.unwrap().remove(0)
}

async fn send(blueprint: &Blueprint, size: usize) -> u16 {
    request_of(blueprint).body(vec![7; size]).send().await.unwrap().status().as_u16()
}

/// Bytes of all files below a folder.
fn stored(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => stored(&entry.path()),
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

/// Adds, sends and removes files one after the other, then sends with all their URLs at once. Returns what storage
/// answered to these.
async fn fill_with_removed_files(cloud: &TestCloud, portal: &PortalId) -> Vec<u16> {
    let parcel = Parcel::through(&cloud.anyone(), portal, "Reel").await;
    let mut kept = Vec::new();
    for round in 0..ROUNDS {
        let added = add_in_batch(&parcel, &format!("{round}.mov")).await;
        let upload = parcel.begin(&added).await;
        let chunk = chunk_of(&parcel, &added.file.id, &upload).await;
        assert_eq!(send(&chunk, SIZE).await, 200);
        parcel.client.remove_file(&parcel.id, &added.file.id).await.unwrap();
        kept.extend([added.put_blueprint.unwrap(), chunk, added.create_blueprint.unwrap()]);
    }
    let last = add_in_batch(&parcel, "last.mov").await;
    assert_eq!(send(last.put_blueprint.as_ref().unwrap(), SIZE).await, 200, "the package has room for this one");
    join_all(kept.iter().map(|blueprint| send(blueprint, if blueprint.method == "PUT" { SIZE } else { 0 }))).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_strangers_cannot_fill_the_disk_with_removed_files() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let portal = portal(&owner, SIZE).await;
    let data = cloud.app().config.data_dir.join("objects/data");
    let before = stored(&data);
    let answers = join_all((0..STRANGERS).map(|_| fill_with_removed_files(&cloud, &portal))).await;
    let declared = (STRANGERS * SIZE) as u64;
    // What was removed is deleted from the disk at once, but not in the same moment. No job has to run for it.
    let started = Instant::now();
    while stored(&data) - before > declared + declared / 20 && started.elapsed() < Duration::from_secs(20) {
        tokio::task::yield_now().await;
    }
    let grown = stored(&data) - before;
    println!("the disk grew by {grown} bytes for {declared} declared ones");
    assert!(grown <= declared + declared / 20, "the disk grew by {grown} bytes for {declared} declared ones");
    assert!(answers.concat().iter().all(|status| *status == 403), "{answers:?}");
}

#[tokio::test]
async fn the_urls_of_a_package_end_with_its_content() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &testkit::plain_package("Dailies")).await;
    let added = add_in_batch(&parcel, "a.mov").await;
    let (put, create) = (added.put_blueprint.clone().unwrap(), added.create_blueprint.clone().unwrap());
    let chunk = chunk_of(&parcel, &added.file.id, &parcel.begin(&added).await).await;
    parcel.reply("DELETE ?purge=true", &json!(null)).await.expect(204);
    cloud.run_due_jobs().await;
    assert_eq!([send(&put, SIZE).await, send(&chunk, SIZE).await, send(&create, 0).await], [403; 3]);
    // Jobs may run twice, also when the URLs have expired.
    cloud.advance(Duration::from_hours(2));
    cloud.run_due_jobs().await;
}

#[tokio::test]
async fn a_file_can_be_removed_twice_and_added_again_with_its_name() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::through(&cloud.anyone(), &portal(&owner, SIZE).await, "Reel").await;
    for _ in 0..3 {
        let added = add_in_batch(&parcel, "a.mov").await;
        assert_eq!(send(added.put_blueprint.as_ref().unwrap(), SIZE).await, 200);
        parcel.client.remove_file(&parcel.id, &added.file.id).await.unwrap();
        let again = parcel.client.remove_file(&parcel.id, &added.file.id).await.unwrap_err();
        assert!(again.to_string().contains("file"), "{again}");
        cloud.run_due_jobs().await;
    }
    let body = parcel.put("", "a.mov", &vec![7; SIZE]).await;
    assert_eq!(body.state, "finalized");
    parcel.finalize().await;
}

#[tokio::test]
async fn one_file_of_unknown_size_at_a_time_has_the_room_of_a_portal() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::through(&cloud.anyone(), &portal(&owner, 1_000).await, "Reel").await;
    let unsized_file = |name: &str| AddFile { size: None, ..file("", name, 0) };
    let add = async |name: &str| parcel.client.add_file(&parcel.id, &unsized_file(name)).await;
    let first = add("a.mov").await.unwrap();
    let refused = add("b.mov").await.unwrap_err();
    assert!(refused.to_string().contains("another file of unknown size"), "{refused}");
    let repeated = add("a.mov").await.unwrap_err();
    assert!(repeated.to_string().contains("already has a file"), "{repeated}");
    let both = json!([unsized_file("b.mov"), file("", "c.mov", 10)]);
    let answers = parcel.reply("POST /files/batch", &both).await.expect(200);
    assert!(answers[0]["file"].is_null() && answers[1]["file"]["id"].is_string(), "{answers}");

    // Finalized, it counts. Its URLs store nothing more, although it has less than they allowed.
    let upload = parcel.begin(&first).await;
    let request = parcel.send(&first.file.id, &upload, &[7; 300], 1 << 20).await;
    parcel.client.finalize_file(&parcel.id, &first.file.id, &request).await.unwrap();
    let late = parcel.begin(&first).await;
    assert_ne!(late, upload);
    let second = add("b.mov").await.unwrap();
    let upload = parcel.begin(&second).await;
    let chunk = chunk_of(&parcel, &second.file.id, &upload).await;
    assert_eq!((send(&chunk, 691).await, send(&chunk, 690).await), (400, 200));

    // Removed, it makes room for another one, which may be growing.
    parcel.client.remove_file(&parcel.id, &second.file.id).await.unwrap();
    assert_eq!(send(&chunk, 690).await, 403);
    GrowingFile::add(&parcel, "live.mov").await;
    assert!(add("d.mov").await.is_err());
}

#[tokio::test]
async fn the_segments_of_a_growing_file_share_the_room_of_a_portal() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::through(&cloud.anyone(), &portal(&owner, 200_000).await, "Reel").await;
    let growing = GrowingFile::add(&parcel, "live.mov").await;
    let request = RequestSegments { first: 1, count: 100, checksums: None };
    let blueprints = growing.client.request_segments(&parcel.id, &growing.id, &request).await.unwrap();
    let data = cloud.app().config.data_dir.join("objects/data");
    let before = stored(&data);
    let at_once = join_all(blueprints[1..].iter().map(|blueprint| send(blueprint, 90_000))).await;
    let accepted = at_once.iter().filter(|status| **status == 200).count();
    assert!(accepted <= 2 && stored(&data) - before <= 210_000, "{accepted} segments of 90,000 bytes in 200,000");

    // Finalized, it takes no more segments.
    parcel.client.remove_file(&parcel.id, &growing.id).await.unwrap();
    assert_eq!(send(&blueprints[0], 90_000).await, 403);
    let growing = GrowingFile::add(&parcel, "live.mov").await;
    let content = vec![7; 90_000];
    let blueprints = growing.client.request_segments(&parcel.id, &growing.id, &request).await.unwrap();
    growing.send(1, &content).await;
    growing.send(1, &content).await;
    assert_eq!(send(&blueprints[1], 110_000).await, 200, "what is recorded does not count twice");
    growing.finalize(&cloud, &[&content]).await;
    assert_eq!([send(&blueprints[0], 90_000).await, send(&blueprints[2], 70_000).await], [403; 2]);
}
