//! Clients that are refused repeatedly from one address have to wait, and block nobody else.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use testkit::{Person, Reply, TestCloud, number_of_sql};
use wire::error::ErrorCode;

const STRANGER: &str = "198.51.100.1";
const OTHER: &str = "203.0.113.1";
const REFUSALS: usize = 5;

/// A Team with a Portal.
async fn scene() -> (TestCloud, Person, String) {
    let trusted = vec!["127.0.0.0/8".parse().unwrap()];
    let setup = TestCloud::setup().with(|config| {
        config.trusted_proxies = trusted;
        config.limits.refusals_per_minute = i64::try_from(REFUSALS).unwrap();
    });
    let cloud = setup.start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let body = json!({ "name": "Rushes", "subdomain": "rushes", "active": true });
    let line = format!("POST /v1/teams/{}/portals", owner.team_id);
    let portal = Reply::of(&owner.client, &line, &body).await.expect(201);
    let portal = portal["id"].as_str().unwrap().to_owned();
    (cloud, owner, portal)
}

async fn get(cloud: &TestCloud, address: &str, path: &str, key: &str) -> Reply {
    let request = cloud.anyone().request(Method::GET, path).header("X-Forwarded-For", address);
    Reply::to(if key.is_empty() { request } else { request.header("X-API-KEY", key) }).await
}

#[tokio::test]
async fn names_are_not_tried_out_for_long() {
    let (cloud, _, _) = scene().await;
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
    let (cloud, owner, _) = scene().await;
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

#[tokio::test]
async fn beyond_the_limit_nothing_is_written() {
    let (cloud, _, _) = scene().await;
    for number in 0..REFUSALS + 5 {
        get(&cloud, STRANGER, "/v1/auth", &format!("key {number}")).await.error();
    }
    let statement = "SELECT hits FROM rate_limits WHERE bucket LIKE 'refused:%'";
    let hits = number_of_sql(cloud.app().config.database.url.expose(), statement).await;
    assert_eq!(hits, i64::try_from(REFUSALS).unwrap());
}

#[tokio::test]
async fn members_come_to_a_portal_whoever_else_is_at_their_address() {
    let (cloud, owner, portal) = scene().await;
    let form = json!({ "name": "Camera report", "delivery_formats": ["json"], "fields": [] });
    Reply::of(&owner.client, &format!("POST /v1/portals/{portal}/form"), &form).await.expect(201);
    for number in 0..REFUSALS {
        get(&cloud, STRANGER, "/v1/auth", &format!("key {number}")).await.error();
    }
    let path = format!("/v1/portals/{portal}/form/responses");
    let fill_in = async |key: Option<&str>| {
        let request = cloud.anyone().request(Method::POST, &path).header("X-Forwarded-For", STRANGER).json(&json!({}));
        Reply::to(key.into_iter().fold(request, |request, key| request.header("X-API-KEY", key))).await
    };
    fill_in(owner.api_key.as_deref()).await.expect(201);
    assert_eq!(fill_in(None).await.error().code, ErrorCode::RateLimited);
    assert_eq!(fill_in(Some("guess")).await.error().code, ErrorCode::RateLimited);
}

#[tokio::test]
async fn wrong_access_codes_close_a_portal_to_nobody_who_knows_it() {
    let (cloud, owner, portal) = scene().await;
    let path = format!("/v1/portals/{portal}");
    let body = json!({ "name": "Rushes", "subdomain": "rushes", "has_access_code": true, "access_code": "sesame" });
    Reply::of(&owner.client, &format!("PUT {path}"), &body).await.expect(200);
    let with_code = async |address: &str, code: &str| {
        let request = cloud.anyone().request(Method::GET, &path).header("X-Forwarded-For", address);
        Reply::to(request.header("X-Access-Code", code)).await.status.as_u16()
    };
    for number in 0..110 {
        assert_eq!(with_code(&format!("198.51.{}.1", 100 + number), "guess").await, 401, "{number}");
    }
    assert_eq!(with_code(OTHER, "sesame").await, 200, "someone who was never here");
    for _ in 0..20 {
        assert_eq!(with_code(OTHER, "sesame").await, 200, "right codes do not count");
    }
}

#[tokio::test]
async fn one_address_guesses_few_access_codes() {
    let (cloud, owner, portal) = scene().await;
    let path = format!("/v1/portals/{portal}");
    let body = json!({ "name": "Rushes", "subdomain": "rushes", "has_access_code": true, "access_code": "sesame" });
    Reply::of(&owner.client, &format!("PUT {path}"), &body).await.expect(200);
    let mut statuses = Vec::new();
    for _ in 0..=REFUSALS {
        let request = cloud.anyone().request(Method::GET, &path).header("X-Forwarded-For", STRANGER);
        statuses.push(Reply::to(request.header("X-Access-Code", "guess")).await.status.as_u16());
    }
    assert_eq!((statuses[REFUSALS - 1], statuses[REFUSALS]), (401, 429));
}

#[tokio::test]
async fn filters_have_few_values_and_queries_few_bytes() {
    let (cloud, owner, _) = scene().await;
    let key = owner.api_key.as_deref().unwrap();
    let ids = |count: usize| vec!["01KA2B3C4D5E6F7G8H9JKMNPQR"; count].join(",");
    for (list, names) in [
        ("packages", vec!["tags", "teamspaces", "status"]),
        ("inbox", vec!["tags", "teamspaces", "status"]),
        ("portals", vec!["tags", "teamspaces"]),
        ("activities", vec!["state", "kind"]),
    ] {
        for name in names {
            let path = |count| format!("/v1.1/teams/{}/{list}?{name}={}", owner.team_id, ids(count));
            let reply = get(&cloud, OTHER, &path(101), key).await;
            assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, name), "{list} {name}: {}", reply.text);
        }
    }
    let path = format!("/v1.1/teams/{}/packages?tags={}", owner.team_id, ids(100));
    get(&cloud, OTHER, &path, key).await.expect(200);
    let long = format!("/v1.1/teams/{}/packages?name={}", owner.team_id, "x".repeat(40_000));
    assert_eq!(get(&cloud, OTHER, &long, key).await.status, 431);
}

#[tokio::test]
async fn only_failed_sign_ins_count_against_an_address() {
    let (cloud, owner, _) = scene().await;
    let sign_in = async |email: &str, password: &str| {
        let request = cloud.anyone().request(Method::POST, "/v1/auth").header("X-Forwarded-For", OTHER);
        Reply::to(request.json(&json!({ "email": email, "password": password }))).await.status.as_u16()
    };
    for number in 0..70 {
        assert_eq!(sign_in(&owner.email, testkit::PASSWORD).await, 200, "{number}");
    }
    let mut failures = 0;
    while sign_in(&format!("{failures}@example.org"), "wrong password").await == 401 {
        failures += 1;
        assert!(failures <= 60);
    }
    assert!(failures >= REFUSALS, "{failures}");
}
