//! Links that someone puts in the way of a transfer after its paths were checked.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use agent::options::Options;
use serde_json::{Value, json};
use testkit::TestCloud;

use super::bench::{Bench, MIB, tree};

/// An agent that may use two folders, and a third one next to them that it must not touch.
struct Scene {
    bench: Bench,
    outside: PathBuf,
}

fn fenced(options: &mut Options) {
    let base = options.state_dir.parent().unwrap().to_owned();
    options.allow_paths = ["source", "received"].map(|name| base.join(name)).to_vec();
    options.allow_paths.iter().for_each(|path| fs::create_dir_all(path).unwrap());
    options.max_upload_rate = Some(4 * MIB as u64);
}

impl Scene {
    async fn start() -> Self {
        let bench = Bench::with(TestCloud::start().await, fenced).await;
        let outside = bench.agent.place("outside");
        fs::create_dir_all(outside.join("day")).unwrap();
        fs::write(outside.join("day/id_rsa"), "private").unwrap();
        fs::write(outside.join("day/clip"), "private").unwrap();
        Self { bench, outside }
    }

    /// Replaces a directory by a link to the one outside.
    fn swap(&self, directory: &Path) {
        fs::rename(directory, directory.with_extension("before")).unwrap();
        symlink(&self.outside, directory).unwrap();
    }

    async fn call(&self, line: &str, body: Value) -> Value {
        self.bench.agent.call(line, &body).await.expect(200)
    }

    /// Waits until the upload has failed because of the link, and checks that nothing from outside was sent.
    async fn refuses(&self, id: &str) {
        let upload = self.bench.until("uploads", id, &["error", "idle", "complete"]).await;
        assert_eq!(upload["state"], "error", "{upload}");
        assert!(upload["error"]["message"].as_str().unwrap().contains("link"), "{upload}");
        let package = upload["package_id"].as_str().unwrap().parse().unwrap();
        let body = self.bench.owner.client.package(&self.bench.owner.team_id, &package).await.unwrap();
        let holder = self.bench.cloud.anyone().with_package_token(&body.access_token);
        let files = holder.files(&package, "").await.unwrap();
        let private = i64::try_from("private".len()).unwrap();
        assert!(files.iter().all(|file| file.size != private), "{files:?}");
    }

    /// Only one upload at a time, and the first one is slow.
    async fn queue(&self) -> String {
        self.call("POST /api/v1/settings/fifo_mode", json!({ "enabled": true, "active_upload_count": 1 })).await;
        let first = self.bench.file("first", 60 * MIB);
        let id = self.bench.upload(&[&first], json!({ "chunk_size": 5 * MIB })).await;
        self.bench.until_moving("uploads", &id).await;
        id
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_that_is_swapped_before_its_turn_is_not_followed() {
    let scene = Scene::start().await;
    let first = scene.queue().await;
    let source = scene.bench.file("job/day/clip", 10).parent().unwrap().to_owned();
    let file = scene.bench.file("job/day/still", 10);
    let folder = scene.bench.upload(&[&source], json!({})).await;
    let single = scene.bench.upload(&[&file], json!({})).await;
    fs::write(scene.outside.join("day/still"), "private").unwrap();
    scene.swap(source.parent().unwrap());
    scene.call(&format!("DELETE /api/v1/uploads/{first}"), Value::Null).await;
    scene.refuses(&folder).await;
    scene.refuses(&single).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_that_is_swapped_before_a_resume_is_not_followed() {
    let scene = Scene::start().await;
    let clip = scene.bench.file("job/day/clip", 30 * MIB);
    let id = scene.bench.upload(&[clip.parent().unwrap()], json!({ "chunk_size": 5 * MIB })).await;
    scene.bench.until_moving("uploads", &id).await;
    fs::write(&clip, "changed").unwrap();
    scene.bench.until("uploads", &id, &["error"]).await;
    scene.swap(clip.parent().unwrap().parent().unwrap());
    scene.call(&format!("POST /api/v1/uploads/{id}/resume"), Value::Null).await;
    scene.refuses(&id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_destination_that_is_swapped_is_not_followed() {
    let scene = Scene::start().await;
    let url = scene.bench.sent(&[&scene.bench.file("authorized_keys", 10 * MIB)]).await;
    let before = tree(&scene.outside);
    for below in ["to", "above/to"] {
        let to = scene.bench.agent.place("received").join(below);
        let limit = json!({ "enabled": true, "rate_limit_bps": MIB * 8 });
        scene.call("POST /api/v1/settings/download_rate_limit", limit).await;
        let id = scene.bench.download(&url, &to).await;
        scene.bench.until_moving("downloads", &id).await;
        scene.call(&format!("POST /api/v1/downloads/{id}/pause"), Value::Null).await;
        fs::create_dir_all(scene.outside.join("to")).unwrap();
        scene.swap(&scene.bench.agent.place("received").join(below.split('/').next().unwrap()));
        scene.call("POST /api/v1/settings/download_rate_limit", json!({ "enabled": false })).await;
        scene.call(&format!("POST /api/v1/downloads/{id}/resume"), Value::Null).await;
        let download = scene.bench.until("downloads", &id, &["error", "complete"]).await;
        assert_eq!(download["state"], "error", "{below}: {download}");
        assert!(download["error"]["message"].as_str().unwrap().contains("link"), "{download}");
        scene.call(&format!("DELETE /api/v1/downloads/{id}?remove_files=true"), Value::Null).await;
        fs::remove_dir(scene.outside.join("to")).unwrap();
        assert_eq!(tree(&scene.outside), before, "{below}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_from_before_obeys_the_paths_that_are_allowed_now() {
    let mut scene = Scene::start().await;
    let url = scene.bench.sent(&[&scene.bench.file("clip", 10 * MIB)]).await;
    let upload = scene.bench.upload(&[&scene.bench.file("long", 60 * MIB)], json!({ "chunk_size": 5 * MIB })).await;
    scene.bench.until_moving("uploads", &upload).await;
    let limit = json!({ "enabled": true, "rate_limit_bps": MIB * 8 });
    scene.call("POST /api/v1/settings/download_rate_limit", limit).await;
    let download = scene.bench.download(&url, &scene.bench.agent.place("received")).await;
    scene.bench.until_moving("downloads", &download).await;
    let narrower = scene.bench.agent.place("elsewhere");
    fs::create_dir(&narrower).unwrap();
    scene.bench.agent = scene.bench.agent.restart(|options| options.allow_paths = vec![narrower]).await;
    for (kind, id) in [("uploads", upload), ("downloads", download)] {
        let transfer = scene.bench.until(kind, &id, &["error", "complete"]).await;
        assert_eq!(transfer["state"], "error", "{transfer}");
        assert!(transfer["error"]["message"].as_str().unwrap().contains("--allow-path"), "{transfer}");
    }
}
