//! Previews of what a watch folder would send.

use serde_json::{Value, json};
use wire::error::ErrorCode;

use super::scene::Scene;

async fn preview(scene: &Scene, more: &Value) -> Vec<Value> {
    let reply = scene.call("POST team_upload/preview", &scene.fields(more)).await;
    reply.expect(200).as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_tells_what_would_be_sent_and_what_not() {
    let scene = Scene::start().await;
    scene.write("day 1/a.mov", b"hello");
    scene.write("day 1/inner/b.mov", b"good bye");
    scene.write("day 1/c.tmp", b"left out");
    scene.write("drafts/x.mov", b"left out");
    scene.write("loose.mov", b"loose");
    std::fs::create_dir(scene.root.join("empty")).unwrap();
    std::os::unix::fs::symlink("/etc", scene.root.join("link")).unwrap();
    let more = json!({ "blacklist": ["*.tmp", "drafts"], "package_name_suffix": " (cam A)" });
    let shown = preview(&scene, &more).await;
    let names: Vec<&str> = shown.iter().map(|parcel| parcel["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["day 1", "drafts", "empty", "link", "loose.mov"]);
    let expected = json!({
        "name": "day 1", "package_name": "day 1 (cam A)", "files": 2, "size": 13, "reason": "",
    });
    assert_eq!(shown[0], expected);
    for (parcel, word) in shown[1..].iter().zip(["blacklist", "no files", "symbolic link", "loose file"]) {
        assert!(parcel["reason"].as_str().unwrap().contains(word), "{parcel}");
    }
    let loose = preview(&scene, &json!({ "send_loose_files": true })).await;
    assert_eq!((&loose[4]["reason"], &loose[4]["size"]), (&json!(""), &json!(5)));

    assert!(scene.list().await.is_empty(), "nothing is saved");
    scene.stays_at(0).await;
    scene.watch(&json!({})).await;
    assert_eq!(preview(&scene, &json!({})).await.len(), 5, "even for a folder that is already watched");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_is_shown_than_people_read() {
    let scene = Scene::start().await;
    for number in 0..120 {
        scene.write(&format!("{number:03}/a.mov"), b"x");
    }
    let shown = preview(&scene, &json!({})).await;
    assert_eq!((shown.len(), &shown[99]["name"]), (100, &json!("099")));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_named_as_when_it_is_made() {
    let scene = Scene::start().await;
    for (field, value) in [("path", json!("/no/such/folder")), ("timeout", json!(0)), ("blacklist", json!(["["]))] {
        let fields = scene.fields(&json!({ field: value }));
        let made = scene.call("POST team_upload", &fields).await;
        let tried = scene.call("POST team_upload/preview", &fields).await;
        assert_eq!((tried.status, &tried.text), (made.status, &made.text), "{field}");
    }
    let received = json!({ "name": "In", "portal_subdomain": "rushes", "dst_folder": scene.root, "enabled": true,
        "create_package_folder": true, "effective_time": "2026-01-01", "download_priority": 1,
        "team_id": scene.bench.owner.team_id });
    let reply = scene.call("POST portal_download/preview", &received).await;
    assert_eq!((reply.error().code, reply.field().as_str()), (ErrorCode::InvalidField, "type"), "{}", reply.text);
    let unknown = scene.call("POST washing/preview", &json!({})).await;
    assert_eq!(unknown.error().code, ErrorCode::NotFound);
}
