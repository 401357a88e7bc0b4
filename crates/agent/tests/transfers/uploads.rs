//! Uploads.

use serde_json::{Value, json};

use super::bench::{Bench, MIB, tree};

#[tokio::test(flavor = "multi_thread")]
async fn a_tree_goes_up_and_comes_down_the_same() {
    let bench = Bench::start().await;
    for (path, length) in [
        ("show/day 1/clip.mov", 40 * MIB + 11),
        ("show/day 1/still.png", 100_000),
        ("show/day 1/empty", 0),
        ("show/notes äöü 漢字.txt", 1),
        ("show/exactly", 8 * MIB),
        ("show/parts", 16 * MIB),
    ] {
        bench.file(path, length);
    }
    std::fs::create_dir_all(bench.source("show/nothing in it")).unwrap();
    let url = bench.sent(&[&bench.source("show")]).await;
    let to = bench.received(&url, "received").await;
    assert!(tree(&to) == tree(&bench.agent.place("source")), "{:?}", tree(&to).keys());
}

/// More names than the server takes in one request.
#[tokio::test(flavor = "multi_thread")]
async fn files_with_long_paths_are_announced_in_parts() {
    let bench = Bench::start().await;
    let deep = vec!["d".repeat(250); 12].join("/");
    for number in 0..620 {
        bench.file(&format!("show/{deep}/{number}"), 1);
    }
    let id = bench.upload(&[&bench.source("show")], json!({})).await;
    let upload = bench.until("uploads", &id, &["complete", "error"]).await;
    assert_eq!((&upload["state"], &upload["progress"]), (&json!("complete"), &json!(620)), "{}", upload["error"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_shows_every_file_and_waits_to_be_finalized_if_told_so() {
    let bench = Bench::with(testkit::TestCloud::start().await, |options| options.auto_finalize = false).await;
    let (large, small) = (bench.file("large", 20 * MIB), bench.file("small", 7));
    let id = bench.upload(&[&large, &small], json!({ "package_name": "Rushes" })).await;
    let upload = bench.until("uploads", &id, &["idle", "error"]).await;
    assert_eq!((&upload["state"], &upload["package_name"]), (&json!("idle"), &json!("Rushes")), "{upload}");
    assert_eq!((&upload["size"], &upload["progress"]), (&json!(20 * MIB + 7), &json!(20 * MIB + 7)));
    let items: Vec<_> =
        upload["items"].as_array().unwrap().iter().map(|item| (&item["name"], &item["state"])).collect();
    assert_eq!(items, [(&json!("large"), &json!("complete")), (&json!("small"), &json!("complete"))]);
    let early = bench.agent.call(&format!("POST /api/v1/uploads/{id}/link"), &Value::Null).await;
    assert_eq!(early.status, 409);
    let done = bench.agent.call(&format!("POST /api/v1/uploads/{id}/finalize"), &Value::Null).await.expect(200);
    assert_eq!(done, json!({ "code": 200 }));
    assert_eq!(bench.until("uploads", &id, &["complete"]).await["state"], "complete");
}
