//! Each operation on the files of the database fails, once or until further notice. What was acknowledged is there, and the
//! server heals by itself when the fault is gone.
//!
//! Deep tests let the first operation of a kind fail, then the second, until the changes of a round make no more of them.
//! Others choose from the first ones, by a seed.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use client::Client;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use serde_json::Value;
use testkit::{CallFault, FailingCalls, Need, Program, Reply, until};
use wire::ids::TeamId;

const CASES: usize = 14;
/// The promised limit, held by deep tests, which have the machine to themselves.
const HEALED_WITHIN: Duration = Duration::from_secs(5);
const CHANGES: usize = 6;

/// A kind of operation, and how it fails.
#[derive(Debug, Clone, Copy)]
struct Kind {
    call: &'static str,
    outcome: &'static str,
    /// As many as the changes of a round make for sure.
    sure: u32,
}

const KINDS: [Kind; 5] = [
    Kind { call: "pwrite64", outcome: "error=EIO", sure: 80 },
    Kind { call: "pwrite64", outcome: "error=ENOSPC", sure: 80 },
    Kind { call: "pwrite64", outcome: "error=EDQUOT", sure: 80 },
    Kind { call: "fsync", outcome: "error=EIO", sure: 5 },
    Kind { call: "pread64", outcome: "error=EIO", sure: 10 },
];

#[derive(Debug, Clone, Copy)]
struct Case {
    kind: Kind,
    number: u32,
    lasts: bool,
}

/// One server, and what it has acknowledged.
struct Scene {
    server: Program,
    data_dir: PathBuf,
    team: TeamId,
    key: String,
    acknowledged: Vec<String>,
    refused: usize,
    round: usize,
    seed: u64,
    _directory: tempfile::TempDir,
}

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tonnage"))
}

impl Scene {
    fn new(seed: u64) -> Self {
        testkit::prepare();
        let directory = tempfile::tempdir().unwrap();
        let data_dir = directory.path().join("data");
        let server = Program::serve(program(), &data_dir, &[]);
        let (team, key) = Program::bootstrap(program(), &data_dir);
        let (acknowledged, refused, round) = (Vec::new(), 0, 0);
        Self { server, data_dir, team, key, acknowledged, refused, round, seed, _directory: directory }
    }

    fn client(&self) -> Client {
        Client::new(&self.server.api).unwrap().with_api_key(&self.key)
    }

    /// Makes changes while an operation fails, and waits until the server is well again. Returns how often it failed.
    async fn fail(&mut self, case: Case) -> usize {
        self.round += 1;
        let (client, context) = (self.client(), format!("seed {}, {case:?}", self.seed));
        let files = ["tonnage.db", "tonnage.db-wal"].map(|name| self.data_dir.join(name)).to_vec();
        let Case { kind: Kind { call, outcome, .. }, number, lasts } = case;
        let failing = CallFault { calls: call, outcome, from: number, is_lasting: lasts, files };
        let failing = FailingCalls::attach(self.server.id(), &failing);
        for change in 0..CHANGES {
            let name = format!("{}-{change}", self.round);
            match client.create_tag(&self.team, &name).await {
                Ok(_) => self.acknowledged.push(name),
                Err(_) => self.refused += 1,
            }
        }
        let failed = failing.end();
        let since = Instant::now();
        let healed = format!("{}-healed", self.round);
        until("a change succeeds again", async || client.create_tag(&self.team, &healed).await).await;
        let took = since.elapsed();
        assert!(!testkit::is_deep() || took < HEALED_WITHIN, "{context}: healed after {took:?}");
        self.acknowledged.push(healed);
        until("the server is ready", async || {
            let ready = Reply::of(&client, "GET /readyz", &Value::Null).await;
            if ready.text == "ready\n" { Ok(()) } else { Err(format!("{context}: {}", ready.text)) }
        })
        .await;
        failed
    }

    async fn check(&mut self) {
        for _ in 0..2 {
            let tags: Vec<String> =
                self.client().tags(&self.team).await.unwrap().into_iter().map(|tag| tag.name).collect();
            let lost: Vec<_> = self.acknowledged.iter().filter(|name| !tags.contains(name)).collect();
            assert!(lost.is_empty(), "seed {}: lost {lost:?}", self.seed);
            self.server.kill();
            self.server = Program::serve(program(), &self.data_dir, &[]);
        }
        let data_dir = self.data_dir.to_str().unwrap();
        let report = Program::run(program(), &[], &["admin", "fsck", "--data-dir", data_dir]);
        assert!(report.status.success(), "seed {}: {}", self.seed, String::from_utf8_lossy(&report.stdout));
    }
}

/// Some of the operations that surely happen, each at most once.
fn chosen(seed: u64) -> Vec<Case> {
    let mut cases = Vec::new();
    for kind in KINDS {
        for number in 1..=kind.sure {
            cases.extend([true, false].map(|lasts| Case { kind, number, lasts }));
        }
    }
    cases.shuffle(&mut StdRng::seed_from_u64(seed));
    cases.truncate(testkit::rounds(CASES, cases.len()));
    cases
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_survives_a_fault_at_any_operation() {
    if testkit::cannot_run_without(&[Need::Strace]) {
        return;
    }
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut scene = Scene::new(seed);
    if testkit::is_deep() {
        for (kind, lasts) in KINDS.into_iter().flat_map(|kind| [(kind, false), (kind, true)]) {
            let mut number = 1;
            while scene.fail(Case { kind, number, lasts }).await > 0 {
                number += 1;
            }
            println!("{kind:?}, lasting {lasts}: {} operations failed", number - 1);
            assert!(number > kind.sure, "seed {seed}: {kind:?} happens {} times, lasting {lasts}", number - 1);
        }
    } else {
        for case in chosen(seed) {
            assert!(scene.fail(case).await > 0, "seed {seed}: {case:?} did not happen");
        }
    }
    assert!(scene.refused > 0, "seed {seed}: no fault was noticed");
    scene.check().await;
}
