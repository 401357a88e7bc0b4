//! Kills the real agent repeatedly in the middle of transfers.
//!
//! In every round, several uploads and downloads run in parallel while the agent is killed and restarted. Each round
//! downloads what the previous round sent, so every upload is verified by a download, by comparing trees. All the while
//! a watcher checks the destinations: a name without `.part` must be a complete file from the first moment on. In every
//! second round, the connection to storage is faulty too. `TONNAGE_TEST_ROUNDS` sets the number of rounds.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use testkit::Operation;

use super::scene::{PART, RANGE, Scene, TREES};

/// This many uploads and downloads each, [`TREES`] at a time.
const TRANSFERS: usize = 50;
const DEEP_TRANSFERS: usize = 1_000;
const KILLS: usize = 4;
const CONNECTIONS: u64 = 4;
const SHARE_OF_FAULTS: f64 = 0.05;

fn rounds() -> usize {
    testkit::rounds(TRANSFERS.div_ceil(TREES), DEEP_TRANSFERS.div_ceil(TREES))
}

/// Kills and restarts while transfers run; returns how many of them were interrupted.
async fn kill(scene: &mut Scene, ids: &[(&'static str, String)], random: &mut StdRng, context: &str) -> usize {
    let mut met = 0;
    for _ in 0..KILLS {
        tokio::time::sleep(Duration::from_millis(random.random_range(0..220))).await;
        scene.kill();
        scene.start();
        for (kind, id) in ids {
            let transfer = scene.transfer(kind, id).await;
            let state = transfer["state"].as_str().unwrap();
            assert!(matches!(state, "transferring" | "idle" | "complete"), "{context}: {transfer}");
            met += usize::from(state == "transferring");
        }
    }
    met
}

/// Bytes sent and received beyond what was necessary.
struct Meter {
    up: u64,
    down: u64,
}

impl Meter {
    fn read(scene: &Scene) -> Self {
        let proxy = &scene.store.proxy;
        let up = proxy.bytes_in(Operation::Part) + proxy.bytes_in(Operation::Put);
        Self { up, down: proxy.bytes_out(Operation::Get) }
    }

    fn check(&self, scene: &Scene, context: &str) -> (u64, u64) {
        let (now, wanted, kills) = (Self::read(scene), scene.bytes(), KILLS as u64);
        let again = |moved: u64| moved.saturating_sub(wanted);
        let (up, down) = (again(now.up - self.up), again(now.down - self.down));
        // The headers of replies count too.
        let heads = 1 << 20;
        assert!(up <= kills * CONNECTIONS * PART, "{context}: {up} bytes were sent again");
        assert!(down <= kills * CONNECTIONS * RANGE + heads, "{context}: {down} bytes were fetched again");
        (up, down)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn transfers_go_on_after_kill_9() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut scene = Scene::new(CONNECTIONS).await;
    let mut links = scene.sent_in_peace().await;
    let (mut met, mut again, mut quiet) = (0, (0, 0), 0);
    for round in 0..rounds() {
        let context = format!("seed {seed}, round {round}");
        let is_rough = round % 2 == 1;
        scene.store.proxy.set_share_of_faults(if is_rough { SHARE_OF_FAULTS } else { 0.0 }, random.random());
        let meter = Meter::read(&scene);
        let (uploads, downloads) = (scene.start_uploads().await, scene.start_downloads(&links).await);
        let ids: Vec<_> = uploads.iter().map(|upload| ("uploads", upload.id.clone())).collect();
        let ids: Vec<_> =
            ids.into_iter().chain(downloads.iter().map(|download| ("downloads", download.id.clone()))).collect();
        met += kill(&mut scene, &ids, &mut random, &context).await;
        scene.received(&downloads, &context).await;
        links = scene.sent(&uploads, &context).await;
        if !is_rough {
            let (up, down) = meter.check(&scene, &context);
            again = (again.0 + up, again.1 + down);
            quiet += KILLS;
        }
        scene.forget(&ids).await;
    }
    scene.store.proxy.set_share_of_faults(0.0, 0);
    let last = scene.start_downloads(&links).await;
    scene.received(&last, &format!("seed {seed}, the end")).await;
    // None was started twice, and none is missing.
    let packages = scene.number("SELECT COUNT(*) FROM packages").await;
    let finalized = scene.number("SELECT COUNT(*) FROM packages WHERE state = 'finalized'").await;
    let sent = i64::try_from((rounds() + 1) * TREES).unwrap();
    assert_eq!((packages, finalized), (sent, sent), "seed {seed}");
    println!("{met} times a kill met a transfer; moved again in {quiet} kills: {} up, {} down", again.0, again.1);
    assert!(met >= rounds() * TREES, "seed {seed}: {met} transfers were interrupted");
}
