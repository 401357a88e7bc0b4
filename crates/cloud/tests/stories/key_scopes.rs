//! Scopes of API keys: a key with few scopes can do little, and so can everything that was obtained with it.

use cloud::routes::{CallerKind, Route, routes};
use domain::key_scope::{KeyScope, KeyScopes, needs};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Parcel, Person, Reply, TestCloud, plain_package};
use wire::api_keys::{CreatedApiKey, WriteApiKey};

fn names(scopes: &[KeyScope]) -> Vec<String> {
    scopes.iter().map(|scope| scope.as_str().to_owned()).collect()
}

pub(super) fn scopes(scopes: &[KeyScope]) -> KeyScopes {
    KeyScopes::parse("scopes", Some(&names(scopes))).unwrap()
}

/// A new key of the person with these scopes.
pub(super) async fn key_with(person: &Person, scopes: &[KeyScope]) -> CreatedApiKey {
    let request = WriteApiKey { scopes: Some(names(scopes)), ..WriteApiKey::named("scoped") };
    person.client.create_api_key(&person.team_id, &request).await.unwrap()
}

/// Routes that look at an API key if one is sent.
const fn takes_keys(caller: CallerKind) -> bool {
    matches!(caller, CallerKind::TeamKeyOrUserToken | CallerKind::PortalVisitor | CallerKind::TeamKeyOrAccessCode)
}

/// Whether a key with this scope alone is enough for the route.
pub(super) fn suffices(scope: KeyScope, route: &Route) -> bool {
    !takes_keys(route.caller) || scopes(&[scope]).require(needs(route.method, route.path)).is_ok()
}

#[test]
fn every_route_that_a_key_opens_has_a_scope() {
    let nothing = needs("", "");
    for route in routes().table {
        let opens_by_token = matches!(
            route.caller,
            CallerKind::PackageToken | CallerKind::PackageTokenOrUserToken | CallerKind::ChannelToken
        );
        let is_listed = needs(route.method, route.path) != nothing;
        // Nobody needs a key there, but one says that a member sends.
        let tells_members = route.caller == CallerKind::AccessCode;
        let is_expected = takes_keys(route.caller) || opens_by_token || tells_members;
        assert_eq!(is_listed, is_expected, "{} {}", route.method, route.path);
    }
}

#[tokio::test]
async fn a_refusal_names_the_scope() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let reader = cloud.anyone().with_api_key(&key_with(&owner, &[KeyScope::Read]).await.key);
    let package = json!({ "name": "New", "description": "", "recipients": [] });
    let line = format!("POST /v1/teams/{}/packages", owner.team_id);
    let reply = Reply::of(&reader, &line, &package).await;
    assert_eq!(reply.status, 403);
    let message = "this needs the scope send, which the API key does not have: add it, or use another key";
    assert_eq!(reply.error().message, message);
}

#[tokio::test]
async fn unknown_and_missing_scopes_are_named() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let key = key_with(&owner, &[KeyScope::Read]).await.api_key;
    let create = format!("POST /v1/teams/{}/api_keys", owner.team_id);
    let update = format!("PUT /v1/api_keys/{}", key.id);
    for line in [&create, &update] {
        for (given, field) in [(json!([]), "scopes"), (json!(["read", "write"]), "scopes[1]")] {
            let body = json!({ "state": "active", "scopes": given });
            let error = Reply::of(&owner.client, line, &body).await.error();
            assert_eq!(error.details[0].field, field, "{line} {given}");
            assert!(error.details[0].message.contains("read, send, receive, manage"), "{}", error.details[0].message);
        }
        let body = json!({ "state": "active", "scopes": "read" });
        assert_eq!(Reply::of(&owner.client, line, &body).await.status, 400);
    }
    let body = json!({ "state": "active", "scopes": ["manage", "read", "manage"] });
    assert_eq!(Reply::of(&owner.client, &create, &body).await.expect(201)["scopes"], json!(["read", "manage"]));
    assert_eq!(Reply::of(&owner.client, &update, &json!({})).await.expect(200)["scopes"], json!(["read"]));
    assert_eq!(owner.client.api_keys(&owner.team_id).await.unwrap()[1].scopes, ["read"]);
    let line = format!("GET /v1.1/teams/{}/audit", owner.team_id);
    let record = Reply::of(&owner.client, &line, &Value::Null).await.expect(200).to_string();
    assert!(record.contains("scoped; scopes: read\""), "{record}");
    assert!(record.contains("active; scopes: read\""), "{record}");
}

#[tokio::test]
async fn a_key_neither_creates_nor_widens_keys() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    for all in [&[KeyScope::Manage][..], KeyScope::ALL] {
        let made = key_with(&owner, all).await;
        let client = cloud.anyone().with_api_key(&made.key);
        let wide = json!({ "state": "active", "scopes": names(KeyScope::ALL) });
        let create = format!("POST /v1/teams/{}/api_keys", owner.team_id);
        for line in [create, format!("PUT /v1/api_keys/{}", made.api_key.id)] {
            assert_eq!(Reply::of(&client, &line, &wide).await.status, 401, "{line}");
        }
    }
}

/// What someone got with a key ends when the key may no longer be used for it.
#[tokio::test]
async fn a_narrowed_key_narrows_what_was_obtained_with_it() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let made = key_with(&owner, KeyScope::ALL).await;
    let by_key = cloud.anyone().with_api_key(&made.key);
    let draft = Parcel::create(&by_key, &owner.team_id, &plain_package("Draft")).await;
    let sent = Parcel::sent(&by_key, &owner.team_id, &plain_package("Sent")).await;
    let zip = sent.client.zip(&sent.id, "").await.unwrap();
    let file = sent.client.files(&sent.id, "").await.unwrap()[0].id.clone();
    let channel = &draft.body.progress_channels[0].auth;
    let channel = format!("/v1/channels/{}/messages?token={}", channel.channel_name, channel.token);
    let publish = json!({ "bytes": 1, "total_bytes": 2, "files": 0, "total_files": 1, "state": "uploading" });
    let page = format!("/d/{}/download", sent.link().await.id);
    let form = format!("token={}&file={file}", sent.body.access_token);
    let statuses = async || {
        let posted = cloud.anyone().request(Method::POST, &page).body(form.clone());
        let posted = posted.header("Content-Type", "application/x-www-form-urlencoded").send().await.unwrap();
        [
            sent.reply("GET /files", &Value::Null).await.status.as_u16(),
            draft.reply("POST /files", &json!({ "name": "b.txt", "size": 1 })).await.status.as_u16(),
            Reply::of(&cloud.anyone(), &format!("POST {channel}"), &publish).await.status.as_u16(),
            sent.reply(&format!("GET /files/{file}/download"), &Value::Null).await.status.as_u16(),
            reqwest::get(&zip.url).await.unwrap().status().as_u16(),
            posted.status().as_u16(),
        ]
    };
    let narrow = async |scopes: &[KeyScope]| {
        let line = format!("PUT /v1/api_keys/{}", made.api_key.id);
        Reply::of(&owner.client, &line, &json!({ "scopes": names(scopes) })).await.expect(200);
    };
    assert_eq!(statuses().await, [200, 201, 202, 200, 200, 303]);
    narrow(&[KeyScope::Read]).await;
    assert_eq!(statuses().await, [200, 403, 403, 403, 403, 403]);
    narrow(&[KeyScope::Receive]).await;
    assert_eq!(statuses().await, [200, 403, 403, 200, 200, 303]);
    narrow(&[KeyScope::Manage]).await;
    assert_eq!(statuses().await, [403; 6]);
    narrow(&[KeyScope::Read, KeyScope::Send]).await;
    let [listed, added, published, ..] = statuses().await;
    assert_eq!((listed, published), (200, 202));
    assert_ne!(added, 403);
}
