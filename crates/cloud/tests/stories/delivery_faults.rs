//! Receivers that fail, hang, flood and lie, and webhooks that are deleted while a delivery is pending.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use cloud::jobs::run_until;
use futures_util::future::join_all;
use testkit::{Reaction, Received, Refusal as _, TestReceiver};
use tokio_util::sync::CancellationToken;
use wire::error::ErrorCode;
use wire::webhooks::WriteWebhook;

use super::webhook_scene::{Scene, neighbourly, plain};

#[tokio::test]
async fn a_receiver_that_fails_is_tried_again_with_growing_pauses() {
    for failures in 0..=4 {
        let scene = Scene::new().await;
        scene.receiver.react(Reaction::Answer(500));
        scene.event().await;
        for (number, seconds) in (1..).zip([5, 300, 1_800, 7_200]).take(failures) {
            scene.cloud.run_due_jobs().await;
            assert_eq!((scene.receiver.deliveries().len(), scene.newest().await.0.as_str()), (number, "pending"));
            scene.cloud.advance(Duration::from_millis(seconds * 1_000 - 1));
            scene.cloud.run_due_jobs().await;
            assert_eq!(scene.receiver.deliveries().len(), number, "not before its time");
            scene.cloud.advance(Duration::from_secs(seconds / 5 + 1));
        }
        scene.receiver.react(Reaction::Answer(200));
        scene.run_to_the_end().await;
        let mut answers = vec![Some(500); failures];
        answers.push(Some(200));
        assert_eq!(scene.newest().await, ("delivered".to_owned(), answers));
        let received = scene.receiver.deliveries();
        assert_eq!(received.len(), failures + 1);
        assert!(received.iter().all(|delivery| delivery.body == received[0].body), "a retry repeats the same event");
    }
}

#[tokio::test]
async fn five_attempts_and_never_a_sixth() {
    for (reaction, status) in [
        (Reaction::Answer(500), Some(500)),
        (Reaction::Answer(404), Some(404)),
        (Reaction::Answer(302), Some(302)),
        (Reaction::HangUp, None),
        (Reaction::Raw(b"SSH-2.0-OpenSSH_9\r\n".to_vec()), None),
    ] {
        let scene = Scene::new().await;
        scene.receiver.react(reaction.clone());
        scene.event().await;
        scene.run_to_the_end().await;
        assert_eq!(scene.newest().await, ("exhausted".to_owned(), vec![status; 5]), "{reaction:?}");
        assert_eq!(scene.receiver.deliveries().len(), 5, "{reaction:?}");
        let log = scene.log().await.remove(0);
        assert_eq!(log.next_attempt_at.0, None);
        let error = &log.attempts[4].error;
        assert!(!error.is_empty() && !error.contains("127.0.0.1") && !error.contains("hook"), "{error}");
        assert_eq!(scene.cloud.waiting_jobs().await, 0);
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (scene, elsewhere) = (Scene::new().await, TestReceiver::start().await);
    let location = format!("HTTP/1.1 307 Elsewhere\r\nlocation: {}\r\ncontent-length: 0\r\n\r\n", elsewhere.url());
    scene.receiver.react(Reaction::Raw(location.into_bytes()));
    scene.event().await;
    scene.run_to_the_end().await;
    assert_eq!((scene.receiver.deliveries().len(), elsewhere.connections()), (5, 0));
}

/// The outcome of one attempt against a receiver.
async fn one_attempt(reaction: Reaction) -> (Option<i64>, String, Scene) {
    let scene = Scene::new().await;
    scene.receiver.react(reaction);
    scene.event().await;
    scene.cloud.run_due_jobs().await;
    let attempt = scene.log().await.remove(0).attempts.remove(0);
    (attempt.status, attempt.error, scene)
}

#[tokio::test]
async fn slow_receivers_get_fifteen_seconds() {
    let trickle = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n".to_vec();
    let (in_time, late, silent, half) = tokio::join!(
        one_attempt(Reaction::AnswerAfter(Duration::from_secs(12), 200)),
        one_attempt(Reaction::AnswerAfter(Duration::from_secs(16), 200)),
        one_attempt(Reaction::Silence),
        one_attempt(Reaction::Raw(trickle)),
    );
    assert_eq!((in_time.0, in_time.1.as_str()), (Some(200), ""));
    for (status, error, _) in [late, silent] {
        assert_eq!((status, error.as_str()), (None, "did not answer within 15 seconds"));
    }
    assert_eq!(half.0, None, "an incomplete answer does not count: {}", half.1);
}

#[tokio::test]
async fn of_a_flood_only_a_little_is_read() {
    let (status, _, scene) = one_attempt(Reaction::Flood).await;
    assert_eq!(status, Some(200), "a long body does not change a success");
    // The buffers of both kernels come on top of what we read.
    assert!(scene.receiver.flooded() < 16 << 20, "{}", scene.receiver.flooded());
    let bomb = b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\n\x1f\x8b\x08\x00".to_vec();
    assert_eq!(one_attempt(Reaction::Raw(bomb)).await.0, Some(200), "nothing is unpacked");
}

#[tokio::test]
async fn an_event_that_is_too_heavy_is_not_sent() {
    let extras = BTreeMap::from([("a".to_owned(), "x".repeat((128 << 10) - 200))]);
    let scene = Scene::with(neighbourly(), WriteWebhook { body_extras: Some(Some(extras)), ..plain("") }).await;
    scene.event().await;
    scene.run_to_the_end().await;
    assert_eq!(scene.newest().await, ("exhausted".to_owned(), vec![None]), "not retried");
    let error = scene.log().await.remove(0).attempts.remove(0).error;
    assert!(error.starts_with("not sent:") && error.contains("131072"), "{error}");
    assert_eq!(scene.receiver.deliveries().len(), 0);
}

#[tokio::test]
async fn nothing_is_sent_to_what_went_away() {
    let off = "UPDATE custom_webhooks SET active = 0";
    for (change, reason) in [
        (off, "turned off"),
        ("UPDATE teams SET webhooks_enabled = 0", "not enabled"),
        ("DELETE FROM portal_webhooks", "no longer attached"),
    ] {
        let scene = Scene::new().await;
        scene.receiver.react(Reaction::Answer(500));
        scene.event().await;
        scene.cloud.run_due_jobs().await;
        scene.cloud.execute_sql(change).await;
        scene.run_to_the_end().await;
        assert_eq!(scene.receiver.deliveries().len(), 1, "{change}");
        scene.cloud.execute_sql("UPDATE teams SET webhooks_enabled = 1").await;
        assert_eq!(scene.newest().await, ("exhausted".to_owned(), vec![Some(500), None]), "{change}");
        let error = scene.log().await.remove(0).attempts.remove(1).error;
        assert!(error.contains(reason), "{change}: {error}");
    }
}

#[tokio::test]
async fn a_deleted_webhook_is_gone_at_once_and_its_log_soon() {
    let scene = Scene::new().await;
    let client = &scene.owner.client;
    let count = async |table: &str| {
        let statement = format!("SELECT COUNT(*) FROM {table}");
        testkit::number_of_sql(scene.cloud.app().config.database.url.expose(), &statement).await
    };
    scene.event().await;
    scene.cloud.run_due_jobs().await;
    let delivered = scene.log().await.remove(0).id;
    scene.event().await;
    client.delete_webhook(scene.id()).await.unwrap();
    assert_eq!(client.webhook(scene.id()).await.refusal(), ErrorCode::NotFound);
    assert_eq!(client.delete_webhook(scene.id()).await.refusal(), ErrorCode::NotFound);
    assert_eq!(client.redeliver(scene.id(), &delivered).await.refusal(), ErrorCode::NotFound);
    assert!(client.webhooks(&scene.owner.team_id).await.unwrap().is_empty());
    assert!(client.portal(&scene.portal).await.unwrap().custom_webhooks.unwrap().is_empty());
    assert_eq!(count("webhook_deliveries").await, 2, "one call does not remove a month's log");
    scene.event().await;
    scene.run_to_the_end().await;
    assert_eq!((scene.receiver.deliveries().len(), scene.cloud.waiting_jobs().await), (1, 0));
    let left = (count("custom_webhooks").await, count("webhook_deliveries").await, count("webhook_attempts").await);
    assert_eq!(left, (0, 0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dead_receivers_keep_nobody_waiting() {
    const DEAD: usize = 50;
    let scene = Scene::new().await;
    let (client, team) = (&scene.owner.client, &scene.owner.team_id);
    let dead = join_all((0..DEAD).map(|_| TestReceiver::start())).await;
    let mut attached = vec![scene.id().clone()];
    for receiver in &dead {
        receiver.react(Reaction::Silence);
        attached.push(client.create_webhook(team, &plain(&receiver.url())).await.unwrap().webhook.id);
    }
    scene.attach(&attached.iter().collect::<Vec<_>>()).await;
    let stop = CancellationToken::new();
    let working = tokio::spawn(run_until(scene.cloud.app().clone(), stop.clone()));
    for number in 1..=6 {
        scene.event().await;
        let since = Instant::now();
        while scene.receiver.deliveries().len() < number {
            // A call to a dead receiver takes 15 seconds.
            assert!(since.elapsed() < Duration::from_secs(12), "event {number} waits for the dead");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    let at_once = dead.iter().map(TestReceiver::most_at_once).max();
    assert!(at_once <= Some(2 + 1), "two at once, and perhaps one whose end was not seen yet: {at_once:?}");
    let told: Vec<String> = scene.receiver.deliveries().iter().map(Received::event_id).collect();
    assert_eq!(told.len(), 6);
    working.abort();
}
