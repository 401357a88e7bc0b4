//! Routes that need a session fail without one; missing objects are reported in one format.

use agent::routes::{CallerKind, routes};
use serde_json::{Value, json};
use testkit::{TestAgent, TestCloud};
use wire::error::ErrorCode;

#[tokio::test]
async fn routes_that_need_a_session_refuse_without_one() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    for route in routes().table.into_iter().filter(|route| route.caller == CallerKind::Session) {
        let body = if route.method == "GET" { Value::Null } else { json!({}) };
        let reply = agent.call(&format!("{} {}", route.method, route.path), &body).await;
        assert_eq!(reply.text, r#"{"code":262146,"message":"session is nil"}"#, "{} {}", route.method, route.path);
        assert_eq!(reply.status.as_u16(), 401);
    }
}

#[tokio::test]
async fn what_is_not_there_is_said_in_one_form() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    let unknown = agent.call("GET /api/v1/nothing", &Value::Null).await;
    assert_eq!(unknown.error().code, ErrorCode::UnknownRoute);
    let method = agent.call("DELETE /api/v1/login", &Value::Null).await;
    assert_eq!(method.error().code, ErrorCode::MethodNotAllowed);
    let broken = agent.client().request(reqwest::Method::POST, "/api/v1/settings/concurrency");
    let broken = broken.header("content-type", "application/json").body("{");
    let broken = testkit::Reply::to(broken).await;
    assert_eq!(broken.error().code, ErrorCode::BrokenBody);
    for reply in [unknown, method, broken] {
        assert!(reply.headers.contains_key("x-request-id"));
        assert!(!reply.headers.contains_key("access-control-allow-origin"));
    }
}
