//! Files that vanished before they were sent.

use std::path::Path;

use serde_json::{Value, json};
use testkit::TestCloud;

use super::bench::{Bench, MIB, tree};

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_ends_without_what_a_person_leaves_out() {
    let rate = Some(6 * MIB as u64);
    let bench = Bench::with(TestCloud::start().await, |options| options.max_upload_rate = rate).await;
    let kept = bench.file("show/a", 12 * MIB);
    let gone = bench.file("show/b", 6 * MIB);
    let id = bench.upload(&[kept.parent().unwrap()], json!({})).await;
    bench.until_moving("uploads", &id).await;
    std::fs::remove_file(&gone).unwrap();
    let upload = bench.until("uploads", &id, &["complete", "error"]).await;
    assert_eq!((&upload["state"], &upload["error"]["recoverable"]), (&json!("error"), &json!(true)), "{upload}");
    let leave_out = format!("POST /api/v1/uploads/{id}/leave_out_failed");
    bench.agent.call(&leave_out, &Value::Null).await.expect(200);
    let upload = bench.until("uploads", &id, &["complete", "error"]).await;
    assert_eq!(upload["state"], "complete", "{upload}");
    assert_eq!((&upload["skipped"], &upload["size"]), (&json!(1), &json!(12 * MIB)), "{upload}");
    let skipped = &upload["skipped_items"][0];
    assert_eq!(skipped["path"], gone.to_str().unwrap());
    assert!(skipped["reason"].as_str().unwrap().contains("no longer exists"), "{skipped}");
    let received = tree(&bench.received(&bench.link(&id).await, "received").await);
    assert_eq!(received.keys().collect::<Vec<_>>(), [Path::new("show"), Path::new("show/a")]);
    assert_eq!(bench.agent.call(&leave_out, &Value::Null).await.status.as_u16(), 409, "it is complete");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_of_which_nothing_would_be_left_is_not_ended() {
    let rate = Some(6 * MIB as u64);
    let bench = Bench::with(TestCloud::start().await, |options| options.max_upload_rate = rate).await;
    let gone = bench.file("b", 20 * MIB);
    let id = bench.upload(&[&gone], json!({})).await;
    bench.until_moving("uploads", &id).await;
    std::fs::remove_file(&gone).unwrap();
    bench.until("uploads", &id, &["error"]).await;
    let refused = bench.agent.call(&format!("POST /api/v1/uploads/{id}/leave_out_failed"), &Value::Null).await;
    assert_eq!(refused.status.as_u16(), 409, "{}", refused.text);
    assert!(refused.text.contains("nothing else"), "{}", refused.text);
    bench.until("uploads", &id, &["error"]).await;
}
