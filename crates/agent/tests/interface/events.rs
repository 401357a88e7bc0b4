//! The event stream.

use serde_json::{Value, json};
use testkit::{TestAgent, TestCloud};

/// Reads until something with `text` has arrived.
async fn wait_for(response: &mut reqwest::Response, text: &str) -> String {
    let mut heard = String::new();
    while !heard.contains(text) {
        let chunk = response.chunk().await.expect("the stream can be read").expect("the stream continues");
        heard.push_str(&String::from_utf8_lossy(&chunk));
    }
    heard
}

#[tokio::test]
async fn who_follows_hears_of_settings_and_session_and_the_stream_ends_with_the_agent() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Alpha", "ann@example.com").await;
    let agent = TestAgent::start(&cloud, owner.api_key.as_deref()).await;
    let request = agent.client().request(reqwest::Method::GET, "/api/v1/events");
    let mut stream = request.send().await.unwrap();
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    wait_for(&mut stream, "\n\n").await;

    agent.call("POST /api/v1/settings/concurrency", &json!({ "max_connections": 5 })).await.expect(200);
    let heard = wait_for(&mut stream, "}\n\n").await;
    let event: Value = serde_json::from_str(heard.trim().strip_prefix("data: ").unwrap()).unwrap();
    assert_eq!((&event["event"], &event["concurrency"]["max_connections"]), (&json!("settings"), &json!(5)));

    cloud.set_suspended(&owner.team_id, true).await;
    agent.app().sessions.check().await;
    let heard = wait_for(&mut stream, "}\n\n").await;
    let event: Value = serde_json::from_str(heard.trim().strip_prefix("data: ").unwrap()).unwrap();
    assert_eq!(event, json!({ "event": "session", "state": "refused", "reason": "suspended", "teams": [] }));

    agent.shut_down().await;
    while let Ok(Some(_)) = stream.chunk().await {}
}
