//! A Team's settings.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Person, Reply, TestCloud};
use wire::error::ErrorCode;

const UNKNOWN: &str = "01KA2B3C4D5E6F7G8H9JKMNPQR";

async fn update(person: &Person, team: &str, body: &Value) -> Reply {
    Reply::to(person.client.request(Method::PUT, &format!("/v1/teams/{team}")).json(body)).await
}

#[tokio::test]
async fn what_is_left_out_keeps_its_value() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let team = owner.team_id.as_str();
    let mut expected = json!({
        "id": team, "name": "Film", "subdomain": "film", "custom_expiry_default": 10, "custom_expiry_enabled": false,
        "download_limit_default": 5, "download_limit_enabled": false, "max_email_recipients": 50,
        "free_storage_days": 10, "billing_state": "active", "webhooks_enabled": true,
        "external_id": format!("tonnage-{team}"), "max_stored_bytes": 0, "links_shown_once": false, "hold_unscanned_files": true,
    });
    let got = Reply::to(owner.client.request(Method::GET, &format!("/v1/teams/{team}"))).await.expect(200);
    assert_eq!(got, expected);
    let all = json!({
        "name": " Film & TV ", "subdomain": "Film-TV", "custom_expiry_default": 3, "custom_expiry_enabled": true,
        "download_limit_default": 2, "download_limit_enabled": true, "max_email_recipients": 7,
        "free_storage_days": 65_535, "webhooks_enabled": false,
    });
    for (field, value) in all.as_object().unwrap() {
        expected[field] = match field.as_str() {
            "name" => json!("Film & TV"),
            "subdomain" => json!("film-tv"),
            _ => value.clone(),
        };
        let mut body = json!({ "id": UNKNOWN, "billing_state": "suspended" });
        body[field] = value.clone();
        assert_eq!(update(&owner, team, &body).await.expect(200), expected, "{field}");
    }
    assert_eq!(update(&owner, team, &json!({})).await.expect(200), expected);
}

#[tokio::test]
async fn bad_settings_are_named_and_change_nothing() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let before = owner.client.team(&owner.team_id).await.unwrap();
    for (field, value) in [
        ("name", json!("")),
        ("name", json!("x".repeat(201))),
        ("name", json!("Film\r\nBcc: other@example.org")),
        ("name", json!("Film\nTV")),
        ("subdomain", json!("www")),
        ("subdomain", json!("a.b")),
        ("free_storage_days", json!(0)),
        ("free_storage_days", json!(65_536)),
        ("custom_expiry_default", json!(-1)),
        ("download_limit_default", json!(0)),
        ("max_email_recipients", json!(1_000_000)),
        ("webhooks_enabled", json!("yes")),
    ] {
        let mut body = json!({ "name": "Other" });
        body[field] = value;
        let error = update(&owner, owner.team_id.as_str(), &body).await.error();
        assert_eq!((error.code, error.details[0].field.as_str()), (ErrorCode::InvalidField, field), "{body}");
    }
    assert_eq!(owner.client.team(&owner.team_id).await.unwrap(), before);
}

#[tokio::test]
async fn a_subdomain_belongs_to_one_team() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let other = cloud.owner("Film", "other@example.org").await;
    let theirs = other.client.team(&other.team_id).await.unwrap().subdomain;
    assert!(theirs.starts_with("film-"), "{theirs}");
    let taken = update(&other, other.team_id.as_str(), &json!({ "subdomain": "FILM" })).await;
    let expected = json!({
        "code": ErrorCode::Duplicate, "message": "subdomain: is taken",
        "details": [{ "field": "subdomain", "message": "is taken" }],
    });
    assert_eq!(taken.expect(409), expected);
    update(&owner, owner.team_id.as_str(), &json!({ "subdomain": "film" })).await.expect(200);
    update(&owner, owner.team_id.as_str(), &json!({ "subdomain": "cinema" })).await.expect(200);
    update(&other, other.team_id.as_str(), &json!({ "subdomain": "film" })).await.expect(200);
}

#[tokio::test]
async fn another_team_looks_like_none() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let other = cloud.owner("Other", "other@example.org").await;
    let key = cloud.anyone().with_api_key(owner.api_key.as_ref().unwrap());
    for client in [&owner.client, &key] {
        for (method, path) in
            [(Method::GET, ""), (Method::PUT, ""), (Method::GET, "/members"), (Method::POST, "/members")]
        {
            let mut replies = Vec::new();
            for team in [other.team_id.as_str(), UNKNOWN] {
                let request = client.request(method.clone(), &format!("/v1/teams/{team}{path}"));
                let body = json!({ "name": "Mine", "email": "new@example.org", "role": "guest" });
                replies.push(Reply::to(request.json(&body)).await.expect(404));
            }
            assert_eq!(replies[0], replies[1], "{method} {path}");
        }
    }
    assert_eq!(other.client.team(&other.team_id).await.unwrap().name, "Other");
    assert_eq!(other.client.members(&other.team_id).await.unwrap().len(), 1);
}
