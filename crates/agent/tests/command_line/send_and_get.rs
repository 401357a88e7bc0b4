//! From disk to disk, with and without a running agent.

use serde_json::{Value, json};
use testkit::Reply;

use super::bed::{Bed, MIB, tree};

fn sources(bed: &Bed) {
    bed.file("show/day 1/clip.mov", 2 * MIB + 11);
    bed.file("show/day 1/empty", 0);
    bed.file("show/notes.txt", 7);
    std::fs::create_dir_all(bed.place("source/show/nothing in it")).unwrap();
}

/// Sends with a link and downloads it again.
fn there_and_back(bed: &Bed) {
    let sent = bed.run(&["send", "show", "--link", "--message", "the first cut"]).exits(0);
    let url = sent.stdout.trim();
    assert!(url.starts_with(bed.cloud.anyone().base_url()) && url.contains("/d/"), "{sent:?}");
    let last = sent.stderr.lines().last().unwrap();
    assert!(last.starts_with("4 files, 2.0 MB in ") && last.ends_with(&format!(" → {url}")), "{last}");

    let target = bed.place("received");
    let got = bed.run(&["get", url, "--to", "../received"]).exits(0);
    assert_eq!(got.stdout, "");
    assert!(got.stderr.lines().last().unwrap().ends_with(&format!(" → {}", target.display())), "{got:?}");
    assert!(tree(&target) == tree(&bed.place("source")), "{:?}", tree(&target).keys());
}

#[tokio::test(flavor = "multi_thread")]
async fn alone_what_is_sent_by_link_comes_back_the_same() {
    let bed = Bed::start().await;
    sources(&bed);
    there_and_back(&bed);
    let listed = bed.run(&["uploads", "--json"]).exits(0).json();
    assert_eq!((&listed[0]["state"], &listed[0]["name"]), (&json!("complete"), &json!("show")));
    let id = listed[0]["upload_id"].as_str().unwrap().to_owned();
    let shown = bed.run(&["uploads", "show", &id]).exits(0).stdout;
    assert!(shown.contains("complete") && shown.contains("show/day 1/clip.mov"), "{shown}");
    assert!(bed.run(&["uploads", "link", &id]).exits(0).stdout.contains("?secret="));
    assert!(bed.run(&["uploads", "delete", &id, "--dry-run"]).exits(0).stderr.contains("would delete"));
    bed.run(&["uploads", "delete", "--all", "--state", "complete"]).exits(0);
    assert_eq!(bed.run(&["uploads", "list", "--json"]).exits(0).json(), json!([]));
    bed.run(&["downloads", "delete", "--all", "--remove-files"]).exits(0);
    assert!(!bed.place("received/show/notes.txt").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_agent_does_the_same() {
    let mut bed = Bed::start().await;
    let agent = bed.run_agent().await;
    sources(&bed);
    there_and_back(&bed);
    assert!(!bed.place("state").exists(), "the command did not start its own agent");
    let uploads = agent.call("GET /api/v1/uploads", &Value::Null).await.expect(200);
    assert_eq!(uploads[0]["state"], "complete");
    let status = bed.run(&["status"]).exits(0).stdout;
    assert!(status.contains("owner@example.com (Studio)") && status.contains("0 running"), "{status}");

    let started = bed.run(&["send", "show/notes.txt", "--to", "ben@example.org", "--detach"]).exits(0);
    let id = started.stdout.trim().to_owned();
    bed.run(&["uploads", "show", &id]).exits(0);
    let settings =
        bed.run(&["settings", "set", "--upload-limit", "10MiB", "--connections", "7", "--json"]).exits(0).json();
    assert_eq!(settings["upload_rate_limit"]["rate_limit_bps"], 10 * 8 * 1_048_576);
    assert_eq!(settings["concurrency"]["max_connections"], 7);
    assert!(bed.run(&["settings"]).exits(0).stdout.contains("upload limit    10.4 MB/s"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_reaches_its_recipient_by_mail() {
    let bed = Bed::start().await;
    bed.file("cut.mov", 100);
    let sent = bed.run(&["send", "cut.mov", "--to", "ben@example.org", "--delete-after", "3d", "--json"]).exits(0);
    let document = sent.json();
    assert_eq!(
        (&document["state"], &document["bytes"], &document["url"]),
        (&json!("complete"), &json!(100), &Value::Null)
    );
    bed.cloud.run_due_jobs().await;
    assert!(bed.cloud.mails.take_to("ben@example.org").readable().contains("cut.mov"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_portal_takes_files_of_those_without_a_key() {
    let mut bed = Bed::start().await;
    bed.set("API_KEY", "");
    bed.file("cut.mov", 100);
    portal(&bed, &json!({ "has_access_code": true, "access_code": "sesame" })).await;
    let send = ["send", "cut.mov", "--portal", "rushes", "--name", "Reel 1"];
    let nobody = bed.run(&send).exits(2);
    assert!(nobody.stderr.contains("--sender"), "{nobody:?}");
    let with_sender = [&send[..], &["--sender", "cleo@example.net"]].concat();
    let locked = bed.run(&with_sender).exits(4);
    assert!(locked.stderr.contains("--access-code"), "{locked:?}");
    bed.run(&[&with_sender[..], &["--access-code", "sesame"]].concat()).exits(0);
    let inbox = bed.owner.client.inbox(&bed.owner.team_id, "").await.unwrap();
    let inbox = serde_json::to_string(&inbox).unwrap();
    assert!(inbox.contains("Reel 1") && inbox.contains("cleo@example.net"), "{inbox}");
}

/// An active Portal with these fields.
pub(super) async fn portal(bed: &Bed, fields: &Value) {
    let mut body = json!({ "name": "Rushes", "subdomain": "rushes", "active": true });
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    let line = format!("POST /v1/teams/{}/portals", bed.owner.team_id);
    Reply::of(&bed.owner.client, &line, &body).await.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_moves_nothing() {
    let bed = Bed::start().await;
    sources(&bed);
    let shown = bed.run(&["send", "show", "--link", "--dry-run"]).exits(0);
    assert_eq!(
        shown.stdout,
        "        2097163  show/day 1/clip.mov\n              0  show/day 1/empty\n              7  show/notes.txt\n              \
         0  show/nothing in it/\n"
    );
    assert_eq!(shown.stderr, "4 files, 2.0 MB; nothing was sent\n");
    assert_eq!(bed.run(&["uploads", "--json"]).exits(0).json(), json!([]));
    let url = bed.run(&["send", "show", "--link"]).exits(0).stdout.trim().to_owned();
    let listed = bed.run(&["get", &url, "--dry-run", "--json", "--to", "../received"]).exits(0).json();
    assert_eq!(listed["bytes"], 2 * MIB + 18);
    assert!(!bed.place("received").exists());
}
