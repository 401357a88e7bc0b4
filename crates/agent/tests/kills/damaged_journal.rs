//! A journal that is not a database any more.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::{FileExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::workbench::Workbench;

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
    ("pages of noise", |journal| {
        let noise = testkit::noise(7, usize::try_from(length(journal)).unwrap() - 4_096);
        opened(journal).write_all_at(&noise, 4_096).unwrap();
    }),
];

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
