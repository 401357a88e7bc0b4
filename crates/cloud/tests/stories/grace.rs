//! Content that was deleted or has expired can be brought back for a while.

use std::time::Duration;

use serde_json::Value;
use testkit::{Parcel, Person, Reply, Setup, TestCloud, fetch, plain_package};
use wire::packages::PackageBody;

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

fn graceful() -> Setup {
    TestCloud::setup().with(|config| config.packages.grace_hours = 24)
}

/// The package as the Team sees it, with a new token.
async fn seen(owner: &Person, parcel: &Parcel) -> Parcel {
    let body = owner.client.package(&owner.team_id, &parcel.id).await.unwrap();
    Parcel { client: owner.client.with_package_token(&body.access_token), id: body.id.clone(), body }
}

async fn restored(parcel: &Parcel) -> PackageBody {
    let body = parcel.reply("PUT /restore", &Value::Null).await.expect(200);
    serde_json::from_value(body).unwrap()
}

async fn stored_bytes(owner: &Person) -> i64 {
    owner.client.usage(&owner.team_id, "").await.unwrap().storage_bytes
}

async fn content(parcel: &Parcel) -> Vec<u8> {
    fetch(&address(parcel).await).await
}

#[tokio::test]
async fn what_was_deleted_can_be_restored_for_a_day() {
    let cloud = graceful().start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let member = cloud.member(&owner, "member", "member@example.org").await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let link = parcel.link().await;
    parcel.client.delete_package(&parcel.id).await.unwrap();
    cloud.run_due_jobs().await;

    let ended = seen(&owner, &parcel).await;
    assert_eq!(ended.body.state, "expired", "everything that is visible changes at once");
    assert_eq!(ended.body.extras.restorable_until, Some(cloud.now().plus_days(1)));
    assert!(parcel.open(&link).await.is_err());
    for pages in ["", "?page=1"] {
        assert_eq!(ended.reply(&format!("GET /files{pages}"), &Value::Null).await.text, "[]", "its files are gone");
    }
    assert_eq!(stored_bytes(&owner).await, 5, "content counts until it is gone");

    let by_member = seen(&member, &parcel).await;
    by_member.reply("PUT /restore", &Value::Null).await.expect(403);
    cloud.advance(23 * HOUR);
    cloud.run_due_jobs().await;
    let back = restored(&ended).await;
    assert_eq!((back.state.as_str(), back.expiry), ("finalized", parcel.body.expiry));
    assert_eq!(back.extras.restorable_until, None);
    let (_, visitor) = parcel.open(&link).await.unwrap();
    let visited = Parcel { client: visitor, id: parcel.id.clone(), body: back };
    assert_eq!(content(&visited).await, b"hello");
    ended.reply("PUT /restore", &Value::Null).await.expect(409);
    let timeline = format!("GET /v1.1/teams/{}/packages/{}/timeline", owner.team_id, parcel.id);
    let timeline = Reply::of(&owner.client, &timeline, &Value::Null).await.expect(200);
    let mut records = timeline["records"].as_array().unwrap().iter();
    let restored = records.find(|record| record["state"] == "restored").expect("the restore is told");
    assert_eq!(restored["actor"], "owner@example.org");

    cloud.advance(2 * HOUR);
    cloud.run_due_jobs().await;
    assert_eq!(content(&visited).await, b"hello", "the deletion that was taken back removes nothing");
    assert_eq!(stored_bytes(&owner).await, 5);
}

#[tokio::test]
async fn after_a_day_the_content_is_gone() {
    let cloud = graceful().start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let address = address(&parcel).await;
    parcel.client.delete_package(&parcel.id).await.unwrap();
    cloud.advance(DAY + HOUR);
    cloud.run_due_jobs().await;
    let ended = seen(&owner, &parcel).await;
    assert_eq!(ended.body.extras.restorable_until, None);
    let refused = ended.reply("PUT /restore", &Value::Null).await;
    refused.expect(409);
    assert!(refused.text.contains("gone"), "{}", refused.text);
    assert_eq!(stored_bytes(&owner).await, 0);
    assert_eq!(status(&address).await, 404);
}

#[tokio::test]
async fn a_purge_does_not_wait() {
    let cloud = graceful().start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let address = address(&parcel).await;
    parcel.reply("DELETE ?purge=perhaps", &Value::Null).await.expect(400);
    parcel.reply("DELETE ", &Value::Null).await.expect(204);
    parcel.reply("DELETE ", &Value::Null).await.expect(409);
    parcel.reply("DELETE ?purge=true", &Value::Null).await.expect(204);
    let ended = seen(&owner, &parcel).await;
    ended.reply("PUT /restore", &Value::Null).await.expect(409);
    cloud.run_due_jobs().await;
    assert_eq!((stored_bytes(&owner).await, status(&address).await), (0, 404));
    seen(&owner, &parcel).await.reply("PUT /restore", &Value::Null).await.expect(409);
}

#[tokio::test]
async fn what_has_expired_comes_back_for_a_week() {
    let cloud = graceful().start().await;
    let mut owner = cloud.owner("Film", "owner@example.org").await;
    owner.client = cloud.anyone().with_api_key(&owner.api_key.clone().unwrap());
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    cloud.advance(DAY * 11);
    cloud.run_due_jobs().await;
    let ended = seen(&owner, &parcel).await;
    assert_eq!(ended.body.state, "expired");
    let back = restored(&ended).await;
    assert_eq!((back.state.as_str(), back.expiry.0), ("finalized", Some(cloud.now().plus_days(7))));
    let address = address(&seen(&owner, &parcel).await).await;
    assert_eq!(fetch(&address).await, b"hello");
    cloud.advance(DAY * 7 + HOUR);
    cloud.run_due_jobs().await;
    cloud.advance(DAY + HOUR);
    cloud.run_due_jobs().await;
    assert_eq!((stored_bytes(&owner).await, status(&address).await), (0, 404), "it ends again");
}

/// The address of the content in the store.
async fn address(parcel: &Parcel) -> String {
    let file = parcel.client.files(&parcel.id, "").await.unwrap().remove(0);
    parcel.client.download_address(&parcel.id, &file.id).await.unwrap().url
}

async fn status(address: &str) -> u16 {
    reqwest::get(address).await.unwrap().status().as_u16()
}
