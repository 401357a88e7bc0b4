//! Deliveries of events to webhooks: what arrives, how often, and what the log shows.

use std::collections::BTreeMap;
use std::time::Duration;

use cloud::config::Config;
use cloud::queue::{DeliverWebhook, enqueue};
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use testkit::{Parcel, Reaction, Received, Refusal as _, Reply, plain_package};
use wire::error::ErrorCode;
use wire::webhooks::WriteWebhook;

use super::webhook_scene::{Scene, neighbourly, plain};

const LONG: Duration = Duration::from_secs(30);

fn decorated() -> WriteWebhook {
    let map = |name: &str, value: &str| Some(Some(BTreeMap::from([(name.to_owned(), value.to_owned())])));
    let (headers, body_extras) = (map("X-Receiver-Key", "abc"), map("site", "north"));
    WriteWebhook { method: "PUT".to_owned(), headers, body_extras, ..plain("") }
}

/// Whether a third-party library of the scheme computes one of the signatures with this secret.
fn is_genuine(received: &Received, secret: &str) -> bool {
    let [id, time, signatures] =
        ["webhook-id", "webhook-timestamp", "webhook-signature"].map(|name| received.header(name)[0]);
    let expected = Webhook::new(secret).unwrap().sign(id, time.parse().unwrap(), &received.body).unwrap();
    signatures.split(' ').any(|signature| signature == expected)
}

#[tokio::test]
async fn an_event_arrives_as_documented() {
    let scene = Scene::with(neighbourly(), decorated()).await;
    let package = scene.event().await;
    assert_eq!(scene.receiver.deliveries().len(), 0, "sending is a job");
    scene.cloud.run_due_jobs().await;
    let received = scene.receiver.deliveries();
    assert_eq!(received.len(), 1);
    let (delivery, body) = (&received[0], received[0].json());
    assert_eq!((delivery.method(), delivery.header("x-receiver-key")), ("PUT", vec!["abc"]));
    assert_eq!(delivery.header("content-type"), ["application/json"]);
    let expected = json!({
        "event_id": body["event_id"], "event_time": "2026-01-01T00:00:00.000Z", "event_type": "package.finalized",
        "body_extras": {"site": "north"}, "custom_webhook_id": scene.id(),
        "object": {
            "type": "package", "id": package, "name": "Day 1", "portal_id": scene.portal, "sender": "ben@example.org",
            "size": 5, "state": "finalized", "total_files": 1, "created_at": "2026-01-01T00:00:00.000Z",
            "updated_at": "2026-01-01T00:00:00.000Z",
        },
    });
    assert_eq!(body, expected);
    assert_eq!(delivery.header("webhook-id"), [body["event_id"].as_str().unwrap()]);
    assert_eq!(delivery.header("webhook-timestamp"), ["1767225600"]);
    assert!(is_genuine(delivery, &scene.webhook.signing_secret));
    let forged = Received { body: b"{}".to_vec(), ..delivery.clone() };
    assert!(!is_genuine(&forged, &scene.webhook.signing_secret));

    let line = format!("GET /v1/custom_webhooks/{}/deliveries", scene.id());
    let log = Reply::of(&scene.owner.client, &line, &Value::Null).await.expect(200);
    let expected = json!([{
        "id": log[0]["id"], "event_id": body["event_id"], "event_type": "package.finalized", "package_id": package,
        "state": "delivered", "next_attempt_at": "0001-01-01T00:00:00.000Z",
        "attempts": [{"at": "2026-01-01T00:00:00.000Z", "status": 204, "error": ""}],
    }]);
    assert_eq!(log, expected);
}

/// Workers look at the queue every so many seconds, but a call that is repeated does not wait for that.
#[tokio::test]
async fn an_attempt_is_repeated_to_the_second() {
    let slow =
        |config: &mut Config| (config.workers.poll_seconds, config.webhooks.backoff_seconds) = (3_600, [2; 4].into());
    let scene = Scene::with(neighbourly().with_workers().with(slow), plain("")).await;
    scene.receiver.react(Reaction::Answer(500));
    scene.event().await;
    let arrived = async |count| {
        while scene.receiver.deliveries().len() < count {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(LONG, arrived(1)).await.expect("the first attempt");
    scene.receiver.react(Reaction::Answer(204));
    // Not before the result is saved: it has the time of the clock.
    let saved = async { while scene.newest().await.1.is_empty() {} };
    tokio::time::timeout(LONG, saved).await.expect("the result is saved");
    scene.cloud.advance(Duration::from_secs(3));
    tokio::time::timeout(LONG, arrived(2)).await.expect("the second attempt");
}

#[tokio::test]
async fn a_header_is_shown_masked_and_kept_if_it_is_sent_back() {
    let scene = Scene::with(neighbourly(), decorated()).await;
    let client = &scene.owner.client;
    let shown = client.webhook(scene.id()).await.unwrap().headers;
    assert_eq!(shown["X-Receiver-Key"], "****");
    let change = |headers| WriteWebhook { headers: Some(Some(headers)), url: scene.receiver.url(), ..decorated() };
    client.update_webhook(scene.id(), &change(shown)).await.unwrap();
    let unknown = BTreeMap::from([("X-Other-Key".to_owned(), "****".to_owned())]);
    assert_eq!(client.update_webhook(scene.id(), &change(unknown)).await.refusal(), ErrorCode::InvalidField);
    scene.event().await;
    scene.cloud.run_due_jobs().await;
    assert_eq!(scene.receiver.deliveries()[0].header("x-receiver-key"), ["abc"]);
}

#[tokio::test]
async fn a_test_goes_the_way_of_every_event() {
    let scene = Scene::with(neighbourly(), decorated()).await;
    let begun = scene.owner.client.test_webhook(scene.id()).await.unwrap();
    assert_eq!((begun.event_type.as_str(), begun.package_id.as_str()), ("webhook.test", ""));
    assert_eq!((begun.state.as_str(), begun.attempts.len()), ("pending", 0));
    scene.receiver.react(Reaction::Answer(500));
    scene.cloud.run_due_jobs().await;
    scene.receiver.react(Reaction::Answer(204));
    scene.run_to_the_end().await;
    let received = scene.receiver.deliveries();
    assert_eq!(received.len(), 2, "it is tried again like any other");
    assert!(received.iter().all(|delivery| is_genuine(delivery, &scene.webhook.signing_secret)));
    let expected = json!({
        "event_id": begun.event_id, "event_time": "2026-01-01T00:00:00.000Z", "event_type": "webhook.test",
        "body_extras": {"site": "north"}, "custom_webhook_id": scene.id(),
        "object": { "type": "custom_webhook", "id": scene.id(), "name": "" },
    });
    assert_eq!(received[0].json(), expected);
    assert_eq!(scene.newest().await, ("delivered".to_owned(), vec![Some(500), Some(204)]));

    let again = scene.owner.client.redeliver(scene.id(), &begun.id).await.unwrap();
    assert_eq!(again.event_id, begun.event_id);
    let other = scene.owner.client.test_webhook(scene.id()).await.unwrap();
    assert_ne!(other.event_id, begun.event_id, "every test is a new event");
    scene.cloud.run_due_jobs().await;
    assert_eq!(scene.log().await.len(), 3);
    let off = WriteWebhook { active: Some(false), ..plain(&scene.receiver.url()) };
    scene.owner.client.update_webhook(scene.id(), &off).await.unwrap();
    assert_eq!(scene.owner.client.test_webhook(scene.id()).await.refusal(), ErrorCode::WrongState);
    scene.owner.client.update_webhook(scene.id(), &plain(&scene.receiver.url())).await.unwrap();
    for _ in 0..30 {
        if scene.owner.client.test_webhook(scene.id()).await.is_err() {
            break;
        }
    }
    assert_eq!(scene.owner.client.test_webhook(scene.id()).await.refusal(), ErrorCode::RateLimited);
}

#[tokio::test]
async fn a_new_package_can_be_followed_and_nothing_else() {
    let events = vec!["package.created".to_owned()];
    let scene = Scene::with(neighbourly(), WriteWebhook { events, ..plain("") }).await;
    scene.package().await;
    scene.cloud.run_due_jobs().await;
    let object = &scene.bodies()[0]["object"];
    assert_eq!((&object["state"], &object["size"], &object["total_files"]), (&json!("new"), &json!(0), &json!(0)));
    let channels = object["progress_channels"].as_array().unwrap();
    assert_eq!((channels.len(), &channels[0]["topic"]), (1, &json!("upload")));
    assert_eq!(channels[0]["auth"]["publish_key"], "");
    let name = channels[0]["auth"]["channel_name"].as_str().unwrap();
    let token = channels[0]["auth"]["token"].as_str().unwrap();
    let path = format!("/v1/channels/{name}/messages?token={token}");
    let published = scene.cloud.post(&path, &json!({"bytes": 1, "total_bytes": 2})).await;
    assert_eq!(published.error().code, ErrorCode::Forbidden);
}

#[tokio::test]
async fn only_webhooks_that_listen_are_told() {
    let scene = Scene::new().await;
    let (client, team) = (&scene.owner.client, &scene.owner.team_id);
    let create = async |request: WriteWebhook| client.create_webhook(team, &request).await.unwrap().webhook.id;
    let both = vec!["package.created".to_owned(), "package.finalized".to_owned()];
    let inactive = create(WriteWebhook { active: Some(false), ..plain(&scene.receiver.url()) }).await;
    let for_both = create(WriteWebhook { events: both, ..plain(&scene.receiver.url()) }).await;
    create(plain(&scene.receiver.url())).await;
    scene.attach(&[scene.id(), &inactive, &for_both]).await;
    let connections: Vec<i64> =
        client.webhooks(team).await.unwrap().iter().map(|webhook| webhook.connections).collect();
    assert_eq!(connections, [1, 1, 1, 0]);
    scene.event().await;
    Parcel::sent(client, team, &plain_package("Sent by the Team")).await;
    scene.run_to_the_end().await;
    let told: Vec<Value> =
        scene.bodies().iter().map(|body| json!([body["event_type"], body["custom_webhook_id"]])).collect();
    let expected =
        [("package.created", &for_both), ("package.finalized", scene.id()), ("package.finalized", &for_both)];
    assert_eq!(told, expected.map(|told| json!(told)));
}

#[tokio::test]
async fn an_attempt_is_made_once_however_often_its_job_runs() {
    let scene = Scene::new().await;
    scene.receiver.react(Reaction::Answer(500));
    scene.event().await;
    scene.cloud.run_due_jobs().await;
    let delivery = scene.log().await.remove(0).id;
    let app = scene.cloud.app();
    let mut tx = app.store.begin().await.unwrap();
    let task = DeliverWebhook { delivery, attempt: 1, endpoint: "same".to_owned() };
    enqueue(&mut tx, &app.ids, &task, scene.cloud.now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(scene.cloud.run_due_jobs().await, 1);
    assert_eq!(scene.receiver.deliveries().len(), 1, "its outcome was known");
    assert_eq!(scene.newest().await, ("pending".to_owned(), vec![Some(500)]));
}

#[tokio::test]
async fn an_event_can_be_sent_again() {
    let scene = Scene::new().await;
    scene.receiver.react(Reaction::Answer(404));
    scene.event().await;
    scene.run_to_the_end().await;
    let old = scene.log().await.remove(0);
    assert_eq!(old.state, "exhausted");

    scene.receiver.react(Reaction::Answer(200));
    let new = scene.owner.client.redeliver(scene.id(), &old.id).await.unwrap();
    assert_eq!((new.state.as_str(), &new.event_id, new.attempts.len()), ("pending", &old.event_id, 0));
    assert_ne!(new.id, old.id);
    for delivery in [&old.id, &new.id] {
        let refused = scene.owner.client.redeliver(scene.id(), delivery).await;
        assert_eq!(refused.refusal(), ErrorCode::WrongState, "it is pending");
    }
    scene.cloud.run_due_jobs().await;
    let log = scene.log().await;
    assert_eq!((log.len(), &log[0].id, log[0].state.as_str()), (2, &new.id, "delivered"));
    assert_eq!(log[1], old, "what was stays as it was");
    let ids: Vec<String> = scene.receiver.deliveries().iter().map(Received::event_id).collect();
    assert_eq!(
        ids,
        [old.event_id.to_string(), ids[0].clone(), ids[0].clone(), ids[0].clone(), ids[0].clone(), ids[0].clone()]
    );

    let unknown = "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap();
    assert_eq!(scene.owner.client.redeliver(scene.id(), &unknown).await.refusal(), ErrorCode::NotFound);
    let other = scene.owner.client.create_webhook(&scene.owner.team_id, &plain(&scene.receiver.url())).await.unwrap();
    assert_eq!(scene.owner.client.redeliver(&other.webhook.id, &old.id).await.refusal(), ErrorCode::NotFound);
    let stranger = scene.cloud.owner("Other", "other@example.org").await;
    assert_eq!(stranger.client.redeliver(scene.id(), &old.id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(stranger.client.deliveries(scene.id()).await.refusal(), ErrorCode::NotFound);
    scene.attach(&[]).await;
    assert_eq!(scene.owner.client.redeliver(scene.id(), &old.id).await.refusal(), ErrorCode::WrongState);
}

#[tokio::test]
async fn a_webhook_is_no_window_into_a_private_portal() {
    let scene = Scene::new().await;
    let manager = scene.cloud.member(&scene.owner, "integration_manager", "manager@example.org").await;
    scene.event().await;
    scene.cloud.run_due_jobs().await;
    let delivery = scene.log().await.remove(0).id;
    assert_eq!(manager.client.webhook(scene.id()).await.unwrap().connections, 1);
    assert_eq!(manager.client.deliveries(scene.id()).await.unwrap().len(), 1);

    scene.cloud.execute_sql("UPDATE portals SET access_level = 'private'").await;
    assert_eq!(manager.client.webhook(scene.id()).await.unwrap().connections, 0);
    assert_eq!(manager.client.webhooks(&scene.owner.team_id).await.unwrap()[0].connections, 0);
    assert_eq!(manager.client.deliveries(scene.id()).await.unwrap(), []);
    assert_eq!(manager.client.redeliver(scene.id(), &delivery).await.refusal(), ErrorCode::NotFound);
    let url = scene.receiver.url();
    let headers = Some(Some(BTreeMap::from([("X-Receiver-Key".to_owned(), "abc".to_owned())])));
    for change in [
        WriteWebhook { url: format!("{url}?elsewhere"), ..plain(&url) },
        WriteWebhook { method: "PUT".to_owned(), ..plain(&url) },
        WriteWebhook { headers: headers.clone(), ..plain(&url) },
        WriteWebhook { body_extras: headers, ..plain(&url) },
        WriteWebhook { active: Some(false), ..plain(&url) },
        WriteWebhook { events: vec!["package.created".to_owned()], ..plain(&url) },
    ] {
        assert_eq!(manager.client.update_webhook(scene.id(), &change).await.refusal(), ErrorCode::Forbidden);
    }
    let rotated = manager.client.rotate_webhook_secret(scene.id()).await.map(|_| ());
    assert_eq!(rotated.refusal(), ErrorCode::Forbidden);
    let renamed = WriteWebhook { name: Some(Some("Other".to_owned())), ..plain(&url) };
    assert_eq!(manager.client.update_webhook(scene.id(), &renamed).await.unwrap().name, "Other", "that shows nothing");
    let listed = format!(
        "INSERT INTO portal_access (portal_id, membership_id) VALUES ('{}', '{}')",
        scene.portal, scene.owner.membership_id
    );
    scene.cloud.execute_sql(&listed).await;
    assert_eq!(scene.log().await.len(), 1);
    let change = WriteWebhook { method: "PUT".to_owned(), ..plain(&url) };
    assert_eq!(scene.owner.client.update_webhook(scene.id(), &change).await.unwrap().connections, 1);
}

#[tokio::test]
async fn a_rotated_secret_signs_for_another_day() {
    let scene = Scene::new().await;
    let old = scene.webhook.signing_secret.clone();
    let new = scene.owner.client.rotate_webhook_secret(scene.id()).await.unwrap().signing_secret;
    for (advance, by_old) in
        [(Duration::ZERO, true), (Duration::from_secs(86_399), true), (Duration::from_secs(1), false)]
    {
        scene.cloud.advance(advance);
        scene.event().await;
        scene.cloud.run_due_jobs().await;
        let received = scene.receiver.deliveries().pop().unwrap();
        assert!(is_genuine(&received, &new));
        assert_eq!(is_genuine(&received, &old), by_old, "{advance:?}");
    }
}

#[tokio::test]
async fn old_deliveries_are_removed() {
    let scene = Scene::new().await;
    let count = async |table: &str| {
        let statement = format!("SELECT COUNT(*) FROM {table}");
        testkit::number_of_sql(scene.cloud.app().config.database.url.expose(), &statement).await
    };
    let all = async || (count("webhook_deliveries").await, count("webhook_attempts").await, count("events").await);
    scene.event().await;
    scene.cloud.run_due_jobs().await;
    scene.cloud.advance(Duration::from_hours(30 * 24));
    scene.cloud.run_due_jobs().await;
    assert_eq!(all().await, (1, 1, 2), "thirty days are not over");
    scene.cloud.advance(Duration::from_hours(2));
    scene.cloud.run_due_jobs().await;
    assert_eq!(all().await, (0, 0, 0));
}

#[tokio::test]
async fn a_deleted_portal_says_what_was_being_sent_when_it_was_deleted() {
    let scene = Scene::new().await;
    let started = scene.package().await;
    started.put("", "a.txt", b"hello").await;
    scene.receiver.react(Reaction::Answer(500));
    let done = scene.event().await;
    scene.cloud.run_due_jobs().await;
    scene.receiver.react(Reaction::Answer(200));
    scene.owner.client.delete_portal(&scene.portal).await.unwrap();
    started.finalize().await;
    scene.run_to_the_end().await;
    let log = scene.log().await;
    let mut told: Vec<(&str, &str)> = log.iter().map(|one| (one.package_id.as_str(), one.state.as_str())).collect();
    told.sort_unstable();
    let mut expected = [(started.id.as_str(), "delivered"), (done.as_str(), "delivered")];
    expected.sort_unstable();
    assert_eq!(told, expected);
    let uploads = scene.owner.client.activities(&scene.owner.team_id, "kind=upload").await.unwrap().records;
    assert_eq!(uploads.iter().map(|one| one.state.as_str()).collect::<Vec<_>>(), ["complete", "complete"]);
    assert_eq!(scene.owner.client.webhook(scene.id()).await.unwrap().connections, 0, "the Portal is gone");
}
