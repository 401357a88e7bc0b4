//! What the server needs at a moment, and whether that grows.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::work::Service;

/// The allocator keeps freed memory in pieces that fit later requests more or less well. Within two hours, a leak of 1 kB
/// for each package is more than this.
const MEMORY_MARGIN: u64 = 24 << 20;
/// Idle connections of clients come and go. A leak of one handle for a thousand packages is more.
const HANDLES_MARGIN: u64 = 12;
const THREADS_MARGIN: u64 = 4;
/// The database opens connections when a busy machine needs so many at once, and keeps them for half an hour. There are
/// never more than these, one of them for writing.
const CONNECTIONS_MOST: u64 = 9;
/// Each has a cache of 2 MB, and its thread has pieces of memory of its own.
const MEMORY_OF_CONNECTION: u64 = 5 << 20;
/// The database and its log.
const HANDLES_OF_CONNECTION: u64 = 2;
/// How the library calls the thread of a connection, as far as the kernel keeps names.
const THREAD_OF_CONNECTION: &str = "sqlx-sqlite-wor";
/// All content is deleted when a sample is taken. What remains is the store's index, which keeps 4 MB for new rows.
const OBJECTS_MARGIN: u64 = 6 << 20;
/// The log of the index starts over when it is longer than 64 MB and was copied to the index, every 16 MB.
const LOG_LONGEST: u64 = 96 << 20;
/// The record of a package outlives its content by design: the package itself, its audit entries, events, activity,
/// mails and deliveries. So the database is not flat, but it grows by no more than this for each package (about 12 kB).
const DATABASE_PER_PACKAGE: u64 = 24 << 10;

pub(crate) struct Sample {
    at: Duration,
    pub(crate) packages: u64,
    memory: u64,
    handles: u64,
    threads: u64,
    /// To the database.
    connections: u64,
    /// Without the log of the index.
    objects: u64,
    log: u64,
    database: u64,
}

impl Sample {
    pub(crate) fn take(service: &Service, at: Duration) -> Self {
        let process = Path::new("/proc").join(service.process().to_string());
        let status = std::fs::read_to_string(process.join("status")).expect("the server is running");
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("the kernel tells it");
            line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok()).expect("a number")
        };
        let files = std::fs::read_dir(service.data_dir()).expect("the data directory is there").flatten();
        let is_database = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with("tonnage.db");
        let database = files.filter(|file| is_database(&file.file_name()));
        let objects = service.data_dir().join("objects");
        let log = std::fs::metadata(objects.join("index.db-wal")).map_or(0, |data| data.len());
        Self {
            at,
            packages: service.packages.load(Ordering::Relaxed),
            memory: number("RssAnon:") << 10,
            handles: std::fs::read_dir(process.join("fd")).expect("the server is running").count() as u64,
            threads: number("Threads:"),
            connections: connections(&process),
            objects: bytes_below(&objects) - log,
            log,
            database: database.filter_map(|file| file.metadata().ok()).map(|data| data.len()).sum(),
        }
    }

    pub(crate) fn line(&self) -> String {
        format!(
            "{:>6} s {:>8} packages {:>8} kB memory {:>5} handles {:>4} threads {:>3} connections {:>6} kB objects {:>6} kB log {:>8} kB database",
            self.at.as_secs(),
            self.packages,
            self.memory >> 10,
            self.handles,
            self.threads,
            self.connections,
            self.objects >> 10,
            self.log >> 10,
            self.database >> 10,
        )
    }
}

/// Threads may end while they are counted.
fn connections(process: &Path) -> u64 {
    let tasks = std::fs::read_dir(process.join("task")).expect("the server is running").flatten();
    let names = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
    names.filter(|name| name.starts_with(THREAD_OF_CONNECTION)).count() as u64
}

/// Files may end while they are counted.
fn bytes_below(directory: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(directory) else { return 0 };
    let bytes = entries.flatten().map(|entry| match entry.metadata() {
        Ok(data) if data.is_dir() => bytes_below(&entry.path()),
        Ok(data) => data.len(),
        Err(_) => 0,
    });
    bytes.sum()
}

pub(crate) fn table(samples: &[Sample]) -> String {
    samples.iter().fold(String::new(), |mut text, sample| {
        let _ = writeln!(text, "{}", sample.line());
        text
    })
}

/// What is measured, by how much it may grow, and by how much more for each new connection to the database.
type Measured = (&'static str, fn(&Sample) -> u64, u64, u64);

fn median(samples: &[Sample], of: impl Fn(&Sample) -> u64) -> u64 {
    let mut numbers: Vec<u64> = samples.iter().map(of).collect();
    numbers.sort_unstable();
    numbers[numbers.len() / 2]
}

/// Compares the last quarter with the second one: the first fills caches and pools. New connections to the database
/// may need more: their number says only how busy the machine was.
pub(crate) fn assert_flat(samples: &[Sample]) {
    let quarter = samples.len() / 4;
    assert!(quarter >= 2, "{} samples are too few", samples.len());
    let (second, last) = (&samples[quarter..2 * quarter], &samples[samples.len() - quarter..]);
    let packages = median(last, |sample| sample.packages) - median(second, |sample| sample.packages);
    let connections = |samples| median(samples, |sample: &Sample| sample.connections);
    let opened = connections(last).saturating_sub(connections(second));
    let measured: [Measured; 5] = [
        ("bytes of memory", |sample| sample.memory, MEMORY_MARGIN, MEMORY_OF_CONNECTION),
        ("handles", |sample| sample.handles, HANDLES_MARGIN, HANDLES_OF_CONNECTION),
        ("threads", |sample| sample.threads, THREADS_MARGIN, 1),
        ("bytes of objects", |sample| sample.objects, OBJECTS_MARGIN, 0),
        ("bytes of the database", |sample| sample.database, packages * DATABASE_PER_PACKAGE, 0),
    ];
    let mut grown = Vec::new();
    for (what, number, margin, of_connection) in measured {
        let (before, after, margin) = (median(second, number), median(last, number), margin + opened * of_connection);
        println!("{what}: {before} in the second quarter, {after} in the last, {packages} packages between");
        if after > before + margin {
            grown.push(format!("{what} grew from {before} to {after}, by more than {margin}"));
        }
    }
    let log = samples.iter().map(|sample| sample.log).max().unwrap_or(0);
    if log > LOG_LONGEST {
        grown.push(format!("the log of the store's index grew to {log}"));
    }
    let connections = samples.iter().map(|sample| sample.connections).max().unwrap_or(0);
    assert!((1..=CONNECTIONS_MOST).contains(&connections), "{connections} connections to the database");
    assert!(grown.is_empty(), "{}", grown.join("; "));
}
