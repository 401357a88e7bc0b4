//! Lines on which a part takes longer than the agent tries in vain.

use std::time::{Duration, Instant};

use serde_json::json;
use testkit::{Answer, Fault, FaultProxy, Operation, TestCloud};

use super::bench::{Bench, MIB, hasty};

/// How long nothing may move.
const GIVE_UP: Duration = Duration::from_millis(1_500);
/// At this rate, a part takes longer than that.
const RATE: u64 = 2 * MIB as u64;
const PART: usize = 5 * MIB;

/// A part of a slow transfer fails at its end: that bytes moved until then does not count as time without progress.
#[tokio::test(flavor = "multi_thread")]
async fn a_part_that_was_slow_and_failed_is_sent_again() {
    let (setup, store) = TestCloud::setup().with_faulty_store().await;
    let bench = Bench::with(setup.start().await, |options| {
        options.max_upload_rate = Some(RATE);
        options.max_download_rate = Some(RATE);
        options.retry_policy.give_up = GIVE_UP;
    })
    .await;
    let clip = bench.file("clip", 2 * PART);
    store.proxy.inject(Operation::Part, Fault::internal_error());
    let id = bench.upload(&[&clip], json!({ "chunk_size": PART })).await;
    let upload = bench.until("uploads", &id, &["complete", "error"]).await;
    assert_eq!(upload["state"], "complete", "{upload}");
    let url = bench.link(&id).await;
    store.proxy.inject(Operation::Get, Fault::Truncated);
    bench.received(&url, "received").await;
    assert_eq!(store.proxy.clear(), 0, "both faults happened");
}

/// The server, storage and a proxy in between can all say when to come again.
#[tokio::test(flavor = "multi_thread")]
async fn every_answer_can_say_when_to_come_again() {
    let cloud = TestCloud::start().await;
    let url = cloud.anyone().base_url().to_owned();
    let between = FaultProxy::start(url.trim_start_matches("http://").parse().unwrap()).await;
    let bench = Bench::with(cloud, |options| {
        options.cloud_url = between.url().parse().unwrap();
        options.retry_policy = hasty();
    })
    .await;
    let clip = bench.file("clip", 10);
    for wait in ["1", "Thu, 19 Nov 2026 22:00:01 GMT"] {
        let busy = Answer::new(503, "<html>Come again</html>").header("Retry-After", wait);
        let busy = busy.header("Date", "Thu, 19 Nov 2026 22:00:00 GMT");
        between.inject(Operation::FinalizePackage, Fault::Instead(busy));
        let since = Instant::now();
        bench.sent(&[&clip]).await;
        assert!(since.elapsed() >= Duration::from_millis(900), "{wait}: after {:?}", since.elapsed());
    }
}
