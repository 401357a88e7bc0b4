//! Uploaders report their progress, and others follow it.

use std::time::{Duration, Instant};

use cloud::operations::channels::report_zip;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Parcel, Person, Refusal as _, Reply, Subscription, TestCloud, plain_package};
use wire::error::ErrorCode;
use wire::packages::{ChannelAuth, PackageBody, ProgressMessage, PublishProgress};

async fn parcel(cloud: &TestCloud, owner: &Person) -> Parcel {
    let client = cloud.anyone().with_api_key(&owner.api_key.clone().unwrap());
    Parcel::create(&client, &owner.team_id, &plain_package("Dailies")).await
}

fn channel(package: &PackageBody) -> &ChannelAuth {
    &package.progress_channels[0].auth
}

fn sent(bytes: i64, total_bytes: i64, state: &str) -> PublishProgress {
    PublishProgress { bytes, total_bytes, files: 0, total_files: 1, state: state.to_owned() }
}

/// Bytes, all bytes, files, all files, state.
fn figures(message: &ProgressMessage) -> (i64, i64, i64, i64, &str) {
    (message.bytes, message.total_bytes, message.files, message.total_files, &message.state)
}

#[tokio::test]
async fn a_follower_sees_every_step_to_the_end() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = parcel(&cloud, &owner).await;
    let mut follower = Subscription::open(&cloud.anyone(), channel(&parcel.body)).await;
    let first = follower.next().await.unwrap();
    assert_eq!((first.topic.as_str(), &first.package_id, first.at), ("upload", &parcel.id, cloud.now()));
    assert_eq!(figures(&first), (0, 0, 0, 0, "new"));
    parcel.put("", "a.mov", b"12345").await;
    let stored = follower.until(|message| message.files == 1).await;
    assert_eq!(figures(&stored), (5, 5, 1, 1, "new"));
    let mut late = Subscription::open(&cloud.anyone(), channel(&parcel.body)).await;
    assert_eq!(late.next().await, Some(stored), "the newest comes at once");
    parcel.finalize().await;
    for follower in [&mut follower, &mut late] {
        let last = follower.until(|message| message.state == "finalized").await;
        assert_eq!(figures(&last), (5, 5, 1, 1, "finalized"));
        assert_eq!(follower.next().await, None, "nothing follows");
    }
    let mut too_late = Subscription::open(&cloud.anyone(), channel(&parcel.body)).await;
    assert_eq!(too_late.next().await.unwrap().state, "finalized");
    assert_eq!(too_late.next().await, None);
}

#[tokio::test]
async fn published_progress_reaches_the_others() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = parcel(&cloud, &owner).await;
    let listed = owner.client.package(&owner.team_id, &parcel.id).await.unwrap();
    let mut follower = Subscription::open(&cloud.anyone(), channel(&listed)).await;
    follower.next().await.unwrap();
    parcel.add("", "a.mov", 100).await;
    cloud.anyone().publish_progress(channel(&parcel.body), &sent(30, 0, "sending")).await.unwrap();
    let message = follower.until(|message| message.bytes == 30).await;
    assert_eq!(figures(&message), (30, 100, 0, 1, "sending"));
    cloud.anyone().publish_progress(channel(&parcel.body), &sent(900, 0, "")).await.unwrap();
    let message = follower.until(|message| message.bytes != 30).await;
    assert_eq!(figures(&message), (100, 100, 0, 1, "new"), "no part is larger than its whole");
}

#[tokio::test]
async fn only_the_right_token_opens_a_channel() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let (one, other) = (parcel(&cloud, &owner).await, parcel(&cloud, &owner).await);
    let listed = owner.client.package(&owner.team_id, &one.id).await.unwrap();
    let anyone = cloud.anyone();
    assert_eq!(channel(&listed).publish_key, "");
    let refused = anyone.publish_progress(channel(&listed), &sent(1, 2, "")).await;
    assert_eq!(refused.refusal(), ErrorCode::Forbidden);
    let foreign = ChannelAuth { token: channel(&other.body).token.clone(), ..channel(&one.body).clone() };
    assert_eq!(anyone.publish_progress(&foreign, &sent(1, 2, "")).await.refusal(), ErrorCode::Unauthorized);
    let zip = ChannelAuth { channel_name: format!("zip-{}", one.id), ..channel(&one.body).clone() };
    assert_eq!(anyone.publish_progress(&zip, &sent(1, 2, "")).await.refusal(), ErrorCode::Unauthorized);
    let events = format!("/v1/channels/{}/events", channel(&one.body).channel_name);
    let good = &channel(&one.body).token;
    for (query, header) in [
        (String::new(), String::new()),
        (format!("?token={}", foreign.token), String::new()),
        (format!("?token=x&token={good}"), String::new()),
        (String::new(), format!("Bearer {}", foreign.token)),
        (String::new(), format!("Basic {good}")),
        (String::new(), format!("Bearer {}", one.body.access_token)),
    ] {
        let request = anyone.request(Method::GET, &format!("{events}{query}")).header("Authorization", &header);
        assert_eq!(Reply::to(request).await.error().code, ErrorCode::Unauthorized, "{query} {header}");
    }
    one.put("", "a.mov", b"12345").await;
    one.finalize().await;
    let closed = Reply::to(anyone.request(Method::GET, &events).bearer_auth(good)).await;
    assert!(closed.text.starts_with("data: {"), "{}", closed.text);
    let late = anyone.publish_progress(channel(&one.body), &sent(1, 2, "")).await;
    assert_eq!(late.refusal(), ErrorCode::WrongState);
    cloud.advance(Duration::from_hours(24 * 7));
    let old = anyone.publish_progress(channel(&other.body), &sent(1, 2, "")).await;
    assert_eq!(old.refusal(), ErrorCode::Unauthorized, "tokens end");
}

#[tokio::test]
async fn nonsense_is_refused_by_name() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = parcel(&cloud, &owner).await;
    let channel = channel(&parcel.body);
    let path = format!("/v1/channels/{}/messages", channel.channel_name);
    let post =
        |body: Value| Reply::to(cloud.anyone().request(Method::POST, &path).bearer_auth(&channel.token).json(&body));
    for (field, value) in [
        ("bytes", json!(-1)),
        ("total_bytes", json!(-5)),
        ("files", json!(-1)),
        ("total_files", json!(i64::MIN)),
        ("bytes", json!("1")),
        ("bytes", json!(1.5)),
        ("total_bytes", json!(null)),
        ("files", json!(u64::MAX)),
        ("state", json!("x".repeat(65))),
        ("state", json!("a\r\nb")),
        ("state", json!("a\u{0}")),
        ("state", json!(1)),
    ] {
        let mut body = json!({ "bytes": 1, "total_bytes": 2 });
        body[field] = value;
        let error = post(body.clone()).await.error();
        assert_eq!((error.code, error.details[0].field.as_str()), (ErrorCode::InvalidField, field), "{body}");
    }
    assert_eq!(post(json!({ "bytes": 1 })).await.error().details[0].field, "total_bytes");
    assert_eq!(post(json!({ "bytes": i64::MAX, "total_bytes": 2 })).await.status, 202);
}

#[tokio::test]
async fn followers_are_told_at_most_four_times_a_second() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = parcel(&cloud, &owner).await;
    let started = Instant::now();
    let mut follower = Subscription::open(&cloud.anyone(), channel(&parcel.body)).await;
    let (anyone, auth) = (cloud.anyone(), channel(&parcel.body).clone());
    let publishing = tokio::spawn(async move {
        for bytes in 1..=200 {
            anyone.publish_progress(&auth, &sent(bytes, 200, "")).await.unwrap();
        }
    });
    let mut count = 1;
    while follower.next().await.unwrap().bytes < 200 {
        count += 1;
    }
    publishing.await.unwrap();
    // One at the beginning, and one for each quarter of a second since.
    let most = started.elapsed().as_millis() / 250 + 1;
    assert!(count <= most, "{count} messages, {most} would be fine");
}

#[tokio::test]
async fn what_another_process_changes_is_seen() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let (first, second) = (parcel(&cloud, &owner).await, parcel(&cloud, &owner).await);
    let mut follower = Subscription::open(&cloud.anyone(), channel(&first.body)).await;
    follower.next().await.unwrap();
    cloud
        .execute_sql(&format!("UPDATE packages SET bytes_added = 77, files_added = 1 WHERE id = '{}'", first.id))
        .await;
    assert_eq!(figures(&follower.next().await.unwrap()), (0, 77, 0, 1, "new"));
    cloud.execute_sql(&format!("UPDATE packages SET state = 'expired' WHERE id = '{}'", first.id)).await;
    assert_eq!(follower.next().await.unwrap().state, "expired");
    assert_eq!(follower.next().await, None);
    let mut follower = Subscription::open(&cloud.anyone(), channel(&second.body)).await;
    follower.next().await.unwrap();
    let past = cloud.now().as_millis();
    cloud.execute_sql(&format!("UPDATE packages SET expiry = {past} WHERE id = '{}'", second.id)).await;
    assert_eq!(follower.next().await.unwrap().state, "expired", "even before anyone sweeps it");
    assert_eq!(follower.next().await, None);
}

#[tokio::test]
async fn a_zip_in_the_making_is_told_until_the_package_ends() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = parcel(&cloud, &owner).await;
    parcel.put("", "a.mov", b"12345").await;
    let package = parcel.finalize().await;
    assert_eq!((package.progress_channels[0].topic.as_str(), channel(&package).publish_key.as_str()), ("zip", ""));
    let mut follower = Subscription::open(&cloud.anyone(), channel(&package)).await;
    assert_eq!(figures(&follower.next().await.unwrap()), (0, 5, 0, 1, "finalized"));
    report_zip(cloud.app(), &parcel.id, sent(3, 5, "preparing"));
    let message = follower.next().await.unwrap();
    assert_eq!((message.topic.as_str(), figures(&message)), ("zip", (3, 5, 0, 1, "preparing")));
    parcel.client.delete_package(&parcel.id).await.unwrap();
    assert_eq!(follower.next().await.unwrap().state, "expired");
    assert_eq!(follower.next().await, None);
}

#[tokio::test]
async fn the_preparation_of_a_zip_is_told() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = parcel(&cloud, &owner).await;
    for name in ["a.mov", "b.mov", "c.mov"] {
        parcel.put("", name, b"12345").await;
    }
    let package = parcel.finalize().await;
    // As with a store that does not report a CRC-32.
    cloud.execute_sql("UPDATE files SET crc32 = NULL WHERE name <> 'a.mov'").await;
    let mut follower = Subscription::open(&cloud.anyone(), channel(&package)).await;
    assert_eq!(figures(&follower.next().await.unwrap()), (0, 15, 0, 3, "finalized"));
    assert_eq!(parcel.client.zip(&parcel.id, "").await.unwrap().state, "preparing");
    cloud.run_due_jobs().await;
    let next = follower.next().await.unwrap();
    assert!(next.bytes >= 5 && next.files >= 1, "what is known is done: {next:?}");
    let last = if next.state == "ready" { next } else { follower.until(|message| message.state == "ready").await };
    assert_eq!(figures(&last), (15, 15, 3, 3, "ready"));
    assert_eq!(parcel.client.zip(&parcel.id, "").await.unwrap().state, "ready");
}

#[tokio::test]
async fn a_silent_stream_stays_alive_and_does_not_hold_the_end_up() {
    let cloud = TestCloud::setup().with(|config| config.limits.request_seconds = 2).start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = parcel(&cloud, &owner).await;
    let mut follower = Subscription::open(&cloud.anyone(), channel(&parcel.body)).await;
    follower.next().await.unwrap();
    let started = Instant::now();
    assert!(follower.next_raw().await.unwrap().starts_with(':'), "a comment");
    assert!(started.elapsed() > Duration::from_secs(10), "not more often than needed");
    let stopping = Instant::now();
    cloud.shut_down().await;
    assert!(stopping.elapsed() < Duration::from_secs(20), "the drain time is not used up");
    assert_eq!(follower.next().await, None, "the stream ends in order");
}
