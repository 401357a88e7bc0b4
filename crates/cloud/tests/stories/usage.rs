//! Storage and traffic of a Team, day by day.

use std::time::Duration;

use testkit::{Parcel, Refusal as _, Reply, TargetBucket, TestCloud, plain_package};
use wire::error::ErrorCode;
use wire::usage::UsageDay;

use super::connection_scene::{connected, neighbourly, portal_to, received};

const DAY: Duration = Duration::from_hours(24);

fn day(day: &str, [stored, uploaded, downloaded, forwarded, packages]: [i64; 5]) -> UsageDay {
    UsageDay {
        day: day.to_owned(),
        stored_bytes: stored,
        uploaded_bytes: uploaded,
        downloaded_bytes: downloaded,
        forwarded_bytes: forwarded,
        packages,
    }
}

#[tokio::test]
async fn days_tell_what_came_went_and_moved() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let first = parcel.put("", "a.txt", b"hello").await;
    parcel.put("", "b.txt", b"good bye").await;
    let unfinished = Parcel::create(&owner.client, &owner.team_id, &plain_package("Draft")).await;
    unfinished.put("", "c.txt", b"never sent").await;
    parcel.finalize().await;
    parcel.finalize().await;

    cloud.advance(DAY);
    let (_, visitor) = parcel.open(&parcel.link().await).await.unwrap();
    visitor.download_address(&parcel.id, &first.id).await.unwrap();
    visitor.download_address(&parcel.id, &first.id).await.unwrap();
    visitor.zip(&parcel.id, "").await.unwrap();
    received(&cloud, &portal.id, "Day one", &[("", "d.mov", b"clip")]).await;
    cloud.run_due_jobs().await;

    cloud.advance(DAY);
    unfinished.client.delete_package(&unfinished.id).await.unwrap();
    parcel.client.delete_package(&parcel.id).await.unwrap();
    cloud.run_due_jobs().await;

    let usage = owner.client.usage(&owner.team_id, "from=2025-12-31&to=2026-01-04").await.unwrap();
    assert_eq!((usage.storage_bytes, usage.packages), (4, 1));
    let expected = [
        day("2025-12-31", [0, 0, 0, 0, 0]),
        day("2026-01-01", [13, 13, 0, 0, 1]),
        day("2026-01-02", [17, 4, 13, 4, 1]),
        day("2026-01-03", [4, 0, 0, 0, 0]),
        day("2026-01-04", [4, 0, 0, 0, 0]),
    ];
    assert_eq!(usage.days, expected);
    let later = owner.client.usage(&owner.team_id, "from=2026-01-02&to=2026-01-02").await.unwrap();
    assert_eq!(later.days, [day("2026-01-02", [17, 4, 13, 4, 1])], "what was before counts");

    let usual = owner.client.usage(&owner.team_id, "").await.unwrap().days;
    assert_eq!((usual.len(), usual[29].day.as_str()), (30, "2026-01-03"));
    let stranger = cloud.owner("Other", "other@example.org").await;
    let nothing = stranger.client.usage(&stranger.team_id, "").await.unwrap();
    assert_eq!((nothing.storage_bytes, nothing.packages), (0, 0));
    assert_eq!(stranger.client.usage(&owner.team_id, "").await.refusal(), ErrorCode::NotFound);
}

#[tokio::test]
async fn what_runs_out_is_no_longer_stored() {
    let cloud = TestCloud::start().await;
    let mut owner = cloud.owner("Film", "owner@example.org").await;
    owner.client = cloud.anyone().with_api_key(&owner.api_key.clone().unwrap());
    Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    assert_eq!(owner.client.usage(&owner.team_id, "").await.unwrap().storage_bytes, 5);
    cloud.advance(DAY * 11);
    cloud.run_due_jobs().await;
    let usage = owner.client.usage(&owner.team_id, "").await.unwrap();
    assert_eq!((usage.storage_bytes, usage.packages, usage.days[29].stored_bytes), (0, 0, 0));
    assert_eq!(usage.days[28].stored_bytes, 5);
}

#[tokio::test]
async fn a_period_must_be_one() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    for (query, field) in [
        ("from=2026-01-02&to=2026-01-01", "to"),
        ("from=2025-01-01&to=2026-01-02", "from"),
        ("from=soon", "from"),
        ("to=9", "to"),
    ] {
        let line = format!("GET /v1.1/teams/{}/usage?{query}", owner.team_id);
        let reply = Reply::of(&owner.client, &line, &serde_json::Value::Null).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{query}");
    }
    let year = owner.client.usage(&owner.team_id, "from=2025-01-01&to=2026-01-01").await.unwrap();
    assert_eq!(year.days.len(), 366);
}
