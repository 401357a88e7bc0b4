//! Cloud connections: created, shown, changed, deleted, and what they may contain.

use serde_json::{Value, json};
use testkit::{Answer, Fault, Operation, Parcel, Refusal as _, Reply, TargetBucket};
use wire::connections::WriteCloudConnection;
use wire::error::ErrorCode;
use wire::portals::WritePortal;

use super::connection_scene::{choice, connected, neighbourly, portal_to, to, write_portal};

#[tokio::test]
async fn made_shown_changed_and_removed() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let line = format!("POST /v1/teams/{}/cloud_connections", owner.team_id);
    let mut request = serde_json::to_value(to("vendor_e_s3", bucket.authorization())).unwrap();
    request["target_directory_id"] = json!("/in/box/");
    request["upload_transfer_manifest"] = json!("true");
    let created = Reply::of(&owner.client, &line, &request).await.expect(201);
    let authorization = bucket.authorization();
    let expected = json!({
        "id": created["id"], "name": "Archive", "provider": "vendor_e_s3", "direction": "service_to_cloud",
        "state": "ok", "state_reason": "", "destination": authorization["destination"],
        "region": authorization["region"], "target_directory_id": "in/box", "upload_transfer_manifest": true,
        "connections": 0, "created_at": "2026-01-01T00:00:00.000Z", "updated_at": "2026-01-01T00:00:00.000Z",
    });
    assert_eq!(created, expected);
    assert_eq!(bucket.files().await, [].into(), "the check leaves nothing behind");

    let id = created["id"].as_str().unwrap().parse().unwrap();
    let shown = owner.client.connection(&id).await.unwrap();
    assert_eq!(serde_json::to_value(&shown).unwrap(), expected);
    assert_eq!(owner.client.connections(&owner.team_id).await.unwrap(), [shown]);

    let rename = WriteCloudConnection { name: Some("Vault".to_owned()), ..WriteCloudConnection::default() };
    let changed = owner.client.update_connection(&id, &rename).await.unwrap();
    assert_eq!((changed.name.as_str(), changed.target_directory_id.as_str()), ("Vault", "in/box"));
    for (field, value) in [("provider", "vendor_h_s3"), ("direction", "cloud_to_service")] {
        let line = format!("PUT /v1/cloud_connections/{id}");
        let reply = Reply::of(&owner.client, &line, &json!({field: value})).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field));
    }

    owner.client.delete_connection(&id).await.unwrap();
    assert_eq!(owner.client.connection(&id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(owner.client.delete_connection(&id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(owner.client.connections(&owner.team_id).await.unwrap(), []);
    let record = "SELECT COUNT(*) FROM audit_entries WHERE action LIKE 'connection_%'";
    assert_eq!(testkit::number_of_sql(cloud.app().config.database.url.expose(), record).await, 3);
}

#[tokio::test]
async fn a_test_says_how_it_is_now() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let created = connected(&owner, &bucket).await;
    assert_eq!(owner.client.test_connection(&created.id).await.unwrap(), created);
    bucket.proxy().inject_times(20, Operation::Put, &Fault::Instead(Answer::error(403, "AccessDenied")));
    let tested = owner.client.test_connection(&created.id).await.unwrap();
    assert_eq!(tested.state, "error");
    assert!(!tested.state_reason.is_empty());
    assert_eq!(owner.client.connection(&created.id).await.unwrap(), tested, "it is kept");
    bucket.proxy().clear();
    let healed = owner.client.test_connection(&created.id).await.unwrap();
    assert_eq!((healed.state.as_str(), healed.state_reason.as_str()), ("ok", ""));
    assert_eq!(bucket.files().await, [].into(), "a test leaves nothing behind");

    for _ in 0..60 {
        if owner.client.test_connection(&created.id).await.is_err() {
            break;
        }
    }
    assert_eq!(owner.client.test_connection(&created.id).await.refusal(), ErrorCode::RateLimited);
}

#[tokio::test]
async fn what_opens_it_is_sealed_and_never_shown() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let created = connected(&owner, &bucket).await;
    let secret = bucket.authorization()["client_secret"].as_str().unwrap().to_owned();
    let line = format!("PUT /v1/cloud_connections/{}", created.id);
    let replies = [
        Reply::of(&owner.client, &format!("GET /v1/cloud_connections/{}", created.id), &Value::Null).await.text,
        Reply::of(&owner.client, &line, &json!({"name": "Other"})).await.text,
        Reply::of(&owner.client, &format!("GET /v1/teams/{}/cloud_connections", owner.team_id), &Value::Null)
            .await
            .text,
    ];
    for reply in &replies {
        assert!(!reply.contains(&secret) && !reply.contains("authorization"), "{reply}");
    }
    let url = cloud.app().config.database.url.expose();
    let statement = format!("SELECT COUNT(*) FROM cloud_connections WHERE sealed_authorization LIKE '%{secret}%'");
    assert_eq!(testkit::number_of_sql(url, &statement).await, 0);
    let statement = "SELECT COUNT(*) FROM cloud_connections WHERE LENGTH(sealed_authorization) > 100";
    assert_eq!(testkit::number_of_sql(url, statement).await, 1);
    owner.client.delete_connection(&created.id).await.unwrap();
    assert_eq!(testkit::number_of_sql(url, statement).await, 0, "deleted objects no longer exist");
}

#[tokio::test]
async fn wrong_fields_are_named() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let line = format!("POST /v1/teams/{}/cloud_connections", owner.team_id);
    let good = serde_json::to_value(to("vendor_e_s3", bucket.authorization())).unwrap();
    let cases = [
        ("provider", "provider", json!(null)),
        ("provider", "provider", json!("dropbox")),
        ("provider", "provider", json!(7)),
        ("direction", "direction", json!("both")),
        ("direction", "direction", json!("cloud_to_service")),
        ("name", "name", json!("a\nb")),
        ("authorization", "authorization", json!(null)),
        ("authorization", "authorization", json!([])),
        ("authorization", "authorization", json!("key")),
        ("target_directory_id", "target_directory_id", json!("a/../b")),
        ("source_directory_ids", "source_directory_ids", json!(["a"])),
        ("upload_transfer_manifest", "upload_transfer_manifest", json!("yes")),
    ];
    for (field, named, value) in cases {
        let mut request = good.clone();
        request[field] = value.clone();
        let reply = Reply::of(&owner.client, &line, &request).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, named), "{value}: {}", reply.text);
    }
    let fields = [
        ("client_id", json!("")),
        ("client_secret", json!(null)),
        ("client_secret", json!(5)),
        ("destination", json!("a b")),
        ("endpoint", json!("ftp://a")),
        ("region", json!("")),
        ("colour", json!("red")),
    ];
    for (field, value) in fields {
        let mut request = good.clone();
        request["authorization"][field] = value.clone();
        let reply = Reply::of(&owner.client, &line, &request).await;
        let named = format!("authorization.{field}");
        assert_eq!((reply.status.as_u16(), reply.field()), (400, named), "{value}: {}", reply.text);
    }
    assert_eq!(owner.client.connections(&owner.team_id).await.unwrap(), []);
}

#[tokio::test]
async fn what_does_not_open_is_refused_with_the_providers_reason() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let line = format!("POST /v1/teams/{}/cloud_connections", owner.team_id);
    for (field, value, said) in [
        ("client_secret", "not the secret", "SignatureDoesNotMatch"),
        ("client_id", "nobody", "403"),
        ("destination", "no-such-bucket", "NoSuchBucket"),
    ] {
        let mut request = serde_json::to_value(to("vendor_e_s3", bucket.authorization())).unwrap();
        request["authorization"][field] = json!(value);
        let reply = Reply::of(&owner.client, &line, &request).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "authorization"), "{}", reply.text);
        assert!(reply.text.contains(said), "{}", reply.text);
    }
    let down = Fault::Instead(Answer::error(500, "InternalError"));
    bucket.proxy().inject_times(20, Operation::Put, &down);
    let request = to("vendor_e_s3", bucket.authorization());
    let refused = owner.client.create_connection(&owner.team_id, &request).await;
    assert_eq!(refused.refusal(), ErrorCode::InvalidField);
    bucket.proxy().clear();

    let made = owner.client.create_connection(&owner.team_id, &request).await.unwrap();
    let mut wrong = bucket.authorization();
    wrong["client_secret"] = json!("wrong");
    let change = WriteCloudConnection { authorization: Some(wrong), ..WriteCloudConnection::default() };
    assert_eq!(owner.client.update_connection(&made.id, &change).await.refusal(), ErrorCode::InvalidField);
    assert_eq!(owner.client.connection(&made.id).await.unwrap(), made, "nothing has changed");
}

#[tokio::test]
async fn roles_and_teams() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let made = connected(&owner, &bucket).await;
    let member = cloud.member(&owner, "member", "member@example.org").await;
    let manager = cloud.member(&owner, "integration_manager", "manager@example.org").await;
    assert_eq!(member.client.connections(&owner.team_id).await.refusal(), ErrorCode::Forbidden);
    assert_eq!(member.client.connection(&made.id).await.refusal(), ErrorCode::Forbidden);
    assert_eq!(manager.client.connection(&made.id).await.unwrap(), made);
    let stranger = cloud.owner("Other", "other@example.org").await;
    assert_eq!(stranger.client.connection(&made.id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(stranger.client.connections(&owner.team_id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(stranger.client.delete_connection(&made.id).await.refusal(), ErrorCode::NotFound);
    let rename = WriteCloudConnection::default();
    assert_eq!(stranger.client.update_connection(&made.id, &rename).await.refusal(), ErrorCode::NotFound);
}

#[tokio::test]
async fn portals_are_counted_and_lose_what_is_deleted() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let made = connected(&owner, &bucket).await;
    let one = portal_to(&owner, "One", &[&made]).await;
    portal_to(&owner, "Two", &[&made]).await;
    assert_eq!(owner.client.connection(&made.id).await.unwrap().connections, 2);
    owner.client.delete_portal(&one.id).await.unwrap();
    assert_eq!(owner.client.connection(&made.id).await.unwrap().connections, 1);
    owner.client.delete_connection(&made.id).await.unwrap();
    let portals = owner.client.portals(&owner.team_id, "").await.unwrap();
    assert_eq!(portals.records[0].cloud_connections, Some(Vec::new()));
}

/// Otherwise a Team could use the role of another one, through us.
#[tokio::test]
async fn a_role_is_assumed_only_with_the_external_id_of_the_team() {
    let cloud = neighbourly().start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let other = cloud.owner("Other", "other@example.org").await;
    let own = owner.client.team(&owner.team_id).await.unwrap().external_id;
    let theirs = other.client.team(&other.team_id).await.unwrap().external_id;
    assert_ne!(own, theirs);
    let create = async |external_id: &str| {
        let role = "arn:aws:iam::123456789012:role/tonnage";
        let authorization = json!({ "role_arn": role, "external_id": external_id, "destination": "bucket",
            "region": "eu-central-1" });
        let body = json!({ "name": "Archive", "provider": "vendor_a_s3", "authorization": authorization });
        Reply::of(&owner.client, &format!("POST /v1/teams/{}/cloud_connections", owner.team_id), &body).await
    };
    for external_id in [&theirs, "0123456789abcdef"] {
        let reply = create(external_id).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "authorization.external_id"));
        assert!(reply.text.contains(&format!("must be {own}")), "{}", reply.text);
    }
    let reply = create(&own).await;
    assert_eq!(reply.field(), "authorization", "it is tried: {}", reply.text);
    assert!(reply.text.contains("providers.vendor_a_s3.access_key"), "{}", reply.text);
}

#[tokio::test]
async fn a_package_on_its_way_is_not_redirected_by_someone_who_does_not_see_it() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let admin = cloud.member(&owner, "admin", "admin@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let other = TargetBucket::start().await;
    let elsewhere =
        WriteCloudConnection { authorization: Some(other.authorization()), ..WriteCloudConnection::default() };
    let private = |name: &str| WritePortal {
        access_level: Some("private".to_owned()),
        has_access_code: Some(true),
        access_code: Some("sesame".to_owned()),
        cloud_connections: Some(vec![choice(&connection)]),
        ..write_portal(name)
    };
    let visitor = cloud.anyone().with_access_code("sesame");

    let detached = owner.client.create_portal(&owner.team_id, &private("Secret")).await.unwrap();
    let waiting = Parcel::through(&visitor, &detached.id, "Merger").await;
    waiting.put("", "a.pdf", b"1").await;
    waiting.finalize().await;
    let without = WritePortal {
        configure_cloud_connections: Some(true),
        cloud_connections: Some(Vec::new()),
        ..private("Secret")
    };
    owner.client.update_portal(&detached.id, &without).await.unwrap();
    let refused = admin.client.update_connection(&connection.id, &elsewhere).await;
    assert_eq!(refused.refusal(), ErrorCode::Forbidden, "its transfer waits");
    assert_eq!(admin.client.delete_connection(&connection.id).await.refusal(), ErrorCode::Forbidden);
    cloud.run_due_jobs().await;
    admin.client.update_connection(&connection.id, &WriteCloudConnection::default()).await.unwrap();

    let deleted = owner.client.create_portal(&owner.team_id, &private("Hidden")).await.unwrap();
    let begun = Parcel::through(&visitor, &deleted.id, "Merger").await;
    owner.client.delete_portal(&deleted.id).await.unwrap();
    let refused = admin.client.update_connection(&connection.id, &elsewhere).await;
    assert_eq!(refused.refusal(), ErrorCode::Forbidden, "a visitor may still finish a package");
    begun.put("", "b.pdf", b"2").await;
    begun.finalize().await;
    cloud.run_due_jobs().await;
    let arrived = bucket.files().await;
    assert!(arrived.keys().any(|key| key.ends_with("b.pdf")), "{arrived:?}");
    admin.client.update_connection(&connection.id, &elsewhere).await.unwrap();
}
