//! API keys: created, shown once, switched, expired, suspended, deleted.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Person, Refusal as _, Reply, TestCloud};
use wire::api_keys::{CreatedApiKey, UpdateApiKey, WriteApiKey};
use wire::error::ErrorCode;
use wire::time::{OptionalTime, Time};

const UNSET: &str = "0001-01-01T00:00:00.000Z";

async fn create(person: &Person, name: &str) -> CreatedApiKey {
    person.client.create_api_key(&person.team_id, &WriteApiKey::named(name)).await.unwrap()
}

#[tokio::test]
async fn the_secret_is_shown_once() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let path = format!("/v1/teams/{}/api_keys", owner.team_id);
    let request = owner.client.request(reqwest::Method::POST, &path);
    let body = json!({ "name": "ci", "description": "builds", "state": "active", "key": "ignored", "unknown": 1 });
    let mut created = Reply::to(request.json(&body)).await.expect(201);
    let key = created["key"].take().as_str().unwrap().to_owned();
    let id = created["id"].take();
    let now = "2026-01-01T00:00:00.000Z";
    let expected = json!({
        "id": null, "key": null, "name": "ci", "description": "builds", "expiry": UNSET, "state": "active",
        "scopes": ["read", "send", "receive", "manage"], "created_at": now, "updated_at": now,
        "last_request_at": UNSET,
    });
    assert_eq!(created, expected);

    let listed = Reply::to(owner.client.request(reqwest::Method::GET, &path)).await.expect(200);
    assert_eq!(listed.as_array().unwrap().len(), 2, "the first key of the Team and this one");
    assert!(!listed.to_string().contains("\"key\""));
    assert!(listed.as_array().unwrap().iter().any(|listed| listed["id"] == id));

    cloud.advance(Duration::from_secs(5));
    let me = cloud.anyone().with_api_key(&key).who_am_i().await.unwrap();
    assert_eq!(me.user.id, owner.user_id, "a key stands for its creator");
    let keys = owner.client.api_keys(&owner.team_id).await.unwrap();
    let used = keys.iter().find(|key| id == key.id.as_str()).unwrap();
    assert_eq!(used.last_request_at, OptionalTime(Some(cloud.now())));
    assert_eq!(used.updated_at, "2026-01-01".parse::<Time>().unwrap(), "using a key does not change it");
}

#[tokio::test]
async fn switching_a_key_off_works_at_once() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let CreatedApiKey { api_key, key } = create(&owner, "ci").await;
    let with_key = cloud.anyone().with_api_key(&key);
    assert!(with_key.who_am_i().await.is_ok());

    owner.client.switch_api_key(&api_key.id, "inactive").await.unwrap();
    let reply = Reply::to(with_key.request(reqwest::Method::GET, "/v1/auth")).await;
    assert_eq!(reply.expect(401), json!({ "code": ErrorCode::Unauthorized, "message": "unauthorized" }));
    owner.client.switch_api_key(&api_key.id, "active").await.unwrap();
    assert!(with_key.who_am_i().await.is_ok());
    assert_eq!(owner.client.switch_api_key(&api_key.id, "suspended").await.refusal(), ErrorCode::InvalidField);
    assert_eq!(owner.client.switch_api_key(&api_key.id, "Active").await.refusal(), ErrorCode::InvalidField);

    owner.client.delete_api_key(&api_key.id).await.unwrap();
    assert_eq!(with_key.who_am_i().await.refusal(), ErrorCode::Unauthorized);
    assert_eq!(owner.client.delete_api_key(&api_key.id).await.refusal(), ErrorCode::NotFound);
}

#[tokio::test]
async fn expiry_ends_a_key_and_zero_means_never() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let path = format!("/v1/teams/{}/api_keys", owner.team_id);
    let make = async |expiry: Value| {
        let request = owner.client.request(reqwest::Method::POST, &path);
        Reply::to(request.json(&json!({ "state": "active", "expiry": expiry }))).await
    };
    for never in [json!(UNSET), json!(""), Value::Null] {
        assert_eq!(make(never).await.expect(201)["expiry"], UNSET);
    }
    assert_eq!(make(json!("2025-12-31")).await.error().details[0].field, "expiry");
    assert_eq!(make(json!("tomorrow")).await.error().details[0].field, "expiry");
    let created = make(json!("2026-01-02T01:00:00+01:00")).await.expect(201);
    assert_eq!(created["expiry"], "2026-01-02T00:00:00.000Z");
    let with_key = cloud.anyone().with_api_key(created["key"].as_str().unwrap());
    cloud.advance(Duration::from_secs(24 * 3_600 - 1));
    assert!(with_key.who_am_i().await.is_ok());
    cloud.advance(Duration::from_secs(1));
    assert_eq!(with_key.who_am_i().await.refusal(), ErrorCode::Unauthorized);
}

#[tokio::test]
async fn updating_changes_only_what_is_sent() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let CreatedApiKey { api_key, key } = create(&owner, "ci").await;
    cloud.advance(Duration::from_mins(1));
    let line = format!("PUT /v1/api_keys/{}", api_key.id);
    let put = async |change: Value| Reply::of(&owner.client, &line, &change).await;
    let mut expected = json!(api_key);
    expected["updated_at"] = json!(cloud.now());
    let changes = [
        json!({}),
        json!({ "name": "nightly" }),
        json!({ "description": "builds at night", "state": null }),
        json!({ "expiry": "2027-01-01T00:00:00.000Z" }),
        json!({ "scopes": ["read", "manage"] }),
        json!({ "state": "inactive" }),
        json!({ "expiry": UNSET, "name": "" }),
    ];
    for change in changes {
        for (field, value) in change.as_object().unwrap().iter().filter(|(_, value)| !value.is_null()) {
            expected[field] = value.clone();
        }
        assert_eq!(put(change.clone()).await.expect(200), expected, "{change}");
    }
    assert_eq!(cloud.anyone().with_api_key(&key).who_am_i().await.refusal(), ErrorCode::Unauthorized);
    put(json!({ "state": "active" })).await.expect(200);
    assert!(cloud.anyone().with_api_key(&key).who_am_i().await.is_ok());
}

#[tokio::test]
async fn suspension_hides_every_state_and_gives_it_back() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (on, off) = (create(&owner, "on").await, create(&owner, "off").await);
    owner.client.switch_api_key(&off.api_key.id, "inactive").await.unwrap();
    let states = async || {
        let keys = owner.client.api_keys(&owner.team_id).await.unwrap();
        keys.into_iter().map(|key| key.state).collect::<Vec<_>>()
    };
    assert_eq!(states().await, ["active", "active", "inactive"]);

    cloud.set_suspended(&owner.team_id, true).await;
    assert_eq!(states().await, ["suspended"; 3], "the Owner's token still works");
    for key in [&on.key, &off.key] {
        let reply = Reply::to(cloud.anyone().with_api_key(key).request(reqwest::Method::GET, "/v1/auth")).await;
        assert_eq!(reply.expect(402), json!({ "code": ErrorCode::Suspended, "message": "unauthorized" }));
    }
    let toggled = owner.client.switch_api_key(&on.api_key.id, "inactive").await;
    assert_eq!(toggled.refusal(), ErrorCode::WrongState);
    let change = UpdateApiKey { name: Some("other".into()), ..UpdateApiKey::default() };
    let updated = owner.client.update_api_key(&on.api_key.id, &change).await;
    assert_eq!(updated.refusal(), ErrorCode::WrongState);
    assert_eq!(owner.client.team(&owner.team_id).await.unwrap().billing_state, "suspended");

    cloud.set_suspended(&owner.team_id, false).await;
    assert_eq!(states().await, ["active", "active", "inactive"]);
    assert!(cloud.anyone().with_api_key(&on.key).who_am_i().await.is_ok());
}

/// Role, then: create, manage own, manage the Owner's, list.
const RIGHTS: &[(&str, [bool; 4])] = &[
    ("admin", [true, true, false, false]),
    ("integration_manager", [true, true, false, false]),
    ("member", [false, false, false, false]),
    ("guest", [false, false, false, false]),
];

#[tokio::test]
async fn roles_manage_what_the_table_says() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let owners_key = create(&owner, "owner's").await.api_key.id;
    for (role, [may_create, may_manage_own, may_manage_others, may_list]) in RIGHTS {
        let person = cloud.member(&owner, role, &format!("{role}@example.org")).await;
        let allowed = |code: Option<ErrorCode>| match code {
            None => true,
            Some(ErrorCode::Forbidden) => false,
            Some(other) => panic!("{role} got {other:?}"),
        };
        let made = person.client.create_api_key(&person.team_id, &WriteApiKey::named("own")).await;
        let own = made.as_ref().ok().map(|made| made.api_key.id.clone());
        assert_eq!(allowed(made.err().map(|error| Err::<(), _>(error).refusal())), *may_create, "{role} creates");
        if let Some(own) = own {
            let managed = person.client.switch_api_key(&own, "inactive").await;
            assert_eq!(allowed(managed.is_err().then(|| managed.refusal())), *may_manage_own, "{role} manages own");
            owner.client.delete_api_key(&own).await.expect("the Owner manages all");
        }
        let managed = person.client.switch_api_key(&owners_key, "inactive").await;
        assert_eq!(allowed(managed.is_err().then(|| managed.refusal())), *may_manage_others, "{role} manages others");
        let listed = person.client.api_keys(&person.team_id).await;
        assert_eq!(allowed(listed.is_err().then(|| listed.refusal())), *may_list, "{role} lists");
    }
}

#[tokio::test]
async fn a_key_dies_with_its_creators_membership() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let admin = cloud.member(&owner, "admin", "admin@example.org").await;
    let key = create(&admin, "admin's").await.key;
    assert!(cloud.anyone().with_api_key(&key).who_am_i().await.is_ok());
    owner.client.remove_member(&admin.membership_id).await.unwrap();
    assert_eq!(cloud.anyone().with_api_key(&key).who_am_i().await.refusal(), ErrorCode::Unauthorized);
    cloud.member(&owner, "admin", "admin@example.org").await;
    assert_eq!(
        cloud.anyone().with_api_key(&key).who_am_i().await.refusal(),
        ErrorCode::Unauthorized,
        "back, without it"
    );
}

#[tokio::test]
async fn another_teams_keys_look_like_none() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let stranger = cloud.owner("Other", "stranger@example.org").await;
    let theirs = create(&stranger, "theirs").await;
    let unknown = "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap();
    let replies = async |id: &wire::ids::ApiKeyId| {
        let path = format!("/v1/api_keys/{id}");
        let send = |method, path: &str| Reply::to(owner.client.request(method, path).json(&WriteApiKey::named("x")));
        let replies = [
            send(reqwest::Method::PUT, &path).await,
            send(reqwest::Method::PUT, &format!("{path}/inactive")).await,
            send(reqwest::Method::DELETE, &path).await,
        ];
        replies.map(|reply| reply.expect(404))
    };
    assert_eq!(replies(&theirs.api_key.id).await, replies(&unknown).await);
    assert!(cloud.anyone().with_api_key(&theirs.key).who_am_i().await.is_ok(), "nothing happened to it");
    assert_eq!(owner.client.api_keys(&stranger.team_id).await.refusal(), ErrorCode::NotFound);
    let foreign = cloud.anyone().with_api_key(&theirs.key).team(&owner.team_id).await;
    assert_eq!(foreign.refusal(), ErrorCode::NotFound);
}
