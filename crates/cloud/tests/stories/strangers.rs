//! Whoever is refused again and again from one address has to wait, and keeps nobody else out.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use testkit::{Person, Reply, TestCloud};
use wire::error::ErrorCode;

const STRANGER: &str = "198.51.100.1";
const OTHER: &str = "203.0.113.1";
const REFUSALS: usize = 5;

async fn scene() -> (TestCloud, Person) {
    let trusted = vec!["127.0.0.0/8".parse().unwrap()];
    let setup = TestCloud::setup().with(|config| {
        config.trusted_proxies = trusted;
        config.limits.refusals_per_minute = i64::try_from(REFUSALS).unwrap();
    });
    let cloud = setup.start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let body = json!({ "name": "Rushes", "subdomain": "rushes", "active": true });
    Reply::of(&owner.client, &format!("POST /v1/teams/{}/portals", owner.team_id), &body).await.expect(201);
    (cloud, owner)
}

async fn get(cloud: &TestCloud, address: &str, path: &str, key: &str) -> Reply {
    let request = cloud.anyone().request(Method::GET, path).header("X-Forwarded-For", address);
    Reply::to(if key.is_empty() { request } else { request.header("X-API-KEY", key) }).await
}

#[tokio::test]
async fn names_are_not_tried_out_for_long() {
    let (cloud, _) = scene().await;
    let portal =
        async |address: &str, name: &str| get(&cloud, address, &format!("/v1/subdomains/portals/{name}"), "").await;
    for number in 0..REFUSALS {
        portal(STRANGER, "rushes").await.expect(200);
        assert_eq!(portal(STRANGER, &format!("try-{number}")).await.error().code, ErrorCode::NotFound);
    }
    cloud.advance(Duration::from_secs(20));
    for name in ["rushes", "another"] {
        let reply = portal(STRANGER, name).await;
        assert_eq!(reply.error().code, ErrorCode::RateLimited, "what exists looks like what does not");
        assert_eq!(reply.headers["retry-after"], "40");
    }
    let link = get(&cloud, STRANGER, "/v1/links/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=guess", "").await;
    assert_eq!(link.error().code, ErrorCode::RateLimited, "one count for all that can be tried");
    portal(OTHER, "rushes").await.expect(200);
    cloud.advance(Duration::from_secs(41));
    portal(STRANGER, "rushes").await.expect(200);
}

#[tokio::test]
async fn a_good_key_is_not_kept_out_by_bad_ones() {
    let (cloud, owner) = scene().await;
    let good = owner.api_key.as_deref().unwrap();
    for number in 0..REFUSALS {
        let reply = get(&cloud, STRANGER, "/v1/auth", &format!("key {number}")).await;
        assert_eq!(reply.error().code, ErrorCode::Unauthorized);
    }
    let reply = get(&cloud, STRANGER, "/v1/auth", "one more").await;
    assert_eq!(reply.error().code, ErrorCode::RateLimited);
    assert!(reply.headers.contains_key("retry-after"));
    get(&cloud, STRANGER, "/v1/auth", good).await.expect(200);
    get(&cloud, STRANGER, "/healthz", "").await.status.is_success().then_some(()).unwrap();
}
