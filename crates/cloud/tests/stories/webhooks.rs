//! Custom webhooks: who may have them, and what they may contain.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use testkit::{Person, Refusal as _, Reply, TestCloud, TestReceiver};
use wire::error::ErrorCode;
use wire::webhooks::{WebhookWithSecret, WriteWebhook};

use super::webhook_scene::{neighbourly, plain};

async fn cloud() -> TestCloud {
    neighbourly().start().await
}

fn write(url: &str) -> WriteWebhook {
    WriteWebhook {
        events: vec!["package.created".to_owned(), "package.finalized".to_owned()],
        name: Some(Some("Ingest".to_owned())),
        headers: Some(Some(BTreeMap::from([("Authorization".to_owned(), "Bearer x".to_owned())]))),
        body_extras: Some(Some(BTreeMap::from([("site".to_owned(), "north".to_owned())]))),
        ..plain(url)
    }
}

async fn made(owner: &Person, receiver: &TestReceiver) -> WebhookWithSecret {
    owner.client.create_webhook(&owner.team_id, &write(&receiver.url())).await.unwrap()
}

fn body(url: &str) -> Value {
    serde_json::to_value(write(url)).unwrap()
}

#[tokio::test]
async fn made_shown_changed_and_removed() {
    let (cloud, receiver) = (cloud().await, TestReceiver::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let path = format!("POST /v1/teams/{}/custom_webhooks", owner.team_id);
    let created = Reply::of(&owner.client, &path, &body(&receiver.url())).await.expect(201);
    let secret = created["signing_secret"].as_str().unwrap();
    assert!(secret.starts_with("whsec_") && secret.len() > 40, "{secret}");
    let expected = json!({
        "id": created["id"], "name": "Ingest", "active": true, "method": "POST", "url": receiver.url(),
        "events": ["package.created", "package.finalized"], "headers": {"Authorization": "****"},
        "body_extras": {"site": "north"}, "connections": 0,
        "created_at": "2026-01-01T00:00:00.000Z", "updated_at": "2026-01-01T00:00:00.000Z",
        "signing_secret": secret,
    });
    assert_eq!(created, expected);
    assert_eq!(receiver.probes(), 1);

    let webhook = created["id"].as_str().unwrap().parse().unwrap();
    let listed = owner.client.webhooks(&owner.team_id).await.unwrap();
    assert_eq!(listed, [owner.client.webhook(&webhook).await.unwrap()]);
    assert!(!serde_json::to_string(&listed).unwrap().contains("whsec_"), "the secret is shown once");

    let path = format!("PUT /v1/custom_webhooks/{webhook}");
    let change = json!({"active": "false", "events": ["package.finalized"], "method": "PUT", "url": receiver.url()});
    let changed = Reply::of(&owner.client, &path, &change).await.expect(200);
    assert_eq!((&changed["active"], &changed["method"]), (&json!(false), &json!("PUT")));
    assert_eq!(changed["headers"]["Authorization"], "****", "what is left out stays");
    let change = json!({
        "active": true, "events": ["package.created"], "method": "POST", "url": receiver.url(), "name": "",
        "headers": {}, "body_extras": null, "unknown": 1,
    });
    let changed = Reply::of(&owner.client, &path, &change).await.expect(200);
    assert_eq!((&changed["name"], &changed["headers"], &changed["body_extras"]), (&json!(""), &json!({}), &json!({})));
    assert_eq!(receiver.probes(), 2, "what is switched off is not probed, and what is switched on is");
    Reply::of(&owner.client, &path, &change).await.expect(200);
    assert_eq!(receiver.probes(), 2, "the address did not change");

    let rotated = owner.client.rotate_webhook_secret(&webhook).await.unwrap();
    assert_ne!(rotated.signing_secret, secret);
    owner.client.delete_webhook(&webhook).await.unwrap();
    assert_eq!(owner.client.webhook(&webhook).await.refusal(), ErrorCode::NotFound);
    assert_eq!(owner.client.delete_webhook(&webhook).await.refusal(), ErrorCode::NotFound);
    assert_eq!(owner.client.webhooks(&owner.team_id).await.unwrap(), []);
    let record = "SELECT COUNT(*) FROM audit_entries WHERE action LIKE 'webhook_%'";
    assert_eq!(testkit::number_of_sql(cloud.app().config.database.url.expose(), record).await, 6);
}

#[tokio::test]
async fn wrong_fields_are_named() {
    let (cloud, receiver) = (cloud().await, TestReceiver::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let line = format!("POST /v1/teams/{}/custom_webhooks", owner.team_id);
    let cases = [
        ("active", json!(null)),
        ("active", json!("yes")),
        ("active", json!(1)),
        ("events", json!([])),
        ("events", json!(["package.deleted"])),
        ("events", json!({"package.created": true})),
        ("events", json!("package.created")),
        ("method", json!("GET")),
        ("method", json!("post")),
        ("url", json!("")),
        ("url", json!("ftp://example.org")),
        ("url", json!("https://user:word@example.org")),
        ("url", json!("https://example.org:25")),
        ("url", json!("http://10.0.0.1")),
        ("url", json!("http://no-such-host.invalid")),
        ("name", json!("a\nb")),
        ("headers", json!(["a"])),
        ("headers", json!({"Host": "example.org"})),
        ("headers", json!({"X-A": "1", "x-a": "2"})),
        ("headers.X-A", json!({"X-A": 1})),
        ("body_extras.a", json!({"a": 1})),
        ("body_extras.a", json!({"a": {"b": "c"}})),
    ];
    for (field, value) in cases {
        let mut request = body(&receiver.url());
        request[field.split('.').next().unwrap()] = value.clone();
        let reply = Reply::of(&owner.client, &line, &request).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{value}: {}", reply.text);
    }
    for field in ["active", "events", "method", "url"] {
        let mut request = body(&receiver.url());
        request.as_object_mut().unwrap().remove(field);
        let reply = Reply::of(&owner.client, &line, &request).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field));
    }
    let mut heavy = body(&receiver.url());
    heavy["body_extras"] = json!({"a": "x".repeat(128 << 10)});
    assert_eq!(Reply::of(&owner.client, &line, &heavy).await.error().code, ErrorCode::LimitExceeded);
    assert_eq!(receiver.probes(), 0, "what is refused is not probed");
}

#[tokio::test]
async fn a_receiver_that_does_not_answer_is_refused() {
    let cloud = cloud().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let line = format!("POST /v1/teams/{}/custom_webhooks", owner.team_id);
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let reply = Reply::of(&owner.client, &line, &body(&format!("http://{closed}/?token=secret"))).await;
    assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "url"));
    assert!(!reply.text.contains("secret") && !reply.text.contains(&closed.to_string()), "{}", reply.text);

    let receiver = TestReceiver::start().await;
    let webhook = made(&owner, &receiver).await.webhook;
    let dead = WriteWebhook { url: format!("http://{closed}"), ..write("") };
    assert_eq!(owner.client.update_webhook(&webhook.id, &dead).await.refusal(), ErrorCode::InvalidField);
    assert_eq!(owner.client.webhook(&webhook.id).await.unwrap(), webhook, "nothing changed");
}

#[tokio::test]
async fn only_those_who_manage_connections() {
    let (cloud, receiver) = (cloud().await, TestReceiver::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let stranger = cloud.owner("Other", "other@example.org").await;
    let webhook = made(&owner, &receiver).await.webhook;
    let id = &webhook.id;
    let calls = [
        ("POST", format!("/v1/teams/{}/custom_webhooks", owner.team_id)),
        ("GET", format!("/v1/teams/{}/custom_webhooks", owner.team_id)),
        ("GET", format!("/v1/custom_webhooks/{id}")),
        ("PUT", format!("/v1/custom_webhooks/{id}")),
        ("POST", format!("/v1/custom_webhooks/{id}/rotate_secret")),
        ("DELETE", format!("/v1/custom_webhooks/{id}")),
    ];
    let mut roles = Vec::new();
    for role in ["admin", "integration_manager", "member", "guest"] {
        roles.push((role, cloud.member(&owner, role, &format!("{role}@example.org")).await));
    }
    for (method, path) in &calls {
        let ask = async |person: &Person| {
            Reply::of(&person.client, &format!("{method} {path}"), &body(&receiver.url())).await
        };
        assert_eq!(ask(&stranger).await.error().code, ErrorCode::NotFound, "{method} {path}");
        let unknown = path.replace(id.as_str(), "01KA2B3C4D5E6F7G8H9JKMNPQR");
        if unknown != *path {
            let unknown = Reply::of(&owner.client, &format!("{method} {unknown}"), &body(&receiver.url())).await;
            assert_eq!(unknown.text, ask(&stranger).await.text, "another Team's looks like none");
        }
        for (role, person) in &roles {
            if matches!(*role, "member" | "guest") {
                assert_eq!(ask(person).await.error().code, ErrorCode::Forbidden, "{role} {method} {path}");
            } else if *method == "GET" {
                ask(person).await.expect(200);
            }
        }
    }
    cloud.execute_sql("UPDATE teams SET webhooks_enabled = 0").await;
    for (method, path) in &calls {
        let reply = Reply::of(&owner.client, &format!("{method} {path}"), &body(&receiver.url())).await.error();
        assert_eq!(reply.code, ErrorCode::Forbidden, "{method} {path}");
        assert!(reply.message.contains("webhooks are not enabled"), "{}", reply.message);
    }
    assert_eq!(receiver.probes(), 1);
}

#[tokio::test]
async fn nothing_of_the_receiver_is_readable_at_rest() {
    let (cloud, receiver) = (cloud().await, TestReceiver::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let secret = made(&owner, &receiver).await.signing_secret;
    let url = cloud.app().config.database.url.expose();
    for secret in ["Bearer", "north", &format!(":{}", receiver.port()), &secret[6..]] {
        let row = "request || signing_secret || endpoint";
        let found = format!("SELECT COUNT(*) FROM custom_webhooks WHERE {row} LIKE '%{secret}%'");
        assert_eq!(testkit::number_of_sql(url, &found).await, 0, "{secret}");
    }
}
