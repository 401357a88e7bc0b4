//! Disks that do not answer.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::{HungDisk, Need};

use super::scene::Scene;

/// More than the agent has threads for connections.
const FOLDERS: usize = 12;
const AT_ONCE: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_does_not_answer_keeps_nothing_else_waiting() {
    if testkit::cannot_run_without(&[Need::HungDisks]) {
        return;
    }
    let mut scene = Scene::start().await;
    let patience = |options: &mut agent::options::Options| options.disk_patience = Duration::from_millis(500);
    scene.bench.agent = scene.bench.agent.restart(patience).await;
    let places: Vec<_> = (0..FOLDERS).map(|number| scene.bench.agent.place(&format!("disk {number}"))).collect();
    for place in &places {
        std::fs::create_dir(place).unwrap();
        scene.watch(&json!({ "path": place, "send_loose_files": true })).await;
    }
    let disks: Vec<_> = places.iter().map(|place| HungDisk::mount(place)).collect();
    let stuck = |automation: &Value| {
        let status = &automation["status"];
        status["reason"].as_str().is_some_and(|reason| reason.contains("does not answer"))
    };
    testkit::until("every automation says so", async || {
        let all = scene.list().await;
        if all.iter().all(stuck) { Ok(()) } else { Err(format!("{all:?}")) }
    })
    .await;
    let since = Instant::now();
    // Neither does a person who names the same disk.
    let body = json!({ "team_id": scene.bench.owner.team_id, "paths": [places[0].join("a")] });
    let refused = scene.bench.agent.call("POST /api/v1/uploads", &body).await;
    assert!(refused.text.contains("does not answer"), "{}", refused.text);
    let body = json!({ "url": "http://localhost/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=s", "dst_folder": places[1] });
    let refused = scene.bench.agent.call("POST /api/v1/downloads", &body).await;
    assert!(refused.text.contains("does not answer"), "{}", refused.text);
    scene.write("one/a", b"a");
    let id = scene.watch(&json!({})).await;
    assert!(since.elapsed() < AT_ONCE, "{:?}", since.elapsed());
    scene.sent(1).await;
    scene.call(&format!("DELETE team_upload/{id}"), &Value::Null).await.expect(200);
    // It also stops and starts.
    let since = Instant::now();
    scene.bench.agent = scene.bench.agent.restart(|_| {}).await;
    assert!(since.elapsed() < 2 * AT_ONCE, "{:?}", since.elapsed());
    drop(disks);
    std::fs::write(places[3].join("a"), b"a").unwrap();
    scene.sent(2).await;
}
