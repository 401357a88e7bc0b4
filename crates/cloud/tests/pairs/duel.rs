//! Pairs of operations, one of which is stopped in the middle.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::bed::Bed;
use super::operations::Operation;
use super::table::OPERATIONS;

/// How many pairs a usual run takes; a deep one takes all of them, stopped after every statement. `TONNAGE_TEST_PAIR`
/// chooses those whose name contains it.
const USUAL: usize = 200;

/// A pair, and after how many statements the first one stops.
struct Turn {
    first: &'static Operation,
    second: &'static Operation,
    after: usize,
}

/// All pairs that share a thing, stopped after each statement of the first.
fn turns(statements: &BTreeMap<&str, usize>) -> Vec<Turn> {
    let mut turns = Vec::new();
    for first in OPERATIONS {
        for second in OPERATIONS.iter().filter(|second| first.shares_with(second)) {
            turns.extend((1..=statements[first.name]).map(|after| Turn { first, second, after }));
        }
    }
    turns
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_pair_of_operations_breaks_anything() {
    let seed: u64 = std::env::var("TONNAGE_TEST_SEED").ok().map_or_else(rand::random, |seed| seed.parse().unwrap());
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut bed = Bed::start().await;
    let mut statements = BTreeMap::new();
    for operation in OPERATIONS {
        statements.insert(operation.name, bed.statements(operation).await.len());
    }
    let mut turns = turns(&statements);
    let all = turns.len();
    if !testkit::is_deep() {
        let wanted = testkit::rounds(USUAL, all);
        turns = (0..wanted.min(all)).map(|_| turns.swap_remove(random.random_range(0..turns.len()))).collect();
    }
    let chosen = std::env::var("TONNAGE_TEST_PAIR").unwrap_or_default();
    let mut faults = Vec::new();
    let mut done = 0;
    for Turn { first, second, after } in turns {
        let name = format!("{} / {}", first.name, second.name);
        if !name.contains(&chosen) {
            continue;
        }
        let outcome = bed.duel(first, second, after).await;
        done += 1;
        for fault in outcome.faults() {
            let line = format!(
                "{name}, stopped after statement {after} ({}), replies {} and {}: {fault}",
                outcome.statement, outcome.one.status, outcome.other.status
            );
            println!("{line}");
            faults.push(line);
        }
    }
    testkit::note(&format!("{done} of {all} turns of pairs, seed {seed}"));
    assert!(faults.is_empty(), "seed {seed}: {} faults", faults.len());
}
