//! Sending files.

#![expect(clippy::unwrap_used, reason = "a scene that cannot be set up fails its test")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use domain::backoff::Backoff;
use testkit::{Answer, Fault as Mishap, Operation, Parcel, Person, TestCloud, fetch, plain_package};
use tokio_util::sync::CancellationToken;
use transfer::upload::{Upload, send};
use transfer::{Engine, Fault, Progress, RetryPolicy};

use crate::ledger::Memory;

const MIB: usize = 1 << 20;

pub(crate) fn hasty() -> RetryPolicy {
    RetryPolicy {
        backoff: Backoff::new(Duration::from_millis(5), Duration::from_millis(50)),
        give_up: Duration::from_secs(20),
        stall: Duration::from_secs(2),
        answer: Duration::from_secs(4),
    }
}

pub(crate) struct Bench {
    cloud: TestCloud,
    owner: Person,
    pub(crate) folder: tempfile::TempDir,
    pub(crate) engine: Engine,
}

impl Bench {
    pub(crate) async fn new(cloud: TestCloud) -> Self {
        Self::with(cloud, Engine::start(hasty()).unwrap()).await
    }

    pub(crate) async fn with(cloud: TestCloud, engine: Engine) -> Self {
        let owner = cloud.owner("Studio", "owner@example.com").await;
        Self { cloud, owner, folder: tempfile::tempdir().unwrap(), engine }
    }

    fn file(&self, name: &str, length: usize) -> PathBuf {
        let content: Vec<u8> =
            (0..length).map(|place| u8::try_from((place * 31 + place / 4096) % 251).unwrap()).collect();
        let path = self.folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    pub(crate) async fn parcel(&self) -> Parcel {
        Parcel::create(&self.owner.client, &self.owner.team_id, &plain_package("Rushes")).await
    }

    async fn send(&self, parcel: &Parcel, ledger: &Arc<Memory>) -> Result<(), Fault> {
        let upload = Upload { cloud: parcel.client.clone(), package: parcel.id.clone(), priority: 0 };
        let progress = Arc::new(Progress::from(0));
        send(&self.engine, upload, Arc::clone(ledger), progress, &CancellationToken::new()).await
    }

    /// Finalizes the package and compares every file with its source.
    async fn arrived(&self, parcel: &Parcel, files: &[(&str, &str, &Path)]) {
        parcel.finalize().await;
        let link = parcel.link().await;
        let (resolved, holder) = parcel.open(&link).await.unwrap();
        let there = holder.files(&resolved.package_id, "").await.unwrap();
        assert_eq!(there.len(), files.len());
        for (path, name, source) in files {
            let file = there.iter().find(|file| file.path == *path && file.name == *name).expect(name);
            let address = holder.download_address(&resolved.package_id, &file.id).await.unwrap();
            assert!(fetch(&address.url).await == std::fs::read(source).unwrap(), "{name} differs");
        }
        assert!(self.cloud.waiting_jobs().await >= 0);
    }
}

#[tokio::test]
async fn files_of_every_size_arrive() {
    let bench = Bench::new(TestCloud::start().await).await;
    let sizes =
        [("empty", 0), ("byte", 1), ("small", 100_000), ("part", 8 * MIB), ("parts", 20 * MIB + 7), ("two", 16 * MIB)];
    let sources: Vec<_> = sizes.iter().map(|(name, size)| (*name, bench.file(name, *size))).collect();
    let files: Vec<_> = sources.iter().map(|(name, source)| ("a/b", *name, source.as_path())).collect();
    let parcel = bench.parcel().await;
    let ledger = Arc::new(Memory::of(files.iter().copied()));
    bench.send(&parcel, &ledger).await.unwrap();
    assert!(ledger.rows().iter().all(|row| row.is_complete && row.fault.is_none()));
    bench.arrived(&parcel, &files).await;
}

/// Faults of networks and stores after which the files must still arrive complete.
fn mishaps() -> Vec<(Operation, Mishap)> {
    let each = |operation: Operation| {
        [
            Mishap::internal_error(),
            Mishap::slow_down(0),
            Mishap::too_many_requests(1),
            Mishap::ResetBefore,
            Mishap::ResetAfter,
            Mishap::expired(),
            Mishap::Instead(
                Answer::new(200, "<html>Sign in to this network</html>").header("Content-Type", "text/html"),
            ),
            Mishap::Instead(Answer::error(200, "InternalError")),
            Mishap::Instead(Answer::new(500, "x".repeat(1 << 20))),
        ]
        .map(|mishap| (operation, mishap))
    };
    let mut all: Vec<_> = [Operation::Create, Operation::Part, Operation::Put].into_iter().flat_map(each).collect();
    for operation in [Operation::Part, Operation::Put] {
        all.push((operation, Mishap::Header("x-amz-checksum-crc64nvme", Some("AAAAAAAAAAA="))));
        all.push((operation, Mishap::Header("etag", None)));
        all.push((operation, Mishap::Header("etag", Some("W/\"weak\""))));
    }
    all.push((Operation::Create, Mishap::Truncated));
    all.push((Operation::Part, Mishap::Instead(Answer::error(404, "NoSuchUpload"))));
    all
}

#[tokio::test]
async fn what_goes_wrong_once_is_tried_again() {
    let (setup, store) = TestCloud::setup().with_faulty_store().await;
    let bench = Bench::new(setup.start().await).await;
    let (large, small) = (bench.file("large", 17 * MIB), bench.file("small", 70_000));
    let files = [("", "large", large.as_path()), ("", "small", small.as_path())];
    for (operation, mishap) in mishaps() {
        store.proxy.inject(operation, mishap.clone());
        let parcel = bench.parcel().await;
        let ledger = Arc::new(Memory::of(files));
        let sent = bench.send(&parcel, &ledger).await;
        assert!(sent.is_ok(), "{operation:?} {mishap:?}: {sent:?}");
        assert_eq!(store.proxy.clear(), 0, "{operation:?} {mishap:?} happened");
        bench.arrived(&parcel, &files).await;
    }
}

#[tokio::test]
async fn what_goes_wrong_for_ever_is_said() {
    let (setup, store) = TestCloud::setup().with_faulty_store().await;
    let bench = Bench::new(setup.start().await).await;
    let large = bench.file("large", 17 * MIB);
    let cases = [
        (Mishap::expired(), "clock"),
        (Mishap::Header("x-amz-checksum-crc64nvme", Some("AAAAAAAAAAA=")), "corrupted"),
        (Mishap::redirect("http://127.0.0.1:9/elsewhere"), "TemporaryRedirect"),
        (Mishap::Instead(Answer::error(400, "EntityTooLarge")), "EntityTooLarge"),
    ];
    for (mishap, said) in cases {
        store.proxy.inject_times(100, Operation::Part, &mishap);
        let parcel = bench.parcel().await;
        let ledger = Arc::new(Memory::of([("", "large", large.as_path())]));
        let fault = bench.send(&parcel, &ledger).await.unwrap_err();
        assert!(fault.to_string().contains(said) && fault.is_recoverable(), "{fault}");
        assert!(store.proxy.clear() > 80, "{fault}: it does not retry forever");
        // Once the fault is over, the same upload resumes where it stopped.
        bench.send(&parcel, &ledger).await.unwrap();
        bench.arrived(&parcel, &[("", "large", large.as_path())]).await;
    }
}
