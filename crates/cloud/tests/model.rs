//! Packages, links and jobs against a model that was written independently from the specification.
//!
//! Random sequences of operations run against the service and against the model; replies, lists, mails, objects and the
//! audit record must be the same. In between the clock moves, jobs run, the server crashes and comes back, and callers
//! come two at a time. `TONNAGE_TEST_SEED` repeats the world of a seed that a failure has reported.

use std::time::Instant;

use futures_util::StreamExt as _;
use futures_util::stream;

mod model {
    pub(crate) mod choice;
    pub(crate) mod operations;
    pub(crate) mod reference;
    pub(crate) mod requests;
    pub(crate) mod sequence;
    pub(crate) mod server;
    pub(crate) mod world;
}

use model::world::{self, SEQUENCES, Tally};

/// Every run draws fresh seeds, so that runs add up.
const USUAL: usize = 500;
const DEEP: usize = 20_000;
const WORLDS_AT_ONCE: usize = 4;

/// Operations that must occur repeatedly in every run of more than one world; otherwise the random choice is broken.
const MUST_HAPPEN: [(&str, u16); 20] = [
    ("archive", 204),
    ("change expiry", 200),
    ("change expiry", 400),
    ("create link", 400),
    ("create link", 409),
    ("delete", 204),
    ("delete link", 204),
    ("download", 200),
    ("download", 403),
    ("download", 410),
    ("finalize", 200),
    ("finalize", 400),
    ("finalize", 409),
    ("finalize file", 400),
    ("open", 200),
    ("open", 401),
    ("open", 403),
    ("open", 410),
    ("remove file", 204),
    ("unarchive", 204),
];

fn seeds() -> Vec<u64> {
    if let Some(seed) = std::env::var("TONNAGE_TEST_SEED").ok().and_then(|seed| seed.parse().ok()) {
        return vec![seed];
    }
    let sequences = if testkit::is_deep() { DEEP } else { USUAL };
    (0..sequences.div_ceil(SEQUENCES)).map(|_| rand::random()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_service_does_what_the_model_does() {
    let begun = Instant::now();
    let run = |seed: u64| async move { (seed, tokio::spawn(world::run(seed)).await) };
    let mut worlds = stream::iter(seeds()).map(run).buffer_unordered(WORLDS_AT_ONCE);
    let mut tally = Tally::default();
    while let Some((seed, ended)) = worlds.next().await {
        match ended {
            Ok(Ok(done)) => tally.add(done),
            Ok(Err(difference)) => panic!("with TONNAGE_TEST_SEED={seed}: {difference}"),
            Err(panic) => panic!("with TONNAGE_TEST_SEED={seed}: {panic}"),
        }
    }
    let Tally { sequences, operations, restarts, pairs, replies } = tally;
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{sequences} sequences, {operations} operations, {restarts} restarts, {pairs} concurrent pairs, {seconds:.1} seconds"
    );
    println!("{replies:?}");
    assert!(restarts > 0 && pairs > 0, "a world without crashes and without company proves too little");
    if sequences > SEQUENCES {
        let missing: Vec<_> = MUST_HAPPEN.iter().filter(|reply| !replies.contains_key(reply)).collect();
        assert!(missing.is_empty(), "never answered so, and so not tested: {missing:?}");
    }
}
