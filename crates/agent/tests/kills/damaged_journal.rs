//! A journal that is not a database any more.

use std::fs::{self, OpenOptions};
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::{FileExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::workbench::Workbench;

/// Changes of names while a journal is set aside.
const RENAMES: usize = 4;

type Damage = fn(&Path);

fn opened(journal: &Path) -> fs::File {
    OpenOptions::new().write(true).open(journal).unwrap()
}

fn length(journal: &Path) -> u64 {
    fs::metadata(journal).unwrap().len()
}

const DAMAGES: [(&str, Damage); 5] = [
    ("text", |journal| fs::write(journal, "this is not a database, but it is long enough for a header").unwrap()),
    ("half of it", |journal| opened(journal).set_len(length(journal) / 2).unwrap()),
    ("a few bytes of it", |journal| opened(journal).set_len(50).unwrap()),
    ("a page of zeros", |journal| opened(journal).write_all_at(&[0; 4_096], 4_096).unwrap()),
    ("pages of noise", fill_with_noise),
];

/// Overwrites all pages but the first.
fn fill_with_noise(journal: &Path) {
    let noise = testkit::noise(7, usize::try_from(length(journal)).unwrap() - 4_096);
    opened(journal).write_all_at(&noise, 4_096).unwrap();
}

async fn damaged_journals(bench: &Workbench) -> Vec<PathBuf> {
    let status = bench.call("GET status", &Value::Null).await.expect(200);
    status["damaged_journals"].as_array().unwrap().iter().map(|path| path.as_str().unwrap().into()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_journal_is_set_aside_and_the_agent_starts() {
    let mut bench = Workbench::new(&[]).await;
    let journal = bench.path("state/journal.db");
    for (name, damage) in DAMAGES {
        bench.terminate();
        // Closing the database moves everything from its write-ahead log to its file.
        assert!(bench.journal("SELECT COUNT(*) FROM schema_version").await > 0);
        damage(&journal);
        let damaged = fs::read(&journal).unwrap();
        bench.start();
        let [aside] = &damaged_journals(&bench).await[..] else { panic!("{name}: one journal is set aside") };
        assert!(fs::read(aside).unwrap() == damaged, "{name}: nothing is lost");
        assert_eq!(fs::metadata(aside).unwrap().permissions().mode() & 0o777, 0o600, "{name}");
        // The new journal works, and is not taken for damaged at the next start.
        bench.call("POST settings/concurrency", &json!({ "max_connections": 7 })).await.expect(200);
        bench.terminate();
        bench.start();
        let kept = bench.call("GET settings/concurrency", &Value::Null).await.expect(200);
        assert_eq!(kept["max_connections"], 7, "{name}");
        assert_eq!(&damaged_journals(&bench).await[..], std::slice::from_ref(aside), "{name}");
        fs::remove_file(aside).unwrap();
        assert_eq!(damaged_journals(&bench).await, Vec::<PathBuf>::new(), "{name}: it is named until it is removed");
    }
}

/// Runs the agent until its Nth change of a name kills it.
fn die_at_rename(bench: &Workbench, number: usize) {
    let agent = bench.command();
    let mut strace = Command::new("strace");
    strace.args(["-f", "-e", "trace=/^rename", "-e", &format!("inject=/^rename:signal=KILL:when={number}")]);
    strace.arg(agent.get_program()).args(agent.get_args());
    strace.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let mut strace = strace.spawn().expect("this test needs strace");
    // An agent that is ready says so: then it has made fewer changes. One that dies says nothing.
    let mut line = String::new();
    BufReader::new(strace.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let group = format!("-{}", strace.id());
    let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    strace.wait().unwrap();
    assert!(line.is_empty(), "change {number} did not happen: {line}");
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}{ending}", path.display()))
}

/// A crash in the middle must not separate the journal from its write-ahead log, which has the last transactions.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_journal_keeps_its_log_wherever_the_agent_dies() {
    if testkit::cannot_run_without(&[testkit::Need::Strace]) {
        return;
    }
    let mut bench = Workbench::new(&[]).await;
    let journal = bench.path("state/journal.db");
    for number in 1..=RENAMES {
        bench.terminate();
        // Closing the database empties the log, which then has only the change below.
        assert!(bench.journal("SELECT COUNT(*) FROM schema_version").await > 0);
        bench.start();
        bench.call("POST settings/concurrency", &json!({ "max_connections": number })).await.expect(200);
        bench.kill();
        let log = fs::read(with_ending(&journal, "-wal")).unwrap();
        assert!(!log.is_empty());
        fill_with_noise(&journal);
        let damaged = fs::read(&journal).unwrap();
        die_at_rename(&bench, number);
        // The next start is in another second, so it would choose another name.
        std::thread::sleep(std::time::Duration::from_millis(1_100));
        bench.start();
        let [aside] = &damaged_journals(&bench).await[..] else { panic!("{number}: one journal is set aside") };
        assert!(fs::read(aside).unwrap() == damaged, "{number}: nothing is lost");
        let kept = fs::read(with_ending(aside, "-wal")).expect("the log is next to its journal");
        assert!(kept == log, "{number}: nothing of the log is lost");
        bench.call("POST settings/concurrency", &json!({ "max_connections": 7 })).await.expect(200);
        for ending in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(with_ending(aside, ending));
        }
    }
}
