//! The connection of a gateway to the cloud.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{FaultProxy, Operation, TestAgent, TestCloud, until};
use wire::error::ErrorCode;

use super::scene::{MIB, Scene, expected, hasty, tree};

#[tokio::test(flavor = "multi_thread")]
async fn the_connection_shows_whether_an_agent_serves_it() {
    let scene = Scene::start().await;
    let gateway = scene.gateway().await;
    let id = scene.serve(&gateway, &scene.agent.place("editing")).await;
    scene.until(&id, |gateway| gateway["connected"] == true).await;
    let shown = scene.owner.client.connection(&gateway.connection.id).await.unwrap();
    assert_eq!((shown.connected, shown.state.as_str()), (Some(true), "ok"));
    let Scene { cloud, owner, agent } = scene;
    agent.shut_down().await;
    cloud.advance(Duration::from_secs(91));
    assert_eq!(owner.client.connection(&gateway.connection.id).await.unwrap().connected, Some(false));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_is_said_and_the_cloud_is_left_in_peace() {
    let cloud = TestCloud::start().await;
    let address = cloud.anyone().base_url().trim_start_matches("http://").parse().unwrap();
    let between = FaultProxy::start(address).await;
    let url = between.url().parse().unwrap();
    let scene = Scene::with(cloud, |options| options.cloud_url = url).await;
    let gateway = scene.gateway().await;
    let token = format!("{}x", gateway.credential.token);
    let body = json!({ "token": token, "dst_folder": scene.agent.place("editing") });
    scene.agent.call("POST /api/v1/gateways", &body).await.expect(200);
    let id = gateway.credential.id.as_str();
    let refused = scene.until(id, |gateway| gateway["error"] != Value::Null).await;
    assert_eq!(refused["connected"], false);
    assert_eq!(refused["error"]["code"], json!(ErrorCode::Unauthorized));
    assert!(refused["error"]["message"].as_str().unwrap().contains("refused the token"), "{refused}");
    let asked = between.count(Operation::Get);
    agent::upkeep::look(scene.agent.app()).await.unwrap();
    assert_eq!(between.count(Operation::Get), asked, "not before a minute has passed");
    assert_eq!(asked, 1);

    // The gateway must be removed before it can be added with the right token.
    let refusal = scene.agent.call("POST /api/v1/gateways", &body).await;
    assert_eq!(refusal.error().code, ErrorCode::WrongState);
    scene.agent.call(&format!("DELETE /api/v1/gateways/{id}"), &Value::Null).await.expect(200);
    scene.serve(&gateway, &scene.agent.place("editing")).await;
    scene.until(id, |gateway| gateway["connected"] == true && gateway["error"] == Value::Null).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_is_deleted_ends_its_deliveries_and_harms_no_other() {
    let cloud = TestCloud::start().await;
    let scene = Scene::with(cloud, |options| options.max_download_rate = Some(6 * MIB as u64)).await;
    let (gone, other) = (scene.gateway().await, scene.gateway().await);
    let portal = scene.portal(&[&gone, &other]).await;
    let (from_gone, to) = (scene.agent.place("gone"), scene.agent.place("editing"));
    let files = [("", "clip.mov", 20 * MIB)];
    let parcel = scene.received(&portal, "Day one", &files).await;
    let id = scene.serve(&gone, &from_gone).await;
    scene.until_moving(&id, MIB).await;
    scene.owner.client.delete_connection(&gone.connection.id).await.unwrap();
    let refused = scene.until(&id, |gateway| gateway["connected"] == false).await;
    assert_eq!(refused["error"]["code"], json!(ErrorCode::Unauthorized), "{refused}");
    assert_eq!(refused["delivering"], Value::Null);
    assert!(!from_gone.join("Day one/clip.mov").exists(), "no incomplete file has its final name");

    scene.serve(&other, &to).await;
    scene.until(other.credential.id.as_str(), |gateway| gateway["connected"] == true).await;
    let wanted = expected(&[("Day one", "clip.mov", 20 * MIB)]);
    until("the other gateway got the package", async || {
        let found = tree(&to);
        if found == wanted { Ok(()) } else { Err(format!("{:?}", found.keys())) }
    })
    .await;
    scene.agent.call(&format!("DELETE /api/v1/gateways/{id}"), &Value::Null).await.expect(200);
    assert!(tree(&from_gone).is_empty(), "part files are deleted with the gateway: {:?}", tree(&from_gone).keys());
    assert_eq!(scene.gateways().await.len(), 1);
    drop(parcel);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cloud_that_is_away_is_said() {
    let agent = TestAgent::setup_for("http://127.0.0.1:1").with(|options| options.retry_policy = hasty()).start().await;
    let token = "tgw_01KA2B3C4D5E6F7G8H9JKMNPQR_secret";
    let body = json!({ "token": token, "dst_folder": agent.place("editing") });
    agent.call("POST /api/v1/gateways", &body).await.expect(200);
    let gateway = until("an error", async || {
        let gateway = agent.call("GET /api/v1/gateways", &Value::Null).await.expect(200)[0].clone();
        if gateway["error"] == Value::Null { Err(gateway) } else { Ok(gateway) }
    })
    .await;
    assert_eq!((&gateway["connected"], &gateway["error"]["code"]), (&json!(false), &json!(ErrorCode::Unreachable)));
}
