//! What is sent again, and what never is.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use testkit::{Reply, until};

use super::scene::{Scene, files};
use crate::transfers::bench::MIB;

fn date(path: &Path, seconds: u64) {
    let time: SystemTime = UNIX_EPOCH + Duration::from_secs(seconds);
    File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

async fn portal(scene: &Scene) {
    let owner = &scene.bench.owner;
    let portal = json!({ "name": "Dailies", "subdomain": "dailies", "active": true });
    Reply::of(&owner.client, &format!("POST /v1/teams/{}/portals", owner.team_id), &portal).await.expect(201);
}

fn through_portal(scene: &Scene, more: &Value) -> Value {
    let mut fields = json!({
        "name": "Through the Portal", "path": scene.root, "timeout": 1, "timeout_unit": "seconds", "enabled": true,
        "portal_subdomain": "dailies", "sender_email": "cleo@example.net",
    });
    fields.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    fields
}

/// Deletes the package of the only upload while it is sent, and waits until another one has everything.
async fn ends_while_it_is_sent(scene: &Scene, line: &str, fields: &Value) {
    let limit = async |limit: Value| {
        scene.bench.agent.call("POST /api/v1/settings/upload_rate_limit", &limit).await.expect(200);
    };
    limit(json!({ "enabled": true, "rate_limit_bps": 16_000_000 })).await;
    let content = vec![7; 40 * MIB];
    scene.write("one/a", &content);
    scene.call(line, fields).await.expect(200);
    scene.until_moved(MIB as u64).await;
    let package = scene.uploads().await[0]["package_id"].as_str().unwrap().to_owned();
    let owner = &scene.bench.owner;
    let found = owner.client.package(&owner.team_id, &package.parse().unwrap()).await.unwrap();
    owner.client.with_package_token(&found.access_token).delete_package(&found.id).await.unwrap();
    limit(json!({ "enabled": false })).await;
    let uploads = scene.sent(1).await;
    assert_ne!(uploads[0]["package_id"], package, "it is another package");
    let id = uploads[0]["package_id"].as_str().unwrap().parse().unwrap();
    let found = owner.client.package(&owner.team_id, &id).await.unwrap();
    assert_eq!((found.state.as_str(), found.size), ("finalized", 40 * MIB as i64));
    scene.stays_at(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_that_is_deleted_while_it_is_sent_is_made_anew() {
    let scene = Scene::start().await;
    ends_while_it_is_sent(&scene, "POST team_upload", &scene.fields(&json!({}))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_for_a_portal_that_is_deleted_while_it_is_sent_is_made_anew() {
    let scene = Scene::start().await;
    portal(&scene).await;
    ends_while_it_is_sent(&scene, "POST portal_upload", &through_portal(&scene, &json!({}))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_dropped_again_after_its_delivery_was_deleted_is_sent_again() {
    let scene = Scene::start().await;
    scene.watch(&json!({ "send_loose_files": true, "delete_files_after_upload": true })).await;
    for round in 1..=3 {
        // As a copy that keeps the time does.
        date(&scene.write("clip.mov", b"clip"), 1_000);
        date(&scene.write("day/a.mov", b"a"), 2_000);
        scene.sent(2 * round).await;
        until("what was delivered is deleted", async || {
            let left: Vec<_> = std::fs::read_dir(&scene.root).unwrap().map(|entry| entry.unwrap().path()).collect();
            if left.is_empty() { Ok(()) } else { Err(format!("{left:?}")) }
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_to_a_form_are_never_content_and_go_with_their_file() {
    let scene = Scene::start().await;
    portal(&scene).await;
    let more = json!({ "metadata_file": "report.json", "send_loose_files": true, "delete_files_after_upload": true });
    scene.write("clip.mov.json", b"{}");
    scene.call("POST portal_upload", &through_portal(&scene, &more)).await.expect(200);
    scene.stays_at(0).await;
    scene.write("clip.mov", b"clip");
    scene.write("day/a.mov", b"a");
    scene.write("day/report.json", b"{}");
    let uploads = scene.sent(2).await;
    assert_eq!(Scene::names(&uploads), ["clip.mov", "day"]);
    until("what was delivered is deleted, with the answers", async || {
        let left: Vec<_> = std::fs::read_dir(&scene.root).unwrap().map(|entry| entry.unwrap().path()).collect();
        if left.is_empty() { Ok(()) } else { Err(format!("{left:?}")) }
    })
    .await;
    scene.stays_at(2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_any_date_are_sent_once() {
    let scene = Scene::start().await;
    // The year 2300, and the largest that the disk takes.
    date(&scene.write("late/a", b"a"), 10_413_792_000);
    date(&scene.write("latest/a", b"a"), 15_000_000_000);
    scene.watch(&json!({})).await;
    let uploads = scene.sent(2).await;
    assert_eq!(files(&scene.delivered(&uploads[0]).await).len(), 1);
    scene.stays_at(2).await;
}
