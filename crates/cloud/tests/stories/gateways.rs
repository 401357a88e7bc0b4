//! Storage gateways: an agent polls for its work, and reports its progress.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Parcel, Person, Refusal as _, Reply, TargetBucket, TestCloud, fetch};
use wire::connections::{CloudConnectionBody, ConnectionChoice, WriteCloudConnection};
use wire::error::ErrorCode;
use wire::filters::{CreateFilter, FilterRule};
use wire::portals::WritePortal;

use super::connection_scene::{choice, connected, neighbourly, portal_to, received, transfers, write_portal};

/// An agent with the credentials of a gateway.
struct Agent<'a> {
    cloud: &'a TestCloud,
    id: String,
    token: String,
}

impl Agent<'_> {
    async fn call(&self, method: Method, rest: &str, body: &Value) -> Reply {
        let path = format!("/v1/gateways/{}/work{rest}", self.id);
        let request = self.cloud.anyone().request(method, &path).bearer_auth(&self.token);
        Reply::to(if body.is_null() { request } else { request.json(body) }).await
    }

    async fn work(&self) -> Option<Value> {
        let reply = self.call(Method::GET, "", &Value::Null).await;
        if reply.status.as_u16() == 204 { None } else { Some(reply.expect(200)) }
    }

    async fn report(&self, work: &Value, what: &str, body: &Value) -> Reply {
        self.call(Method::POST, &format!("/{}/{what}", work["id"].as_str().unwrap()), body).await
    }
}

async fn gateway<'a>(cloud: &'a TestCloud, owner: &Person) -> (CloudConnectionBody, Agent<'a>) {
    let request = WriteCloudConnection {
        name: Some("Editing".to_owned()),
        provider: Some("desktop_sg".to_owned()),
        ..WriteCloudConnection::default()
    };
    let made = owner.client.create_connection(&owner.team_id, &request).await.unwrap();
    let credential = made.gateway.clone().unwrap();
    let agent = Agent { cloud, id: credential.id.to_string(), token: credential.token };
    (CloudConnectionBody { gateway: None, ..made }, agent)
}

#[tokio::test]
async fn who_waits_is_answered_before_the_request_runs_out() {
    let cloud = TestCloud::setup().with(|config| config.limits.request_seconds = 6).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (_, agent) = gateway(&cloud, &owner).await;
    let reply = agent.call(Method::GET, "?wait=50", &Value::Null).await;
    assert_eq!(reply.status.as_u16(), 204, "{}", reply.text);
}

#[tokio::test]
async fn an_agent_fetches_a_package_and_says_so() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (connection, agent) = gateway(&cloud, &owner).await;
    assert_eq!(connection.connected, Some(false));
    assert_eq!(owner.client.connection(&connection.id).await.unwrap(), connection, "the token is shown once");
    assert_eq!(agent.work().await, None);
    assert_eq!(owner.client.connection(&connection.id).await.unwrap().connected, Some(true));
    cloud.advance(Duration::from_secs(91));
    assert_eq!(owner.client.connection(&connection.id).await.unwrap().connected, Some(false));

    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let parcel = received(&cloud, &portal.id, "Day one", &[("x", "a.txt", b"hello")]).await;
    cloud.run_due_jobs().await;
    let work = agent.work().await.unwrap();
    assert_eq!(work["package"], json!({"id": parcel.id, "name": "Day one"}));
    assert_eq!(work["lease_expires_at"], "2026-01-01T00:03:31.000Z");
    let file = &work["files"][0];
    assert_eq!((&file["path"], &file["name"], &file["size"]), (&json!("x"), &json!("a.txt"), &json!(5)));
    assert!(!file["checksum"]["crc64nvme"].as_str().unwrap().is_empty());
    assert_eq!(fetch(file["url"].as_str().unwrap()).await, b"hello");
    assert_eq!(agent.work().await, None, "it is leased");
    let again = agent.call(Method::GET, &format!("/{}", work["id"].as_str().unwrap()), &Value::Null).await.expect(200);
    assert_eq!(again["id"], work["id"]);

    let beat = agent.report(&work, "heartbeat", &json!({"bytes": 3})).await.expect(200);
    assert_eq!(beat["lease_expires_at"], "2026-01-01T00:03:31.000Z");
    let shown = transfers(&owner, &parcel.id).await.remove(0);
    assert_eq!((shown.state.as_str(), shown.bytes, shown.total_bytes), ("transferring", 3, 5));
    for wrong in [json!({"bytes": 6}), json!({"bytes": -1}), json!({"bytes": "x"})] {
        assert_eq!(agent.report(&work, "heartbeat", &wrong).await.field(), "bytes");
    }
    agent.report(&work, "heartbeat", &Value::Null).await.expect(200);
    agent.report(&work, "complete", &Value::Null).await.expect(204);
    agent.report(&work, "complete", &Value::Null).await.expect(204);
    let shown = transfers(&owner, &parcel.id).await.remove(0);
    assert_eq!((shown.state.as_str(), shown.bytes), ("complete", 5));
    assert_eq!(agent.report(&work, "heartbeat", &Value::Null).await.status.as_u16(), 409);
    assert_eq!(agent.report(&work, "fail", &Value::Null).await.status.as_u16(), 409);
    assert_eq!(agent.work().await, None);
}

#[tokio::test]
async fn who_does_not_see_a_package_does_not_learn_its_names_from_a_failure() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let admin = cloud.member(&owner, "admin", "admin@example.org").await;
    let (connection, agent) = gateway(&cloud, &owner).await;
    let private = WritePortal {
        access_level: Some("private".to_owned()),
        has_access_code: Some(true),
        access_code: Some("sesame".to_owned()),
        cloud_connections: Some(vec![choice(&connection)]),
        ..write_portal("Secret")
    };
    let portal = owner.client.create_portal(&owner.team_id, &private).await.unwrap();
    let parcel = Parcel::through(&cloud.anyone().with_access_code("sesame"), &portal.id, "Merger").await;
    parcel.put("", "Project Falcon.pdf", b"1").await;
    parcel.finalize().await;
    let reason = "the folder has no room for Project Falcon.pdf";
    while let Some(work) = agent.work().await {
        agent.report(&work, "fail", &json!({ "reason": reason })).await.expect(204);
        cloud.advance(Duration::from_hours(1));
    }
    let shown = transfers(&owner, &parcel.id).await.remove(0);
    assert_eq!((shown.state.as_str(), shown.error.as_str()), ("error", reason), "the package says why");
    let seen = admin.client.connection(&connection.id).await.unwrap();
    assert_eq!(seen.state, "error");
    assert!(!seen.state_reason.is_empty() && !seen.state_reason.contains("Falcon"), "{}", seen.state_reason);
    cloud.run_due_jobs().await;
    let mail = cloud.mails.take_to("admin@example.org");
    assert!(!mail.part("text/plain").contains("Falcon"), "{}", mail.data);
}

#[tokio::test]
async fn a_silent_agent_loses_its_work_and_a_failing_one_gets_it_later() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (connection, agent) = gateway(&cloud, &owner).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let parcel = received(&cloud, &portal.id, "Day one", &[("", "a", b"1")]).await;
    let first = agent.work().await.unwrap();
    cloud.advance(Duration::from_secs(119));
    assert_eq!(agent.work().await, None);
    cloud.advance(Duration::from_secs(1));
    let second = agent.work().await.unwrap();
    assert_eq!(second["id"], first["id"]);

    agent.report(&second, "fail", &json!({"reason": "the disk is full"})).await.expect(204);
    let shown = transfers(&owner, &parcel.id).await.remove(0);
    assert_eq!((shown.state.as_str(), shown.error.as_str()), ("pending", "the disk is full"));
    let seen = owner.client.connection(&connection.id).await.unwrap();
    assert_eq!((seen.state.as_str(), seen.state_reason.as_str()), ("error", "the disk is full"));
    assert_eq!(agent.work().await, None, "not at once");
    for _ in 0..8 {
        cloud.advance(Duration::from_hours(1));
        let work = agent.work().await.unwrap();
        agent.report(&work, "fail", &json!({})).await.expect(204);
    }
    assert_eq!(transfers(&owner, &parcel.id).await[0].state, "error");
    cloud.run_due_jobs().await;
    let mail = cloud.mails.take_to("owner@example.org");
    assert!(mail.part("text/plain").contains("gave no reason"), "the Team is notified: {}", mail.data);
    cloud.advance(Duration::from_hours(24));
    assert_eq!(agent.work().await, None, "ten times is enough, and silence was one");
}

#[tokio::test]
async fn an_agent_that_always_falls_silent_is_not_asked_for_ever() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (connection, agent) = gateway(&cloud, &owner).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let parcel = received(&cloud, &portal.id, "Day one", &[("", "a", b"1")]).await;
    for _ in 0..10 {
        agent.work().await.unwrap();
        cloud.advance(Duration::from_mins(3));
    }
    assert_eq!(agent.work().await, None);
    let given_up = transfers(&owner, &parcel.id).await.remove(0);
    assert_eq!(given_up.state, "error");
    assert!(given_up.error.contains("never reported"), "{}", given_up.error);
    cloud.run_due_jobs().await;
    let mail = cloud.mails.take_to("owner@example.org");
    assert!(mail.part("text/plain").contains("never reported"), "the Team is notified: {}", mail.data);
}

#[tokio::test]
async fn work_that_comes_while_an_agent_waits_is_given_at_once() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (connection, agent) = gateway(&cloud, &owner).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let parcel = Parcel::through(&cloud.anyone(), &portal.id, "Late").await;
    parcel.put("", "a", b"1").await;
    let waiting = agent.call(Method::GET, "?wait=50", &Value::Null);
    let (work, _) = tokio::join!(waiting, parcel.finalize());
    assert_eq!(work.expect(200)["package"]["name"], "Late");
    for wait in ["51", "-1", "x"] {
        assert_eq!(agent.call(Method::GET, &format!("?wait={wait}"), &Value::Null).await.field(), "wait");
    }
}

#[tokio::test]
async fn only_the_gateway_itself_gets_its_work() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (connection, agent) = gateway(&cloud, &owner).await;
    let (_, other) = gateway(&cloud, &owner).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    received(&cloud, &portal.id, "Day one", &[("", "a", b"1")]).await;
    let work = agent.work().await.unwrap();
    let thief = Agent { cloud: &cloud, id: agent.id.clone(), token: other.token.clone() };
    assert_eq!(thief.call(Method::GET, "", &Value::Null).await.status.as_u16(), 401);
    for what in ["heartbeat", "complete", "fail"] {
        assert_eq!(thief.report(&work, what, &Value::Null).await.status.as_u16(), 401);
        assert_eq!(other.report(&work, what, &Value::Null).await.status.as_u16(), 404, "another's work");
    }
    assert_eq!(other.work().await, None);
    owner.client.delete_connection(&connection.id).await.unwrap();
    assert_eq!(agent.call(Method::GET, "", &Value::Null).await.status.as_u16(), 401);
    assert_eq!(agent.report(&work, "complete", &Value::Null).await.status.as_u16(), 401);
}

#[tokio::test]
async fn no_filter_stands_in_front_of_a_gateway() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (gateway, _) = gateway(&cloud, &owner).await;
    let other = connected(&owner, &bucket).await;
    let rule = FilterRule {
        action: "include".to_owned(),
        criterion: "file_name".to_owned(),
        operator: "regex_match".to_owned(),
        values: vec!["a".to_owned()],
    };
    let filter = CreateFilter { name: "A".to_owned(), rules: vec![rule] };
    let filter = owner.client.create_filter(&owner.team_id, &filter).await.unwrap();
    let portal = portal_to(&owner, "Rushes", &[&gateway]).await;
    let filter_id = Some(filter.id.to_string());
    let all = WritePortal { filter_id: filter_id.clone(), ..write_portal("Rushes") };
    assert_eq!(owner.client.update_portal(&portal.id, &all).await.refusal(), ErrorCode::InvalidField);
    let one = WritePortal {
        cloud_connections: Some(vec![ConnectionChoice { id: gateway.id.to_string(), filter_id: filter_id.clone() }]),
        configure_cloud_connections: Some(true),
        ..write_portal("Rushes")
    };
    assert_eq!(owner.client.update_portal(&portal.id, &one).await.refusal(), ErrorCode::InvalidField);
    let both = WritePortal {
        cloud_connections: Some(vec![choice(&gateway), choice(&other)]),
        configure_cloud_connections: Some(true),
        ..all
    };
    let changed = owner.client.update_portal(&portal.id, &both).await.unwrap().cloud_connections.unwrap();
    let filters: Vec<(&str, &str)> =
        changed.iter().map(|one| (one.provider.as_str(), one.filter_id.as_str())).collect();
    assert_eq!(filters, [("desktop_sg", ""), ("vendor_e_s3", filter.id.as_str())], "gateways are left out");
    let given = WriteCloudConnection {
        provider: Some("vendor_j_sg".to_owned()),
        authorization: Some(json!({"token": "x"})),
        ..WriteCloudConnection::default()
    };
    assert_eq!(owner.client.create_connection(&owner.team_id, &given).await.refusal(), ErrorCode::InvalidField);
}
