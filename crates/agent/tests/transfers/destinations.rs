//! Destinations that are full, missing or not writable.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::{Need, SmallDisk, TestCloud, until};

use super::bench::{Bench, MIB, tree};

struct Scene {
    bench: Bench,
    source: PathBuf,
    url: String,
}

impl Scene {
    async fn start() -> Self {
        let rate = Some(6 * MIB as u64);
        let bench = Bench::with(TestCloud::start().await, |options| options.max_download_rate = rate).await;
        bench.file("show/clip", 20 * MIB);
        bench.file("show/still", 5_000);
        let source = bench.source("show");
        let url = bench.sent(&[&source]).await;
        Self { bench, source, url }
    }

    /// Waits for a recoverable error with one of these texts.
    async fn fails(&self, id: &str, said: &[&str]) -> Value {
        let download = self.bench.until("downloads", id, &["complete", "error"]).await;
        assert_eq!(
            (&download["state"], &download["error"]["recoverable"]),
            (&json!("error"), &json!(true)),
            "{download}"
        );
        let message = download["error"]["message"].as_str().unwrap();
        assert!(said.iter().any(|said| message.contains(said)), "{message}");
        download
    }

    async fn goes_on(&self, id: &str, to: &Path) {
        self.bench.agent.call(&format!("POST /api/v1/downloads/{id}/resume"), &Value::Null).await.expect(200);
        let download = self.bench.until("downloads", id, &["complete", "error"]).await;
        assert_eq!(download["state"], "complete", "{download}");
        // Files that had their names before the folder was removed are not fetched again.
        let (there, source) = (tree(&to.join("show")), tree(&self.source));
        let is_same = there.iter().all(|(path, content)| source.get(path) == Some(content));
        assert!(is_same && there.contains_key(Path::new("clip")), "{:?}", there.keys());
    }

    async fn until_moving(&self, id: &str) {
        until("more than a MiB has arrived", async || {
            let download = self.bench.until("downloads", id, &["transferring"]).await;
            let moved = download["progress"].as_u64().unwrap() + download["under_way"].as_u64().unwrap();
            if moved > MIB as u64 { Ok(()) } else { Err(download) }
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_destination_is_said_before_anything_is_written() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let scene = Scene::start().await;
    for options in ["size=40m", "size=200m,nr_inodes=2"] {
        let disk = SmallDisk::mount(options);
        let to = disk.path().to_owned();
        let id = scene.bench.download(&scene.url, &to).await;
        scene.fails(&id, &["full", "room", "space"]).await;
        assert!(tree(&to).is_empty(), "{options}: {:?}", tree(&to).keys());
        disk.remount("size=200m,nr_inodes=0");
        scene.goes_on(&id, &to).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_destination_that_fills_up_meanwhile_is_gone_on_with() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let scene = Scene::start().await;
    let disk = SmallDisk::mount("size=100m");
    let to = disk.path().to_owned();
    let id = scene.bench.download(&scene.url, &to).await;
    scene.until_moving(&id).await;
    // Another program fills the disk.
    let _ = std::fs::write(to.join("other"), vec![1; 100 * MIB]);
    scene.fails(&id, &["full", "room", "space"]).await;
    assert!(!to.join("show/clip").exists(), "no incomplete file has its final name");
    std::fs::remove_file(to.join("other")).unwrap();
    scene.goes_on(&id, &to).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_destination_that_is_removed_or_closed_is_gone_on_with() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let scene = Scene::start().await;
    let to = scene.bench.agent.place("received");
    let id = scene.bench.download(&scene.url, &to).await;
    scene.until_moving(&id).await;
    // The agent may create something in it in the meantime.
    while std::fs::remove_dir_all(&to).is_err() {}
    scene.fails(&id, &["gone", "removed", "not there", "was taken", "another file"]).await;
    scene.goes_on(&id, &to).await;

    let disk = SmallDisk::mount("size=200m");
    let to = disk.path().to_owned();
    disk.remount("ro");
    let id = scene.bench.download(&scene.url, &to).await;
    scene.fails(&id, &["read-only", "Read-only", "written"]).await;
    disk.remount("rw");
    scene.goes_on(&id, &to).await;
}
