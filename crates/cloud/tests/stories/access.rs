//! No route answers a caller without the credential that the table names.

use cloud::routes::{CallerKind, routes};
use reqwest::Method;
use serde_json::json;
use testkit::{Reply, TestCloud};
use wire::error::ErrorCode;

const NOBODY: &str = "01KA2B3C4D5E6F7G8H9JKMNPQR";

/// The path with something in each variable part.
fn filled(path: &str) -> String {
    let part = |part: &str| match part {
        "{state}" => "active".to_owned(),
        part if part.starts_with('{') => NOBODY.to_owned(),
        part => part.to_owned(),
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

fn method(name: &str) -> Method {
    name.parse().unwrap()
}

#[tokio::test]
async fn routes_refuse_strangers() {
    let cloud = TestCloud::start().await;
    let table = routes().table;
    assert!(table.len() > 25, "the table is walked whole");
    for route in table {
        let path = filled(route.path);
        let request = || cloud.anyone().request(method(route.method), &path);
        let replies = [
            Reply::to(request()).await,
            Reply::to(request().json(&json!({}))).await,
            Reply::to(request().header("X-User-Token", "made up")).await,
            Reply::to(request().header("X-API-KEY", "made up")).await,
            Reply::to(request().header("Authorization", "Bearer made up")).await,
            Reply::to(request().header("X-Package-Token", "made up")).await,
            Reply::to(request().header("X-User-Token", "").header("X-API-KEY", "")).await,
        ];
        for reply in replies {
            // An access code belongs to a Portal: without the Portal there is nothing to require.
            if matches!(route.caller, CallerKind::AccessCode | CallerKind::PortalVisitor) {
                assert!([401, 404].contains(&reply.status.as_u16()), "{path} answered {}", reply.status);
                continue;
            }
            let refused = reply.status == 401;
            let expected = !matches!(route.caller, CallerKind::Anyone | CallerKind::LinkSecret);
            assert_eq!(refused, expected, "{} {path} answered {} {}", route.method, reply.status, reply.text);
            if refused {
                assert_eq!(reply.error().message, "unauthorized");
            }
        }
    }
}

#[tokio::test]
async fn user_token_routes_refuse_api_keys() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let key = owner.api_key.clone().unwrap();
    for route in routes().table.into_iter().filter(|route| route.caller == CallerKind::UserToken) {
        let path = filled(route.path);
        let with_key = cloud.anyone().with_api_key(&key).request(method(route.method), &path);
        assert_eq!(Reply::to(with_key.json(&json!({}))).await.error().code, ErrorCode::Unauthorized, "{path}");
        let with_both = owner.client.request(method(route.method), &path).header("X-API-KEY", &key);
        assert_eq!(Reply::to(with_both.json(&json!({}))).await.error().code, ErrorCode::Unauthorized, "{path}");
    }
}

#[tokio::test]
async fn a_key_counts_more_than_a_token() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let other = cloud.owner("Other", "other@example.org").await;
    let ask = async |key: &str| Reply::to(other.client.request(Method::GET, "/v1/auth").header("X-API-KEY", key)).await;
    let body = ask(owner.api_key.as_ref().unwrap()).await.expect(200);
    assert_eq!(body["user"]["id"], json!(owner.user_id));
    assert_eq!(ask("made up").await.error().code, ErrorCode::Unauthorized, "a good token does not help a bad key");
    let twice = owner.client.request(Method::GET, "/v1/auth").header("X-User-Token", "another");
    assert_eq!(Reply::to(twice).await.error().code, ErrorCode::Unauthorized, "two tokens are none");
}

#[tokio::test]
async fn unusual_paths_are_the_plain_path_or_nothing() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let team = &owner.team_id;
    let paths = [
        format!("//v1/teams/{team}"),
        format!("/v1//teams/{team}"),
        format!("/v1/teams/{team}/"),
        format!("/v1/teams/{team};x"),
        format!("/v1/teams/{team}."),
        format!("/V1/teams/{team}"),
        format!("/v1/teams/{team}%00"),
        format!("/v1/teams/%2e%2e/{team}"),
        "/v1/teams/..%2f..%2fhealthz".to_owned(),
        "/v1/teams/%ff".to_owned(),
    ];
    for path in paths {
        let stranger = Reply::to(cloud.anyone().request(Method::GET, &path)).await;
        assert!([401, 404].contains(&stranger.status.as_u16()), "{path} answered {}", stranger.status);
        stranger.error();
        let reply = Reply::to(owner.client.request(Method::GET, &path)).await;
        assert_eq!(reply.status, 404, "{path}");
        reply.error();
    }
    let overridden = cloud.anyone().request(Method::GET, "/healthz").header("X-HTTP-Method-Override", "DELETE");
    assert_eq!(Reply::to(overridden.header("X-Original-URL", "/metrics")).await.text, "ok\n");
}

#[tokio::test]
async fn metrics_need_the_operators_token() {
    let closed = TestCloud::start().await;
    let open =
        TestCloud::setup().with(|config| config.metrics.token = cloud::secret::Secret::new("figures")).start().await;
    let ask = |cloud: &TestCloud, token: &str| {
        let request = cloud.anyone().request(Method::GET, "/metrics");
        Reply::to(request.header("Authorization", format!("Bearer {token}")))
    };
    assert_eq!(ask(&closed, "").await.status, 401, "without a configured token nothing opens the page");
    assert_eq!(ask(&open, "other").await.status, 401);
    open.get("/healthz").await;
    let page = ask(&open, "figures").await;
    assert_eq!(page.status, 200);
    for name in ["tonnage_http_requests_total", "tonnage_jobs_waiting", "tonnage_build_info", "route=\"/healthz\""] {
        assert!(page.text.contains(name), "{name} is missing in {}", page.text);
    }
}
