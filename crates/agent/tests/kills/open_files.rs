//! An agent that may open only a few files.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::{Need, until};

use super::workbench::Workbench;

const FILES: usize = 3_000;
/// Files and directories that a download of one small file opens in its destination, rounded up.
const OPENED: usize = 20;

/// The soft and the hard limit of a process.
fn limits(process: u32) -> (String, String) {
    let all = std::fs::read_to_string(format!("/proc/{process}/limits")).unwrap();
    let line = all.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let mut words = line.split_whitespace().skip(3).map(str::to_owned);
    (words.next().unwrap(), words.next().unwrap())
}

fn count(directory: &Path) -> usize {
    std::fs::read_dir(directory).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_file()).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_soft_limit_is_raised_to_the_hard_one() {
    let mut bench = Workbench::new(&[]).await;
    bench.restart_after("ulimit -Sn 200; ulimit -Hn 3000");
    assert_eq!(limits(bench.process()), ("3000".to_owned(), "3000".to_owned()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_few_open_files_slow_a_transfer_down_and_fail_no_file() {
    let mut bench = Workbench::new(&[]).await;
    bench.restart_after("ulimit -n 128");
    let source = bench.path("show");
    std::fs::create_dir(&source).unwrap();
    for number in 0..FILES {
        std::fs::write(source.join(format!("{number}.dpx")), [&number.to_le_bytes()[..], &[7; 1_016]].concat())
            .unwrap();
    }
    let (link, to) = (bench.sent(&source).await, bench.path("received"));
    let download = bench.download(&link, &to).await;
    bench.until_complete(&download).await;
    assert_eq!(count(&to.join("show")), FILES);
    for number in [0, 1, FILES / 2, FILES - 1] {
        let content = std::fs::read(to.join(format!("show/{number}.dpx"))).unwrap();
        assert!(content.starts_with(&number.to_le_bytes()) && content.len() == 1_024);
    }
}

/// A folder with one small file, two levels deep.
fn small_tree(bench: &Workbench) -> PathBuf {
    let source = bench.path("show");
    std::fs::create_dir_all(source.join("day")).unwrap();
    std::fs::write(source.join("day/a.dpx"), "frame").unwrap();
    source
}

/// Waits until the agent says that it waits for files to be closed, while the transfer does not fail.
async fn until_it_says_so(bench: &Workbench, transfer: &str) {
    until("the status shows a lack of open files", async || {
        let shown = bench.call(&format!("GET {transfer}"), &Value::Null).await.expect(200);
        assert_ne!(shown["state"], "error", "{shown}");
        let status = bench.call("GET status", &Value::Null).await.expect(200);
        if status["too_many_open_files"] == true { Ok(()) } else { Err(status) }
    })
    .await;
    assert!(bench.log().contains("too many open files"), "{}", bench.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upload_waits_if_a_folder_of_it_cannot_be_opened_yet_and_says_so() {
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
    let bench = Workbench::new(&[]).await;
    let source = small_tree(&bench);
    let failing = bench.interfere("openat,openat2", "error=EMFILE", &[source.join("day")]);
    let upload = bench.upload(&source).await;
    until_it_says_so(&bench, &upload).await;
    drop(failing);
    bench.until_complete(&upload).await;
    let shown = bench.call(&format!("GET {upload}"), &Value::Null).await.expect(200);
    assert_eq!(shown["items"].as_array().unwrap().len(), 1, "{shown}");
    until("the status shows no lack of open files", async || {
        let status = bench.call("GET status", &Value::Null).await.expect(200);
        if status["too_many_open_files"] == false { Ok(()) } else { Err(status) }
    })
    .await;
}

/// What an ignore file says is not known before it was read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upload_waits_if_an_ignore_file_cannot_be_opened_yet_and_says_so() {
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
    let bench = Workbench::new(&[]).await;
    let source = small_tree(&bench);
    let ignore_file = source.join("day/.tonnageignore");
    std::fs::write(&ignore_file, "*.tmp\n").unwrap();
    std::fs::write(source.join("day/b.tmp"), "not sent").unwrap();
    let failing = bench.interfere("openat,openat2", "error=EMFILE", &[ignore_file]);
    let upload = bench.upload_with(&source, &json!({ "ignore_files": true })).await;
    until_it_says_so(&bench, &upload).await;
    drop(failing);
    bench.until_complete(&upload).await;
    let shown = bench.call(&format!("GET {upload}"), &Value::Null).await.expect(200);
    assert_eq!(shown["items"].as_array().unwrap().len(), 1, "{shown}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_download_waits_if_nothing_can_be_opened_and_says_so() {
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
    let bench = Workbench::new(&[]).await;
    let (link, to) = (bench.sent(&small_tree(&bench)).await, bench.path("received"));
    let failing = bench.interfere("openat2", "error=EMFILE", std::slice::from_ref(&to));
    let download = bench.download(&link, &to).await;
    until_it_says_so(&bench, &download).await;
    drop(failing);
    bench.until_complete(&download).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whichever_file_cannot_be_opened_a_download_ends_with_the_right_file() {
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
    let bench = Workbench::new(&[]).await;
    let link = bench.sent(&small_tree(&bench)).await;
    for number in 1..=OPENED {
        let to = bench.path(&format!("received-{number}"));
        let how = format!("error=EMFILE:when={number}");
        let _failing = bench.interfere("openat,openat2", &how, std::slice::from_ref(&to));
        let download = bench.download(&link, &to).await;
        bench.until_complete(&download).await;
        let found = super::watcher::tree(&to.join("show"));
        assert_eq!(found.len(), 2, "open {number}: {:?}", found.keys());
        assert_eq!(std::fs::read_to_string(to.join("show/day/a.dpx")).unwrap(), "frame", "open {number}");
    }
}
