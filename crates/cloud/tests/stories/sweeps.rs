//! Sweeps end what nobody finishes, and rows that fail do not keep them from the others.

use std::time::Duration;

use testkit::{Parcel, Person, TestCloud, file, plain_package};
use wire::packages::CreatePackage;

const DAY: Duration = Duration::from_hours(24);
/// More than a sweep takes at once.
const FAILING: usize = 101;

fn unlimited(name: &str) -> CreatePackage {
    CreatePackage { unlimited_storage: Some(true), ..plain_package(name) }
}

async fn create_failing(owner: &Person, request: impl Fn(&str) -> CreatePackage) {
    for number in 0..FAILING {
        Parcel::create(&owner.client, &owner.team_id, &request(&format!("Failing {number}"))).await;
    }
}

/// Rows that cannot be read, as after a fault of a disk.
async fn break_failing(cloud: &TestCloud) {
    cloud.execute_sql("UPDATE packages SET recipients = 'broken' WHERE name LIKE 'Failing%'").await;
}

/// With the key, which outlives the session.
async fn state(owner: &Person, parcel: &Parcel) -> String {
    let client = owner.client.with_api_key(owner.api_key.as_deref().unwrap());
    client.package(&owner.team_id, &parcel.id).await.unwrap().state
}

async fn held(owner: &Person) -> i64 {
    let client = owner.client.with_api_key(owner.api_key.as_deref().unwrap());
    client.usage(&owner.team_id, "").await.unwrap().held.bytes
}

#[tokio::test]
async fn an_abandoned_package_of_the_team_expires_and_counts_until_then() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &unlimited("Dailies")).await;
    parcel.put("", "a", b"hello").await;
    let idle = Parcel::create(&owner.client, &owner.team_id, &unlimited("Empty")).await;
    idle.client.add_file(&idle.id, &file("", "b", 1_000)).await.unwrap();
    assert_eq!(held(&owner).await, 1_005);
    cloud.advance(29 * DAY);
    cloud.run_due_jobs().await;
    assert_eq!((state(&owner, &parcel).await.as_str(), held(&owner).await), ("new", 1_005));
    cloud.advance(2 * DAY);
    cloud.run_due_jobs().await;
    cloud.run_due_jobs().await;
    for ended in [&parcel, &idle] {
        assert_eq!(state(&owner, ended).await, "expired");
    }
    assert_eq!(held(&owner).await, 0);
}

#[tokio::test]
async fn someone_who_goes_on_within_a_month_keeps_the_package() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &unlimited("Dailies")).await;
    cloud.advance(25 * DAY);
    let key = owner.client.with_api_key(owner.api_key.as_deref().unwrap());
    let body = key.package(&owner.team_id, &parcel.id).await.unwrap();
    let client = owner.client.with_package_token(&body.access_token);
    client.add_file(&parcel.id, &file("", "a", 5)).await.unwrap();
    cloud.advance(25 * DAY);
    cloud.run_due_jobs().await;
    assert_eq!(state(&owner, &parcel).await, "new", "25 days after its last file");
    cloud.advance(6 * DAY);
    cloud.run_due_jobs().await;
    assert_eq!(state(&owner, &parcel).await, "expired");
}

#[tokio::test]
async fn a_hundred_failing_packages_do_not_keep_others_from_ending() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    create_failing(&owner, unlimited).await;
    let last = Parcel::create(&owner.client, &owner.team_id, &unlimited("Last")).await;
    break_failing(&cloud).await;
    cloud.advance(31 * DAY);
    cloud.run_due_jobs().await;
    assert_eq!(state(&owner, &last).await, "expired");
}

#[tokio::test]
async fn a_hundred_failing_packages_do_not_keep_others_from_a_warning() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    create_failing(&owner, plain_package).await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Last")).await;
    cloud.execute_sql("UPDATE packages SET state = 'finalized'").await;
    break_failing(&cloud).await;
    cloud.run_due_jobs().await;
    cloud.mails.take();
    cloud.advance(9 * DAY);
    cloud.run_due_jobs().await;
    let mails = cloud.mails.take();
    let subjects: Vec<String> = mails.iter().map(|mail| mail.header("Subject").concat()).collect();
    assert!(subjects.iter().any(|subject| subject.contains("Last")), "{} {subjects:?}", parcel.id);
}
