//! Every file is sent once.

use serde_json::{Value, json};
use testkit::{Need, RemovableDisk};

use super::scene::{PART, Scene};

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_twice_after_restarts_and_deleted_uploads() {
    let scene = Scene::start().await;
    scene.watch(&json!({})).await;
    let (mut kept, mut deleted) = (scene.writer("kept"), scene.writer("deleted"));
    kept.append(10);
    deleted.append(20);
    let uploads = scene.until("both are complete", |all| super::scene::complete(all).count() == 2).await;
    let gone = uploads.iter().find(|upload| upload["package_name"] == "deleted").unwrap();
    let line = format!("DELETE /api/v1/uploads/{}", gone["upload_id"].as_str().unwrap());
    scene.agent.call(&line, &Value::Null).await.expect(200);
    let scene = scene.restarted().await;
    scene.look("another").await;
    let names: Vec<_> = scene.uploads().await.iter().map(|upload| upload["package_name"].clone()).collect();
    assert_eq!(names, ["kept", "another"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_appended_after_the_end_is_a_new_package_with_the_whole_file() {
    let scene = Scene::start().await;
    scene.watch(&json!({})).await;
    let mut writer = scene.writer("take");
    writer.append(PART + 5);
    let first = writer.written.clone();
    scene.arrived(1).await;
    writer.append(5);
    assert!(scene.arrived(2).await["take"] == [first, writer.written]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_goes_on_after_a_restart_and_a_pause() {
    let scene = Scene::start().await;
    // Long enough not to end while the agent restarts.
    scene.watch(&json!({ "timeout": 8 })).await;
    let mut writer = scene.writer("take");
    writer.append(PART);
    let is_moving = |upload: &Value| upload["progress"].as_u64() == Some(PART as u64);
    let uploads = scene.until("a part is sent", |uploads| uploads.iter().any(is_moving)).await;
    let package = uploads[0]["package_id"].clone();
    let scene = scene.restarted().await;
    writer.append(PART);
    let line = |action: &str| format!("POST /api/v1/uploads/{}/{action}", uploads[0]["upload_id"].as_str().unwrap());
    scene.agent.call(&line("pause"), &Value::Null).await.expect(200);
    writer.append(3);
    scene.agent.call(&line("resume"), &Value::Null).await.expect(200);
    assert!(scene.arrived(1).await["take"] == [writer.written]);
    assert_eq!(scene.uploads().await[0]["package_id"], package);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_is_deleted_leaves_nothing_and_is_not_sent_again() {
    let scene = Scene::start().await;
    scene.watch(&json!({ "timeout": 60 })).await;
    let mut writer = scene.writer("take");
    writer.append(PART);
    let uploads = scene.until("it is taken up", |uploads| uploads.len() == 1).await;
    let line = format!("DELETE /api/v1/uploads/{}", uploads[0]["upload_id"].as_str().unwrap());
    scene.agent.call(&line, &Value::Null).await.expect(200);
    let package = uploads[0]["package_id"].as_str().unwrap().parse().unwrap();
    assert_eq!(scene.owner.client.package(&scene.owner.team_id, &package).await.unwrap().state, "expired");
    writer.append(1);
    let mut sentinel = scene.writer("another");
    sentinel.append(1);
    let uploads = scene.until("another is taken up", |uploads| !uploads.is_empty()).await;
    assert_eq!((uploads.len(), &uploads[0]["package_name"]), (1, &json!("another")));
}

#[tokio::test(flavor = "multi_thread")]
async fn recordings_that_have_ended_are_known_when_their_disk_is_mounted_again() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let scene = Scene::start().await;
    let mut disk = RemovableDisk::mount(&scene.folder);
    scene.watch(&json!({})).await;
    for name in ["one", "two"] {
        scene.writer(name).append(10);
    }
    scene.arrived(2).await;
    disk.unmount();
    disk.mount_again();
    scene.look("three").await;
    let scene = scene.restarted().await;
    scene.look("four").await;
    let names: Vec<_> = scene.uploads().await.iter().map(|upload| upload["package_name"].clone()).collect();
    assert_eq!(names.len(), 4, "{names:?}");
}
