//! The test data, and the limits of the disk itself.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use rand::Rng as _;

use crate::Workplace;

const BIG_BYTES: usize = 1 << 30;
const FILES: usize = 10_000;
const FILES_IN_FOLDER: usize = 100;
const SMALL_BYTES: usize = 16 << 10;
const BLOCK: usize = 1 << 20;

pub(crate) fn prepare(directory: &Path) -> anyhow::Result<Workplace> {
    let (big, tree) = (directory.join("big"), directory.join("tree"));
    let mut random = rand::rng();
    let mut block = vec![0; BLOCK];
    let mut file = File::create(&big)?;
    for _ in 0..BIG_BYTES / BLOCK {
        random.fill_bytes(&mut block);
        file.write_all(&block)?;
    }
    for number in 0..FILES {
        let folder = tree.join(format!("d{:03}", number / FILES_IN_FOLDER));
        fs::create_dir_all(&folder)?;
        random.fill_bytes(&mut block[..SMALL_BYTES]);
        fs::write(folder.join(format!("f{number:05}")), &block[..SMALL_BYTES])?;
    }
    Ok(Workplace { directory: directory.to_owned(), big, big_bytes: BIG_BYTES as u64, tree })
}

/// A plain sequential write of the big file's size, with one sync at the end.
pub(crate) fn write_and_sync(workplace: &Workplace) -> anyhow::Result<()> {
    let path = workplace.directory.join("plain");
    let mut file = File::create(&path)?;
    let block = vec![0x5a; BLOCK];
    for _ in 0..workplace.big_bytes / BLOCK as u64 {
        file.write_all(&block)?;
    }
    file.sync_all()?;
    fs::remove_file(path)?;
    Ok(())
}

/// How many times per second one writer can write 16 KiB and sync.
pub(crate) fn syncs_per_second(directory: &Path) -> anyhow::Result<f64> {
    let path = directory.join("synced");
    let mut file = File::create(&path)?;
    let block = vec![0x5a; SMALL_BYTES];
    let started = Instant::now();
    let mut count = 0_u32;
    while started.elapsed() < Duration::from_secs(2) {
        file.write_all(&block)?;
        file.sync_data()?;
        count += 1;
    }
    let rate = f64::from(count) / started.elapsed().as_secs_f64();
    fs::remove_file(path)?;
    Ok(rate)
}

/// How many files of 16 KiB one writer can make durable per second, syncing file and folder as a simple store would.
pub(crate) fn durable_files_per_second(workplace: &Workplace) -> anyhow::Result<f64> {
    let folder = workplace.directory.join("durable");
    fs::create_dir(&folder)?;
    let handle = File::open(&folder)?;
    let block = vec![0x5a; SMALL_BYTES];
    let started = Instant::now();
    let mut count = 0_u32;
    while started.elapsed() < Duration::from_secs(2) {
        let mut file = File::create(folder.join(count.to_string()))?;
        file.write_all(&block)?;
        file.sync_all()?;
        handle.sync_all()?;
        count += 1;
    }
    let rate = f64::from(count) / started.elapsed().as_secs_f64();
    fs::remove_dir_all(folder)?;
    Ok(rate)
}
