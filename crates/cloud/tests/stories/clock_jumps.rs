//! A clock that is set wrong ends nothing and deletes nothing, and nothing stands still afterwards.

use std::time::Duration;

use domain::package::PackageState;
use store::pulse;
use testkit::{Parcel, Person, TestCloud, fetch, plain_package};

const HOUR: Duration = Duration::from_hours(1);
const MINUTE_MILLIS: i64 = 60_000;
const DAY_MILLIS: i64 = 24 * 60 * MINUTE_MILLIS;

/// An Owner whose credential does not expire.
async fn owner(cloud: &TestCloud) -> Person {
    let mut owner = cloud.owner("Film", "owner@example.org").await;
    owner.client = cloud.anyone().with_api_key(&owner.api_key.clone().unwrap());
    owner
}

async fn state(owner: &Person, parcel: &Parcel) -> String {
    owner.client.package(&owner.team_id, &parcel.id).await.unwrap().state
}

#[tokio::test]
async fn a_clock_that_is_wrong_for_a_moment_ends_nothing() {
    let cloud = TestCloud::start().await;
    let owner = owner(&cloud).await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    cloud.run_due_jobs().await;

    cloud.set_clock_by(400 * DAY_MILLIS);
    cloud.run_due_jobs().await;
    let ready = cloud.get("/readyz").await;
    assert_eq!(ready.text, "ready\ndegraded: the clock has jumped, nothing expires until it is accepted\n");
    let file = parcel.client.files(&parcel.id, "").await.unwrap().remove(0);
    let address = parcel.client.download_address(&parcel.id, &file.id).await.unwrap();
    assert_eq!(fetch(&address.url).await, b"hello", "also for those who ask while the clock is wrong");
    cloud.set_clock_by(-400 * DAY_MILLIS);
    cloud.run_due_jobs().await;
    assert_eq!(cloud.get("/readyz").await.text, "ready\n");
    assert_eq!(state(&owner, &parcel).await, PackageState::Finalized.as_str());
    let file = parcel.client.files(&parcel.id, "").await.unwrap().remove(0);
    assert_eq!(fetch(&parcel.client.download_address(&parcel.id, &file.id).await.unwrap().url).await, b"hello");

    cloud.advance(HOUR * 24 * 11);
    cloud.run_due_jobs().await;
    assert_eq!(state(&owner, &parcel).await, "expired", "sweeps go on");
}

#[tokio::test]
async fn after_a_jump_packages_expire_once_the_clock_is_accepted() {
    let cloud = TestCloud::start().await;
    let owner = owner(&cloud).await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    cloud.run_due_jobs().await;
    cloud.set_clock_by(30 * DAY_MILLIS);
    cloud.run_due_jobs().await;
    assert_eq!(state(&owner, &parcel).await, "finalized");
    let mut tx = cloud.app().store.begin().await.unwrap();
    pulse::accept(&mut tx, cloud.now()).await.unwrap();
    tx.commit().await.unwrap();
    cloud.run_due_jobs().await;
    assert_eq!(state(&owner, &parcel).await, "expired");
}

#[tokio::test]
async fn a_clock_that_agrees_for_an_hour_is_believed() {
    let cloud = TestCloud::start().await;
    let owner = owner(&cloud).await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    cloud.run_due_jobs().await;
    cloud.set_clock_by(30 * DAY_MILLIS);
    for _ in 0..4 {
        cloud.run_due_jobs().await;
        assert_eq!(state(&owner, &parcel).await, "finalized");
        cloud.advance(HOUR / 4);
    }
    cloud.run_due_jobs().await;
    assert_eq!(state(&owner, &parcel).await, "expired");
}

#[tokio::test]
async fn a_clock_that_goes_back_stalls_nothing() {
    for jump in [2 * MINUTE_MILLIS, DAY_MILLIS, 400 * DAY_MILLIS] {
        let cloud = TestCloud::start().await;
        let owner = owner(&cloud).await;
        cloud.run_due_jobs().await;
        cloud.set_clock_by(jump);
        cloud.run_due_jobs().await;
        // A mail is queued, and a window of attempts begun, by a clock that is ahead.
        let reset = serde_json::json!({ "email": owner.email });
        assert_eq!(cloud.post("/v1/auth/forgot", &reset).await.status, 204);
        cloud.set_clock_by(-jump);
        cloud.run_due_jobs().await;
        cloud.mails.take_to(&owner.email);
        let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
        cloud.advance(HOUR * 24 * 11);
        cloud.run_due_jobs().await;
        assert_eq!(state(&owner, &parcel).await, "expired", "after a jump of {jump} ms, sweeps go on");
    }
}
