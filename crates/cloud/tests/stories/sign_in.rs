//! Signing in, staying signed in, being signed out.

use std::time::Duration;

use serde_json::json;
use testkit::{PASSWORD, Refusal as _, TestCloud};
use wire::auth::SignIn;
use wire::error::ErrorCode;

fn request(email: &str, password: &str) -> SignIn {
    SignIn { email: email.to_owned(), password: password.to_owned(), otp: None }
}

#[tokio::test]
async fn signing_in_gives_a_token_that_ends() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;

    let reply = cloud.post("/v1/auth", &json!({ "email": " Owner@Example.org ", "password": PASSWORD })).await;
    let mut body = reply.expect(200);
    let token = body["token"].take().as_str().unwrap().to_owned();
    let expected = json!({
        "token": null,
        "user": {
            "id": owner.user_id, "email": "owner@example.org", "name": "", "time_zone": "UTC",
            "preferred_team_id": owner.team_id, "primary_team_id": owner.team_id, "mfa_enabled": false,
        },
        "teams": [{ "id": owner.team_id, "name": "Film", "subdomain": "film" }],
    });
    assert_eq!(body, expected);

    let client = cloud.anyone().with_user_token(&token);
    let me = client.who_am_i().await.unwrap();
    assert_eq!(me.teams[0].team.free_storage_days, 10);
    assert!(me.teams[0].team.webhooks_enabled);
    assert_eq!(me.teams[0].role, "owner");

    cloud.advance(Duration::from_hours(71));
    let renewed = client.refresh_token().await.unwrap().token;
    cloud.advance(Duration::from_hours(2));
    assert_eq!(client.who_am_i().await.refusal(), ErrorCode::Unauthorized, "three days are over");
    assert!(cloud.anyone().with_user_token(&renewed).who_am_i().await.is_ok());
}

#[tokio::test]
async fn logging_out_everywhere_ends_all_tokens() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let elsewhere = cloud.sign_in(&owner.email, PASSWORD).await;
    owner.client.log_out_all().await.unwrap();
    for client in [&owner.client, &elsewhere] {
        assert_eq!(client.who_am_i().await.refusal(), ErrorCode::Unauthorized);
    }
    let key = cloud.anyone().with_api_key(owner.api_key.as_ref().unwrap());
    assert!(key.who_am_i().await.is_ok(), "keys are not tokens");
}

#[tokio::test]
async fn wrong_sign_ins_look_the_same_and_are_limited() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let anyone = cloud.anyone();
    for (email, password) in
        [(owner.email.as_str(), "wrong password"), ("nobody@example.org", PASSWORD), ("", ""), ("x", "y")]
    {
        let reply = cloud.post("/v1/auth", &json!({ "email": email, "password": password })).await;
        assert_eq!(reply.expect(401), json!({ "code": ErrorCode::Unauthorized, "message": "unauthorized" }));
    }
    let mut refusals = Vec::new();
    for _ in 0..12 {
        refusals.push(anyone.sign_in(&request(&owner.email, "wrong password")).await.refusal());
    }
    assert_eq!(refusals[..9], [ErrorCode::Unauthorized; 9], "nine more tries make ten");
    assert_eq!(refusals[9..], [ErrorCode::RateLimited; 3]);
    let limited = cloud.post("/v1/auth", &json!({ "email": owner.email, "password": PASSWORD })).await;
    assert_eq!(limited.error().code, ErrorCode::RateLimited, "the right password does not help now");
    let seconds: u64 = limited.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");

    cloud.advance(Duration::from_secs(seconds));
    assert!(anyone.sign_in(&request(&owner.email, PASSWORD)).await.is_ok());
}

#[tokio::test]
async fn strangers_cannot_lock_someone_out() {
    let cloud = TestCloud::setup()
        .with(|config| {
            config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
            config.limits.sign_in_tries_per_hour = 5;
        })
        .start()
        .await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let from = async |address: &str, password: &str| {
        let request = cloud.anyone().request(reqwest::Method::POST, "/v1/auth").header("X-Forwarded-For", address);
        let reply = testkit::Reply::to(request.json(&json!({ "email": owner.email, "password": password }))).await;
        reply.status.as_u16()
    };
    assert_eq!(from("2001:db8:1::1", PASSWORD).await, 200, "home");
    for number in 0..5 {
        assert_eq!(from(&format!("2001:db8:2:{number}::1"), "wrong password").await, 401);
    }
    assert_eq!(from("2001:db8:3::1", PASSWORD).await, 200, "someone who knows the password signs in from anywhere");
    assert_eq!(from("2001:db8:4::1", "wrong password").await, 401);
    assert_eq!(from("2001:db8:4::2", PASSWORD).await, 429, "one try a minute from each network");
    cloud.advance(Duration::from_mins(1));
    assert_eq!(from("2001:db8:4::1", PASSWORD).await, 200, "after a delay");
    for _ in 0..3 {
        assert_eq!(from("2001:db8:1::2", "wrong password").await, 401, "not at home, which is a whole network");
    }
    assert_eq!(from("2001:db8:1::2", PASSWORD).await, 200);
    cloud.advance(Duration::from_hours(1));
    for _ in 0..3 {
        assert_eq!(from("2001:db8:5::1", "wrong password").await, 401, "the attack is over");
    }
}

#[tokio::test]
async fn tries_at_the_same_time_do_not_slip_through() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let tries = (0..30).map(|_| {
        let (client, email) = (cloud.anyone(), owner.email.clone());
        tokio::spawn(async move { client.sign_in(&request(&email, "wrong password")).await.refusal() })
    });
    let mut evaluated = 0;
    for attempt in tries.collect::<Vec<_>>() {
        if attempt.await.unwrap() == ErrorCode::Unauthorized {
            evaluated += 1;
        }
    }
    assert_eq!(evaluated, 10);
}

/// How many of thirty wrong attempts, each with another forwarded address, were checked.
async fn evaluated_tries(cloud: &TestCloud, email: &str) -> usize {
    let mut evaluated = 0;
    for number in 0..30 {
        let request = cloud.anyone().request(reqwest::Method::POST, "/v1/auth");
        let request = request.header("X-Forwarded-For", format!("203.0.113.{number}"));
        let reply = testkit::Reply::to(request.json(&json!({ "email": email, "password": "wrong password" }))).await;
        evaluated += usize::from(reply.error().code == ErrorCode::Unauthorized);
    }
    evaluated
}

#[tokio::test]
async fn a_made_up_address_does_not_evade_the_limit() {
    let cloud = TestCloud::start().await;
    assert_eq!(evaluated_tries(&cloud, "owner@example.org").await, 10);
    let local = "127.0.0.0/8".parse().unwrap();
    let behind_proxy = TestCloud::setup().with(|config| config.trusted_proxies = vec![local]).start().await;
    assert_eq!(evaluated_tries(&behind_proxy, "owner@example.org").await, 30, "a trusted proxy is believed");
}
