//! Requests that are sent twice with one `Idempotency-Key`, one after the other and at once.

use std::time::Duration;

use client::Client;
use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{PASSWORD, Parcel, Reply, TestCloud, number_of_sql, plain_package, request_by};
use wire::error::ErrorCode;

const KEY: &str = "0b5e1f5a-33a1-4f57-9a43-4a6f2e2f8c55";

async fn post(client: &Client, path: &str, key: &str, body: &Value) -> Reply {
    Reply::to(client.request(reqwest::Method::POST, path).header("Idempotency-Key", key).json(body)).await
}

/// An answer without what the second changes in which its URLs were signed.
fn unsigned(mut answer: Value) -> Value {
    match &mut answer {
        Value::String(text) => {
            let (address, query) = text.split_once('?').unwrap_or((text, ""));
            let lasts = |part: &&str| !part.starts_with("X-Amz-Date") && !part.starts_with("X-Amz-Signature");
            *text = format!("{address} {}", query.split('&').filter(lasts).collect::<Vec<_>>().join("&"));
        }
        Value::Array(all) => all.iter_mut().for_each(|one| *one = unsigned(one.take())),
        Value::Object(all) => all.values_mut().for_each(|one| *one = unsigned(one.take())),
        _ => {}
    }
    answer
}

/// No list shows packages that are not finalized yet.
async fn packages_of(cloud: &TestCloud) -> i64 {
    number_of_sql(cloud.app().config.database.url.expose(), "SELECT COUNT(*) FROM packages").await
}

#[tokio::test]
async fn the_same_request_is_carried_out_once() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let packages = format!("/v1/teams/{}/packages", owner.team_id);
    let body = serde_json::to_value(plain_package("Rushes")).unwrap();
    let first = post(&owner.client, &packages, KEY, &body).await;
    first.expect(201);
    assert!(!first.headers.contains_key("idempotent-replayed"));
    let again = post(&owner.client, &packages, KEY, &body).await;
    assert_eq!(again.expect(201), first.expect(201), "secrets and all");
    assert_eq!(again.headers["idempotent-replayed"], "true");
    assert_eq!(again.headers["content-type"], first.headers["content-type"]);
    let quoted = post(&owner.client, &packages, &format!("\"{KEY}\""), &body).await;
    assert_eq!(quoted.expect(201), first.expect(201));

    let mut other = body.clone();
    other["name"] = json!("Dailies");
    let reused = post(&owner.client, &packages, KEY, &other).await;
    assert_eq!((reused.status.as_u16(), reused.error().code), (409, ErrorCode::KeyReused));
    let tags = format!("/v1/teams/{}/tags", owner.team_id);
    assert_eq!(post(&owner.client, &tags, KEY, &json!({ "name": "red" })).await.error().code, ErrorCode::KeyReused);
    assert_eq!(packages_of(&cloud).await, 1);

    cloud.advance(Duration::from_hours(25));
    let fresh = cloud.sign_in(&owner.email, PASSWORD).await;
    let key = cloud.anyone().with_api_key(owner.api_key.as_ref().unwrap());
    assert_ne!(post(&fresh, &packages, KEY, &body).await.expect(201)["id"], first.expect(201)["id"]);
    let by_key = post(&key, &packages, KEY, &body).await.expect(201);
    cloud.advance(Duration::from_hours(23));
    assert_eq!(post(&key, &packages, KEY, &body).await.expect(201), by_key);
    cloud.advance(Duration::from_hours(2));
    assert_ne!(post(&key, &packages, KEY, &body).await.expect(201)["id"], by_key["id"], "a day is over");
}

#[tokio::test]
async fn callers_do_not_meet_each_others_keys() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let member = cloud.member(&owner, "member", "ben@example.org").await;
    let packages = format!("/v1/teams/{}/packages", owner.team_id);
    let body = serde_json::to_value(plain_package("Rushes")).unwrap();
    let one = post(&owner.client, &packages, KEY, &body).await.expect(201);
    let other = post(&member.client, &packages, KEY, &body).await.expect(201);
    assert_ne!(one["id"], other["id"]);
    let nobody = post(&cloud.anyone(), &packages, KEY, &body).await;
    assert_eq!(nobody.error().code, ErrorCode::Unauthorized);
}

#[tokio::test]
async fn what_was_refused_may_be_tried_again() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let tags = format!("/v1/teams/{}/tags", owner.team_id);
    let refused = post(&owner.client, &tags, KEY, &json!({ "name": "" })).await;
    assert_eq!(refused.error().code, ErrorCode::InvalidField);
    let made = post(&owner.client, &tags, KEY, &json!({ "name": "red" })).await.expect(201);
    assert_eq!(post(&owner.client, &tags, KEY, &json!({ "name": "red" })).await.expect(201), made);
    for key in ["short", "has a space in between", "", &"k".repeat(256)] {
        let reply = post(&owner.client, &tags, key, &json!({ "name": "blue" })).await;
        assert_eq!(reply.field(), "Idempotency-Key", "{key:?}");
    }
    let large = json!({ "name": "x".repeat(2_000_000) });
    assert_eq!(post(&owner.client, &tags, "0123456789abcdef", &large).await.error().code, ErrorCode::BodyTooLarge);
    assert_eq!(owner.client.tags(&owner.team_id).await.unwrap().len(), 1);
}

#[tokio::test]
async fn of_many_at_once_one_is_carried_out() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let packages = format!("/v1/teams/{}/packages", owner.team_id);
    let body = serde_json::to_value(plain_package("Rushes")).unwrap();
    let all = join_all((0..12).map(|_| post(&owner.client, &packages, KEY, &body))).await;
    let first = post(&owner.client, &packages, KEY, &body).await.expect(201);
    for reply in all {
        if reply.status.is_success() {
            assert_eq!(reply.expect(201), first);
        } else {
            assert_eq!(reply.error().code, ErrorCode::AlreadyDone);
            assert_eq!(reply.headers["retry-after"], "1");
        }
    }
    assert_eq!(packages_of(&cloud).await, 1);
}

#[tokio::test]
async fn who_is_refused_by_the_effect_of_the_same_request_is_told_so() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Rushes")).await;
    let batch: Vec<Value> = (0..10).map(|number| json!({ "name": number.to_string(), "size": 1 })).collect();
    let cases = [
        (&owner.client, format!("/v1/teams/{}/tags", owner.team_id), json!({ "name": "red" })),
        (&parcel.client, format!("/v1/packages/{}/files", parcel.id), json!({ "name": "a.mov", "size": 1 })),
        (&parcel.client, format!("/v1/packages/{}/files/batch", parcel.id), json!(batch)),
    ];
    for (number, (client, path, body)) in cases.iter().enumerate() {
        let key = format!("{KEY}-{number}");
        let all = join_all((0..20).map(|_| post(client, path, &key, body))).await;
        let first = post(client, path, &key, body).await;
        assert_eq!(first.headers["idempotent-replayed"], "true");
        for reply in all {
            if reply.status.is_success() {
                let of = |reply: &Reply| unsigned(serde_json::from_str(&reply.text).unwrap());
                assert_eq!(of(&reply), of(&first), "{path}");
            } else {
                assert_eq!(reply.error().code, ErrorCode::AlreadyDone, "{path}");
                assert_eq!(reply.headers["retry-after"], "1");
            }
        }
    }
}

#[tokio::test]
async fn a_file_that_was_refused_may_be_added_with_the_same_key() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Rushes")).await;
    let (files, body) = (format!("/v1/packages/{}/files", parcel.id), json!({ "name": "a.mov", "size": 5 }));
    let other = parcel.add("", "a.mov", 5).await;
    for _ in 0..2 {
        assert_eq!(post(&parcel.client, &files, KEY, &body).await.error().code, ErrorCode::Duplicate);
    }
    parcel.reply(&format!("DELETE /files/{}", other.file.id), &Value::Null).await.expect(204);
    let added = post(&parcel.client, &files, KEY, &body).await.expect(201);
    assert_eq!(post(&parcel.client, &files, KEY, &body).await.expect(201), added);
}

#[tokio::test]
async fn the_answer_to_the_largest_batch_is_kept() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Rushes")).await;
    let (path, rest) = ("p".repeat(200), "n".repeat(150));
    let file = |number: i32| json!({ "path": path, "name": format!("{number} {rest}"), "size": 1 });
    let all = Value::Array((0..1_000).map(file).collect());
    let batch = format!("/v1/packages/{}/files/batch", parcel.id);
    let first = post(&parcel.client, &batch, KEY, &all).await;
    first.expect(200);
    assert!(first.text.len() > 1 << 20, "{}", first.text.len());
    let again = post(&parcel.client, &batch, KEY, &all).await;
    assert_eq!(again.headers["idempotent-replayed"], "true");
    assert!(unsigned(again.expect(200)) == unsigned(first.expect(200)), "the same files");
}

async fn kept_bytes(cloud: &TestCloud) -> i64 {
    let statement = "SELECT CAST(COALESCE(SUM(LENGTH(answer)), 0) AS BIGINT) FROM idempotent_requests";
    number_of_sql(cloud.app().config.database.url.expose(), statement).await
}

/// The pages and the agent send a key with every batch of files, so what is kept of the answers must stay small.
#[tokio::test]
async fn of_the_answer_to_a_batch_little_is_kept() {
    const FILES: usize = 500;
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Rushes")).await;
    // Of the content "x".
    let sum = "Lb1nAmRU5LE=";
    let file = |number: usize| json!({ "path": "day 4", "name": format!("{number}.mov"), "size": 1, "checksum": sum });
    let mut all: Vec<Value> = (0..FILES).map(file).collect();
    all.push(json!({ "name": "..", "size": 5 }));
    let (batch, all) = (format!("/v1/packages/{}/files/batch", parcel.id), Value::Array(all));
    let first = post(&parcel.client, &batch, KEY, &all).await;
    let of_answer = i64::try_from(first.text.len()).unwrap();
    let kept = kept_bytes(&cloud).await;
    testkit::note(&format!("of an answer of {of_answer} bytes for {FILES} files, {kept} bytes are kept"));
    assert!(kept * 10 < of_answer, "{kept} of {of_answer}");

    cloud.advance(Duration::from_hours(20));
    let again = post(&parcel.client, &batch, KEY, &all).await;
    assert_eq!(again.headers["idempotent-replayed"], "true");
    let (first, again) = (first.expect(200), again.expect(200));
    for (one, other) in first.as_array().unwrap().iter().zip(again.as_array().unwrap()).take(FILES) {
        assert_eq!(one["file"], other["file"]);
    }
    let blueprint = serde_json::from_value(again[0]["put_blueprint"].clone()).unwrap();
    let sent = request_by(&reqwest::Client::new(), &blueprint).body("x").send().await.unwrap();
    assert_eq!(sent.status(), 200, "its URLs work");
    assert_eq!(first[FILES], again[FILES], "what was refused is refused again");

    let removed = first[0]["file"]["id"].as_str().unwrap();
    parcel.reply(&format!("DELETE /files/{removed}"), &Value::Null).await.expect(204);
    let again = post(&parcel.client, &batch, KEY, &all).await.expect(200);
    assert_eq!(again[0]["error"]["code"], ErrorCode::NotFound.number());
    assert_eq!(again[1]["file"], first[1]["file"]);
    let stranger = cloud.owner("Other", "other@example.org").await;
    let theirs = Parcel::create(&stranger.client, &stranger.team_id, &plain_package("Theirs")).await;
    assert!(!post(&theirs.client, &batch, KEY, &all).await.status.is_success());
}

fn api_key(name: &str) -> Value {
    json!({ "name": name, "description": "", "state": "active" })
}

#[tokio::test]
async fn a_credential_that_has_ended_gets_no_answer_from_before() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let (keys, tags) = (format!("/v1/teams/{}/api_keys", owner.team_id), format!("/v1/teams/{}/tags", owner.team_id));
    let (new_key, new_tag) = (api_key("ci"), json!({ "name": "red" }));
    let made = post(&owner.client, &keys, KEY, &new_key).await.expect(201);
    let by_key = cloud.anyone().with_api_key(made["key"].as_str().unwrap());
    post(&by_key, &tags, KEY, &new_tag).await.expect(201);
    post(&by_key, &tags, KEY, &new_tag).await.expect(201);

    let delete = format!("DELETE /v1/api_keys/{}", made["id"].as_str().unwrap());
    Reply::of(&owner.client, &delete, &Value::Null).await.expect(204);
    assert_eq!(post(&by_key, &tags, KEY, &new_tag).await.error().code, ErrorCode::Unauthorized);
    assert_eq!(post(&owner.client, &keys, KEY, &new_key).await.expect(201), made);
    Reply::of(&owner.client, "POST /v1/auth/logout_all", &Value::Null).await.expect(204);
    for body in [new_key, api_key("another")] {
        let refused = post(&owner.client, &keys, KEY, &body).await;
        assert_eq!(refused.error().code, ErrorCode::Unauthorized, "whatever is known of the key");
        assert!(!refused.headers.contains_key("idempotent-replayed"));
    }
}

#[tokio::test]
async fn nobody_waits_for_an_answer_that_was_lost() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let (tags, body) = (format!("/v1/teams/{}/tags", owner.team_id), json!({ "name": "red" }));
    post(&owner.client, &tags, KEY, &body).await.expect(201);
    cloud.execute_sql("UPDATE idempotent_requests SET status = NULL, answer = NULL").await;
    let early = post(&owner.client, &tags, KEY, &body).await;
    assert_eq!(early.error().code, ErrorCode::AlreadyDone);
    assert_eq!(early.headers["retry-after"], "1", "it may still be under way");
    cloud.advance(Duration::from_secs(cloud.app().config.limits.request_seconds));
    let late = post(&owner.client, &tags, KEY, &body).await;
    assert_eq!(late.error().code, ErrorCode::AlreadyDone);
    assert!(!late.headers.contains_key("retry-after"));
}
