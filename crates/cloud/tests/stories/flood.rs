//! One package gets thousands of files in many requests at once, and others are served as always.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{Parcel, Reply, TestCloud, plain_package};

/// How many requests add files to the package at once, and how many files each of them adds.
const REQUESTS: usize = 80;
const FILES: usize = 50;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_one_package_delays_nobody_else() {
    let files = testkit::rounds(FILES, 200);
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let other = cloud.owner("Other", "other@example.org").await;
    let flooded = Parcel::create(&owner.client, &owner.team_id, &plain_package("Flooded")).await;
    let theirs = Parcel::create(&other.client, &other.team_id, &plain_package("Theirs")).await;
    let (read, write) = (
        format!("GET /v1.1/teams/{}/packages/{}", other.team_id, theirs.id),
        format!("POST /v1/teams/{}/packages", other.team_id),
    );
    let add = async |number: usize| {
        let name = |file: usize| json!({ "name": format!("{number}-{file}"), "size": 1 });
        let batch: Vec<Value> = (0..files).map(name).collect();
        flooded.reply("POST /files/batch", &json!(batch)).await.status
    };
    let flood = join_all((0..REQUESTS).map(add));
    tokio::pin!(flood);
    let (mut times, mut refused) = (Vec::new(), 0);
    let added = loop {
        let package = json!({ "name": "New", "description": "", "recipients": [] });
        let serve = async {
            let since = Instant::now();
            let found = Reply::of(&other.client, &read, &Value::Null).await.status;
            let took = since.elapsed();
            (took, found, Reply::of(&other.client, &write, &package).await.status)
        };
        tokio::select! {
            added = &mut flood => break added,
            (took, found, created) = serve => {
                times.push(took);
                refused += [found, created].iter().filter(|status| !status.is_success()).count();
            }
        }
    };
    times.sort_unstable();
    let percentile = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or(Duration::ZERO);
    let unsaved = added.iter().filter(|status| !status.is_success()).count();
    println!(
        "{} reads during {REQUESTS} requests with {files} files each: half within {:?}, 99 of 100 within {:?}; \
         {refused} requests of others were refused, and {unsaved} of the flood",
        times.len(),
        percentile(50),
        percentile(99),
    );
    assert!(!times.is_empty(), "others were served");
    assert_eq!((refused, unsaved), (0, 0));
}
