//! Watch folders: what has settled is sent once.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Reply, until};

use super::scene::{Scene, files};

#[tokio::test(flavor = "multi_thread")]
async fn each_subfolder_is_a_package_and_loose_files_are_none() {
    let scene = Scene::start().await;
    scene.write("day 1/a.mov", b"aaaa");
    scene.write("day 1/sound/b.wav", b"bb");
    scene.write("day 2/c.mov", b"c");
    scene.write("loose.txt", b"loose");
    std::fs::create_dir(scene.root.join("empty")).unwrap();
    scene.watch(&json!({ "package_name_suffix": " (rushes)", "message": "Have a look" })).await;
    let uploads = scene.sent(2).await;
    assert_eq!(Scene::names(&uploads), ["day 1 (rushes)", "day 2 (rushes)"]);
    let first = uploads.iter().find(|upload| upload["package_name"] == "day 1 (rushes)").unwrap();
    let delivered = scene.delivered(first).await;
    assert_eq!(files(&delivered), [Path::new("day 1/a.mov"), Path::new("day 1/sound/b.wav")]);
    assert_eq!(delivered[Path::new("day 1/a.mov")].as_deref(), Some(&b"aaaa"[..]));
    scene.stays_at(2).await;
    // New content is found too.
    scene.write("empty/d", b"now it is not empty");
    scene.write("day 3/e", b"e");
    assert_eq!(scene.sent(4).await.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn loose_files_are_sent_where_that_is_asked_for() {
    let scene = Scene::start().await;
    scene.write("one.mov", b"1");
    scene.write("left out.tmp", b"2");
    scene.write("desktop.ini", b"3");
    scene.watch(&json!({ "send_loose_files": true, "blacklist": ["*.tmp"] })).await;
    let uploads = scene.sent(1).await;
    assert_eq!(Scene::names(&uploads), ["one.mov"]);
    assert_eq!(files(&scene.delivered(&uploads[0]).await), [Path::new("one.mov")]);
    scene.stays_at(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_still_changes_waits() {
    let scene = Scene::start().await;
    let path = scene.write("growing/a", b"0");
    scene.watch(&json!({ "timeout": 4 })).await;
    for round in 0..16_u32 {
        // The writer pauses for less than the timeout.
        tokio::time::sleep(Duration::from_millis(350)).await;
        std::fs::write(&path, vec![7; round as usize * 10 + 1]).unwrap();
        let uploads = scene.bench.agent.call("GET /api/v1/uploads", &Value::Null).await.expect(200);
        assert_eq!(uploads, json!([]), "after {round} changes");
    }
    let uploads = scene.sent(1).await;
    assert_eq!(scene.delivered(&uploads[0]).await[Path::new("growing/a")].as_deref(), Some(&[7_u8; 151][..]));
}

/// Only uploads that run keep others waiting.
#[tokio::test(flavor = "multi_thread")]
async fn uploads_that_stopped_keep_nothing_back() {
    const AT_ONCE: usize = 16;
    let scene = Scene::start().await;
    let limit = async |limit: Value| {
        scene.bench.agent.call("POST /api/v1/settings/upload_rate_limit", &limit).await.expect(200);
    };
    limit(json!({ "enabled": true, "rate_limit_bps": 8_000 })).await;
    for number in 0..AT_ONCE {
        scene.write(&format!("{number:02}/a"), &vec![7; 256 << 10]);
    }
    scene.watch(&json!({})).await;
    until("as many as possible are sent at once", async || match scene.uploads().await.len() {
        AT_ONCE => Ok(()),
        other => Err(other),
    })
    .await;
    scene.write("last/a", b"7");
    scene.bench.agent.call("POST /api/v1/uploads/pause", &Value::Null).await.expect(200);
    limit(json!({ "enabled": false })).await;
    until("the last one is sent", async || {
        let uploads = scene.uploads().await;
        let last = uploads.iter().find(|upload| upload["package_name"] == "last" && upload["state"] == "complete");
        if last.is_some() { Ok(()) } else { Err(format!("{uploads:?}")) }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_twice_and_what_changes_is_sent_anew() {
    let mut scene = Scene::start().await;
    scene.write("one/a", b"first");
    scene.watch(&json!({})).await;
    scene.sent(1).await;
    scene.bench.agent = scene.bench.agent.restart(|_| {}).await;
    scene.stays_at(1).await;
    // Deleting the upload does not send it again either.
    scene.bench.agent.call("DELETE /api/v1/uploads", &Value::Null).await.expect(200);
    scene.stays_at(0).await;
    scene.write("one/a", b"second");
    scene.write("one/b", b"more");
    let uploads = scene.sent(1).await;
    let delivered = scene.delivered(&uploads[0]).await;
    assert_eq!(delivered[Path::new("one/a")].as_deref(), Some(&b"second"[..]));
    assert_eq!(files(&delivered).len(), 2);
    std::fs::remove_dir_all(scene.root.join("one")).unwrap();
    scene.write("two/c", b"other");
    scene.sent(2).await;
    scene.write("one/a", b"a third time, under the same name");
    assert_eq!(Scene::names(&scene.sent(3).await), ["one", "one", "two"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn links_pipes_and_what_is_left_out_do_not_matter() {
    let scene = Scene::start().await;
    let outside = scene.bench.file("secret", 10);
    scene.write("one/a", b"a");
    scene.write("one/cache/b", b"b");
    scene.write("one/c.tmp", b"c");
    scene.write("one/.DS_Store", b"d");
    symlink(&outside, scene.root.join("one/link")).unwrap();
    symlink(scene.root.join("one"), scene.root.join("one/loop")).unwrap();
    symlink(&scene.root, scene.root.join("around")).unwrap();
    assert!(Command::new("mkfifo").arg(scene.root.join("one/pipe")).status().unwrap().success());
    assert!(Command::new("mkfifo").arg(scene.root.join("pipe")).status().unwrap().success());
    std::fs::hard_link(scene.root.join("one/a"), scene.root.join("one/same")).unwrap();
    scene.watch(&json!({ "blacklist": ["*.tmp", "one/cache"], "send_loose_files": true })).await;
    let uploads = scene.sent(1).await;
    assert_eq!(files(&scene.delivered(&uploads[0]).await), [Path::new("one/a"), Path::new("one/same")]);
    scene.write("one/d.tmp", b"also left out");
    scene.stays_at(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_someone_has_locked_is_waited_for() {
    let scene = Scene::start().await;
    let path = scene.write("one/a", b"a");
    let file = std::fs::File::open(&path).unwrap();
    file.lock().unwrap();
    scene.watch(&json!({})).await;
    let locked = |automation: &Value| {
        automation["status"]["troubles"][0]["reason"].as_str().is_some_and(|reason| reason.contains("locked"))
    };
    let automation = scene.until("a lock", locked).await;
    assert_eq!(automation["status"]["troubles"][0]["name"], "one");
    file.unlock().unwrap();
    scene.sent(1).await;
    scene.until("no trouble", |automation| automation["status"]["troubles"] == json!([])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_portal_gets_answers_to_its_form() {
    let scene = Scene::start().await;
    let owner = &scene.bench.owner;
    let portal = json!({ "name": "Dailies", "subdomain": "dailies", "active": true, "access_code": "1234" });
    let made = Reply::of(&owner.client, &format!("POST /v1/teams/{}/portals", owner.team_id), &portal).await;
    let portal = made.expect(201)["id"].as_str().unwrap().to_owned();
    let form = json!({ "name": "Camera report", "delivery_formats": ["json"], "fields": [
        { "name": "camera", "type": "short_text", "visibility": "required" }, { "name": "note", "type": "long_text" }] });
    Reply::of(&owner.client, &format!("POST /v1/portals/{portal}/form"), &form).await.expect(201);
    scene.write("one/a", b"a");
    scene.write("two/b", b"b");
    scene.write("two/report.json", br#"{ "camera": "B" }"#);
    scene.write("three/c", b"c");
    scene.write("three/report.json", b"no JSON");
    let fields = json!({
        "name": "Through the Portal", "path": scene.root, "timeout": 1, "timeout_unit": "seconds", "enabled": true,
        "portal_subdomain": "dailies", "sender_email": "cleo@example.net", "portal_password": "1234",
        "metadata": { "camera": "A", "note": "fixed" }, "metadata_file": "report.json",
    });
    scene.call("POST portal_upload", &fields).await.expect(200);
    let uploads = scene.sent(2).await;
    for (name, camera) in [("one", "A"), ("two", "B")] {
        let upload = uploads.iter().find(|upload| upload["package_name"] == name).unwrap();
        let package = upload["package_id"].as_str().unwrap().parse().unwrap();
        let package = owner.client.package(&owner.team_id, &package).await.unwrap();
        let holder = owner.client.with_package_token(&package.access_token);
        let filled = serde_json::to_string(&holder.package_metadata(&package.id).await.unwrap()).unwrap();
        assert!(filled.contains(&format!("\"{camera}\"")) && filled.contains("fixed"), "{name}: {filled}");
        let names: Vec<_> = upload["items"].as_array().unwrap().iter().map(|item| &item["name"]).collect();
        assert_eq!(names.len(), 1, "the answers themselves are not sent: {names:?}");
    }
    let trouble = |automation: &Value| automation["status"]["troubles"][0]["name"] == "three";
    let automation = scene.until("a trouble", trouble).await;
    let reason = automation["status"]["troubles"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("report.json"), "{reason}");
}
