//! A day of a watch folder in two minutes: folders appear, grow, change, are locked, moved and deleted, while the agent
//! is killed repeatedly. Everything that settled arrives exactly once, byte for byte, and nothing is deleted that did
//! not arrive.

mod folders;
mod office;

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use testkit::until;

use self::folders::{Fate, Folders};
use self::office::Office;

const KILLS: usize = 30;
/// Longer than the timeout of the watch folders, or nothing would ever settle.
const LIFE: std::ops::Range<u64> = 2_300..4_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_folder_that_settles_arrives_once() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut office = Office::open().await;
    let folders = Folders::begin(&office.roots(), random.random());
    for _ in 0..KILLS {
        tokio::time::sleep(Duration::from_millis(random.random_range(LIFE))).await;
        office.kill_and_start();
    }
    // The changes continue until all are done; the agent runs until everything has arrived.
    let folders = tokio::task::spawn_blocking(move || folders.end()).await.unwrap();
    until("everything that settled arrived", async || {
        let missing = office.missing(&folders).await;
        if missing.is_empty() { Ok(()) } else { Err(format!("seed {seed}: missing: {missing:?}\n{}", office.log())) }
    })
    .await;
    office.settle(&folders).await;
    let mut arrived = 0;
    for (name, packages) in office.arrivals().await {
        let folder = &folders[&name];
        if folder.is_stalled {
            continue;
        }
        for package in &packages {
            let count = packages.iter().filter(|other| *other == package).count();
            assert_eq!(count, 1, "seed {seed}: {name} came {count} times in one version");
            assert!(
                folder.last == *package || folder.before.as_ref() == Some(package),
                "seed {seed}: {name} came as it never was: {:?}",
                package.keys()
            );
        }
        if folder.fate != Fate::Deleted {
            assert!(packages.contains(&folder.last), "seed {seed}: {name}, {:?}", folder.fate);
        }
        arrived += packages.len();
    }
    office::check_sources(&folders);
    let stalled = folders.values().filter(|folder| folder.is_stalled).count();
    println!("{arrived} packages of {} folders, {stalled} of them stalled, {KILLS} kills", folders.len());
    assert!(stalled < 50 && arrived + stalled >= 250, "seed {seed}: {arrived}, {stalled} stalled");
}
