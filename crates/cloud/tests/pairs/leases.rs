//! Leases of jobs, between processes whose clocks differ.

use store::jobs::{self, LeaseTime, NewJob, Which};
use testkit::TestCloud;
use wire::ids::JobId;

#[tokio::test]
async fn a_clock_that_is_ahead_takes_no_job_from_others() {
    let cloud = TestCloud::start().await;
    let (app, now) = (cloud.app(), cloud.now());
    let id: JobId = app.ids.next();
    let (run_at, created_at, payload) = (now, now, "{}".to_owned());
    let mut tx = app.store.begin().await.unwrap();
    let new = NewJob { id: id.clone(), name: "work", payload, subject: "", run_at, max_attempts: 25, created_at };
    jobs::insert(&mut tx, new).await.unwrap();
    tx.commit().await.unwrap();

    let lease = LeaseTime { now, seconds: 60, by_database: true };
    let ahead = LeaseTime { now: now.plus_seconds(90), ..lease };
    let claim = async |name: &str, time| jobs::claim(&app.store, name, time, Which::All).await.unwrap();
    assert!(claim("first", lease).await.is_some());
    assert!(claim("second", ahead).await.is_none(), "the database knows that the lease has just begun");
    let mut tx = app.store.begin().await.unwrap();
    assert!(jobs::extend(&mut tx, &id, "first", lease).await.unwrap());
    tx.commit().await.unwrap();
    cloud.execute_sql("UPDATE jobs SET lease_end = lease_end - 61000").await;
    assert!(claim("second", ahead).await.is_some(), "a minute later by the clock of the database");
}
