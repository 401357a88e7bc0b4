//! `sync` sends what has changed.

use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value, json};

use super::bed::Bed;
use super::interrupts::{interrupt, next};

fn newest(bed: &Bed) -> Vec<String> {
    let id = bed.run(&["ls", "--json"]).exits(0).json()[0]["id"].as_str().unwrap().to_owned();
    let listed = bed.run(&["info", &id, "--json"]).exits(0).json()["listed"].clone();
    let name = |file: &Value| file["path"].as_str().unwrap().to_owned();
    listed.as_array().unwrap().iter().map(name).collect()
}

fn count(bed: &Bed) -> usize {
    bed.run(&["ls", "--json"]).exits(0).json().as_array().unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_has_changed_is_sent_to_each_place() {
    let bed = Bed::start().await;
    for file in ["show/day 1/a.mov", "show/day 2/b.mov", "show/notes.txt"] {
        bed.file(file, 10);
    }
    let sync = ["sync", "show", "--to", "ben@example.org"];
    bed.run(&sync).exits(0);
    assert_eq!(newest(&bed), ["show/day 1/a.mov", "show/day 2/b.mov", "show/notes.txt"]);
    let same = bed.run(&[&sync[..], &["--json"]].concat()).exits(0);
    assert_eq!((&same.json()["state"], count(&bed)), (&json!("unchanged"), 1));

    bed.file("show/day 1/new.mov", 10);
    let touched = std::fs::File::options().write(true).open(bed.place("source/show/notes.txt")).unwrap();
    touched.set_modified(UNIX_EPOCH + Duration::from_secs(1_000)).unwrap();
    std::fs::remove_file(bed.place("source/show/day 2/b.mov")).unwrap();
    bed.run(&[&sync[..], &["--dry-run"]].concat()).exits(0);
    assert_eq!(count(&bed), 1);
    let changed = bed.run(&sync).exits(0);
    assert!(changed.stderr.contains("1 that were sent before are gone"), "{changed:?}");
    assert_eq!(newest(&bed), ["show/day 1/new.mov", "show/day 2", "show/notes.txt"]);
    bed.run(&sync).exits(0);
    assert_eq!(count(&bed), 2);
    // What comes back is sent again, and another place gets everything.
    bed.file("show/day 2/b.mov", 10);
    bed.run(&sync).exits(0);
    assert_eq!(newest(&bed), ["show/day 2/b.mov"]);
    bed.run(&["sync", "show", "--to", "cleo@example.org"]).exits(0);
    assert_eq!(newest(&bed).len(), 4);
    bed.run(&["sync", "show/notes.txt", "--link"]).exits(2);
    bed.run(&["sync", "show", "--link", "--detach"]).exits(2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_did_not_get_through_is_sent_the_next_time() {
    let bed = Bed::start().await;
    bed.file("show/large.mov", 8 << 20);
    let sync = ["sync", "show", "--link"];
    let child = bed.spawn(&[&sync[..], &["--ndjson", "--max-upload-rate", "1MiB"]].concat());
    let (code, said) = tokio::task::block_in_place(|| interrupt(child));
    assert_eq!(code, Some(130), "{said}");
    let id = next(&said).pop().unwrap();
    let resumed = bed.run(&[&sync[..], &["--resume", "--json"]].concat()).exits(0).json();
    assert_eq!(resumed["upload_id"], json!(id));
    assert_eq!(bed.run(&[&sync[..], &["--json"]].concat()).exits(0).json()["state"], "unchanged");
}
