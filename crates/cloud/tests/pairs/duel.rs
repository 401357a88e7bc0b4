//! Pairs of operations, one of which is stopped in the middle.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::bed::Bed;
use super::operations::Operation;
use super::table::OPERATIONS;

/// How many pairs a usual run takes; a deep one takes all of them, stopped after every statement. `TONNAGE_TEST_PAIR`
/// chooses those whose name contains it.
const USUAL: usize = 200;
/// A turn mostly waits, so several beds are used at the same time.
const BEDS: usize = 4;
/// Every turn asks about the whole database of its bed, so a bed with few turns in it is faster.
const TURNS_OF_A_BED: usize = 100;

/// A pair, and after how many statements the first one stops.
struct Turn {
    first: &'static Operation,
    second: &'static Operation,
    after: usize,
}

impl Turn {
    fn name(&self) -> String {
        format!("{} / {}", self.first.name, self.second.name)
    }
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
    let mut turns = turns(&statements().await);
    let all = turns.len();
    if !testkit::is_deep() {
        let wanted = testkit::rounds(USUAL, all);
        turns = (0..wanted.min(all)).map(|_| turns.swap_remove(random.random_range(0..turns.len()))).collect();
    }
    let chosen = std::env::var("TONNAGE_TEST_PAIR").unwrap_or_default();
    turns.retain(|turn| turn.name().contains(&chosen));
    let share = turns.len().div_ceil(BEDS).max(1);
    let faults = join_all(turns.chunks(share).map(faults_of)).await.concat();
    testkit::note(&format!("{} of {all} turns of pairs, seed {seed}", turns.len()));
    assert!(faults.is_empty(), "seed {seed}: {} faults", faults.len());
}

/// How many statements each operation has if nobody disturbs it.
async fn statements() -> BTreeMap<&'static str, usize> {
    let mut bed = Bed::start().await;
    let mut statements = BTreeMap::new();
    for operation in OPERATIONS {
        statements.insert(operation.name, bed.statements(operation).await.len());
    }
    statements
}

/// Takes the turns, and says what went wrong.
async fn faults_of(turns: &[Turn]) -> Vec<String> {
    let mut faults = Vec::new();
    for some in turns.chunks(TURNS_OF_A_BED) {
        let mut bed = Bed::start().await;
        for turn in some {
            let outcome = bed.duel(turn.first, turn.second, turn.after).await;
            for fault in outcome.faults() {
                let line = format!(
                    "{}, stopped after statement {} ({}), replies {} and {}: {fault}",
                    turn.name(),
                    turn.after,
                    outcome.statement,
                    outcome.one.status,
                    outcome.other.status
                );
                println!("{line}");
                faults.push(line);
            }
        }
    }
    faults
}
