//! Sources that change while they are sent.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::{TestCloud, until};

use super::bench::{Bench, MIB};

struct Change {
    name: &'static str,
    make: fn(&Path),
    /// The expected text in the agent's error.
    said: &'static str,
    /// How a person fixes it, if needed.
    mend: fn(&Path),
}

const fn nothing(_: &Path) {}

const CHANGES: &[Change] = &[
    Change { name: "grown", make: grow, said: "grew", mend: nothing },
    Change { name: "shortened", make: shorten, said: "became shorter", mend: nothing },
    Change { name: "replaced", make: replace, said: "was replaced", mend: nothing },
    Change { name: "removed", make: remove, said: "no longer exists", mend: write_anew },
    Change { name: "linked", make: link, said: "no longer a regular file", mend: write_anew },
    Change { name: "altered", make: alter, said: "was changed", mend: nothing },
];

fn grow(path: &Path) {
    OpenOptions::new().append(true).open(path).unwrap().write_all(b"and more").unwrap();
}

fn shorten(path: &Path) {
    OpenOptions::new().write(true).open(path).unwrap().set_len(3 * MIB as u64).unwrap();
}

fn replace(path: &Path) {
    let other = path.with_extension("other");
    fs::write(&other, vec![7; 12 * MIB]).unwrap();
    fs::rename(&other, path).unwrap();
}

fn remove(path: &Path) {
    fs::remove_file(path).unwrap();
}

fn link(path: &Path) {
    fs::remove_file(path).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", path).unwrap();
}

fn alter(path: &Path) {
    OpenOptions::new().write(true).open(path).unwrap().write_all_at(&[9; 4096], 11 * MIB as u64).unwrap();
}

fn write_anew(path: &Path) {
    // Remove it first: writing through a link would change its target.
    let _ = fs::remove_file(path);
    fs::write(path, vec![8; 6 * MIB + 1]).unwrap();
}

fn item<'a>(upload: &'a Value, name: &str) -> &'a Value {
    upload["items"].as_array().unwrap().iter().find(|item| item["name"] == name).expect("the file is listed")
}

async fn until_moving(bench: &Bench, id: &str) {
    until("a part of the victim is sent", async || {
        let upload = bench.agent.call(&format!("GET /api/v1/uploads/{id}"), &Value::Null).await.expect(200);
        assert_eq!(upload["state"], "transferring", "{upload}");
        let moved = upload["items"].as_array().unwrap().iter().find(|item| item["name"] == "victim");
        if moved.is_some_and(|item| item["progress"].as_u64() > Some(0) || item["under_way"].as_u64() > Some(0)) {
            return Ok(());
        }
        Err(upload)
    })
    .await;
}

/// Returns a link to what was finally sent, and its content.
async fn changed_while_it_is_sent(
    bench: &Bench,
    change: &Change,
    (victim, other): (PathBuf, PathBuf),
) -> (String, Vec<u8>) {
    let Change { name, make, said, mend } = change;
    let id = bench.upload(&[victim.parent().unwrap()], json!({ "chunk_size": 5 * MIB })).await;
    until_moving(bench, &id).await;
    make(&victim);
    let upload = bench.until("uploads", &id, &["error", "idle", "complete"]).await;
    assert_eq!(
        (&upload["state"], &upload["error"]["recoverable"]),
        (&json!("error"), &json!(true)),
        "{name}: {upload}"
    );
    let message = upload["error"]["message"].as_str().unwrap();
    assert!(message.contains(said) && message.contains("victim"), "{name}: {message}");
    assert_eq!((&item(&upload, "victim")["state"], &item(&upload, "victim")["progress"]), (&json!("error"), &json!(0)));
    assert_eq!(item(&upload, "victim")["error"]["message"], *message, "{name}");
    assert_eq!(item(&upload, "z-other")["state"], "complete", "{name}: the others continue");
    let package = upload["package_id"].as_str().unwrap().parse().unwrap();
    let state = bench.owner.client.package(&bench.owner.team_id, &package).await.unwrap().state;
    assert_eq!(state.as_str(), "new", "{name}: not finalized");
    mend(&victim);
    bench.agent.call(&format!("POST /api/v1/uploads/{id}/resume"), &Value::Null).await.expect(200);
    let upload = bench.until("uploads", &id, &["error", "complete"]).await;
    assert_eq!(upload["state"], "complete", "{name}: {upload}");
    assert_eq!(upload["error"], Value::Null, "{name}");
    let sizes = fs::metadata(&victim).unwrap().len() + fs::metadata(&other).unwrap().len();
    assert_eq!((&upload["size"], &upload["progress"]), (&json!(sizes), &json!(sizes)), "{name}");
    let content = fs::read(&victim).unwrap();
    (bench.link(&id).await, content)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_that_changes_is_named_and_sent_anew_on_resume() {
    let rate = Some(12 * MIB as u64);
    let bench = Bench::with(TestCloud::start().await, |options| options.max_upload_rate = rate).await;
    let file = |name: &str, length| bench.file(name, length);
    let files = CHANGES.iter().map(|Change { name, .. }| {
        (file(&format!("{name}/victim"), 12 * MIB), file(&format!("{name}/z-other"), 6 * MIB))
    });
    let files: Vec<_> = files.collect();
    let changed = CHANGES.iter().zip(files).map(|(change, files)| changed_while_it_is_sent(&bench, change, files));
    let outcomes = futures_util::future::join_all(changed).await;
    for (change, (link, content)) in CHANGES.iter().zip(outcomes) {
        let to = bench.received(&link, &format!("received-{}", change.name)).await;
        let received = fs::read(to.join(change.name).join("victim")).unwrap();
        assert!(received == content, "{}: what arrived is the new content, whole", change.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_that_stays_away_stays_an_error() {
    let bench = Bench::with(TestCloud::start().await, |options| options.max_upload_rate = Some(16 * MIB as u64)).await;
    let victim = bench.file("away/victim", 12 * MIB);
    let id = bench.upload(&[victim.parent().unwrap()], json!({ "chunk_size": 5 * MIB })).await;
    until_moving(&bench, &id).await;
    fs::remove_file(&victim).unwrap();
    for _ in 0..2 {
        let upload = bench.until("uploads", &id, &["error", "idle", "complete"]).await;
        assert_eq!(upload["state"], "error", "{upload}");
        assert!(upload["error"]["message"].as_str().unwrap().contains("no longer exists"), "{upload}");
        bench.agent.call(&format!("POST /api/v1/uploads/{id}/resume"), &Value::Null).await.expect(200);
    }
}
