//! Packages that are not delivered in time: they wait, and Owner and Admins are told before and when they are lost.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Parcel, Person, Reaction, ReceivedMail, Reply, TestCloud, TestReceiver};
use wire::connections::{CloudConnectionBody, WriteCloudConnection};
use wire::portals::WritePortal;

use super::connection_scene::{bucket_at, choice, neighbourly, portal_to, received, to, transfers, write_portal};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// An Owner whose key outlives the story.
async fn lasting_owner(cloud: &TestCloud) -> Person {
    let owner = cloud.owner("Film", "owner@example.org").await;
    let client = cloud.anyone().with_api_key(owner.api_key.as_deref().unwrap());
    Person { client, ..owner }
}

async fn gateway(owner: &Person, provider: &str) -> CloudConnectionBody {
    let request = WriteCloudConnection {
        name: Some("Vault".to_owned()),
        provider: Some(provider.to_owned()),
        ..WriteCloudConnection::default()
    };
    owner.client.create_connection(&owner.team_id, &request).await.unwrap()
}

async fn asks_for_work(cloud: &TestCloud, gateway: &CloudConnectionBody) -> Option<Value> {
    let credential = gateway.gateway.as_ref().unwrap();
    let path = format!("/v1/gateways/{}/work", credential.id);
    let request = cloud.anyone().request(reqwest::Method::GET, &path).bearer_auth(&credential.token);
    let reply = Reply::to(request).await;
    (reply.status.as_u16() != 204).then(|| serde_json::from_str(&reply.text).unwrap())
}

async fn completes(cloud: &TestCloud, gateway: &CloudConnectionBody, work: &Value) {
    let credential = gateway.gateway.as_ref().unwrap();
    let path = format!("/v1/gateways/{}/work/{}/complete", credential.id, work["id"].as_str().unwrap());
    let request = cloud.anyone().request(reqwest::Method::POST, &path).bearer_auth(&credential.token);
    Reply::to(request).await.expect(204);
}

/// The mails that Owner and Admins got, by these words of their subject.
fn told(cloud: &TestCloud, words: &str) -> Vec<ReceivedMail> {
    cloud.mails.take().into_iter().filter(|mail| mail.header("Subject")[0].contains(words)).collect()
}

/// Sweeps and jobs, for days, as if nothing else happened.
async fn days_pass(cloud: &TestCloud, days: u32) {
    for _ in 0..days {
        cloud.advance(DAY);
        cloud.run_due_jobs().await;
    }
}

async fn state(owner: &Person, parcel: &Parcel) -> String {
    owner.client.package(&owner.team_id, &parcel.id).await.unwrap().state
}

#[tokio::test]
async fn a_package_waits_for_its_delivery() {
    let cloud = TestCloud::start().await;
    let owner = lasting_owner(&cloud).await;
    let vault = gateway(&owner, "vendor_j_sg").await;
    let portal = portal_to(&owner, "Rushes", &[&vault]).await;
    let parcel = received(&cloud, &portal.id, "Day 1", &[("", "a", b"1")]).await;
    let other = portal_to(&owner, "Other", &[]).await;
    let plain = received(&cloud, &other.id, "Day 2", &[("", "a", b"1")]).await;
    days_pass(&cloud, 12).await;
    assert_eq!(state(&owner, &plain).await, "expired", "nothing is being delivered");
    assert_eq!(state(&owner, &parcel).await, "finalized");
    let work = asks_for_work(&cloud, &vault).await.expect("the content is still there");
    completes(&cloud, &vault, &work).await;
    assert_eq!(transfers(&owner, &parcel.id).await[0].state, "complete");
    assert!(told(&cloud, "were deleted").is_empty());
    days_pass(&cloud, 2).await;
    assert_eq!(state(&owner, &parcel).await, "expired", "it has waited long enough");
    assert!(told(&cloud, "deleted before").is_empty(), "nothing was lost");
}

#[tokio::test]
async fn a_new_expiry_ends_the_wait() {
    let cloud = TestCloud::start().await;
    let owner = lasting_owner(&cloud).await;
    let vault = gateway(&owner, "vendor_j_sg").await;
    let portal = portal_to(&owner, "Rushes", &[&vault]).await;
    let parcel = received(&cloud, &portal.id, "Day 1", &[("", "a", b"1")]).await;
    days_pass(&cloud, 12).await;
    let seen = owner.client.package(&owner.team_id, &parcel.id).await.unwrap();
    let held = Parcel { client: owner.client.with_package_token(&seen.access_token), id: seen.id.clone(), body: seen };
    let later = cloud.now().plus_days(20);
    held.reply("PUT /expiry", &json!({ "expiry": later })).await.expect(200);
    days_pass(&cloud, 33).await;
    assert_eq!(state(&owner, &parcel).await, "finalized", "two weeks after the new expiry are not over");
    days_pass(&cloud, 2).await;
    assert_eq!(state(&owner, &parcel).await, "expired");
}

#[tokio::test]
async fn what_is_about_to_be_lost_is_told_before_and_when_it_is() {
    let cloud = TestCloud::setup().with(|config| config.packages.grace_hours = 24).start().await;
    let owner = lasting_owner(&cloud).await;
    for (role, email) in [("admin", "admin@example.org"), ("member", "member@example.org")] {
        cloud.member(&owner, role, email).await;
    }
    let vault = gateway(&owner, "vendor_j_sg").await;
    let portal = portal_to(&owner, "Rushes", &[&vault]).await;
    let parcel = received(&cloud, &portal.id, "Day 1", &[("", "a", b"1")]).await;
    received(&cloud, &portal.id, "Day 2", &[("", "a", b"1")]).await;
    days_pass(&cloud, 6).await;
    assert!(told(&cloud, "will be deleted").is_empty(), "there is time");
    days_pass(&cloud, 3).await;
    let warned = told(&cloud, "will be deleted");
    let mut recipients: Vec<&str> = warned.iter().map(|mail| mail.recipients[0].as_str()).collect();
    recipients.sort_unstable();
    assert_eq!(recipients, ["admin@example.org", "owner@example.org"], "one mail for both packages");
    assert_eq!(warned[0].header("Subject"), ["2 packages have not reached Vault and will be deleted"]);
    let text = warned[0].part("text/plain");
    assert!(text.contains("Day 1") && text.contains("Day 2") && text.contains("25 January 2026"), "{text}");
    days_pass(&cloud, 11).await;
    assert!(told(&cloud, "will be deleted").is_empty(), "not again while it waits");
    days_pass(&cloud, 2).await;
    assert_eq!(told(&cloud, "will be deleted").len(), 2, "once more before the wait ends");
    assert_eq!(state(&owner, &parcel).await, "finalized");
    days_pass(&cloud, 3).await;
    assert_eq!(state(&owner, &parcel).await, "expired");
    let lost = told(&cloud, "deleted before");
    assert_eq!(lost.len(), 2);
    assert_eq!(lost[0].header("Subject"), ["2 packages were deleted before they reached Vault"]);
    assert!(lost[0].part("text/plain").contains("24 hours"));
    days_pass(&cloud, 3).await;
    assert!(told(&cloud, "deleted").is_empty(), "once");
}

#[tokio::test]
async fn a_package_whose_delivery_failed_is_told_too_and_a_hidden_one_is_not_named() {
    let (cloud, provider) = (neighbourly().start().await, TestReceiver::start().await);
    let owner = lasting_owner(&cloud).await;
    provider.react_by(testkit::obliging);
    let request = to("vendor_e_s3", bucket_at(&format!("http://127.0.0.1:{}", provider.port())));
    let connection = owner.client.create_connection(&owner.team_id, &request).await.unwrap();
    let request = WritePortal {
        cloud_connections: Some(vec![choice(&connection)]),
        access_level: Some("private".to_owned()),
        has_access_code: Some(true),
        access_code: Some("sesame".to_owned()),
        ..write_portal("Rushes")
    };
    let portal = owner.client.create_portal(&owner.team_id, &request).await.unwrap();
    provider.react(Reaction::Answer(403));
    let parcel = Parcel::through(&cloud.anyone().with_access_code("sesame"), &portal.id, "Day 1").await;
    parcel.put("", "a", b"1").await;
    parcel.finalize().await;
    for _ in 0..8 * 12 {
        cloud.advance(2 * HOUR);
        cloud.run_due_jobs().await;
    }
    assert_eq!(transfers(&owner, &parcel.id).await[0].state, "error");
    let warned = told(&cloud, "will be deleted");
    assert_eq!(warned.len(), 1);
    assert!(!warned[0].part("text/plain").contains("Day 1"), "not everybody may see it");
    days_pass(&cloud, 3).await;
    assert_eq!(state(&owner, &parcel).await, "expired", "nothing is sent any more, so it does not wait");
    assert_eq!(told(&cloud, "deleted before").len(), 1);
}

#[tokio::test]
async fn what_someone_deletes_is_not_reported_as_lost() {
    let cloud = TestCloud::start().await;
    let owner = lasting_owner(&cloud).await;
    let vault = gateway(&owner, "vendor_j_sg").await;
    let portal = portal_to(&owner, "Rushes", &[&vault]).await;
    let parcel = received(&cloud, &portal.id, "Day 1", &[("", "a", b"1")]).await;
    let seen = owner.client.package(&owner.team_id, &parcel.id).await.unwrap();
    owner.client.with_package_token(&seen.access_token).delete_package(&parcel.id).await.unwrap();
    let kept = received(&cloud, &portal.id, "Day 2", &[("", "a", b"1")]).await;
    owner.client.delete_connection(&vault.id).await.unwrap();
    days_pass(&cloud, 12).await;
    assert_eq!(state(&owner, &kept).await, "expired", "its connection is gone");
    assert!(told(&cloud, "deleted").is_empty());
}

#[tokio::test]
async fn a_silent_gateway_is_told_once_until_it_is_back() {
    let cloud = TestCloud::start().await;
    let owner = lasting_owner(&cloud).await;
    let (vault, desk, unused) = (
        gateway(&owner, "vendor_j_sg").await,
        gateway(&owner, "desktop_sg").await,
        gateway(&owner, "vendor_j_sg").await,
    );
    for one in [&vault, &desk] {
        assert_eq!(asks_for_work(&cloud, one).await, None);
    }
    let hours_pass = async |hours: u32| {
        for _ in 0..hours {
            cloud.advance(HOUR);
            cloud.run_due_jobs().await;
        }
        told(&cloud, "is offline").len()
    };
    assert_eq!(hours_pass(3).await, 0);
    assert_eq!(hours_pass(2).await, 1, "not of the computer that may be off, nor of the gateway that is not used yet");
    assert_eq!(hours_pass(30).await, 0, "once");
    assert_eq!(asks_for_work(&cloud, &vault).await, None);
    assert_eq!(hours_pass(3).await, 0, "it is back");
    assert_eq!(hours_pass(2).await, 1, "and gone again");
    let portal = portal_to(&owner, "Rushes", &[&desk, &unused]).await;
    received(&cloud, &portal.id, "Day 1", &[("", "a", b"1")]).await;
    assert_eq!(hours_pass(1).await, 2, "something waits for the others");
}
