//! Creating, changing, listing and deleting automations.

use serde_json::{Value, json};
use testkit::{TestAgent, TestCloud};
use wire::error::ErrorCode;

use super::scene::Scene;

#[tokio::test(flavor = "multi_thread")]
async fn an_automation_is_made_listed_changed_and_deleted() {
    let scene = Scene::start().await;
    let more = json!({ "download_password": "sesame", "blacklist": ["*.tmp"], "enabled": "false", "message": "Day 1" });
    let id = scene.watch(&more).await;
    let listed = scene.list().await;
    assert_eq!(listed.len(), 1);
    let automation = &listed[0];
    assert_eq!((&automation["automation_id"], &automation["type"]), (&json!(id), &json!("team_upload")));
    for (name, value) in [
        ("name", json!("Dailies")),
        ("path", json!(scene.root)),
        ("timeout", json!(1)),
        ("timeout_unit", json!("seconds")),
        ("enabled", json!(false)),
        ("recipient_emails", json!(["ben@example.org"])),
        ("blacklist", json!(["*.tmp"])),
        ("message", json!("Day 1")),
        ("send_loose_files", json!(false)),
    ] {
        assert_eq!(automation[name], value, "{name}");
    }
    assert_eq!(automation["status"]["state"], "off");
    assert!(!automation.to_string().contains("sesame"), "{automation}");
    let line = format!("PUT team_upload/{id}");
    let changed = scene.call(&line, &json!({ "name": "Nights", "enabled": true, "message": null })).await.expect(200);
    assert_eq!(
        (&changed["name"], &changed["enabled"], &changed["message"]),
        (&json!("Nights"), &json!(true), &Value::Null)
    );
    assert_eq!(changed["blacklist"], json!(["*.tmp"]), "missing fields are not changed");
    scene.until("running", |automation| automation["status"]["state"] == "running").await;
    let other = scene.call(&format!("DELETE portal_upload/{id}"), &Value::Null).await;
    assert_eq!(other.error().code, ErrorCode::NotFound, "it has a different type");
    scene.call(&format!("DELETE team_upload/{id}"), &Value::Null).await.expect(200);
    assert!(scene.list().await.is_empty());
    let gone = scene.call(&line, &json!({ "name": "x" })).await;
    assert_eq!(gone.error().code, ErrorCode::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_named() {
    let scene = Scene::start().await;
    let file = scene.write("file", b"x");
    let missing = |field: &str| {
        let mut fields = scene.fields(&json!({}));
        fields.as_object_mut().unwrap().remove(field);
        fields
    };
    for field in ["name", "path", "timeout", "enabled", "team_id", "recipient_emails"] {
        let reply = scene.call("POST team_upload", &missing(field)).await;
        assert_eq!((reply.error().code, reply.field().as_str()), (ErrorCode::InvalidField, field));
    }
    for (field, value, named) in [
        ("name", json!(""), "name"),
        ("name", json!(7), "name"),
        ("path", json!("relative"), "path"),
        ("path", json!("/no/such/folder"), "path"),
        ("path", json!(file), "path"),
        ("path", json!("/"), "path"),
        ("path", json!("/proc"), "path"),
        ("timeout", json!(0), "timeout"),
        ("timeout", json!(-1), "timeout"),
        ("timeout", json!("1"), "timeout"),
        ("timeout_unit", json!("hours"), "timeout_unit"),
        ("enabled", json!("perhaps"), "enabled"),
        ("team_id", json!("01KA2B3C4D5E6F7G8H9JKMNPQR"), "team_id"),
        ("recipient_emails", json!("ben@example.org"), "recipient_emails"),
        ("recipient_emails", json!(["ben"]), "recipient_emails[0]"),
        ("blacklist", json!(["*", "["]), "blacklist[1]"),
        ("delete_after", json!(0), "delete_after"),
        ("package_name_suffix", json!("/.."), "package_name_suffix"),
        ("message", json!("x".repeat(20_000)), "message"),
        ("tag", json!("red"), "tag"),
    ] {
        let reply = scene.call("POST team_upload", &scene.fields(&json!({ field: value }))).await;
        let code = reply.error().code;
        assert!(matches!(code, ErrorCode::InvalidField | ErrorCode::PathRefused), "{field} {value}: {code:?}");
        assert_eq!(reply.field(), named, "{field} {value}");
    }
    for kind in ["no_type", "TEAM_UPLOAD", "%00"] {
        let reply = scene.call(&format!("POST {kind}"), &scene.fields(&json!({}))).await;
        assert_eq!(reply.error().code, ErrorCode::NotFound, "{kind}");
    }
    assert!(scene.list().await.is_empty(), "nothing was saved");
}

#[tokio::test(flavor = "multi_thread")]
async fn types_for_a_team_need_a_session_and_those_for_a_portal_none() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    let root = agent.place("watched");
    std::fs::create_dir(&root).unwrap();
    let team =
        json!({ "name": "a", "path": root, "timeout": 1, "enabled": false, "team_id": "x", "recipient_emails": [] });
    let refused = agent.call("POST /api/v1/automations/team_upload", &team).await;
    assert_eq!((refused.error().code, refused.error().message.as_str()), (ErrorCode::SessionMissing, "session is nil"));
    let portal = json!({ "name": "a", "path": root, "timeout": 1, "enabled": false, "portal_subdomain": "dailies",
        "sender_email": "cleo@example.net" });
    agent.call("POST /api/v1/automations/portal_upload", &portal).await.expect(200);
}
