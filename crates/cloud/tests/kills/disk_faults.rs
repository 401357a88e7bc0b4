//! The files of the database fail at any operation, once or until further notice. What was acknowledged is there, and
//! the server heals by itself when the fault is gone.

use std::path::Path;
use std::time::{Duration, Instant};

use client::Client;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use testkit::{CallFault, FailingCalls, Program, Reply, until};

const ROUNDS: usize = 12;
const DEEP_ROUNDS: usize = 400;
/// The promised limit, held by deep tests, which have the machine to themselves.
const HEALED_WITHIN: Duration = Duration::from_secs(5);
/// As many operations on its files as a few changes take.
const LAST_OPERATION: u32 = 40;
const CHANGES: usize = 12;

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tonnage"))
}

fn random_fault<'a>(random: &mut StdRng, data_dir: &Path) -> CallFault<'a> {
    let (calls, outcome) = [("pwrite64", "error=ENOSPC"), ("pwrite64", "error=EIO"), ("fdatasync,fsync", "error=EIO")]
        [random.random_range(0..3)];
    let files = ["tonnage.db", "tonnage.db-wal"].map(|name| data_dir.join(name)).to_vec();
    CallFault { calls, outcome, from: random.random_range(1..=LAST_OPERATION), is_lasting: random.random(), files }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_survives_a_fault_at_any_operation() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    testkit::prepare();
    let directory = tempfile::tempdir().unwrap();
    let data_dir = directory.path().join("data");
    let mut server = Program::serve(program(), &data_dir, &[]);
    let (team, key) = Program::bootstrap(program(), &data_dir);
    let client = |server: &Program| Client::new(&server.api).unwrap().with_api_key(&key);
    let mut random = StdRng::seed_from_u64(seed);
    let mut acknowledged = Vec::new();
    let mut refused = 0;
    for round in 0..testkit::rounds(ROUNDS, DEEP_ROUNDS) {
        let fault = random_fault(&mut random, &data_dir);
        let failing = FailingCalls::attach(server.id(), &fault);
        for number in 0..CHANGES {
            let name = format!("{round}-{number}");
            match client(&server).create_tag(&team, &name).await {
                Ok(_) => acknowledged.push(name),
                Err(_) => refused += 1,
            }
        }
        drop(failing);
        let since = Instant::now();
        let healed = format!("{round}-healed");
        until("a change succeeds again", async || client(&server).create_tag(&team, &healed).await).await;
        let took = since.elapsed();
        assert!(!testkit::is_deep() || took < HEALED_WITHIN, "seed {seed}, round {round}: healed after {took:?}");
        acknowledged.push(healed);
        let ready = Reply::of(&client(&server), "GET /readyz", &serde_json::Value::Null).await;
        assert_eq!(ready.status, 200, "seed {seed}, round {round}: {}", ready.text);
    }
    assert!(refused > 0, "seed {seed}: no fault was noticed");
    for _ in 0..2 {
        let tags: Vec<String> = client(&server).tags(&team).await.unwrap().into_iter().map(|tag| tag.name).collect();
        let lost: Vec<_> = acknowledged.iter().filter(|name| !tags.contains(name)).collect();
        assert!(lost.is_empty(), "seed {seed}: lost {lost:?}");
        server.kill();
        server = Program::serve(program(), &data_dir, &[]);
    }
    let data_dir = data_dir.to_str().unwrap();
    let report = Program::run(program(), &[], &["admin", "fsck", "--data-dir", data_dir]);
    assert!(report.status.success(), "seed {seed}: {}", String::from_utf8_lossy(&report.stdout));
}
