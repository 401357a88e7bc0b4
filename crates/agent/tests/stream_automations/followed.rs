//! Streams that members of the Team read while they grow.

use std::process::{Command, Stdio};

use serde_json::json;
use testkit::until;

use super::scene::{PART, Scene, complete};

/// Runs the jobs with which the service joins segments until this many uploads are complete.
async fn joined(scene: &Scene, wanted: usize) {
    until("the segments are joined", async || {
        let uploads = scene.uploads().await;
        if complete(&uploads).count() >= wanted {
            return Ok(());
        }
        scene.cloud.run_due_jobs().await;
        Err(format!("{uploads:?}"))
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_is_read_while_it_grows() {
    let scene = Scene::start().await;
    scene.watch(&json!({ "followable": true, "timeout": 5 })).await;
    let mut writer = scene.writer("take.mxf");
    writer.append(2 * PART + 5);
    let uploads = scene.until("begun", |uploads| uploads.len() == 1).await;
    let package = uploads[0]["package_id"].as_str().unwrap().to_owned();
    let to = scene.agent.place("received");
    let reader = Command::new(env!("CARGO_BIN_EXE_tonnage-agent"))
        .args(["get", "--follow", &package, "--json", "--to"])
        .arg(&to)
        .env("API_KEY", scene.owner.api_key.as_deref().unwrap())
        .env("TONNAGE_AGENT_CLOUD_URL", scene.cloud.anyone().base_url())
        .env("TONNAGE_AGENT_STATE_DIR", scene.agent.place("reader"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let part = to.join("take.mxf.part");
    // The first part is readable before the writer is done; it continues only then.
    until("the first part is read while the file grows", async || {
        let read = std::fs::metadata(&part).map_or(0, |part| part.len());
        if read >= 2 * PART as u64 {
            return Ok(());
        }
        writer.append(1_000);
        Err(format!("{read} bytes"))
    })
    .await;
    assert!(scene.uploads().await.iter().all(|upload| upload["state"] == "transferring"));
    writer.append(PART + 123);
    joined(&scene, 1).await;
    let ended = tokio::task::spawn_blocking(move || reader.wait_with_output()).await.unwrap().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    assert!(std::fs::read(to.join("take.mxf")).unwrap() == writer.written, "what was read is what was written");
    assert!(!part.exists());
    let arrived = scene.arrived(1).await;
    assert!(arrived["take.mxf"] == [writer.written], "and so is the package");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_followed_stream_may_be_empty_or_short_and_goes_on_after_a_restart() {
    let scene = Scene::start().await;
    scene.watch(&json!({ "followable": true, "timeout": 5 })).await;
    let (empty, mut short, mut long) = (scene.writer("empty"), scene.writer("short"), scene.writer("long"));
    short.append(7);
    long.append(PART + 9);
    scene.until("begun", |uploads| uploads.len() == 3).await;
    let scene = scene.restarted().await;
    long.append(2 * PART);
    joined(&scene, 3).await;
    let arrived = scene.arrived(3).await;
    for writer in [empty, short, long] {
        let name = writer.path.file_name().unwrap().to_str().unwrap();
        assert!(arrived[name] == [writer.written], "{name}");
    }
}
