//! Folders that must not overlap, and folders that are missing.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::scene::Scene;

#[tokio::test(flavor = "multi_thread")]
async fn no_automation_feeds_another() {
    let scene = Scene::start().await;
    std::fs::create_dir_all(scene.root.join("inner")).unwrap();
    let id = scene.watch(&json!({ "enabled": false })).await;
    let outer = scene.root.parent().unwrap().to_owned();
    let link = outer.join("link");
    std::os::unix::fs::symlink(&scene.root, &link).unwrap();
    for path in [scene.root.clone(), scene.root.join("inner"), link.join("inner")] {
        let reply = scene.call("POST team_upload", &scene.fields(&json!({ "path": path, "enabled": false }))).await;
        assert_eq!(reply.field(), "path", "{}", path.display());
        assert!(reply.error().message.contains("Dailies"), "{}", reply.error().message);
    }
    let body =
        json!({ "url": "http://localhost/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=s", "dst_folder": scene.root.join("in") });
    let reply = scene.bench.agent.call("POST /api/v1/downloads", &body).await;
    assert_eq!(reply.field(), "dst_folder", "files downloaded there would be sent");
    // It does not conflict with itself.
    scene.call(&format!("PUT team_upload/{id}"), &json!({ "name": "b", "path": scene.root })).await.expect(200);
}

struct Mounted<'a>(&'a Path);

impl<'a> Mounted<'a> {
    fn at(path: &'a Path) -> Self {
        let done = Command::new("mount").args(["-t", "tmpfs", "tonnage-test"]).arg(path).status().unwrap();
        assert!(done.success(), "this test mounts a tmpfs: run it as root or under `unshare -rm`");
        Self(path)
    }
}

impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_not_mounted_is_an_error_and_nothing_is_forgotten() {
    let scene = Scene::start().await;
    let disk = Mounted::at(&scene.root);
    scene.write("one/a", b"first");
    scene.watch(&json!({})).await;
    scene.sent(1).await;
    let keep = scene.bench.agent.place("keep");
    assert!(Command::new("cp").arg("-a").arg(&scene.root).arg(&keep).status().unwrap().success());
    drop(disk);
    scene.write("beneath/b", b"lies below the mount");
    let automation = scene.until("an error", |automation| automation["status"]["state"] == "error").await;
    assert!(automation["status"]["reason"].as_str().unwrap().contains("not mounted"), "{automation}");
    scene.stays_at(1).await;
    std::fs::remove_dir_all(scene.root.join("beneath")).unwrap();
    let disk = Mounted::at(&scene.root);
    assert!(Command::new("cp").arg("-a").arg(keep.join("one")).arg(&scene.root).status().unwrap().success());
    scene.until("running", |automation| automation["status"]["state"] == "running").await;
    scene.write("two/c", b"second");
    let uploads = scene.sent(2).await;
    assert_eq!(Scene::names(&uploads), ["one", "two"], "the first is not sent again");
    drop(disk);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_vanishes_and_comes_back_goes_on() {
    let scene = Scene::start().await;
    scene.write("one/a", b"first");
    scene.watch(&json!({})).await;
    scene.sent(1).await;
    let aside = scene.root.with_extension("aside");
    std::fs::rename(&scene.root, &aside).unwrap();
    let automation = scene.until("an error", |automation| automation["status"]["state"] == "error").await;
    assert!(automation["status"]["reason"].as_str().unwrap().starts_with("path: "), "{automation}");
    let id = automation["automation_id"].as_str().unwrap();
    let off = scene.call(&format!("PUT team_upload/{id}"), &json!({ "enabled": false })).await.expect(200);
    assert_eq!(off["status"]["state"], "off", "it can be disabled while its folder is missing");
    scene.call(&format!("PUT team_upload/{id}"), &json!({ "enabled": true })).await.expect(200);
    std::fs::rename(&aside, &scene.root).unwrap();
    scene.write("two/b", b"second");
    assert_eq!(Scene::names(&scene.sent(2).await), ["one", "two"]);
}
