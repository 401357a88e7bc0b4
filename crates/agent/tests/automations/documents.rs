//! Export and import.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use wire::error::ErrorCode;

use super::scene::Scene;

#[tokio::test(flavor = "multi_thread")]
async fn an_export_comes_back_as_it_was() {
    let scene = Scene::start().await;
    let id = scene.watch(&json!({ "download_password": "sesame", "enabled": false, "tag": { "name": "red" } })).await;
    let export = format!("GET team_upload/{id}/export");
    let data = scene.call(&export, &Value::Null).await.expect(200)["data"].as_str().unwrap().to_owned();
    let text = String::from_utf8(STANDARD.decode(&data).unwrap()).unwrap();
    assert!(text.contains("\"version\":1") && !text.contains("sesame"), "{text}");
    let before = scene.list().await.remove(0);
    let twice = scene.call("POST import", &json!({ "data": data })).await;
    assert_eq!(twice.field(), "path", "the folder is already watched");
    scene.call(&format!("DELETE team_upload/{id}"), &Value::Null).await.expect(200);
    let imported = scene.call("POST import", &json!({ "data": data })).await.expect(200);
    assert_eq!(imported["automations"].as_array().unwrap().len(), 1);
    assert_eq!(imported["automations"][0]["type"], "team_upload");
    let mut after = scene.list().await.remove(0);
    assert_eq!(after["automation_id"], imported["automations"][0]["automation_id"]);
    assert_ne!(after["automation_id"], before["automation_id"]);
    after["automation_id"] = before["automation_id"].clone();
    assert_eq!(after, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_travel_only_under_a_passphrase() {
    let scene = Scene::start().await;
    let id = scene.watch(&json!({ "download_password": "sesame", "enabled": false })).await;
    let url = format!("{}/api/v1/automations/team_upload/{id}/export", scene.bench.agent.api());
    let export = async |passphrase: &str| {
        let request = reqwest::Client::new().get(&url).header("X-Passphrase", passphrase);
        testkit::Reply::to(request).await
    };
    assert_eq!(export("short").await.field(), "passphrase");
    let data = export("correct horse").await.expect(200)["data"].as_str().unwrap().to_owned();
    let text = String::from_utf8(STANDARD.decode(&data).unwrap()).unwrap();
    assert!(text.contains("sealed") && !text.contains("sesame") && !text.contains("horse"), "{text}");
    scene.call(&format!("DELETE team_upload/{id}"), &Value::Null).await.expect(200);
    let wrong = scene.call("POST import", &json!({ "data": data, "passphrase": "battery staple" })).await;
    assert_eq!(wrong.field(), "passphrase");
    scene.call("POST import", &json!({ "data": data, "passphrase": "correct horse" })).await.expect(200);
    // Only an export with the passphrase shows that the password was imported.
    let id = scene.list().await[0]["automation_id"].as_str().unwrap().to_owned();
    let url = format!("{}/api/v1/automations/team_upload/{id}/export", scene.bench.agent.api());
    let request = reqwest::Client::new().get(&url).header("X-Passphrase", "correct horse");
    let again = testkit::Reply::to(request).await.expect(200)["data"].as_str().unwrap().to_owned();
    let text = String::from_utf8(STANDARD.decode(&again).unwrap()).unwrap();
    assert!(text.contains("sealed"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_documents_are_refused_whole() {
    let scene = Scene::start().await;
    let second = scene.bench.agent.place("second");
    std::fs::create_dir(&second).unwrap();
    let element = |fields: Value| json!({ "type": "team_upload", "fields": fields });
    let document = |automations: Value| {
        json!({ "format": "tonnage-automations", "version": 1, "automations": automations }).to_string()
    };
    let good = element(scene.fields(&json!({ "enabled": false })));
    let with = |field: &str, value: Value| element(scene.fields(&json!({ "enabled": false, field: value })));
    let nested = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    for (text, field) in [
        ("not json".to_owned(), "data"),
        ("[]".to_owned(), "data"),
        ("{}".to_owned(), "data"),
        (nested, "data"),
        (json!({ "format": "tonnage-automations", "version": 2, "automations": [good] }).to_string(), "data"),
        (json!({ "format": "other", "version": 1, "automations": [good] }).to_string(), "data"),
        (document(json!([])), "data"),
        (document(json!(vec![good.clone(); 101])), "data"),
        (document(json!([good, good])), "data"),
        (document(json!([{ "type": "no_type", "fields": {} }])), "data"),
        (document(json!([{ "type": "team_upload", "fields": {}, "extra": 1 }])), "data"),
        (document(json!([with("download_password", json!("open"))])), "data"),
        (document(json!([with("path", json!("/proc/1"))])), "path"),
        (document(json!([with("path", json!(scene.bench.agent.state_dir()))])), "path"),
        (document(json!([with("team_id", json!("01KA2B3C4D5E6F7G8H9JKMNPQR"))])), "team_id"),
        (document(json!([good, with("timeout", json!(0))])), "timeout"),
    ] {
        let reply = scene.call("POST import", &json!({ "data": STANDARD.encode(&text) })).await;
        let short: String = text.chars().take(120).collect();
        assert!(matches!(reply.error().code, ErrorCode::InvalidField | ErrorCode::PathRefused), "{short}");
        assert_eq!(reply.field(), field, "{short}: {}", reply.error().message);
        assert!(scene.list().await.is_empty(), "{short}");
    }
    for data in [json!("%%%"), json!(""), json!(7), Value::Null] {
        let reply = scene.call("POST import", &json!({ "data": data })).await;
        assert_eq!(reply.field(), "data", "{data}");
    }
    let both = document(json!([good, with("path", json!(second))]));
    scene.call("POST import", &json!({ "data": STANDARD.encode(both) })).await.expect(200);
    assert_eq!(scene.list().await.len(), 2);
}
