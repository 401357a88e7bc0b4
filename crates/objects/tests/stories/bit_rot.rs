//! Random damage to the files of a store. Whatever happens to them, nobody gets wrong bytes that look good.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use fixtures::{Need, SmallDisk};
use objects::Store;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::harness::{Reply, TestStore, files_under, noise, options};
use crate::signing::Call;

const CASES: usize = 250;
const DEEP_CASES: usize = 5000;

fn cases() -> usize {
    if std::env::var_os("TONNAGE_TEST_DEEP").is_some() { DEEP_CASES } else { CASES }
}

fn new_seed() -> u64 {
    let seed = std::env::var("TONNAGE_TEST_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(|| rand::random::<u64>() >> 24);
    println!("seed {seed}; set TONNAGE_TEST_SEED to repeat it");
    seed
}

/// The keys differ in one bit, so that damage to a key can lead to another object.
fn contents() -> Vec<(&'static str, Vec<u8>)> {
    let bodies = [0, 1, 100, 9000, 60_000, 70_000, 70_001, 2_500_000].iter();
    let keys = ["k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"];
    let mut all: Vec<_> =
        keys.into_iter().zip(bodies).zip(1..).map(|((key, length), seed)| (key, noise(seed, *length))).collect();
    all.push(("parts", [noise(20, 5 << 20), noise(21, 100_000), Vec::new()].concat()));
    all
}

async fn fill(directory: &Path) {
    let store = TestStore::open(directory).await;
    store.signed(Call::new("PUT", "/shelf")).await.expect(200);
    for (key, body) in contents() {
        if key == "parts" {
            store.put_in_parts(key, &[&body[..5 << 20], &body[5 << 20..]]).await;
        } else {
            store.put(key, &body).await.expect(200);
        }
    }
    store.close().await;
}

struct Case {
    seed: u64,
    number: usize,
    what: String,
}

impl fmt::Display for Case {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "seed {}, case {}, {}", self.seed, self.number, self.what)
    }
}

/// A reply is fine if it is an error, or breaks off, or has exactly the bytes that were stored.
#[track_caller]
fn judge(reply: &Reply, expected: &[u8], key: &str, case: &Case) -> bool {
    let is_good = reply.status < 300 && !reply.is_cut;
    assert!(!is_good || reply.body == expected, "{key} has wrong bytes that look good: {case}");
    is_good
}

/// Reads everything, whole and in part. Returns how many replies were good, and how many there were.
async fn read_all(store: &TestStore, random: &mut StdRng, case: &Case) -> (usize, usize) {
    let (mut good, mut all) = (0, 0);
    for (key, body) in contents() {
        let reply = store.signed_or_cut(Call::new("GET", &format!("/shelf/{key}"))).await;
        good += usize::from(judge(&reply, &body, key, case));
        all += 1;
        for _ in 0..if body.is_empty() { 0 } else { 2 } {
            let from = random.random_range(0..body.len());
            let to = random.random_range(from..body.len().min(from + 200_000));
            let range = Call::new("GET", &format!("/shelf/{key}")).header("range", &format!("bytes={from}-{to}"));
            good += usize::from(judge(&store.signed_or_cut(range).await, &body[from..=to], key, case));
            all += 1;
        }
    }
    (good, all)
}

/// Damages one of the files, and says how.
fn damage_blob(files: &[PathBuf], random: &mut StdRng) -> String {
    let file = &files[random.random_range(0..files.len())];
    let mut bytes = fs::read(file).unwrap();
    let at = random.random_range(0..bytes.len());
    let kind = random.random_range(0..7);
    match kind {
        0 | 1 => bytes[at] ^= 1 << random.random_range(0..8),
        2 => {
            let end = bytes.len().min(at + 4096);
            bytes[at..end].iter_mut().for_each(|byte| *byte = !*byte);
        }
        3 => bytes.truncate(at),
        4 => bytes = fs::read(&files[random.random_range(0..files.len())]).unwrap(),
        5 => bytes.rotate_left(1),
        _ => {
            fs::remove_file(file).unwrap();
            return format!("{} removed", file.display());
        }
    }
    fs::write(file, bytes).unwrap();
    format!("{}: kind {kind} at {at}", file.display())
}

#[tokio::test]
async fn damaged_files_are_never_served() {
    if fixtures::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let seed = new_seed();
    let mut random = StdRng::seed_from_u64(seed);
    let disk = SmallDisk::mount("size=128m");
    fill(disk.path()).await;
    let store = TestStore::open(disk.path()).await;
    let mut files = store.blob_files();
    files.sort();
    let sound: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    let mut unharmed = 0;
    for number in 0..cases() {
        let what = damage_blob(&files, &mut random);
        let (good, all) = read_all(&store, &mut random, &Case { seed, number, what }).await;
        unharmed += usize::from(good == all);
        for (file, bytes) in files.iter().zip(&sound) {
            fs::write(file, bytes).unwrap();
        }
    }
    assert!(unharmed * 3 < cases(), "{unharmed} cases did no harm: the damage is not damage, seed {seed}");
    let (good, all) = read_all(&store, &mut random, &Case { seed, number: 0, what: "repaired".into() }).await;
    assert_eq!(good, all);
}

/// Damages an index, and says how.
fn damage_index(index: &Path, random: &mut StdRng) -> String {
    const PAGE: usize = 8192;
    let mut bytes = fs::read(index).unwrap();
    let (at, kind) = (random.random_range(0..bytes.len()), random.random_range(0..8));
    let page = at / PAGE * PAGE;
    match kind {
        // Most of the index is the content of small objects; its structure is at the ends of pages.
        0..4 => bytes[at] ^= 1 << random.random_range(0..8),
        4 => bytes[page + random.random_range(0..200)] ^= 1 << random.random_range(0..8),
        5 => bytes[page + PAGE - 1 - random.random_range(0..400)] ^= 1 << random.random_range(0..8),
        6 => bytes[page..page + PAGE].fill(0),
        _ => {
            let other = random.random_range(0..bytes.len() / PAGE) * PAGE;
            let copy = bytes[other..other + PAGE].to_vec();
            bytes[page..page + PAGE].copy_from_slice(&copy);
        }
    }
    fs::write(index, bytes).unwrap();
    format!("index: kind {kind} at {at}")
}

/// A second store with the same files.
fn copy_of(directory: &Path, at: &Path) {
    for file in files_under(directory) {
        let copy = at.join(file.strip_prefix(directory).unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        if file.starts_with(directory.join("data")) && !file.ends_with("store-id") {
            fs::hard_link(&file, &copy).unwrap();
        } else {
            fs::copy(&file, &copy).unwrap();
        }
    }
}

#[tokio::test]
async fn a_damaged_index_never_leads_to_wrong_content() {
    if fixtures::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let seed = new_seed();
    let mut random = StdRng::seed_from_u64(seed);
    let disk = SmallDisk::mount("size=256m");
    let base = disk.path().join("base");
    fill(&base).await;
    let (mut refused, mut unharmed) = (0, 0);
    for number in 0..cases() {
        let directory = disk.path().join("copy");
        copy_of(&base, &directory);
        let case = Case { seed, number, what: damage_index(&directory.join("index.db"), &mut random) };
        match Store::open(options(&directory)) {
            Err(_) => refused += 1,
            Ok(store) => {
                let store = TestStore::serve(store, directory.clone()).await;
                let (good, all) = read_all(&store, &mut random, &case).await;
                unharmed += usize::from(good == all);
                store.close().await;
            }
        }
        fs::remove_dir_all(&directory).unwrap();
    }
    println!("{refused} refused, {unharmed} without effect");
    assert!(refused + unharmed < cases(), "no damage was found by a reader, seed {seed}");
}

/// One bit is enough to give a row the key of another object.
#[tokio::test]
async fn a_row_with_the_key_of_another_object_is_not_served() {
    let store = TestStore::start().await;
    store.put("k0", b"zero").await.expect(200);
    store.put("k1", b"one").await.expect(200);
    let index = rusqlite::Connection::open(store.directory.join("index.db")).unwrap();
    index.execute("DELETE FROM object WHERE key = x'6b31'", []).unwrap();
    assert_eq!(index.execute("UPDATE object SET key = x'6b31' WHERE key = x'6b30'", []).unwrap(), 1);
    store.get("k1").await.expect_error(500, "ContentDamaged");
    store.signed(Call::new("HEAD", "/shelf/k1")).await.expect(500);
}
