//! The same command again, after it was interrupted.

use serde_json::{Value, json};

use super::bed::{Bed, MIB, Ran};
use super::interrupts::{interrupt, next};

const SEND: [&str; 4] = ["send", "cut.mov", "--link", "--ndjson"];

/// Interrupts a command in the middle, and returns the id of its transfer.
fn interrupted(bed: &Bed, arguments: &[&str]) -> String {
    let child = bed.spawn(arguments);
    let (code, said) = tokio::task::block_in_place(|| interrupt(child));
    assert_eq!(code, Some(130), "{said}");
    next(&said).pop().unwrap()
}

fn ids(listed: &Value, field: &str) -> Vec<String> {
    listed.as_array().unwrap().iter().map(|transfer| transfer[field].as_str().unwrap().to_owned()).collect()
}

/// An upload that was interrupted.
fn half_sent(bed: &Bed) -> String {
    interrupted(bed, &[&SEND[..], &["--max-upload-rate", "1MiB"]].concat())
}

fn uploads(bed: &Bed) -> Vec<String> {
    ids(&bed.run(&["uploads", "--json"]).exits(0).json(), "upload_id")
}

fn has_link(ran: &Ran) -> bool {
    ran.stdout.trim().contains("?secret=")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_get_goes_on_with_the_part_file() {
    let bed = Bed::start().await;
    let content = std::fs::read(bed.file("show/large.mov", 8 * MIB)).unwrap();
    bed.file("show/a small one.txt", 10);
    let url = bed.run(&["send", "show", "--link"]).exits(0).stdout.trim().to_owned();
    let get = ["get", &url, "--to", "../received"];
    let id = interrupted(&bed, &[&get[..], &["--ndjson", "--max-download-rate", "1MiB"]].concat());
    let shown = bed.run(&["downloads", "show", &id, "--json"]).exits(0).json();
    assert_eq!(shown["state"], "paused", "{shown}");
    // What had arrived is fetched again if it is gone: the end must be complete.
    let small = bed.place("received/show/a small one.txt");
    if small.exists() {
        std::fs::remove_file(&small).unwrap();
    }
    // Other files, or another folder, are another download.
    bed.run(&["get", &url, "*.txt", "--to", "../received 2"]).exits(0);
    let again = bed.run(&get).exits(0);
    assert!(again.stderr.contains("resuming the download"), "{again:?}");
    assert!(std::fs::read(bed.place("received/show/large.mov")).unwrap() == content);
    assert!(small.exists());
    let listed = bed.run(&["downloads", "--json"]).exits(0).json();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["download_id"]), (2, &json!(id)));
    assert_eq!(listed[0]["state"], "complete");
    // What is complete is not resumed. It is kept, and nothing is fetched twice.
    let third = bed.run(&get).exits(0);
    assert!(!third.stderr.contains("resuming"), "{third:?}");
    assert!(!bed.place("received/show/large (2).mov").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_at_once_follow_one_download() {
    let mut bed = Bed::start().await;
    let _agent = bed.run_agent().await;
    bed.file("cut.mov", 8 * MIB);
    let url = bed.run(&["send", "cut.mov", "--link"]).exits(0).stdout.trim().to_owned();
    let get = ["get", &url, "--to", "../received", "--no-progress"];
    let both = [bed.spawn(&get), bed.spawn(&get)];
    for child in both {
        let ended = tokio::task::block_in_place(|| child.wait_with_output()).unwrap();
        assert_eq!(ended.status.code(), Some(0), "{ended:?}");
    }
    assert!(bed.place("received/cut.mov").exists() && !bed.place("received/cut (2).mov").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_send_is_resumed_if_it_is_asked_to_and_prints_its_link() {
    let bed = Bed::start().await;
    bed.file("cut.mov", 8 * MIB);
    let id = half_sent(&bed);
    // Another command: other recipients are never those of the interrupted one.
    let other = bed.run(&["send", "cut.mov", "--link", "--to", "ben@example.org", "--resume"]).exits(0);
    assert!(!other.stderr.contains("resuming"), "{other:?}");
    let again = bed.run(&["send", "cut.mov", "--link", "--resume"]).exits(0);
    assert!(again.stderr.contains("resuming the upload that was interrupted after"), "{again:?}");
    assert!(has_link(&again), "{again:?}");
    assert_eq!((uploads(&bed).len(), &uploads(&bed)[0]), (2, &id));
    assert_eq!(bed.run(&["ls", "--json"]).exits(0).json().as_array().unwrap().len(), 2);
    // It is complete now: the same command sends the files again.
    bed.run(&["send", "cut.mov", "--link", "--resume"]).exits(0);
    assert_eq!(uploads(&bed).len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_terminal_it_is_sent_again_and_says_so() {
    let bed = Bed::start().await;
    bed.file("cut.mov", 8 * MIB);
    let id = half_sent(&bed);
    let again = bed.run(&["send", "cut.mov", "--link"]).exits(0);
    assert!(again.stderr.contains("--resume") && again.stderr.contains(&id), "{again:?}");
    assert!(has_link(&again) && uploads(&bed).len() == 2, "{again:?}");
    let third = bed.run(&["send", "cut.mov", "--link", "--no-resume"]).exits(0);
    assert!(!third.stderr.contains("--resume"), "{third:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_have_changed_since_are_sent_again() {
    let bed = Bed::start().await;
    bed.file("show/cut.mov", 8 * MIB);
    let send = ["send", "show", "--link", "--resume"];
    let id = interrupted(&bed, &[&send[..], &["--ndjson", "--max-upload-rate", "1MiB"]].concat());
    bed.file("show/new.mov", 10);
    let again = bed.run(&send).exits(0);
    assert!(again.stderr.contains("changed since") && again.stderr.contains(&id), "{again:?}");
    let got = bed.run(&["get", again.stdout.trim(), "--to", "../received"]).exits(0);
    assert!(bed.place("received/show/new.mov").exists(), "{got:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_terminal_it_asks() {
    let bed = Bed::start().await;
    bed.file("cut.mov", 8 * MIB);
    let id = half_sent(&bed);
    let question = "Resume it? [Y/n]";
    let mut terminal = bed.on_terminal(&SEND);
    terminal.shows(question).await;
    terminal.enter(super::terminal::CTRL_C);
    let (code, said) = terminal.end();
    assert_eq!(code, 130, "{said}");

    let mut terminal = bed.on_terminal(&SEND);
    terminal.shows(question).await;
    terminal.enter("what\n");
    terminal.shows("answer y or n").await;
    terminal.enter("n\n");
    let (code, said) = terminal.end();
    assert_eq!((code, uploads(&bed).len()), (0, 2), "{said}");

    let mut terminal = bed.on_terminal(&SEND);
    terminal.shows(question).await;
    terminal.enter("\n");
    let (code, said) = terminal.end();
    assert_eq!((code, uploads(&bed).len()), (0, 2), "{said}");
    assert!(said.contains(&id) && said.contains("?secret="), "{said}");
}

/// The upload was complete, but the command ended before it had its link.
#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_is_missing_is_created_by_the_same_command() {
    let mut bed = Bed::start().await;
    let agent = bed.run_agent().await;
    bed.file("cut.mov", 8 * MIB);
    bed.run(&["settings", "set", "--upload-limit", "4MiB"]).exits(0);
    let mut child = bed.spawn(&SEND);
    testkit::until("the upload runs", async || {
        let uploads = agent.call("GET /api/v1/uploads", &Value::Null).await.expect(200);
        if uploads[0]["fingerprint"].is_string() { Ok(()) } else { Err(uploads.to_string()) }
    })
    .await;
    child.kill().unwrap();
    child.wait().unwrap();
    testkit::until("the agent has sent it", async || {
        let uploads = agent.call("GET /api/v1/uploads", &Value::Null).await.expect(200);
        if uploads[0]["state"] == "complete" { Ok(()) } else { Err(uploads.to_string()) }
    })
    .await;
    let again = bed.run(&["send", "cut.mov", "--link", "--resume"]).exits(0);
    assert!(again.stderr.contains("before its link was printed") && has_link(&again), "{again:?}");
    assert_eq!(uploads(&bed).len(), 1);
    let uploads = agent.call("GET /api/v1/uploads", &Value::Null).await.expect(200);
    assert_eq!(uploads[0]["wants_link"], Value::Null);
}
