//! Sends files while they are being written.

#![expect(clippy::unwrap_used, reason = "a scene that cannot be set up fails its test")]

use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use testkit::{Answer, Fault as Mishap, FaultyStore, Operation, Parcel, TestCloud, fetch, noise};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use transfer::stream::{Stream, follow};
use transfer::upload::{Stage, Upload};
use transfer::{Fault, Progress};

use crate::ledger::Memory;
use crate::uploads::Bench;

const MIB: usize = 1 << 20;
const PART: usize = 8 * MIB;
/// A file that does not change for this long has ended. Long enough to send several parts, even on a busy machine.
const IDLE: Duration = Duration::from_secs(2);

/// Writes a file and remembers its content.
struct Writer {
    file: File,
    path: PathBuf,
    written: Vec<u8>,
}

impl Writer {
    fn new(bench: &Bench, name: &str) -> Self {
        let path = bench.folder.path().join(name);
        Self { file: File::create_new(&path).unwrap(), path, written: Vec::new() }
    }

    fn append(&mut self, length: usize) {
        let from = self.written.len();
        self.written.extend(noise(from as u64, length));
        self.file.write_all(&self.written[from..]).unwrap();
    }
}

/// A running stream.
struct Flow {
    ledger: Arc<Memory>,
    parcel: Arc<Parcel>,
    stop: CancellationToken,
    task: JoinHandle<Result<(), Fault>>,
}

impl Flow {
    async fn of(bench: &Bench, path: &Path) -> Self {
        let name = path.file_name().unwrap().to_str().unwrap();
        let ledger = Arc::new(Memory::of([("", name, path)]));
        Self::go(bench, ledger, Arc::new(bench.parcel().await))
    }

    fn go(bench: &Bench, ledger: Arc<Memory>, parcel: Arc<Parcel>) -> Self {
        let upload = Upload { cloud: parcel.client.clone(), package: parcel.id.clone(), priority: 0 };
        let stream = Stream { upload, idle: IDLE, is_ended: ledger.rows()[0].is_ended, is_followed: false };
        let (engine, stop, to) = (bench.engine.clone(), CancellationToken::new(), Arc::clone(&ledger));
        let task = tokio::spawn({
            let stop = stop.clone();
            async move { follow(&engine, stream, to, Arc::new(Progress::from(0)), &stop).await }
        });
        Self { ledger, parcel, stop, task }
    }

    /// Stops it and resumes like another process, which has only the ledger.
    async fn again(self, bench: &Bench) -> Self {
        self.stop.cancel();
        assert!(matches!(self.task.await.unwrap(), Ok(()) | Err(Fault::Stopped)));
        Self::go(bench, self.ledger, self.parcel)
    }

    /// Waits until the ledger has recorded this many parts.
    async fn until_parts(&self, wanted: usize) {
        let parts = || match &self.ledger.rows()[0].item.stage {
            Stage::Begun { parts, .. } => parts.len(),
            _ => 0,
        };
        until(&format!("{wanted} parts are recorded"), || parts() >= wanted).await;
    }

    /// Waits for its end and returns what arrived.
    async fn arrived(mut self) -> Vec<u8> {
        self.ended().await;
        self.content().await
    }

    async fn ended(&mut self) {
        let sent = (&mut self.task).await.unwrap();
        assert!(sent.is_ok(), "{sent:?}");
        let row = self.ledger.rows().pop().unwrap();
        assert!(row.is_complete && row.is_ended);
    }

    async fn content(&self) -> Vec<u8> {
        self.parcel.finalize().await;
        let link = self.parcel.link().await;
        let (resolved, holder) = self.parcel.open(&link).await.unwrap();
        let files = holder.files(&resolved.package_id, "").await.unwrap();
        assert_eq!(files.len(), 1);
        let content = fetch(&holder.download_address(&resolved.package_id, &files[0].id).await.unwrap().url).await;
        assert_eq!(files[0].size, i64::try_from(content.len()).unwrap());
        content
    }
}

async fn until(what: &str, is_so: impl Fn() -> bool) {
    testkit::until(what, async || if is_so() { Ok(()) } else { Err("not yet") }).await;
}

async fn scene() -> Bench {
    Bench::new(TestCloud::start().await).await
}

async fn rough_scene() -> (Bench, FaultyStore) {
    let (setup, store) = TestCloud::setup().with_faulty_store().await;
    (Bench::new(setup.start().await).await, store)
}

#[tokio::test]
async fn files_of_every_last_part_arrive() {
    let bench = scene().await;
    for (number, size) in
        [0, 1, 5 * MIB - 1, 5 * MIB, PART - 1, PART, PART + 1, 2 * PART, 2 * PART + 5 * MIB - 1].into_iter().enumerate()
    {
        let mut writer = Writer::new(&bench, &format!("take {number}"));
        let flow = Flow::of(&bench, &writer.path).await;
        writer.append(size);
        assert!(flow.arrived().await == writer.written, "{size} bytes");
    }
}

#[tokio::test]
async fn steadily_or_in_bursts_it_arrives_while_it_grows() {
    let bench = scene().await;
    let mut steady = Writer::new(&bench, "steady");
    let flow = Flow::of(&bench, &steady.path).await;
    for _ in 0..40 {
        steady.append(MIB / 2 + 77);
        tokio::time::sleep(IDLE / 200).await;
    }
    flow.until_parts(2).await;
    assert!(!flow.ledger.rows()[0].is_complete, "parts are sent before the end");
    assert!(flow.arrived().await == steady.written);

    let mut bursts = Writer::new(&bench, "bursts");
    bursts.append(3 * PART + 5);
    let flow = Flow::of(&bench, &bursts.path).await;
    for length in [1, 2 * PART, 3] {
        flow.until_parts(bursts.written.len() / PART).await;
        bursts.append(length);
    }
    assert!(flow.arrived().await == bursts.written);
}

#[tokio::test]
async fn a_pause_below_the_timeout_goes_on_and_one_beyond_it_ends() {
    let bench = scene().await;
    for number in 0.. {
        let mut writer = Writer::new(&bench, &format!("take {number}"));
        let flow = Flow::of(&bench, &writer.path).await;
        writer.append(PART + 1);
        let since = Instant::now();
        tokio::time::sleep(IDLE * 2 / 3).await;
        writer.append(PART);
        // On a busy machine, the pause may have been too long.
        if since.elapsed() < IDLE {
            assert!(flow.arrived().await == writer.written);
            break;
        }
    }
    let mut writer = Writer::new(&bench, "ended");
    let flow = Flow::of(&bench, &writer.path).await;
    writer.append(PART + 1);
    let ledger = Arc::clone(&flow.ledger);
    until("the end", || ledger.rows()[0].is_ended).await;
    let ended = writer.written.clone();
    writer.append(1_000);
    assert!(flow.arrived().await == ended, "bytes after the end do not belong to it");
    assert!(Flow::of(&bench, &writer.path).await.arrived().await == writer.written, "and are another stream");
}

#[tokio::test]
async fn a_file_that_became_shorter_is_an_error_and_resumed_as_it_is() {
    let bench = scene().await;
    let mut writer = Writer::new(&bench, "take");
    writer.append(2 * PART);
    let flow = Flow::of(&bench, &writer.path).await;
    flow.until_parts(2).await;
    writer.file.set_len(5).unwrap();
    let (ledger, parcel) = (Arc::clone(&flow.ledger), Arc::clone(&flow.parcel));
    let fault = flow.task.await.unwrap().unwrap_err();
    assert!(fault.to_string().contains("became shorter") && fault.is_recoverable(), "{fault}");
    assert!(ledger.rows()[0].fault.is_some() && !ledger.rows()[0].is_complete);
    assert!(parcel.client.files(&parcel.id, "").await.unwrap().is_empty(), "nothing is left of it");
    // A resume takes the file in its current state.
    let now = Arc::new(Memory::of([("", "take", writer.path.as_path())]));
    assert!(Flow::go(&bench, now, parcel).arrived().await == writer.written[..5]);
}

#[tokio::test]
async fn both_generations_of_a_rotated_file_arrive_also_when_it_goes_on_after_a_break() {
    let bench = scene().await;
    let mut first = Writer::new(&bench, "log");
    let flow = Flow::of(&bench, &first.path).await;
    first.append(PART + 100);
    flow.until_parts(1).await;
    std::fs::rename(&first.path, bench.folder.path().join("log.1")).unwrap();
    let mut second = Writer::new(&bench, "log");
    let other = Flow::of(&bench, &second.path).await;
    second.append(1_000);
    first.append(2_000);
    let flow = flow.again(&bench).await;
    first.append(PART);
    assert!(flow.arrived().await == first.written);
    assert!(other.arrived().await == second.written);
}

#[tokio::test]
async fn a_removed_file_is_sent_to_its_end() {
    let bench = scene().await;
    let mut writer = Writer::new(&bench, "take");
    writer.append(10);
    let flow = Flow::of(&bench, &writer.path).await;
    let parcel = Arc::clone(&flow.parcel);
    until("it is open", || !matches!(flow.ledger.rows()[0].item.stage, Stage::Waiting)).await;
    std::fs::remove_file(&writer.path).unwrap();
    writer.append(PART);
    assert!(flow.arrived().await == writer.written);
    assert_eq!(parcel.client.files(&parcel.id, "").await.unwrap().len(), 1);
}

#[tokio::test]
async fn what_was_sent_is_not_sent_again_after_a_break() {
    let (bench, store) = rough_scene().await;
    let mut writer = Writer::new(&bench, "take");
    writer.append(3 * PART);
    let before = store.proxy.count(Operation::Part);
    let flow = Flow::of(&bench, &writer.path).await;
    flow.until_parts(3).await;
    let flow = flow.again(&bench).await;
    writer.append(100);
    assert!(flow.arrived().await == writer.written);
    assert_eq!(store.proxy.count(Operation::Part) - before, 4);
}

#[tokio::test]
async fn it_goes_on_after_breaks_at_any_moment_over_a_bad_line() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let (bench, store) = rough_scene().await;
    for round in 0..4_u64 {
        store.proxy.set_share_of_faults(0.1, seed ^ round);
        let mut writer = Writer::new(&bench, &format!("take {round}"));
        let mut flow = Flow::of(&bench, &writer.path).await;
        for step in 0..25_u64 {
            // Pseudo-random, so that a seed can be repeated.
            let chance = (seed ^ (round * 1_000 + step)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
            writer.append(usize::try_from(chance).unwrap() % (2 * MIB));
            tokio::time::sleep(Duration::from_millis(chance % 80)).await;
            if chance.is_multiple_of(3) {
                flow = flow.again(&bench).await;
            }
        }
        flow.ended().await;
        store.proxy.set_share_of_faults(0.0, 0);
        // On a busy machine, a pause may have been too long: then the file ended there.
        let arrived = flow.content().await;
        assert!(writer.written.starts_with(&arrived), "seed {seed}, round {round}: {} bytes", arrived.len());
        assert!(arrived.len() == writer.written.len() || arrived.len() > MIB, "seed {seed}, round {round}");
    }
}

#[tokio::test]
async fn what_goes_wrong_once_is_tried_again() {
    let (bench, store) = rough_scene().await;
    let mishaps = [
        (Operation::Create, Mishap::internal_error()),
        (Operation::Create, Mishap::expired()),
        (Operation::Part, Mishap::slow_down(0)),
        (Operation::Part, Mishap::ResetAfter),
        (Operation::Part, Mishap::expired()),
        (Operation::Part, Mishap::Header("x-amz-checksum-crc64nvme", Some("AAAAAAAAAAA="))),
        (Operation::Part, Mishap::Instead(Answer::error(404, "NoSuchUpload"))),
        (Operation::Complete, Mishap::ResetAfter),
        (Operation::Complete, Mishap::internal_error()),
    ];
    for (number, (operation, mishap)) in mishaps.into_iter().enumerate() {
        store.proxy.inject(operation, mishap.clone());
        let mut writer = Writer::new(&bench, &format!("take {number}"));
        let flow = Flow::of(&bench, &writer.path).await;
        writer.append(PART + 7);
        assert!(flow.arrived().await == writer.written, "{operation:?} {mishap:?}");
        assert_eq!(store.proxy.clear(), 0, "{operation:?} {mishap:?} happened");
    }
}

#[tokio::test]
async fn a_header_that_is_written_last_arrives_and_a_rewritten_file_is_refused() {
    let bench = scene().await;
    let mut writer = Writer::new(&bench, "take.wav");
    writer.append(PART + 1);
    let flow = Flow::of(&bench, &writer.path).await;
    flow.until_parts(1).await;
    writer.file.seek(SeekFrom::Start(4)).unwrap();
    writer.file.write_all(b"size").unwrap();
    writer.written[4..8].copy_from_slice(b"size");
    assert!(flow.arrived().await == writer.written);

    let mut writer = Writer::new(&bench, "replaced");
    writer.append(PART);
    let flow = Flow::of(&bench, &writer.path).await;
    flow.until_parts(1).await;
    flow.stop.cancel();
    let (ledger, parcel) = (flow.ledger, flow.parcel);
    flow.task.await.unwrap().unwrap_err();
    std::fs::write(&writer.path, vec![7; 2 * PART]).unwrap();
    let fault = Flow::go(&bench, ledger, parcel).task.await.unwrap().unwrap_err();
    assert!(fault.to_string().contains("was rewritten"), "{fault}");
}
