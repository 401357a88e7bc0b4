//! Ctrl-C: transferred data is kept, and the command says how to resume.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Child;

use rustix::process::{Pid, Signal, kill_process};

use super::bed::{Bed, MIB};

/// Waits for the first progress, interrupts, and returns the exit code and standard error.
fn interrupt(mut child: Child) -> (Option<i32>, String) {
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("\"progress\"") {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0, "the command ended too early");
    }
    let id = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    kill_process(id, Signal::INT).unwrap();
    let status = child.wait().unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (status.code(), said)
}

/// The text after `next:`, without the name of the program.
fn next(said: &str) -> Vec<String> {
    let next = said.lines().find_map(|line| line.trim().strip_prefix("next: tonnage-agent "));
    next.unwrap_or_else(|| panic!("{said}")).split(' ').map(str::to_owned).collect()
}

fn go_on(bed: &Bed, said: &str) {
    let command = next(said);
    let resumed = bed.run(&command.iter().map(String::as_str).collect::<Vec<_>>()).exits(0);
    assert!(resumed.stderr.contains("1 file, 8.3 MB"), "{resumed:?}");
}

fn interrupted_both_ways(bed: &Bed) {
    let source = bed.file("cut.mov", 8 * MIB);
    let child = bed.spawn(&["send", "cut.mov", "--link", "--ndjson", "--max-upload-rate", "1MiB"]);
    let (code, said) = tokio::task::block_in_place(|| interrupt(child));
    assert_eq!(code, Some(130), "{said}");
    let id = next(&said).pop().unwrap();
    assert!(bed.run(&["uploads", "show", &id]).exits(0).stdout.contains("paused"));
    go_on(bed, &said);
    let url = bed.run(&["uploads", "link", &id]).exits(0).stdout.trim().to_owned();

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
