//! Receiving files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use client::Client;
use domain::backoff::Backoff;
use testkit::{Answer, Fault as Mishap, FaultyStore, Operation, Parcel, TestCloud, noise, plain_package};
use tokio_util::sync::CancellationToken;
use transfer::download::{Download, OfPackage, receive};
use transfer::folder::Folder;
use transfer::{Engine, Fault, Progress, RetryPolicy};
use wire::files::FileBody;
use wire::ids::PackageId;

use crate::receipts::{Entry, Receipts};

const MIB: usize = 1 << 20;

/// An engine that fails after this time and otherwise retries quickly.
fn engine(give_up: Duration) -> Engine {
    let policy = RetryPolicy {
        backoff: Backoff::new(Duration::from_millis(5), Duration::from_millis(50)),
        give_up,
        stall: Duration::from_millis(700),
        answer: Duration::from_secs(2),
    };
    Engine::start(policy).unwrap()
}

/// A package that was sent, and a client with a link to it.
struct Bench {
    store: FaultyStore,
    /// Keeps the service alive.
    _cloud: TestCloud,
    holder: Client,
    package: PackageId,
    files: Vec<FileBody>,
    contents: BTreeMap<PathBuf, Vec<u8>>,
    directory: tempfile::TempDir,
    engine: Engine,
}

impl Bench {
    async fn new(lengths: &[(&str, usize)]) -> Self {
        let (setup, store) = TestCloud::setup().with_faulty_store().await;
        let cloud = setup.start().await;
        let owner = cloud.owner("Studio", "owner@example.com").await;
        let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Rushes")).await;
        let mut contents = BTreeMap::new();
        for (name, length) in lengths {
            let content = noise(*length as u64, *length);
            parcel.put("", name, &content).await;
            contents.insert(PathBuf::from(name), content);
        }
        parcel.finalize().await;
        let (resolved, holder) = parcel.open(&parcel.link().await).await.unwrap();
        let files = holder.files(&resolved.package_id, "").await.unwrap();
        assert!(files.iter().all(|file| !file.checksum.crc64nvme.is_empty()), "{files:?}");
        let engine = engine(Duration::from_secs(20));
        let directory = tempfile::tempdir().unwrap();
        Self { store, _cloud: cloud, holder, package: resolved.package_id, files, contents, directory, engine }
    }

    async fn receive(&self, to: &Path, ledger: &Arc<Receipts>) -> Result<(), Fault> {
        let (cloud, package) = (self.holder.clone(), self.package.clone());
        let addresses = Arc::new(OfPackage { cloud, package });
        let download = Download { addresses, priority: 0, folder: Arc::new(Folder::open(to).unwrap()) };
        let progress = Arc::new(Progress::from(0));
        receive(&self.engine, download, Arc::clone(ledger), progress, &CancellationToken::new()).await
    }

    fn place(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// All files are complete, and there are no others.
    fn assert_whole(&self, to: &Path, context: &str) {
        let found = found(to);
        assert!(found == self.contents, "{context}: {:?}", found.keys());
    }

    /// Every file with its final name is complete.
    fn assert_no_half(&self, to: &Path, context: &str) {
        for (name, content) in found(to) {
            let is_part = name.extension().is_some_and(|ending| ending == "part");
            assert!(is_part || self.contents.get(&name) == Some(&content), "{context}: {}", name.display());
        }
    }
}

fn found(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (PathBuf::from(entry.file_name()), std::fs::read(entry.path()).unwrap())).collect()
}

/// Faults of networks and stores from which a download must recover.
fn mishaps() -> Vec<Mishap> {
    vec![
        Mishap::internal_error(),
        Mishap::slow_down(0),
        Mishap::too_many_requests(1),
        Mishap::ResetBefore,
        Mishap::ResetAfter,
        Mishap::expired(),
        Mishap::Truncated,
        Mishap::TruncatedUnnoticed,
        Mishap::Corrupted,
        Mishap::Stalled,
        Mishap::Slow(Duration::from_millis(20)),
        Mishap::RangeIgnored,
        Mishap::Header("content-range", Some("bytes 0-9/10")),
        Mishap::Header("content-range", None),
        Mishap::Header("etag", Some("\"of something else\"")),
        Mishap::Header("etag", None),
        Mishap::Instead(Answer::new(200, "<html>Sign in to this network</html>").header("Content-Type", "text/html")),
        Mishap::Instead(Answer::new(206, "half of it")),
        Mishap::Instead(Answer::error(200, "InternalError")),
        Mishap::Instead(Answer::new(200, "")),
        Mishap::Instead(Answer::new(500, "x".repeat(1 << 20))),
        Mishap::Instead(Answer::new(503, "").header("x-long", "y".repeat(400_000))),
    ]
}

#[tokio::test]
async fn what_goes_wrong_once_is_fetched_again() {
    for (name, length) in [("large", 34 * MIB + 7), ("small", 70_000)] {
        let bench = Bench::new(&[(name, length)]).await;
        for (number, mishap) in mishaps().into_iter().enumerate() {
            let context = format!("{name}: {mishap:.80?}");
            bench.store.proxy.inject(Operation::Get, mishap);
            let (to, ledger) = (bench.place(&format!("to-{number}")), Arc::new(Receipts::of(&bench.files)));
            let received = bench.receive(&to, &ledger).await;
            assert!(received.is_ok(), "{context}: {received:?}");
            assert_eq!(bench.store.proxy.clear(), 0, "{context} happened");
            bench.assert_whole(&to, &context);
            assert!(ledger.rows().iter().all(|row| row.arrived.as_ref().is_some_and(|arrived| !arrived.is_adopted)));
            std::fs::remove_dir_all(&to).unwrap();
        }
    }
}

#[tokio::test]
async fn a_store_without_ranges_is_read_in_one_go() {
    let bench = Bench::new(&[("large", 34 * MIB)]).await;
    bench.store.proxy.inject_times(100, Operation::Get, &Mishap::RangeIgnored);
    let (to, ledger) = (bench.place("to"), Arc::new(Receipts::of(&bench.files)));
    bench.receive(&to, &ledger).await.unwrap();
    assert!(bench.store.proxy.clear() > 90);
    bench.assert_whole(&to, "without ranges");
}

#[tokio::test]
async fn what_goes_wrong_for_ever_is_said() {
    let bench = Bench::new(&[("large", 34 * MIB + 7), ("small", 70_000)]).await;
    let bench = Bench { engine: engine(Duration::from_secs(3)), ..bench };
    let cases = [
        (Mishap::expired(), "clock"),
        (Mishap::Corrupted, "corrupted"),
        (Mishap::redirect("http://127.0.0.1:9/elsewhere"), "TemporaryRedirect"),
        (Mishap::Instead(Answer::error(416, "InvalidRange")), "InvalidRange"),
        (Mishap::Instead(Answer::error(404, "NoSuchKey")), "NoSuchKey"),
        (Mishap::internal_error(), "500"),
        (Mishap::TruncatedUnnoticed, "fewer bytes"),
        (Mishap::Truncated, "end"),
        (Mishap::Stalled, "stalled"),
        (Mishap::ResetBefore, "connection"),
    ];
    for (number, (mishap, said)) in cases.into_iter().enumerate() {
        let context = format!("{mishap:?}");
        bench.store.proxy.inject_times(3_000, Operation::Get, &mishap);
        let (to, ledger) = (bench.place(&format!("to-{number}")), Arc::new(Receipts::of(&bench.files)));
        let fault = bench.receive(&to, &ledger).await.unwrap_err();
        assert!(fault.to_string().to_lowercase().contains(&said.to_lowercase()), "{context}: {fault}");
        assert!(fault.is_recoverable(), "{context}: {fault}");
        assert!(bench.store.proxy.clear() > 1_000, "{context}: it does not retry forever");
        assert!(ledger.rows().iter().all(|row| row.arrived.is_none()), "{context}");
        bench.assert_no_half(&to, &context);
        // Once the fault is over, the same download resumes where it stopped.
        bench.receive(&to, &ledger).await.unwrap();
        bench.assert_whole(&to, &context);
        std::fs::remove_dir_all(&to).unwrap();
    }
}

#[tokio::test]
async fn ranges_that_arrived_are_not_fetched_again_unless_the_disk_lost_them() {
    let bench = Bench::new(&[("large", 50 * MIB)]).await;
    let bench = Bench { engine: engine(Duration::from_secs(8)), ..bench };
    let proxy = &bench.store.proxy;
    for is_lost in [false, true] {
        let (to, ledger) = (bench.place(&format!("to-{is_lost}")), Arc::new(Receipts::of(&bench.files)));
        proxy.inject_times(2, Operation::Get, &Mishap::Slow(Duration::ZERO));
        proxy.inject_times(3_000, Operation::Get, &Mishap::internal_error());
        bench.receive(&to, &ledger).await.unwrap_err();
        proxy.clear();
        let [row] = &ledger.rows()[..] else { panic!("there is one file") };
        assert_eq!(row.item.ranges.len(), 2);
        let range = row.item.ranges.iter().map(|range| range.sum.length).max().unwrap();
        let mut expected = usize::try_from(row.item.size.div_ceil(range)).unwrap() - 2;
        if is_lost {
            // A disk that loses its cache destroys data which the ledger has recorded. There is nothing else to see.
            let part = to.join(&row.item.part.as_ref().unwrap().part);
            let place = row.item.ranges[0].index * range + 4_096;
            let file = std::fs::OpenOptions::new().write(true).open(part).unwrap();
            std::os::unix::fs::FileExt::write_all_at(&file, &[0; 4_096], place).unwrap();
            expected += 1;
        }
        let before = proxy.count(Operation::Get);
        bench.receive(&to, &ledger).await.unwrap();
        assert_eq!(proxy.count(Operation::Get) - before, expected, "lost: {is_lost}");
        bench.assert_whole(&to, "resumed");
    }
}

#[tokio::test]
async fn many_slow_connections_are_used_together() {
    let bench = Bench::new(&[("large", 128 * MIB)]).await;
    // Each of the 32 ranges takes three seconds, however many there are at once: one after the other would be 96.
    bench.store.proxy.inject_times(100, Operation::Get, &Mishap::Slow(Duration::from_millis(300)));
    let (to, ledger) = (bench.place("to"), Arc::new(Receipts::of(&bench.files)));
    let since = std::time::Instant::now();
    bench.receive(&to, &ledger).await.unwrap();
    println!("took {:?}", since.elapsed());
    assert!(since.elapsed() < Duration::from_secs(48), "{:?}", since.elapsed());
    bench.assert_whole(&to, "over slow connections");
}

#[tokio::test]
async fn a_file_that_got_its_name_just_before_the_end_is_ours_and_not_fetched_again() {
    let bench = Bench::new(&[("large", 20 * MIB), ("small", 70_000)]).await;
    for is_taken in [false, true] {
        let (to, ledger) = (bench.place(&format!("to-{is_taken}")), Arc::new(Receipts::of(&bench.files)));
        std::fs::create_dir(&to).unwrap();
        if is_taken {
            std::fs::write(to.join("large"), "mine").unwrap();
            std::fs::write(to.join("small"), "mine").unwrap();
        }
        ledger.break_at(Entry::Complete);
        let fault = bench.receive(&to, &ledger).await.unwrap_err();
        assert!(matches!(fault, Fault::Ledger(_)), "{fault}");
        let named = found(&to).into_iter().find(|(name, content)| {
            bench.contents.values().any(|whole| whole == content)
                && name.extension().is_none_or(|ending| ending != "part")
        });
        assert!(named.is_some(), "a file has its name, but the ledger has not recorded it");
        bench.receive(&to, &ledger).await.unwrap();
        let rows = ledger.rows();
        assert!(rows.iter().all(|row| row.arrived.as_ref().is_some_and(|arrived| !arrived.is_adopted)));
        let suffix = if is_taken { " (2)" } else { "" };
        for row in rows {
            let path = row.arrived.unwrap().path;
            assert_eq!(path, PathBuf::from(format!("{}{suffix}", row.item.path.display())));
        }
        assert_eq!(found(&to).len(), if is_taken { 4 } else { 2 }, "{:?}", found(&to).keys());
    }
}

#[tokio::test]
async fn parts_of_which_the_ledger_never_heard_are_not_left_behind() {
    let bench = Bench::new(&[("large", 20 * MIB), ("small", 70_000)]).await;
    let (to, ledger) = (bench.place("to"), Arc::new(Receipts::of(&bench.files)));
    ledger.break_at(Entry::Made);
    let fault = bench.receive(&to, &ledger).await.unwrap_err();
    assert!(matches!(fault, Fault::Ledger(_)), "{fault}");
    bench.receive(&to, &ledger).await.unwrap();
    bench.assert_whole(&to, "after a failed entry");
}
