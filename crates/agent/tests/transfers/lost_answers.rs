//! What the agent creates at the cloud is there once, also if the answer is lost on the way.

use serde_json::{Value, json};
use testkit::{Fault, FaultProxy, Operation, Reply, TestAgent, TestCloud};
use wire::portals::WritePortal;

/// Lists leave out packages that are not finalized, unless they are asked for.
const ALL: &str = "status=new,finalized";

#[tokio::test]
async fn a_lost_answer_creates_nothing_twice() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Studio", "owner@example.com").await;
    let cloud_url = cloud.anyone().base_url().to_owned();
    let between = FaultProxy::start(cloud_url.trim_start_matches("http://").parse().unwrap()).await;
    let key = owner.api_key.clone().unwrap();
    let setup = TestAgent::setup_for(&between.url());
    let agent = setup.with(|options| options.api_key = serving::secret::Secret::new(key)).start().await;
    let file = agent.place("a.mov");
    std::fs::write(&file, b"hello").unwrap();

    // Any POST of our interface is this one to the proxy.
    between.inject(Operation::Complete, Fault::ResetAfter);
    let body = json!({ "team_id": owner.team_id, "paths": [&file] });
    let started = agent.call("POST /api/v1/uploads", &body).await.expect(200);
    let sent = owner.client.packages(&owner.team_id, ALL).await.unwrap();
    assert_eq!(sent.metadata.total, 1);
    assert_eq!(started["package_id"], json!(sent.records[0].id));

    let upload = started["upload_id"].as_str().unwrap();
    testkit::until("the upload is complete", async || {
        let upload = agent.call(&format!("GET /api/v1/uploads/{upload}"), &Value::Null).await.expect(200);
        if upload["state"] == "complete" { Ok(()) } else { Err(upload) }
    })
    .await;
    between.inject(Operation::Complete, Fault::ResetAfter);
    agent.call(&format!("POST /api/v1/uploads/{upload}/link"), &Value::Null).await.expect(200);
    let path = format!("GET /v1.1/teams/{}/packages/{}", owner.team_id, sent.records[0].id);
    let package = Reply::of(&owner.client, &path, &Value::Null).await.expect(200);
    assert_eq!(package["links"].as_array().unwrap().len(), 1, "{package}");

    let portal = WritePortal {
        name: Some("Rushes".into()),
        subdomain: Some("rushes".into()),
        active: Some(true),
        ..WritePortal::default()
    };
    owner.client.create_portal(&owner.team_id, &portal).await.unwrap();
    between.inject(Operation::Complete, Fault::ResetAfter);
    let body = json!({ "subdomain": "rushes", "sender_email": "cleo@example.net", "paths": [&file] });
    agent.call("POST /api/v1/portals/uploads", &body).await.expect(200);
    assert_eq!(owner.client.inbox(&owner.team_id, ALL).await.unwrap().metadata.total, 1);
}
