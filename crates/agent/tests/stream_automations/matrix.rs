//! What writers do to files, seen through the agent's API.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::until;

use super::scene::{MIB, PART, Scene};

#[tokio::test(flavor = "multi_thread")]
async fn files_arrive_while_they_grow_and_others_are_left_alone() {
    let scene = Scene::start().await;
    let mut old = scene.writer("old.mxf");
    old.append(12);
    std::fs::create_dir(scene.folder.join("folder.mxf")).unwrap();
    std::fs::write(scene.folder.join("folder.mxf/inner.mxf"), "x").unwrap();
    std::fs::write(scene.folder.join("notes.txt"), "x").unwrap();
    std::os::unix::fs::symlink(&old.path, scene.folder.join("link.mxf")).unwrap();
    scene.watch(&json!({ "whitelist": ["*.mxf"] })).await;
    let (mut steady, empty) = (scene.writer("steady.mxf"), scene.writer("empty.mxf"));
    for _ in 0..30 {
        steady.append(MIB / 2 + 7);
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    let sizes = |uploads: &[Value]| {
        let of_steady = uploads.iter().find(|upload| upload["package_name"] == "steady.mxf");
        of_steady.map(|upload| (upload["state"].clone(), upload["progress"].as_u64(), upload["size"].as_u64()))
    };
    let seen = scene.until("it is seen to grow", |uploads| sizes(uploads).is_some_and(|(_, moved, _)| moved > Some(0)));
    let (state, moved, size) = sizes(&seen.await).unwrap();
    assert!(state == "transferring" && moved <= size, "{state} {moved:?} {size:?}");
    steady.append(PART);
    let arrived = scene.arrived(3).await;
    for writer in [&old, &steady, &empty] {
        let name = writer.path.file_name().unwrap().to_str().unwrap();
        assert!(arrived[name] == [writer.written.clone()], "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_became_shorter_is_an_error_and_others_go_on() {
    let scene = Scene::start().await;
    scene.watch(&json!({})).await;
    let mut shrunk = scene.writer("shrunk");
    shrunk.append(PART + 100);
    let is_moving = |upload: &Value| upload["progress"].as_u64() >= Some(PART as u64);
    scene.until("a part is sent", |uploads| uploads.iter().any(is_moving)).await;
    shrunk.file.set_len(7).unwrap();
    let failed = scene.until("an error", |uploads| uploads.iter().any(|upload| upload["state"] == "error")).await;
    assert_eq!(failed[0]["error"]["recoverable"], true, "{failed:?}");
    assert!(failed[0]["error"]["message"].as_str().unwrap().contains("became shorter"), "{failed:?}");
    scene.look("another").await;
    let id = failed[0]["upload_id"].as_str().unwrap();
    scene.agent.call(&format!("POST /api/v1/uploads/{id}/resume"), &Value::Null).await.expect(200);
    assert!(scene.arrived(2).await["shrunk"] == [shrunk.written[..7].to_vec()], "in its state at that time");
}

#[tokio::test(flavor = "multi_thread")]
async fn both_generations_of_a_rotated_file_arrive_and_none_twice() {
    let scene = Scene::start().await;
    scene.watch(&json!({})).await;
    let mut first = scene.writer("log");
    first.append(PART + 1);
    scene.until("it is taken up", |uploads| uploads.len() == 1).await;
    std::fs::rename(&first.path, scene.folder.join("log.1")).unwrap();
    let mut second = scene.writer("log");
    second.append(300);
    first.append(100);
    let arrived = scene.arrived(2).await;
    assert!(arrived["log"].contains(&first.written) && arrived["log"].contains(&second.written));
    scene.look("another").await;
    assert_eq!(scene.uploads().await.len(), 3, "the renamed one is known");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_away_is_an_error_and_comes_back() {
    let scene = Scene::start().await;
    scene.watch(&json!({})).await;
    scene.look("first").await;
    let away = scene.agent.place("away");
    std::fs::rename(&scene.folder, &away).unwrap();
    let state = async || {
        let all = scene.agent.call("GET /api/v1/automations", &Value::Null).await.expect(200);
        all[0]["status"]["state"].as_str().unwrap().to_owned()
    };
    // The folder is scanned regularly, even without notifications.
    until("the automation is in error", async || match state().await {
        found if found == "error" => Ok(()),
        found => Err(found),
    })
    .await;
    std::fs::rename(&away, &scene.folder).unwrap();
    scene.look("second").await;
    assert_eq!(state().await, "running");
    assert_eq!(scene.uploads().await.len(), 2, "nothing was forgotten");
}
