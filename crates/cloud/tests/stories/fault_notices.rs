//! Owner and Admins are notified of permanent failures, once a day.

use std::time::Duration;

use testkit::{Reaction, ReceivedMail, TestCloud, TestReceiver};

use super::connection_scene::{bucket_at, neighbourly, portal_to, received, to, transfers};
use super::webhook_scene::Scene;

/// The recipients of a mail with these words in its subject, in the order of their names.
fn told(cloud: &TestCloud, words: &str) -> Vec<(String, ReceivedMail)> {
    let about = |mail: &ReceivedMail| mail.header("Subject")[0].contains(words);
    let mails = cloud.mails.take().into_iter().filter(about);
    let mut told: Vec<(String, ReceivedMail)> = mails.map(|mail| (mail.recipients[0].clone(), mail)).collect();
    told.sort_by(|one, other| one.0.cmp(&other.0));
    told
}

fn names(told: &[(String, ReceivedMail)]) -> Vec<&str> {
    told.iter().map(|(name, _)| name.as_str()).collect()
}

#[tokio::test]
async fn a_webhook_that_fails_for_good_is_told_once_a_day() {
    let scene = Scene::new().await;
    for (role, email) in [("admin", "admin@example.org"), ("member", "member@example.org")] {
        scene.cloud.member(&scene.owner, role, email).await;
    }
    scene.receiver.react(Reaction::Answer(502));
    scene.event().await;
    scene.event().await;
    for _ in 0..4 {
        scene.cloud.run_due_jobs().await;
        scene.cloud.advance(Duration::from_hours(3));
    }
    assert_eq!(told(&scene.cloud, "webhook").len(), 0, "not while attempts are left");
    scene.run_to_the_end().await;
    assert_eq!(scene.newest().await.0, "exhausted");
    let first = told(&scene.cloud, "webhook");
    assert_eq!(names(&first), ["admin@example.org", "owner@example.org"], "two events, and one mail for each");
    let text = first[0].1.part("text/plain");
    assert!(text.contains("answered 502") && text.contains("5 attempts"), "{text}");
    assert!(!text.contains("Day 1") && !text.contains("127.0.0.1"), "no package and no address: {text}");

    scene.cloud.advance(Duration::from_hours(13));
    scene.event().await;
    scene.run_to_the_end().await;
    assert_eq!(told(&scene.cloud, "webhook").len(), 2, "another day");
}

#[tokio::test]
async fn a_connection_that_fails_for_good_is_told_once_a_day() {
    let (cloud, provider) = (neighbourly().start().await, TestReceiver::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    provider.react_by(testkit::obliging);
    let request = to("vendor_e_s3", bucket_at(&format!("http://127.0.0.1:{}", provider.port())));
    let connection = owner.client.create_connection(&owner.team_id, &request).await.unwrap();
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    provider.react(Reaction::Answer(403));
    let parcel = received(&cloud, &portal.id, "Day 1", &[("", "a", b"1")]).await;
    received(&cloud, &portal.id, "Day 2", &[("", "a", b"1")]).await;
    cloud.run_due_jobs().await;
    assert_eq!(transfers(&owner, &parcel.id).await[0].state, "pending");
    assert_eq!(told(&cloud, "connection").len(), 0, "not while attempts are left");
    for _ in 0..30 {
        cloud.advance(Duration::from_hours(2));
        cloud.run_due_jobs().await;
    }
    assert_eq!(transfers(&owner, &parcel.id).await[0].state, "error");
    let first = told(&cloud, "connection");
    assert_eq!(names(&first), ["owner@example.org"], "two packages, and one mail");
    assert_eq!(first[0].1.header("Subject"), ["The connection Archive of Film is failing"]);
    let text = first[0].1.part("text/plain");
    assert!(text.contains("403") && !text.contains("Day 1"), "{text}");
}
