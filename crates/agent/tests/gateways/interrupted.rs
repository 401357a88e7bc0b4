//! A restarted agent resumes where it stopped, in the same folder.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::{Operation, Program, TestCloud};

use super::scene::{MIB, Scene, expected, names, tree};

const FILES: &[(&str, &str, usize)] =
    &[("", "one.mov", 20 * MIB), ("deep/er", "two.mov", 12 * MIB), ("", "notes.txt", 100), ("deep", "still", MIB)];
const BYTES: u64 = 33 * MIB as u64 + 100;
const CONNECTIONS: u64 = 2;
/// The range size of a large file.
const RANGE: u64 = 4 * MIB as u64;
/// Slow enough to be interrupted.
const RATE: u64 = 6 * MIB as u64;

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_in_the_middle_fetches_only_what_is_missing() {
    let (setup, store) = TestCloud::setup().with_faulty_store().await;
    let scene = Scene::with(setup.start().await, |options| options.max_download_rate = Some(RATE)).await;
    let gateway = scene.gateway().await;
    let portal = scene.portal(&[&gateway]).await;
    let to = scene.agent.place("editing");
    let parcel = scene.received(&portal, "Day one", FILES).await;
    let few = json!({ "max_connections": CONNECTIONS });
    scene.agent.call("POST /api/v1/settings/concurrency", &few).await.expect(200);
    let before = store.proxy.bytes_out(Operation::Get);
    let id = scene.serve(&gateway, &to).await;
    scene.until_moving(&id, 14 * MIB).await;
    // Deleting all downloads does not delete deliveries.
    scene.agent.call("DELETE /api/v1/downloads?remove_files=true", &Value::Null).await.expect(200);
    let scene = scene.restarted(|options| options.max_download_rate = None).await;
    scene.until_complete(&parcel.id).await;
    assert_eq!(names(&to), ["Day one"]);
    assert!(tree(&to.join("Day one")) == expected(FILES), "{:?}", tree(&to).keys());
    let again = (store.proxy.bytes_out(Operation::Get) - before).saturating_sub(BYTES);
    // At most what was in transfer on each connection, and the headers of replies.
    assert!(again <= CONNECTIONS * RANGE + MIB as u64, "{again} bytes were fetched again");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_arrived_and_was_not_told_is_told_after_a_restart() {
    let scene = Scene::start().await;
    let gateway = scene.gateway().await;
    let portal = scene.portal(&[&gateway]).await;
    let to = scene.agent.place("editing");
    let parcel = scene.received(&portal, "Day one", FILES).await;
    let id = scene.serve(&gateway, &to).await;
    // All files have their names just before the cloud knows. To meet that moment, this asks more often than `until`.
    let since = Instant::now();
    while !to.join("Day one").exists() || tree(&to.join("Day one")) != expected(FILES) {
        assert!(since.elapsed() < Duration::from_mins(4), "{:?}", names(&to));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let scene = scene.restarted(|_| {}).await;
    scene.until_complete(&parcel.id).await;
    let next = scene.received(&portal, "Day two", &[("", "a", 10)]).await;
    scene.until_complete(&next.id).await;
    assert_eq!(names(&to), ["Day one", "Day two"]);
    scene.until(&id, |gateway| gateway["delivering"] == Value::Null).await;
}

/// The agent as a separate process.
fn program(scene: &Scene, directory: &Path) -> Program {
    let base = scene.cloud.anyone().base_url().to_owned();
    let rate = RATE.to_string();
    let program = Path::new(env!("CARGO_BIN_EXE_tonnage-agent"));
    Program::agent(program, &directory.join("state"), &["-cloud-url", &base, "-max-download-rate", &rate])
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_cost_no_package_and_make_no_second_one() {
    let scene = Scene::start().await;
    let gateway = scene.gateway().await;
    let portal = scene.portal(&[&gateway]).await;
    let directory = tempfile::tempdir().unwrap();
    let to = directory.path().join("editing");
    let mut agent = program(&scene, directory.path());
    let body = json!({ "token": gateway.credential.token, "dst_folder": to });
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let added = http.post(format!("{}/api/v1/gateways", agent.api)).json(&body).send().await.unwrap();
    assert_eq!(added.status().as_u16(), 200);
    let days: Vec<String> = (1..=3).map(|day| format!("Day {day}")).collect();
    let mut parcels = Vec::new();
    for day in &days {
        parcels.push(scene.received(&portal, day, FILES).await);
    }
    let rounds = if testkit::is_deep() { 100 } else { 12 };
    for round in 0..rounds {
        tokio::time::sleep(Duration::from_millis(30 * (round % 12))).await;
        agent.kill();
        agent = program(&scene, directory.path());
    }
    for parcel in &parcels {
        scene.until_complete(&parcel.id).await;
    }
    assert_eq!(names(&to), days);
    for day in &days {
        assert!(tree(&to.join(day)) == expected(FILES), "{day}: {:?}", tree(&to.join(day)).keys());
    }
}
