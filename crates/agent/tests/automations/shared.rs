//! Several automations that watch one folder.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::scene::Scene;

/// How many packages of each name are complete.
async fn packages(scene: &Scene) -> BTreeMap<String, usize> {
    let mut packages = BTreeMap::new();
    for upload in scene.uploads().await {
        assert_eq!(upload["state"], "complete", "{upload}");
        *packages.entry(upload["package_name"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    packages
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_sent_once_for_each_automation_that_watches_it() {
    let scene = Scene::start().await;
    scene.write("one/a", b"first");
    let first = scene.watch(&json!({})).await;
    let to_others = json!({ "name": "Others", "recipient_emails": ["amy@example.org"], "package_name_suffix": "-amy" });
    let second = scene.watch(&to_others).await;
    scene.sent(2).await;
    scene.write("two/b", b"second");
    scene.sent(4).await;
    let expected: BTreeMap<String, usize> =
        ["one", "one-amy", "two", "two-amy"].map(|name| (name.to_owned(), 1)).into();
    assert_eq!(packages(&scene).await, expected);

    // One of them is changed, deleted and created again: the other one does not notice.
    scene.call(&format!("PUT team_upload/{first}"), &json!({ "enabled": false })).await.expect(200);
    scene.write("three/c", b"third");
    scene.sent(5).await;
    assert_eq!(packages(&scene).await.get("three"), None);
    scene.call(&format!("PUT team_upload/{first}"), &json!({ "enabled": true })).await.expect(200);
    scene.sent(6).await;
    scene.call(&format!("DELETE team_upload/{second}"), &Value::Null).await.expect(200);
    scene.write("four/d", b"fourth");
    scene.sent(7).await;
    scene.stays_at(7).await;
    assert_eq!(packages(&scene).await.get("four-amy"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_that_send_the_same_to_the_same_people_do_not_share_a_folder() {
    let scene = Scene::start().await;
    let off = json!({ "enabled": false, "recipient_emails": ["amy@example.org", "ben@example.org"] });
    let id = scene.watch(&off).await;
    for more in [
        json!({ "name": "Other", "recipient_emails": ["BEN@example.org", "amy@example.org"] }),
        json!({ "message": "Other", "recipient_emails": ["ben@example.org", "amy@example.org"], "send_loose_files": true }),
    ] {
        let reply = scene.call("POST team_upload", &scene.fields(&more)).await;
        assert_eq!(reply.field(), "path", "{}", reply.text);
        assert!(reply.error().message.contains("Dailies") && reply.error().message.contains("twice"), "{}", reply.text);
    }
    // Nor does one become the other.
    let other = scene.watch(&json!({ "name": "Other", "enabled": false, "blacklist": ["*.tmp"] })).await;
    let alike = json!({ "blacklist": [], "recipient_emails": ["ben@example.org", "amy@example.org"] });
    assert_eq!(scene.call(&format!("PUT team_upload/{other}"), &alike).await.field(), "path");
    // Folders inside each other are always refused.
    std::fs::create_dir(scene.root.join("inner")).unwrap();
    let inner = json!({ "path": scene.root.join("inner"), "recipient_emails": ["cid@example.org"] });
    assert_eq!(scene.call("POST team_upload", &scene.fields(&inner)).await.field(), "path");
    // What was exported is refused while it is there, and comes back whole.
    let exported = scene.call(&format!("GET team_upload/{id}/export"), &Value::Null).await.expect(200);
    assert_eq!(scene.call("POST import", &exported).await.field(), "path");
    scene.call(&format!("DELETE team_upload/{id}"), &Value::Null).await.expect(200);
    scene.call("POST import", &exported).await.expect(200);
    assert_eq!(scene.list().await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_deletes_its_sources_shares_its_folder_with_nobody() {
    let scene = Scene::start().await;
    scene.write("one/a", b"first");
    let deleting = json!({ "delete_files_after_upload": true, "enabled": false });
    let id = scene.watch(&deleting).await;
    let other = scene.fields(&json!({ "name": "Other", "recipient_emails": ["amy@example.org"], "enabled": false }));
    let refused = scene.call("POST team_upload", &other).await;
    assert_eq!(refused.field(), "path");
    assert!(refused.error().message.contains("delete_files_after_upload"), "{}", refused.text);
    scene.call(&format!("PUT team_upload/{id}"), &json!({ "delete_files_after_upload": false })).await.expect(200);
    scene.call("POST team_upload", &other).await.expect(200);
    let refused = scene.call(&format!("PUT team_upload/{id}"), &deleting).await;
    assert_eq!(refused.field(), "path");
    assert!(refused.error().message.contains("delete_files_after_upload"), "{}", refused.text);
    assert!(scene.root.join("one/a").exists());
}
