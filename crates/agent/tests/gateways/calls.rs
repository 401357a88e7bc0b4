//! What the calls accept and refuse.

use serde_json::{Value, json};
use testkit::{TestAgent, TestCloud};
use wire::agent::AgentEvent;
use wire::error::ErrorCode;

const ID: &str = "01KA2B3C4D5E6F7G8H9JKMNPQR";

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_served_is_refused_with_its_field() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    let (to, token) = (agent.place("editing"), format!("tgw_{ID}_secret"));
    std::fs::write(agent.place("file"), "x").unwrap();
    for (body, code, field) in [
        (json!({ "dst_folder": to }), ErrorCode::InvalidField, "token"),
        (json!({ "token": "", "dst_folder": to }), ErrorCode::InvalidField, "token"),
        (json!({ "token": "two words", "dst_folder": to }), ErrorCode::InvalidField, "token"),
        (json!({ "token": "tgw_older", "dst_folder": to }), ErrorCode::InvalidField, "gateway_id"),
        (json!({ "token": token, "dst_folder": to, "gateway_id": "x" }), ErrorCode::InvalidField, "gateway_id"),
        (json!({ "token": token }), ErrorCode::InvalidField, "dst_folder"),
        (json!({ "token": token, "dst_folder": "relative" }), ErrorCode::InvalidField, "dst_folder"),
        (json!({ "token": token, "dst_folder": agent.place("file") }), ErrorCode::InvalidField, "dst_folder"),
        (json!({ "token": token, "dst_folder": "/etc/x" }), ErrorCode::PathRefused, "dst_folder"),
        (json!({ "token": token, "dst_folder": agent.state_dir() }), ErrorCode::PathRefused, "dst_folder"),
    ] {
        let refused = agent.call("POST /api/v1/gateways", &body).await;
        assert_eq!((refused.error().code, refused.field().as_str()), (code, field), "{body}");
        assert!(!refused.text.contains("secret"), "{}", refused.text);
    }
    assert_eq!(agent.call("GET /api/v1/gateways", &Value::Null).await.expect(200), json!([]));
    let missing = agent.call(&format!("DELETE /api/v1/gateways/{ID}"), &Value::Null).await;
    assert_eq!(missing.error().code, ErrorCode::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_token_is_told_its_gateway_and_followers_hear_of_it() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    let mut events = agent.app().events.follow();
    let body = json!({ "token": "tgw_older", "dst_folder": agent.place("editing"), "gateway_id": ID });
    agent.call("POST /api/v1/gateways", &body).await.expect(200);
    let AgentEvent::Gateway(told) = events.recv().await.unwrap() else { panic!("an event of another kind") };
    assert_eq!(told.gateway_id.as_str(), ID);
    agent.call(&format!("DELETE /api/v1/gateways/{ID}"), &Value::Null).await.expect(200);
    loop {
        match events.recv().await.unwrap() {
            AgentEvent::Removed(removed) => {
                assert_eq!(serde_json::to_value(removed).unwrap(), json!({ "gateway_id": ID }));
                break;
            }
            other => assert!(matches!(other, AgentEvent::Gateway(_)), "{other:?}"),
        }
    }
}
