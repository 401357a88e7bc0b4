//! The disk of the journal fails at any operation, once or for good.
//!
//! A run makes changes while the Nth write or sync of the journal fails, and in a lasting fault all after it too. A
//! change that was acknowledged must survive, and when the fault is over, the agent must work again by itself. Without
//! `TONNAGE_TEST_DEEP`, only some operations fail, chosen by a seed.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use super::workbench::Workbench;

/// Enough for several transactions.
const CHANGES: u64 = 6;
/// The operations of the first changes. Later ones are of the same kind, and deep tests reach them.
const FIRST: usize = 24;
const CHOSEN: usize = 6;
/// Checkpoints are far apart, so the end is not waited for.
const DEEP: usize = 80;

/// The last number that was acknowledged, and those after it whose fate is unknown.
struct Known {
    acknowledged: u64,
    unknown: Vec<u64>,
}

impl Known {
    async fn change(&mut self, bench: &Workbench, number: u64) -> bool {
        let body = json!({ "max_connections": number });
        let reply = bench.call("POST settings/concurrency", &body).await;
        let is_acknowledged = reply.status.is_success();
        if is_acknowledged {
            (self.acknowledged, self.unknown) = (number, Vec::new());
        } else {
            assert!(reply.status.is_server_error(), "{}", reply.text);
            self.unknown.push(number);
        }
        is_acknowledged
    }

    async fn check(&self, bench: &Workbench, context: &str) {
        let found = bench.call("GET settings/concurrency", &Value::Null).await.expect(200);
        let found = found["max_connections"].as_u64().unwrap();
        let is_known = found == self.acknowledged || self.unknown.contains(&found);
        assert!(is_known, "{context}: {} was acknowledged, {found} is there", self.acknowledged);
    }
}

/// Returns whether the fault happened.
async fn fail_at(bench: &mut Workbench, operation: usize, is_lasting: bool, known: &mut Known) -> bool {
    let context = format!("operation {operation} fails{}", if is_lasting { " for good" } else { "" });
    let when = format!("{operation}{}", if is_lasting { "+" } else { "" });
    let paths = [bench.path("state/journal.db"), bench.path("state/journal.db-wal")];
    let how = format!("error=EIO:when={when}");
    let failing = bench.interfere("pwrite64,fdatasync,fsync,ftruncate", &how, &paths);
    let mut has_failed = false;
    for number in 0..CHANGES {
        has_failed |= !known.change(bench, 2 + (known.acknowledged + number) % 60).await;
    }
    drop(failing);
    let next = 2 + (known.acknowledged + 17) % 60;
    assert!(known.change(bench, next).await, "{context}: the agent does not recover\n{}", bench.log());
    known.check(bench, &context).await;
    bench.kill();
    bench.start();
    known.check(bench, &format!("{context}, after a restart")).await;
    has_failed
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whichever_operation_of_the_journal_fails_nothing_acknowledged_is_lost() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let operations: Vec<usize> = if testkit::is_deep() {
        (1..=DEEP).collect()
    } else {
        (0..CHOSEN).map(|_| random.random_range(1..=FIRST)).collect()
    };
    let mut bench = Workbench::new(&[]).await;
    let mut known = Known { acknowledged: 0, unknown: Vec::new() };
    assert!(known.change(&bench, 5).await);
    let mut failed = 0;
    for operation in operations {
        for is_lasting in [false, true] {
            failed += usize::from(fail_at(&mut bench, operation, is_lasting, &mut known).await);
        }
    }
    println!("{failed} runs had a change that failed");
    assert!(failed > 0, "seed {seed}: no fault happened");
}
