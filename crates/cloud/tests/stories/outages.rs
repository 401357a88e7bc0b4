//! The database goes away, and comes back.

use std::time::{Duration, Instant};

use cloud::store::Dialect;
use testkit::{EndlessWriter, Reply, TestCloud};
use wire::error::ErrorCode;
use wire::users::UpdateUser;

/// Makes the database unusable for writers, and usable again.
async fn outage(cloud: &TestCloud, meanwhile: impl AsyncFnOnce()) {
    match cloud.app().store.dialect() {
        Dialect::Sqlite => {
            let writer = EndlessWriter::start(cloud.app().config.database.url.expose()).await;
            meanwhile().await;
            drop(writer);
        }
        Dialect::Postgres => {
            let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                       WHERE datname = current_database() AND pid <> pg_backend_pid()";
            cloud.execute_sql(cut).await;
            meanwhile().await;
        }
    }
}

#[tokio::test]
async fn an_outage_is_a_503_and_heals_by_itself() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let rename = |name: &str| {
        let path = format!("/v1/users/{}", owner.user_id);
        let change = UpdateUser { name: Some(name.to_owned()), ..UpdateUser::default() };
        Reply::to(owner.client.request(reqwest::Method::PUT, &path).json(&change))
    };
    outage(&cloud, async || {
        for number in 0..2 {
            let reply = rename(&format!("during {number}")).await;
            if reply.status != 200 {
                assert_eq!(reply.error().code, ErrorCode::Unavailable);
                assert_eq!(reply.headers["retry-after"], "5");
            }
        }
        assert_eq!(cloud.get("/healthz").await.text, "ok\n", "the process lives all the same");
    })
    .await;

    let since = Instant::now();
    while rename("after").await.status != 200 {
        // Seconds, but on a busy machine they are long.
        assert!(since.elapsed() < Duration::from_secs(30), "the service does not heal");
    }
    assert_eq!(owner.client.who_am_i().await.unwrap().user.name, "after");
}

/// Someone else's transaction that does not end is no reason to wait for ever.
#[tokio::test]
async fn whoever_waits_too_long_for_another_is_told_to_come_back() {
    let cloud = TestCloud::setup().with(|config| config.database.statement_seconds = 3).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let path = format!("/v1/users/{}", owner.user_id);
    let change = UpdateUser { name: Some("Anna".to_owned()), ..UpdateUser::default() };
    let rename = || Reply::to(owner.client.request(reqwest::Method::PUT, &path).json(&change));
    let writer = EndlessWriter::start(cloud.app().config.database.url.expose()).await;
    let reply = rename().await;
    assert_eq!((reply.status.as_u16(), reply.error().code), (503, ErrorCode::Unavailable));
    assert_eq!(reply.headers["retry-after"], "5");
    assert!(owner.client.who_am_i().await.is_ok(), "readers do not wait");
    drop(writer);
    assert_eq!(rename().await.status, 200);
}
