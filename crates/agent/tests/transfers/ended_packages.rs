//! Packages that end while they are sent.

use serde_json::{Value, json};
use testkit::{Reply, TestCloud};

use super::bench::{Bench, MIB};

async fn delete(bench: &Bench, upload: &Value) {
    let owner = &bench.owner;
    let package = upload["package_id"].as_str().unwrap().parse().unwrap();
    let found = owner.client.package(&owner.team_id, &package).await.unwrap();
    owner.client.with_package_token(&found.access_token).delete_package(&found.id).await.unwrap();
}

/// Neither a token nor a package comes back, so trying again does not help.
#[tokio::test(flavor = "multi_thread")]
async fn an_upload_whose_package_has_ended_is_refused_for_good() {
    let rate = Some(4 * MIB as u64);
    let bench = Bench::with(TestCloud::start().await, |options| options.max_upload_rate = rate).await;
    let owner = &bench.owner;
    let portal = json!({ "name": "Dailies", "subdomain": "dailies", "active": true });
    Reply::of(&owner.client, &format!("POST /v1/teams/{}/portals", owner.team_id), &portal).await.expect(201);
    let file = bench.file("clip", 40 * MIB);
    let of_team = json!({ "team_id": owner.team_id, "paths": [&file] });
    let of_portal = json!({ "subdomain": "dailies", "sender_email": "cleo@example.net", "paths": [&file] });
    for (line, body) in [("POST /api/v1/uploads", of_team), ("POST /api/v1/portals/uploads", of_portal)] {
        let started = bench.agent.call(line, &body).await.expect(200);
        let id = started["upload_id"].as_str().unwrap();
        bench.until_moving("uploads", id).await;
        bench.agent.call(&format!("POST /api/v1/uploads/{id}/pause"), &Value::Null).await.expect(200);
        delete(&bench, &started).await;
        bench.agent.call(&format!("POST /api/v1/uploads/{id}/resume"), &Value::Null).await.expect(200);
        let upload = bench.until("uploads", id, &["error", "paused", "complete"]).await;
        assert_eq!((&upload["state"], &upload["error"]["recoverable"]), (&json!("error"), &json!(false)), "{upload}");
        let message = upload["error"]["message"].as_str().unwrap();
        assert!(message.contains("deleted") && message.contains("expired"), "{message}");
        bench.agent.call(&format!("DELETE /api/v1/uploads/{id}"), &Value::Null).await.expect(200);
    }
}
