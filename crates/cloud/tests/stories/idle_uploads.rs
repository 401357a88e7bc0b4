//! What visitors announce and do not send keeps storage from others only for a while, and what they hold is counted right.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Parcel, Person, Reply, TestCloud, file, plain_package};
use wire::files::{AddFile, FileExtras, FinalizeFile, RequestChunks};
use wire::ids::PortalId;

const HOUR: Duration = Duration::from_hours(1);
/// The smallest chunk that storage accepts.
const CHUNK: usize = 5 << 20;
const BYTES: i64 = 5 << 20;

/// A Team that can store twelve chunks, and its Portal.
async fn scene() -> (TestCloud, Person, PortalId) {
    let cloud = TestCloud::setup().with(|config| config.packages.grace_hours = 24).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let limit = json!({ "max_stored_bytes": 12 * CHUNK });
    Reply::of(&owner.client, &format!("PUT /v1/teams/{}", owner.team_id), &limit).await.expect(200);
    let body = json!({ "name": "Rushes", "subdomain": "rushes", "active": true });
    let created = Reply::of(&owner.client, &format!("POST /v1/teams/{}/portals", owner.team_id), &body).await;
    let portal = created.expect(201)["id"].as_str().unwrap().parse().unwrap();
    (cloud, owner, portal)
}

/// With the key, which outlives the session.
async fn held(owner: &Person) -> i64 {
    let path = format!("GET /v1.1/teams/{}/usage", owner.team_id);
    let client = owner.client.with_api_key(owner.api_key.as_deref().unwrap());
    Reply::of(&client, &path, &Value::Null).await.expect(200)["held"]["bytes"].as_i64().unwrap()
}

async fn add(parcel: &Parcel, name: &str, size: usize) -> Reply {
    parcel.reply("POST /files", &json!(file("", name, size))).await
}

/// Time passes, in which the sweeps run.
async fn wait(cloud: &TestCloud, time: Duration) {
    cloud.advance(time);
    cloud.run_due_jobs().await;
    // The job of the package that a sweep has ended.
    cloud.run_due_jobs().await;
}

#[tokio::test]
async fn announced_bytes_are_free_again_if_none_of_them_come() {
    let (cloud, owner, portal) = scene().await;
    let greedy = Parcel::through(&cloud.anyone(), &portal, "Everything").await;
    let added: wire::files::AddedFile =
        serde_json::from_value(add(&greedy, "a", 12 * CHUNK).await.expect(201)).unwrap();
    // An upload without content is nothing either.
    greedy.begin(&added).await;
    let other = cloud.anyone();
    let line = format!("POST /v1/portals/{portal}/packages");
    let reel = json!({ "name": "Reel", "description": "", "sender": "cleo@example.net" });
    assert_eq!(Reply::of(&other, &line, &reel).await.status, 413);

    wait(&cloud, HOUR * 5).await;
    assert_eq!(held(&owner).await, 12 * BYTES, "it may still come");
    wait(&cloud, HOUR * 2).await;
    assert_eq!(held(&owner).await, 0);
    let refused = add(&greedy, "b", 1).await;
    assert!(refused.status.is_client_error(), "{}", refused.text);
    let honest = Parcel::through(&other, &portal, "Reel").await;
    honest.put("", "b", b"hello").await;
    assert_eq!(honest.finalize().await.state, "finalized");
}

#[tokio::test]
async fn who_pauses_overnight_loses_nothing() {
    let (cloud, owner, portal) = scene().await;
    let parcel = Parcel::through(&cloud.anyone(), &portal, "Dailies").await;
    let wanted = AddFile { chunk_size: Some(BYTES), ..file("", "a", CHUNK + 1) };
    let added = parcel.client.add_file(&parcel.id, &wanted).await.unwrap();
    let upload = parcel.begin(&added).await;
    let content = vec![7; CHUNK + 1];
    let request = RequestChunks { upload_id: upload.clone(), checksums: None };
    let chunks = parcel.client.chunks(&parcel.id, &added.file.id, 0, 2, &request).await.unwrap();
    let first = testkit::request_of(&chunks[0]).body(content[..CHUNK].to_vec()).send().await.unwrap();
    assert!(first.status().is_success());
    for _ in 0..10 {
        wait(&cloud, HOUR * 7).await;
    }
    let sent = parcel.send(&added.file.id, &upload, &content, CHUNK).await;
    let sent = FinalizeFile { file_extras: Some(FileExtras { upload_id: upload }), ..sent };
    parcel.client.finalize_file(&parcel.id, &added.file.id, &sent).await.unwrap();

    wait(&cloud, HOUR * 24 * 5).await;
    add(&parcel, "b", 1).await.expect(201);
    assert_eq!(held(&owner).await, BYTES + 2);
}

#[tokio::test]
async fn the_team_has_as_much_time_as_it_likes() {
    let (cloud, owner, _) = scene().await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    add(&parcel, "a", 1_000).await.expect(201);
    wait(&cloud, HOUR * 24).await;
    wait(&cloud, HOUR * 72).await;
    assert_eq!(held(&owner).await, 1_000);
}

#[tokio::test]
async fn a_wrong_sum_of_held_bytes_is_corrected() {
    let (cloud, owner, portal) = scene().await;
    let sent = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    add(&sent, "a", 1_000).await.expect(201);
    let received = Parcel::through(&cloud.anyone(), &portal, "Reel").await;
    received.put("", "a", b"hello").await;
    received.finalize().await;
    let ended = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Deleted")).await;
    ended.client.delete_package(&ended.id).await.unwrap();
    let right = held(&owner).await;
    assert_eq!(right, 1_010);
    wait(&cloud, HOUR * 7).await;
    assert_eq!(held(&owner).await, right, "what is right stays");

    let wrong = ["UPDATE held_bytes SET bytes = bytes + 500", "DELETE FROM held_bytes"];
    for statement in wrong {
        cloud.execute_sql(statement).await;
        assert_ne!(held(&owner).await, right);
        wait(&cloud, HOUR * 7).await;
        assert_eq!(held(&owner).await, right, "{statement}");
        let path = format!("GET /v1/portals/{portal}");
        let shown = Reply::of(&owner.client, &path, &Value::Null).await.expect(200);
        assert_eq!(shown["held"]["bytes"], 5, "{statement}");
    }
}
