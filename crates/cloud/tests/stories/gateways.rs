//! Storage gateways: an agent polls for its work, and reports its progress.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Parcel, Person, Refusal as _, Reply, TargetBucket, TestCloud, fetch, until};
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

    /// The directories that it is asked to list.
    async fn listings(&self, wait: u64) -> Vec<Value> {
        let path = format!("/v1/gateways/{}/listings?wait={wait}", self.id);
        let reply = Reply::to(self.cloud.anyone().request(Method::GET, &path).bearer_auth(&self.token)).await;
        if reply.status.as_u16() == 204 {
            return Vec::new();
        }
        reply.expect(200)["listings"].as_array().unwrap().clone()
    }

    async fn answer(&self, asked: &Value, answer: &Value) -> Reply {
        let path = format!("/v1/gateways/{}/listings/{}", self.id, asked["id"].as_str().unwrap());
        Reply::to(self.cloud.anyone().request(Method::POST, &path).bearer_auth(&self.token).json(answer)).await
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
async fn the_files_of_a_package_come_in_pages() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (connection, agent) = gateway(&cloud, &owner).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let files: Vec<String> = (1..=5).map(|number| format!("{number}.txt")).collect();
    let files: Vec<(&str, &str, &[u8])> = files.iter().map(|name| ("", name.as_str(), name.as_bytes())).collect();
    received(&cloud, &portal.id, "Day one", &files).await;
    cloud.run_due_jobs().await;

    for wrong in ["?count=0", "?count=1001", "?count=-1", "?count=x"] {
        assert_eq!(agent.call(Method::GET, wrong, &Value::Null).await.field(), "count", "{wrong}");
    }
    let mut page = agent.call(Method::GET, "?count=2", &Value::Null).await.expect(200);
    let work = format!("/{}", page["id"].as_str().unwrap());
    let (mut names, mut pages) = (Vec::new(), 0);
    loop {
        pages += 1;
        assert_eq!(page["total_bytes"], 25);
        for file in page["files"].as_array().unwrap() {
            assert_eq!(fetch(file["url"].as_str().unwrap()).await, file["name"].as_str().unwrap().as_bytes());
            names.push(file["name"].as_str().unwrap().to_owned());
        }
        let Some(next) = page["next_file"].as_str() else { break };
        page = agent.call(Method::GET, &format!("{work}?count=2&from={next}"), &Value::Null).await.expect(200);
    }
    assert_eq!((pages, names), (3, files.iter().map(|(_, name, _)| (*name).to_owned()).collect()));
    assert_eq!(agent.call(Method::GET, &format!("{work}?from=x"), &Value::Null).await.field(), "from");

    // Agents of earlier versions know no pages.
    let whole = agent.call(Method::GET, &work, &Value::Null).await.expect(200);
    assert_eq!((whole["files"].as_array().unwrap().len(), &whole["next_file"]), (5, &Value::Null));
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
async fn only_the_gateway_itself_answers_what_it_is_asked() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (connection, agent) = gateway(&cloud, &owner).await;
    let (_, other) = gateway(&cloud, &owner).await;
    let stranger = cloud.owner("Others", "other@example.org").await;
    let (_, foreign) = gateway(&cloud, &stranger).await;
    assert_eq!(agent.listings(0).await, Vec::<Value>::new());
    assert_eq!(agent.work().await, None);
    let entry = json!({"name": "a.mov", "is_directory": false, "size": 5, "modified_at": "2026-01-01T00:00:00.000Z"});
    let answered = async {
        // The reply is lost: the question comes again until it is answered.
        let asked = agent.listings(50).await.remove(0);
        assert_eq!(agent.listings(0).await, std::slice::from_ref(&asked));
        assert_eq!((&asked["path"], &asked["offset"], &asked["count"]), (&json!("day"), &json!(3), &json!(2)));
        let thief = Agent { cloud: &cloud, id: agent.id.clone(), token: other.token.clone() };
        assert_eq!(thief.answer(&asked, &json!({})).await.status.as_u16(), 401);
        for somebody in [&other, &foreign] {
            assert_eq!(somebody.listings(0).await, Vec::<Value>::new());
            assert_eq!(somebody.answer(&asked, &json!({})).await.status.as_u16(), 404, "another's question");
        }
        for name in ["", "..", "a/b"] {
            let mut wrong = entry.clone();
            wrong["name"] = json!(name);
            assert_eq!(agent.answer(&asked, &json!({ "entries": [wrong] })).await.field(), "entries[0]", "{name:?}");
        }
        let three = json!({ "entries": [entry, entry, entry] });
        assert_eq!(agent.answer(&asked, &three).await.field(), "entries");
        let right = json!({ "entries": [entry], "more_data": true });
        agent.answer(&asked, &right).await.expect(204);
        assert_eq!(agent.listings(0).await, Vec::<Value>::new());
        asked
    };
    let (page, asked) = tokio::join!(owner.client.gateway_files(&connection.id, "/day/", 3, 2), answered);
    let page = page.unwrap();
    assert_eq!((page.files.len(), page.more_data), (1, true));
    assert_eq!((page.files[0].path.as_str(), page.files[0].kind.as_str()), ("day/a.mov", "file"));
    // An answer that comes late, or again.
    assert_eq!(agent.answer(&asked, &json!({})).await.status.as_u16(), 404);
}

#[tokio::test]
async fn the_agent_may_be_connected_to_another_server() {
    let cloud = TestCloud::start().await;
    let database = cloud.app().config.database.url.expose().to_owned();
    let second = cloud.beside(&database).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (connection, agent) = gateway(&cloud, &owner).await;
    let agent = Agent { cloud: &second, ..agent };
    assert_eq!(agent.work().await, None);
    let answered = async {
        let asked = agent.listings(50).await.remove(0);
        let failure = json!({ "failure": { "kind": "unreadable", "reason": "the disk is asleep" } });
        agent.answer(&asked, &failure).await.expect(204);
    };
    let (page, ()) = tokio::join!(owner.client.gateway_files(&connection.id, "", 0, 2), answered);
    assert!(page.as_ref().is_err_and(|error| error.to_string().contains("the disk is asleep")), "{page:?}");
    assert_eq!(page.refusal(), ErrorCode::WrongState);
}

#[tokio::test]
async fn a_listing_ends_with_its_gateway_and_a_gateway_is_not_asked_too_much_at_once() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (connection, agent) = gateway(&cloud, &owner).await;
    assert_eq!(agent.work().await, None);
    let waiting = futures_util::future::join_all((0..8).map(|_| owner.client.gateway_files(&connection.id, "", 0, 1)));
    let deleted = async {
        until("all are asked", async || {
            let asked = agent.listings(0).await.len();
            if asked == 8 { Ok(()) } else { Err(asked) }
        })
        .await;
        let refused = owner.client.gateway_files(&connection.id, "", 0, 1).await;
        assert_eq!(refused.refusal(), ErrorCode::RateLimited);
        owner.client.delete_connection(&connection.id).await.unwrap();
    };
    let (pages, ()) = tokio::join!(waiting, deleted);
    for page in pages {
        assert_eq!(page.refusal(), ErrorCode::NotFound);
    }
    let gone = owner.client.gateway_files(&connection.id, "", 0, 1).await;
    assert_eq!(gone.refusal(), ErrorCode::NotFound);
}

#[tokio::test]
async fn what_nobody_waits_for_any_more_is_forgotten() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (connection, agent) = gateway(&cloud, &owner).await;
    assert_eq!(agent.work().await, None);
    // The caller hangs up.
    let asking = owner.client.gateway_files(&connection.id, "", 0, 1);
    tokio::select! {
        page = asking => panic!("{page:?}"),
        listings = agent.listings(50) => assert_eq!(listings.len(), 1),
    }
    cloud.advance(Duration::from_mins(21));
    cloud.run_due_jobs().await;
    assert_eq!(agent.listings(0).await, Vec::<Value>::new());
}

#[tokio::test]
async fn an_agent_that_cannot_deliver_to_the_target_gets_no_such_work() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (connection, agent) = gateway(&cloud, &owner).await;
    let target = WriteCloudConnection {
        target_directory_id: Some("clients/acme".to_owned()),
        ..WriteCloudConnection::default()
    };
    owner.client.update_connection(&connection.id, &target).await.unwrap();
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    received(&cloud, &portal.id, "Day one", &[("", "a", b"1")]).await;
    assert_eq!(agent.work().await, None);
    let shown = owner.client.connection(&connection.id).await.unwrap();
    assert_eq!(shown.state, "error");
    assert!(shown.state_reason.contains("update it"), "{}", shown.state_reason);

    // One that goes into no directory does not wait behind it.
    let other = received(&cloud, &portal.id, "Day two", &[("", "b", b"2")]).await;
    let statement = format!("UPDATE transfers SET target_directory = '' WHERE package_id = '{}'", other.id);
    cloud.execute_sql(&statement).await;
    let behind = agent.work().await.expect("work that it can do");
    assert_eq!(behind["package"]["id"], other.id.as_str());
    agent.report(&behind, "complete", &Value::Null).await.expect(204);
    assert_eq!(agent.work().await, None);
    assert_eq!(owner.client.connection(&connection.id).await.unwrap().state, "error");

    let work = agent.call(Method::GET, "?target_directory=true", &Value::Null).await.expect(200);
    assert_eq!(work["target_directory"], "clients/acme");
    agent.report(&work, "complete", &Value::Null).await.expect(204);
    assert_eq!(owner.client.connection(&connection.id).await.unwrap().state, "ok");
}

#[tokio::test]
async fn only_a_gateway_has_files_behind_an_agent() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let other = connected(&owner, &bucket).await;
    assert_eq!(owner.client.gateway_files(&other.id, "", 0, 1).await.refusal(), ErrorCode::NotFound);
    let (connection, _) = gateway(&cloud, &owner).await;
    let line = format!("GET /v1/cloud_connections/providers/storage_gateway/{}/files", connection.id);
    for (query, field) in [("offset=-1", "offset"), ("count=x", "count"), ("page=1", "page"), ("path=../x", "path")] {
        let reply = Reply::of(&owner.client, &format!("{line}?{query}"), &Value::Null).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{}", reply.text);
    }
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
