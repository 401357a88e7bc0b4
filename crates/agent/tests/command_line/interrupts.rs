//! Ctrl-C and other ends: transferred data is kept, and the command says how to resume.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Child;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::bed::{Bed, MIB};
use super::terminal::CTRL_C;

/// Waits for the first progress, interrupts, and returns the exit code and standard error.
pub(super) fn interrupt(child: Child) -> (Option<i32>, String) {
    interrupt_with(child, Signal::INT)
}

fn interrupt_with(mut child: Child, signal: Signal) -> (Option<i32>, String) {
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("\"progress\"") {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0, "the command ended too early");
    }
    let id = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    kill_process(id, signal).unwrap();
    let status = child.wait().unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (status.code(), said)
}

/// The text after `next:`, without the name of the program.
pub(super) fn next(said: &str) -> Vec<String> {
    let next = said.lines().find_map(|line| line.trim().strip_prefix("next: tonnage-agent "));
    next.unwrap_or_else(|| panic!("{said}")).split(' ').map(str::to_owned).collect()
}

/// Runs the command that is said to resume, and returns what it prints.
fn go_on(bed: &Bed, said: &str) -> String {
    let command = next(said);
    let resumed = bed.run(&command.iter().map(String::as_str).collect::<Vec<_>>()).exits(0);
    assert!(resumed.stderr.contains("1 file, 8.3 MB"), "{resumed:?}");
    resumed.stdout.trim().to_owned()
}

fn interrupted_both_ways(bed: &Bed) {
    let source = bed.file("cut.mov", 8 * MIB);
    let child = bed.spawn(&["send", "cut.mov", "--link", "--ndjson", "--max-upload-rate", "1MiB"]);
    let (code, said) = tokio::task::block_in_place(|| interrupt(child));
    assert_eq!(code, Some(130), "{said}");
    let id = next(&said).pop().unwrap();
    assert!(bed.run(&["uploads", "show", &id]).exits(0).stdout.contains("paused"));
    // The link that was asked for is printed now.
    let url = go_on(bed, &said);
    assert!(url.contains("?secret="), "{url}");

    let get = ["get", &url, "--to", "../received", "--ndjson", "--max-download-rate", "1MiB"];
    let child = bed.spawn(&get);
    let (code, said) = tokio::task::block_in_place(|| interrupt(child));
    assert_eq!(code, Some(130), "{said}");
    assert!(!bed.place("received/cut.mov").exists());
    go_on(bed, &said);
    assert!(std::fs::read(bed.place("received/cut.mov")).unwrap() == std::fs::read(source).unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn alone_a_transfer_goes_on_where_it_was_interrupted() {
    let bed = Bed::start().await;
    interrupted_both_ways(&bed);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_runs_pauses_the_transfer() {
    let mut bed = Bed::start().await;
    let _agent = bed.run_agent().await;
    bed.file("cut.mov", 8 * MIB);
    bed.run(&["settings", "set", "--upload-limit", "1MiB"]).exits(0);
    let child = bed.spawn(&["send", "cut.mov", "--link", "--ndjson"]);
    let (code, said) = tokio::task::block_in_place(|| interrupt(child));
    assert_eq!(code, Some(130), "{said}");
    bed.run(&["settings", "set", "--upload-limit", "off"]).exits(0);
    go_on(&bed, &said);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_to_end_pauses_as_an_interrupt_does() {
    let bed = Bed::start().await;
    bed.file("cut.mov", 8 * MIB);
    let child = bed.spawn(&["send", "cut.mov", "--link", "--ndjson", "--max-upload-rate", "1MiB"]);
    let (code, said) = tokio::task::block_in_place(|| interrupt_with(child, Signal::TERM));
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("the transfer is paused"), "{said}");
    go_on(&bed, &said);
}

#[tokio::test(flavor = "multi_thread")]
async fn ctrl_c_on_a_terminal_pauses_and_progress_is_shown_before() {
    let bed = Bed::start().await;
    bed.file("cut.mov", 8 * MIB);
    let mut terminal = bed.on_terminal(&["send", "cut.mov", "--link", "--max-upload-rate", "1MiB"]);
    terminal.shows("of 8.3 MB").await;
    terminal.shows("cut.mov").await;
    terminal.enter(CTRL_C);
    let (code, said) = terminal.end();
    assert_eq!(code, 130, "{said}");
    let said = said.replace('\r', "");
    assert!(said.contains("the transfer is paused"), "{said}");
    let id = said.split("uploads resume ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let resumed = bed.run(&["uploads", "resume", &id]).exits(0);
    assert!(resumed.stdout.contains("?secret="), "{resumed:?}");
}

/// Without a terminal there is nowhere to write to, and the transfer is paused all the same.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_the_terminal_pauses() {
    let mut bed = Bed::start().await;
    let agent = bed.run_agent().await;
    bed.file("cut.mov", 8 * MIB);
    bed.run(&["settings", "set", "--upload-limit", "1MiB"]).exits(0);
    let terminal = bed.on_terminal(&["send", "cut.mov", "--link"]);
    terminal.shows("of 8.3 MB").await;
    let mut child = terminal.close();
    assert_eq!(tokio::task::block_in_place(|| child.wait()).unwrap().code(), Some(130));
    let uploads = agent.call("GET /api/v1/uploads", &Value::Null).await.expect(200);
    assert_eq!(uploads[0]["state"], "paused", "{uploads}");
}
