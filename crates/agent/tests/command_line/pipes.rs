//! Standard input and output: what breaks off never looks complete.

use std::io::Write as _;

use serde_json::json;
use testkit::{Answer, Fault, Operation, TestCloud};

use super::bed::{Bed, MIB};
use super::interrupts::interrupt;

fn sent_url(bed: &Bed, file: &str) -> String {
    bed.run(&["send", file, "--link"]).exits(0).stdout.trim().to_owned()
}

fn packages(bed: &Bed) -> usize {
    let all = ["ls", "--json", "--state", "finalized", "--state", "new"];
    bed.run(&all).exits(0).json().as_array().unwrap().len()
}

/// What was read is not left behind.
fn left_behind(bed: &Bed) -> usize {
    std::fs::read_dir(bed.place("spool")).unwrap().count()
}

async fn bed() -> Bed {
    let mut bed = Bed::start().await;
    std::fs::create_dir(bed.place("spool")).unwrap();
    let spool = bed.place("spool");
    bed.set("TMPDIR", spool.to_str().unwrap());
    bed
}

#[tokio::test(flavor = "multi_thread")]
async fn standard_input_becomes_a_file() {
    let mut bed = bed().await;
    for has_agent in [false, true] {
        let _agent = if has_agent { Some(bed.run_agent().await) } else { None };
        let sent = bed.run_with(&["send", "-", "--name", "dump.sql", "--link"], "select 1;\n").exits(0);
        let to = if has_agent { "../with" } else { "../without" };
        bed.run(&["get", sent.stdout.trim(), "--to", to]).exits(0);
        let arrived = std::fs::read_to_string(bed.place(&to[3..]).join("dump.sql")).unwrap();
        assert_eq!(arrived, "select 1;\n");
        assert_eq!(left_behind(&bed), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_input_that_ends_early_leaves_no_package() {
    let bed = bed().await;
    let send = ["send", "-", "--name", "dump.sql", "--link"];
    let short = bed.run_with(&[&send[..], &["--size", "100"]].concat(), "too short").exits(1);
    assert!(short.stderr.contains("9 bytes instead of 100") && short.stderr.contains("nothing was sent"), "{short:?}");
    assert!(bed.run_with(&send, "").exits(1).stderr.contains("empty"));
    let failed = bed.shell("agent send --from-command 'echo half; exit 3' --name dump.sql --link").exits(1);
    assert!(failed.stderr.contains("the command failed"), "{failed:?}");
    let killed = bed.shell("agent send --from-command 'echo half; kill -9 $$' --name dump.sql --link").exits(1);
    assert!(killed.stderr.contains("nothing was sent"), "{killed:?}");
    for wrong in [
        &["send", "-", "--link"][..],
        &["send", "-", "a.mov", "--name", "x", "--link"],
        &["send", "-", "--name", "a/b", "--link"],
        &["send", "-", "--name", "x", "--link", "--dry-run"],
        &["send", "a.mov", "--size", "3", "--link"],
    ] {
        bed.run_with(wrong, "x").exits(2);
    }
    assert_eq!((packages(&bed), left_behind(&bed)), (0, 0));
    bed.shell("agent send --from-command 'echo whole' --name dump.sql --link").exits(0);
    bed.run_with(&[&send[..], &["--size", "0"]].concat(), "").exits(0);
    assert_eq!((packages(&bed), left_behind(&bed)), (2, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_is_interrupted_in_the_middle_leaves_no_package() {
    let bed = bed().await;
    // While it reads.
    let mut child = bed.spawn_with_input(&["send", "-", "--name", "dump.sql", "--link"]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"half").unwrap();
    testkit::until("it reads", async || {
        let is_read = walk(&bed).contains(&4);
        if is_read { Ok(()) } else { Err("nothing was read") }
    })
    .await;
    let id = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    assert_eq!(tokio::task::block_in_place(|| child.wait()).unwrap().code(), Some(130));
    assert_eq!((packages(&bed), left_behind(&bed)), (0, 0));
    // While it sends.
    let mut child =
        bed.spawn_with_input(&["send", "-", "--name", "dump.sql", "--link", "--ndjson", "--max-upload-rate", "1MiB"]);
    child.stdin.take().unwrap().write_all(&vec![7; 8 * MIB]).unwrap();
    let (code, said) = tokio::task::block_in_place(|| interrupt(child));
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("run the command again"), "{said}");
    assert_eq!((packages(&bed), left_behind(&bed)), (0, 0));
}

/// The sizes of the files that were read.
fn walk(bed: &Bed) -> Vec<u64> {
    let directories = std::fs::read_dir(bed.place("spool")).unwrap().map(|entry| entry.unwrap().path());
    let files = directories.flat_map(|directory| std::fs::read_dir(directory).into_iter().flatten());
    files.map(|file| file.unwrap().metadata().unwrap().len()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_file_is_written_to_standard_output() {
    let bed = Bed::start().await;
    let content = std::fs::read(bed.file("show/day 1/cut.mov", 20 * MIB + 7)).unwrap();
    bed.file("show/notes.txt", 7);
    let url = sent_url(&bed, "show");
    bed.run(&["get", &url, "--stdout"]).exits(2);
    bed.run(&["get", &url, "nothing", "--stdout"]).exits(3);
    bed.run(&["get", &url, "--stdout", "--to", "x"]).exits(2);
    let script = format!("agent get '{url}' '*.mov' --stdout > ../out.mov");
    bed.shell(&script).exits(0);
    assert!(std::fs::read(bed.place("out.mov")).unwrap() == content);
    bed.file("empty", 0);
    let empty = sent_url(&bed, "empty");
    assert_eq!(bed.run(&["get", &empty, "--stdout"]).exits(0).stdout, "");
    // A reader that goes away.
    let broken = bed
        .shell(&format!("agent get '{url}' '*.mov' --stdout | head -c 10 > /dev/null; exit ${{PIPESTATUS[0]}}"))
        .exits(1);
    assert!(broken.stderr.contains("the output is incomplete"), "{broken:?}");
    // A disk that is full.
    let full = bed.shell(&format!("agent get '{url}' '*.mov' --stdout > /dev/full")).exits(1);
    assert!(full.stderr.contains("the output is incomplete"), "{full:?}");
    let terminal = bed.on_terminal(&["get", &url, "*.mov", "--stdout"]);
    let (code, said) = terminal.end();
    assert_eq!(code, 2, "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_output_that_breaks_off_or_is_wrong_is_never_zero() {
    let (setup, store) = TestCloud::setup().with_faulty_store().await;
    let bed = Bed::of(setup.start().await).await;
    let content = std::fs::read(bed.file("cut.mov", 20 * MIB)).unwrap();
    let url = sent_url(&bed, "cut.mov");
    let script = format!("agent get '{url}' --stdout > ../out.mov");
    // What passes is fetched again.
    for fault in [Fault::Truncated, Fault::ResetAfter, Fault::Instead(Answer::error(503, "SlowDown"))] {
        store.proxy.inject(Operation::Get, fault.clone());
        bed.shell(&script).exits(0);
        assert!(std::fs::read(bed.place("out.mov")).unwrap() == content, "{fault:?}");
    }
    store.proxy.inject(Operation::Get, Fault::Corrupted);
    let altered = bed.shell(&script);
    assert!(altered.code != 0 && altered.stderr.contains("the output is incomplete"), "{altered:?}");
    store.proxy.inject_times(100, Operation::Get, &Fault::Instead(Answer::error(500, "ContentDamaged")));
    let damaged = bed.shell(&script);
    assert!(damaged.code != 0 && damaged.stderr.contains("the output is incomplete"), "{damaged:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn from_one_pipe_to_the_other() {
    let bed = bed().await;
    bed.file("show/cut.mov", 3 * MIB);
    let script = "set -o pipefail
        url=$(tar c show | agent send - --name show.tar --link) || exit 1
        mkdir ../unpacked && agent get \"$url\" --stdout | tar x -C ../unpacked && cmp show/cut.mov ../unpacked/show/cut.mov";
    bed.shell(script).exits(0);
    let info = bed.run(&["ls", "--json"]).exits(0).json();
    assert_eq!((&info[0]["name"], &info[0]["files"]), (&json!("show.tar"), &json!(1)));
}
