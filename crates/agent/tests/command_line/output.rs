//! Output for programs and output for people, never on the same stream.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::bed::{Bed, tree};

#[tokio::test(flavor = "multi_thread")]
async fn events_are_lines_of_json() {
    let bed = Bed::start().await;
    bed.file("cut.mov", 3_000_000);
    let sent = bed.run(&["send", "cut.mov", "--link", "--ndjson", "--max-upload-rate", "2MB"]).exits(0);
    let lines = sent.lines();
    let named = |name: &str| lines.iter().filter(|line| line["event"] == name).collect::<Vec<_>>();
    assert_eq!(lines[0]["event"], "started");
    let progress = named("progress");
    assert!(!progress.is_empty(), "{}", sent.stdout);
    for event in &progress {
        let fields: Vec<&String> = event.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["bytes", "bytes_per_second", "eta_seconds", "event", "total", "under_way"]);
    }
    assert_eq!(progress.last().unwrap()["total"], 3_000_000);
    let last = lines.last().unwrap();
    assert_eq!((&last["event"], &last["files"], &last["bytes"]), (&"finished".into(), &1.into(), &3_000_000.into()));
    let got = bed.run(&["get", last["url"].as_str().unwrap(), "--to", "../received", "--ndjson"]).exits(0);
    assert_eq!(got.lines().last().unwrap()["dst_folder"], bed.place("received").to_str().unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_terminal_a_line_comes_now_and_then_and_no_control_characters() {
    let bed = Bed::start().await;
    bed.file("cut.mov", 3_000_000);
    let sent = bed.run(&["send", "cut.mov", "--link", "--max-upload-rate", "2MB"]).exits(0);
    assert!(sent.stderr.contains(" %, "), "{}", sent.stderr);
    assert!(!sent.stderr.contains('\u{1b}'), "{:?}", sent.stderr);
    let hushed = bed.run(&["send", "cut.mov", "--link", "-q"]).exits(0);
    assert_eq!((hushed.stderr.as_str(), hushed.stdout.lines().count()), ("", 1));
    let colored = bed.run(&["send", "missing", "--link", "--color", "always"]).exits(3);
    assert!(colored.stderr.starts_with("\u{1b}[1;31merror:"), "{:?}", colored.stderr);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_download_that_fails_in_part_the_files_are_named() {
    let bed = Bed::start().await;
    bed.file("show/a.mov", 10);
    bed.file("show/b/c.mov", 10);
    let url = bed.run(&["send", "show", "--link"]).exits(0).stdout.trim().to_owned();
    // A file exists where a directory is needed.
    std::fs::create_dir_all(bed.place("received/show")).unwrap();
    std::fs::write(bed.place("received/show/b"), "in the way").unwrap();
    let got = bed.run(&["get", &url, "--to", "../received"]).exits(6);
    assert!(got.stderr.contains("show/b/c.mov") && got.stderr.contains("next: "), "{got:?}");
    assert!(bed.place("received/show/a.mov").exists());
    std::fs::remove_file(bed.place("received/show/b")).unwrap();
    bed.run(&["downloads", "resume", "--all"]).exits(0);
    assert!(bed.place("received/show/b/c.mov").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_cannot_be_sent_is_named_and_the_rest_waits() {
    let bed = Bed::start().await;
    bed.file("show/a.mov", 10);
    let unfit = bed.place("source/show").join(OsStr::from_bytes(b"broken \xff name"));
    std::fs::write(&unfit, "x").unwrap();
    let sent = bed.run(&["send", "show", "--link"]).exits(6);
    assert!(sent.stderr.contains("1 file transferred, 1 failed") && sent.stderr.contains("broken"), "{sent:?}");
    let planned = bed.run(&["send", "show", "--link", "--dry-run"]).exits(6);
    assert!(planned.stderr.contains("cannot be sent") && planned.stdout.contains("show/a.mov"), "{planned:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_the_server_refuses_does_not_keep_the_others() {
    let bed = Bed::start().await;
    bed.file("show/a.mov", 10);
    bed.file("show/b\\c.mov", 10);
    bed.file("show/A:B roll.mov", 10);
    let sent = bed.run(&["send", "show", "--link", "--json"]).exits(6);
    let told = sent.json();
    assert_eq!((&told["state"], &told["files"], &told["files_failed"]), (&"complete".into(), &2.into(), &1.into()));
    assert_eq!(told["failed"][0]["path"], "show/b\\c.mov", "{told}");
    assert!(sent.stderr.contains("b\\c.mov") && sent.stderr.contains("backslash"), "{sent:?}");
    bed.run(&["get", told["url"].as_str().unwrap(), "--to", "../received"]).exits(0);
    let received: Vec<_> = tree(&bed.place("received/show")).into_keys().collect();
    assert_eq!(received, ["A:B roll.mov", "a.mov"].map(PathBuf::from));
    bed.run(&["send", "show/b\\c.mov", "--link"]).exits(7);
}

/// A server that answers everything with a message for the terminal.
async fn hostile_server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 4096]).await;
            let body = r#"{"code": 196610, "message": "\u001b]0;owned\u0007 \u009b2J \u202egone"}"#;
            let head = "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nConnection: close";
            let _ =
                stream.write_all(format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).await;
        }
    });
    format!("http://{address}/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=s")
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_a_name_nor_a_server_controls_the_terminal() {
    let bed = Bed::start().await;
    bed.file("show/\u{1b}]0;owned\u{7}\u{9b}2J\n\u{202e}.mov", 10);
    let url = hostile_server().await;
    for arguments in [
        &["send", "show", "--link", "--dry-run"][..],
        &["send", "show", "--link", "--dry-run", "--json"][..],
        &["get", &url, "--dry-run"][..],
        &["get", &url, "--json"][..],
    ] {
        let ran = bed.run(arguments);
        for text in [&ran.stdout, &ran.stderr] {
            let raw = text.chars().find(|letter| letter.is_control() && *letter != '\n' || *letter == '\u{202e}');
            assert_eq!(raw, None, "{arguments:?}: {text:?}");
        }
        assert!(ran.stdout.contains("u001b") || ran.stderr.contains("u001b"), "{arguments:?}: {ran:?}");
    }
}
