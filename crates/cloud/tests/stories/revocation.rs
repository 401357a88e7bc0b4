//! What was revoked no longer works, nor does what was obtained with it.

use std::time::Duration;

use client::Client;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{PASSWORD, Parcel, Person, Reply, TestCloud, plain_package};
use wire::api_keys::WriteApiKey;
use wire::ids::ApiKeyId;
use wire::users::ChangePassword;

/// The status of a read with the token of a package.
async fn reads(parcel: &Parcel) -> u16 {
    parcel.reply("GET /files", &Value::Null).await.status.as_u16()
}

async fn created(client: &Client, person: &Person) -> Parcel {
    Parcel::create(client, &person.team_id, &plain_package("Rushes")).await
}

async fn key_of(cloud: &TestCloud, person: &Person) -> (ApiKeyId, Client) {
    let made = person.client.create_api_key(&person.team_id, &WriteApiKey::named("")).await.unwrap();
    (made.api_key.id, cloud.anyone().with_api_key(&made.key))
}

#[tokio::test]
async fn of_a_session_takes_its_package_tokens_along() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (_, by_key) = key_of(&cloud, &owner).await;
    let kept = created(&by_key, &owner).await;
    let mut client = owner.client.clone();
    let password = format!("{PASSWORD}!");
    for way in ["logout_all", "password"] {
        let (own, listed) = (created(&client, &owner).await, kept.id.clone());
        let listed = client.package(&owner.team_id, &listed).await.unwrap().access_token;
        let listed = cloud.anyone().with_package_token(&listed);
        assert_eq!(reads(&own).await, 200);
        assert!(listed.files(&kept.id, "").await.is_ok());
        if way == "password" {
            let change = ChangePassword { current_password: PASSWORD.into(), new_password: password.clone() };
            client.change_password(&owner.user_id, &change).await.unwrap();
            client = cloud.sign_in(&owner.email, &password).await;
        } else {
            Reply::of(&client, "POST /v1/auth/logout_all", &Value::Null).await.expect(204);
            client = cloud.sign_in(&owner.email, PASSWORD).await;
        }
        assert_eq!(reads(&own).await, 401, "{way}");
        assert!(listed.files(&kept.id, "").await.is_err(), "{way}");
        assert_eq!(reads(&kept).await, 200, "{way}: a key has no session");
        assert_eq!(reads(&created(&client, &owner).await).await, 200, "{way}: the new session has its own");
    }
}

#[tokio::test]
async fn a_session_that_ends_by_its_age_takes_its_package_tokens_along() {
    let cloud = TestCloud::setup().with(|config| config.limits.session_days = 2).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (_, by_key) = key_of(&cloud, &owner).await;
    let (own, kept) = (created(&owner.client, &owner).await, created(&by_key, &owner).await);
    cloud.advance(Duration::from_hours(47));
    assert_eq!(reads(&own).await, 200);
    cloud.advance(Duration::from_hours(1));
    assert_eq!(reads(&own).await, 401);
    assert_eq!(reads(&kept).await, 200, "a key has no session");
}

#[tokio::test]
async fn of_a_key_takes_its_package_tokens_along() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    for way in ["inactive", "delete", "expiry"] {
        let (key, by_key) = key_of(&cloud, &owner).await;
        let (obtained, own) = (created(&by_key, &owner).await, created(&owner.client, &owner).await);
        assert_eq!(reads(&obtained).await, 200);
        match way {
            "inactive" => owner.client.switch_api_key(&key, "inactive").await.unwrap(),
            "delete" => owner.client.delete_api_key(&key).await.unwrap(),
            _ => {
                let end = json!({ "state": "active", "expiry": cloud.now().plus_seconds(60) });
                Reply::of(&owner.client, &format!("PUT /v1/api_keys/{key}"), &end).await.expect(200);
                cloud.advance(Duration::from_secs(61));
            }
        }
        assert_eq!(reads(&obtained).await, 401, "{way}");
        assert_eq!(reads(&own).await, 200, "{way}: a session is not a key");
    }
}

#[tokio::test]
async fn a_suspended_team_reads_but_does_not_send() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let by_key = cloud.anyone().with_api_key(owner.api_key.as_ref().unwrap());
    let portal = json!({ "name": "Rushes", "subdomain": "rushes", "active": true });
    let portals = format!("POST /v1/teams/{}/portals", owner.team_id);
    let portal: wire::portals::PortalBody =
        serde_json::from_value(Reply::of(&owner.client, &portals, &portal).await.expect(201)).unwrap();
    let sent = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Sent")).await;
    let link = sent.link().await;
    let drafts = [
        created(&owner.client, &owner).await,
        created(&by_key, &owner).await,
        Parcel::through(&cloud.anyone(), &portal.id, "Received").await,
    ];
    for draft in &drafts {
        draft.put("", "a.txt", b"hello").await;
    }
    cloud.set_suspended(&owner.team_id, true).await;
    let refused = |reply: &Reply, what: &str| {
        assert_eq!(reply.status, 403, "{what}: {}", reply.text);
        assert!(reply.error().message.starts_with("team_suspended: "), "{what}: {}", reply.text);
    };
    for draft in &drafts {
        let file = json!({ "name": "b.txt", "size": 1 });
        refused(&draft.reply("POST /files", &file).await, "a file");
        refused(&draft.reply("POST /files/batch", &json!([file])).await, "files");
        refused(&draft.reply("POST /finalize", &Value::Null).await, "sending");
        assert_eq!(reads(draft).await, 200);
    }
    refused(&sent.reply("POST /links", &json!({})).await, "a link");
    let package = json!({ "name": "New", "description": "", "recipients": [] });
    let packages = format!("POST /v1/teams/{}/packages", owner.team_id);
    refused(&Reply::of(&owner.client, &packages, &package).await, "a package");
    assert_eq!(Reply::of(&by_key, &packages, &package).await.status, 402);
    let received = json!({ "name": "New", "description": "", "sender": "ben@example.org" });
    let through = format!("POST /v1/portals/{}/packages", portal.id);
    refused(&Reply::of(&cloud.anyone(), &through, &received).await, "a package of a visitor");

    let (_, recipient) = sent.open(&link).await.unwrap();
    assert_eq!(recipient.files(&sent.id, "").await.unwrap().len(), 1, "recipients are served");
    assert!(owner.client.package(&owner.team_id, &sent.id).await.is_ok());
    cloud.set_suspended(&owner.team_id, false).await;
    for draft in &drafts {
        draft.finalize().await;
    }
}

#[tokio::test]
async fn a_session_ends_after_its_longest_life_however_often_it_is_renewed() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let mut client = owner.client.clone();
    for _ in 0..14 {
        cloud.advance(Duration::from_hours(48));
        client = cloud.anyone().with_user_token(&client.refresh_token().await.unwrap().token);
    }
    assert!(client.who_am_i().await.is_ok(), "28 days");
    cloud.advance(Duration::from_hours(47));
    let last = client.refresh_token().await.unwrap().token;
    cloud.advance(Duration::from_hours(1));
    let ended = Reply::to(cloud.anyone().with_user_token(&last).request(Method::GET, "/v1/auth")).await;
    assert_eq!(ended.status, 401, "30 days");
    assert!(cloud.sign_in(&owner.email, PASSWORD).await.who_am_i().await.is_ok());
}

#[tokio::test]
async fn of_a_membership_takes_zips_and_channels_along() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let member = cloud.member(&owner, "member", "member@example.org").await;
    let sent = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Sent")).await;
    let seen = member.client.package(&member.team_id, &sent.id).await.unwrap();
    let zip = cloud.anyone().with_package_token(&seen.access_token).zip(&sent.id, "").await.unwrap();
    let by_link = sent.open(&sent.link().await).await.unwrap().1.zip(&sent.id, "").await.unwrap();
    let channel = &seen.progress_channels[0].auth;
    let channel = format!("/v1/channels/{}/events?token={}", channel.channel_name, channel.token);
    let status = async |url: &str| {
        let answer = reqwest::get(url).await.unwrap();
        answer.status().as_u16()
    };
    let channel = format!("{}{channel}", cloud.app().public_url.as_str().trim_end_matches('/'));
    assert_eq!((status(&zip.url).await, status(&channel).await), (200, 200));
    let path = format!("DELETE /v1/members/{}", member.membership_id);
    Reply::of(&owner.client, &path, &Value::Null).await.expect(204);
    assert_eq!((status(&zip.url).await, status(&channel).await), (404, 401));
    assert_eq!(status(&by_link.url).await, 200, "a recipient is not a member");
}
