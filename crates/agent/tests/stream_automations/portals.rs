//! Streams through a Portal.

use serde_json::{Value, json};
use testkit::Reply;
use wire::portals::WritePortal;

use super::scene::{PART, Scene};

#[tokio::test(flavor = "multi_thread")]
async fn files_go_through_a_portal_with_the_answers_beside_them() {
    let scene = Scene::start().await;
    let owner = &scene.owner;
    let portal = WritePortal {
        name: Some("Dailies".to_owned()),
        subdomain: Some("dailies".to_owned()),
        active: Some(true),
        ..WritePortal::default()
    };
    let portal = owner.client.create_portal(&owner.team_id, &portal).await.unwrap().id;
    let field = json!({ "name": "reel", "type": "short_text", "visibility": "required" });
    let form = json!({ "name": "Slate", "delivery_formats": ["json"], "fields": [field] });
    Reply::of(&owner.client, &format!("POST /v1/portals/{portal}/form"), &form).await.expect(201);
    std::fs::write(scene.folder.join("take.mxf.json"), r#"{"reel": "A001"}"#).unwrap();
    let mut writer = scene.writer("take.mxf");
    writer.append(PART + 9);
    let body = json!({
        "name": "Dailies", "path": scene.folder, "timeout": 1, "enabled": true, "portal_subdomain": "dailies",
        "sender_email": "stage@example.net", "metadata_file": "answers.json",
    });
    scene.agent.call("POST /api/v1/automations/portal_stream", &body).await.expect(200);
    let arrived = scene.until("it is complete", |uploads| super::scene::complete(uploads).count() == 1).await;
    let package = arrived[0]["package_id"].as_str().unwrap().parse().unwrap();
    let token = owner.client.package(&owner.team_id, &package).await.unwrap().access_token;
    let holder = owner.client.with_package_token(&token);
    let answers = serde_json::to_value(holder.package_metadata(&package).await.unwrap()).unwrap();
    assert!(answers.to_string().contains("A001"), "{answers}");
    let files = holder.files(&package, "").await.unwrap();
    let take = files.iter().find(|file| file.name == "take.mxf").unwrap();
    assert_eq!(take.size, i64::try_from(writer.written.len()).unwrap());
    assert!(scene.uploads().await.len() == 1, "answers are not sent");
    let all = scene.agent.call("GET /api/v1/automations", &Value::Null).await.expect(200);
    assert_eq!(all[0]["status"]["state"], "running", "{all}");
}
