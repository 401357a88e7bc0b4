//! Fetches a file in parallel ranges.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::task::JoinSet;
use wire::ids::FileId;

use super::adding::{Fetch, address};
use super::finishing::Received;
use super::open_part::part_of;
use super::receiving::write;
use super::recording::{Recorder, Written};
use super::small::{ALTERED_MOST, receive_whole};
use super::{DownloadItem, DownloadLedger, RangeDone, Run, WHOLE_LARGEST, checking, range_length};
use crate::checksum::Sum;
use crate::fault::{Fault, Setback};
use crate::folder::PartFile;
use crate::gate::Place;
use crate::progress::Moving;
use crate::storage::{Range, passing};

/// Shared by all ranges of one file.
struct Receiving {
    item: DownloadItem,
    file: FileId,
    part: Arc<PartFile>,
    source: Mutex<Source>,
}

impl Receiving {
    fn length_of(&self, index: u64) -> u64 {
        let step = range_length(self.item.size);
        step.min(self.item.size.saturating_sub(index * step))
    }
}

struct Source {
    url: String,
    /// `ETag` of the first range; all others must have the same.
    etag: Option<String>,
}

/// Why the ranges did not complete.
enum Broken {
    /// The ranges are of different contents: all are fetched again.
    Mixed,
    /// Storage does not support ranges: the file is fetched whole.
    NoRanges,
    Fault(Fault),
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Holds `turn` until all its ranges are started; then the next file starts.
pub(super) async fn receive<L: DownloadLedger>(
    run: Arc<Run<L>>,
    fetch: Fetch,
    turn: OwnedSemaphorePermit,
    received: mpsc::UnboundedSender<Received>,
) -> Result<(), Fault> {
    let item = fetch.item.number;
    match receive_ranges(&run, fetch, turn).await {
        Ok(done) => {
            let _ = received.send(done);
            Ok(())
        }
        Err(fault) => run.file_failed(item, fault).await,
    }
}

async fn receive_ranges<L: DownloadLedger>(
    run: &Arc<Run<L>>,
    fetch: Fetch,
    turn: OwnedSemaphorePermit,
) -> Result<Received, Fault> {
    let open = part_of(run, &fetch, run.running.part_file().await?).await?;
    let part = Arc::clone(&open.part);
    let mut recorded = recorded_in(run, &fetch.item, &part);
    let mut done: BTreeMap<u64, RangeDone> = recorded.iter().map(|range| (range.index, *range)).collect();
    let source = Mutex::new(Source { url: fetch.url.clone(), etag: None });
    let receiving = Arc::new(Receiving { item: fetch.item.clone(), file: fetch.file.clone(), part, source });
    let (mut turn, mut altered) = (Some(turn), 0);
    while altered < ALTERED_MOST {
        let round = receive_round(run, &receiving, &mut done, std::mem::take(&mut recorded), turn.take()).await;
        match round {
            Ok(Round { lost, .. }) if !lost.is_empty() => done.retain(|index, _| !lost.contains(index)),
            Ok(Round { unsynced, .. }) if is_whole(&receiving.item, &done) => {
                let moving = unsynced.into_iter().map(|written| written.moving).collect();
                return Ok(Received { item: fetch.item, file: fetch.file, part: open, moving });
            }
            Ok(_) | Err(Broken::Mixed) => {
                altered += 1;
                run.running.progress.lost(done.values().map(|range| range.sum.length).sum());
                run.ledger.discarded(receiving.item.number).await?;
                done.clear();
                receiving.source.lock().etag = None;
            }
            Err(Broken::NoRanges) => {
                drop(open);
                let handle = run.running.part_file().await?;
                let place = run.running.place(WHOLE_LARGEST).await;
                return receive_whole(run, fetch, handle, place).await;
            }
            Err(Broken::Fault(fault)) => return Err(fault),
        }
    }
    Err(Fault::Corrupted { path: receiving.item.path.display().to_string(), tries: altered })
}

/// The ranges that count if the part file still contains them. A new part file contains none.
fn recorded_in<L: DownloadLedger>(run: &Run<L>, item: &DownloadItem, part: &PartFile) -> Vec<RangeDone> {
    if part.is_resumed() {
        return item.ranges.clone();
    }
    run.running.progress.lost(item.ranges.iter().map(|range| range.sum.length).sum());
    Vec::new()
}

fn is_whole(item: &DownloadItem, done: &BTreeMap<u64, RangeDone>) -> bool {
    let whole = done.values().fold(Sum::EMPTY, |whole, range| whole.then(range.sum));
    whole.length == item.size && item.crc64.is_none_or(|crc64| crc64 == whole.crc64)
}

/// What a round without a fault leaves to do.
struct Round {
    /// Recorded ranges that the disk has lost.
    lost: BTreeSet<u64>,
    /// The last ranges, which are not synced yet.
    unsynced: Vec<Written>,
}

/// Fetches what is missing, and reads what was recorded before this run at the same time.
async fn receive_round<L: DownloadLedger>(
    run: &Arc<Run<L>>,
    receiving: &Arc<Receiving>,
    done: &mut BTreeMap<u64, RangeDone>,
    recorded: Vec<RangeDone>,
    turn: Option<OwnedSemaphorePermit>,
) -> Result<Round, Broken> {
    let Receiving { item, part, .. } = &**receiving;
    // Taken before other files get their turn, so that only a few part files are open.
    let _checking = if recorded.is_empty() { None } else { Some(run.may_check().await?) };
    let checking = async { Ok(checking::lost(run, item, part, recorded).await?) };
    let (unsynced, lost) = tokio::try_join!(fetch_and_record(run, receiving, done, turn), checking)?;
    if lost.is_empty() {
        return Ok(Round { lost, unsynced });
    }
    Recorder { run, item: item.number, part }.keep(unsynced).await?;
    Ok(Round { lost, unsynced: Vec::new() })
}

/// Returns the last ranges, which are not synced yet. If a range fails, those that arrived are recorded first.
async fn fetch_and_record<L: DownloadLedger>(
    run: &Arc<Run<L>>,
    receiving: &Arc<Receiving>,
    done: &mut BTreeMap<u64, RangeDone>,
    turn: Option<OwnedSemaphorePermit>,
) -> Result<Vec<Written>, Broken> {
    let (written, to_record) = mpsc::unbounded_channel();
    let recorder = Recorder { run, item: receiving.item.number, part: &receiving.part };
    let mut recording = std::pin::pin!(recorder.record(to_record));
    let fetched = tokio::select! {
        fetched = fetch_missing(run, receiving, done, turn, written) => fetched,
        // Before the last range this ends only with a fault.
        failed = &mut recording => return Ok(failed?),
    };
    let unsynced = recording.await?;
    match fetched {
        Ok(()) => Ok(unsynced),
        Err(broken) => {
            recorder.keep(unsynced).await?;
            Err(broken)
        }
    }
}

async fn fetch_missing<L: DownloadLedger>(
    run: &Arc<Run<L>>,
    receiving: &Arc<Receiving>,
    done: &mut BTreeMap<u64, RangeDone>,
    turn: Option<OwnedSemaphorePermit>,
    written: mpsc::UnboundedSender<Written>,
) -> Result<(), Broken> {
    let mut tasks = JoinSet::new();
    let count = receiving.item.size.div_ceil(range_length(receiving.item.size));
    let missing: Vec<u64> = (0..count).filter(|index| !done.contains_key(index)).collect();
    for index in missing {
        let place = run.running.place(receiving.length_of(index)).await;
        tasks.spawn(fetch_range(Arc::clone(run), Arc::clone(receiving), index, place));
        while let Some(ended) = tasks.try_join_next() {
            take(ended, done, &written)?;
        }
    }
    drop(turn);
    while let Some(ended) = tasks.join_next().await {
        take(ended, done, &written)?;
    }
    Ok(())
}

fn take(
    ended: Result<Result<Written, Broken>, tokio::task::JoinError>,
    done: &mut BTreeMap<u64, RangeDone>,
    written: &mpsc::UnboundedSender<Written>,
) -> Result<(), Broken> {
    let arrived = ended.unwrap_or(Err(Broken::Fault(Fault::Stopped)))?;
    done.insert(arrived.range.index, arrived.range);
    let _ = written.send(arrived);
    Ok(())
}

async fn fetch_range<L: DownloadLedger>(
    run: Arc<Run<L>>,
    receiving: Arc<Receiving>,
    index: u64,
    mut place: Place,
) -> Result<Written, Broken> {
    let (mut tries, length) = (run.running.tries(), receiving.length_of(index));
    let mut renewed = false;
    loop {
        let url = receiving.source.lock().url.clone();
        let moving = Moving::new(&run.running.progress, receiving.item.number);
        let trying = try_range(&run, &receiving, index, &url, &moving);
        let outcome = run.running.in_flight(length, &moving, trying).await;
        drop(place);
        tries.moved(moving.last());
        match outcome {
            Ok(sum) => return Ok(Written { range: RangeDone { index, sum }, moving }),
            Err(Setback::Lasting(fault)) => return Err(fault.into()),
            Err(Setback::Altered) => return Err(Broken::Mixed),
            Err(Setback::Present | Setback::UploadGone) => return Err(Broken::NoRanges),
            Err(Setback::Address) if renewed => return Err(Fault::AddressesRunOut.into()),
            Err(Setback::Address) => {
                renewed = true;
                refresh(&run, &receiving, &url).await?;
            }
            Err(Setback::Passing { cause, wait }) => {
                tracing::debug!(cause, index, "fetching a range again");
                if !tries.again(wait).await {
                    return Err(Fault::Unreachable(cause).into());
                }
            }
        }
        place = run.running.place(length).await;
    }
}

/// Requests a new URL, unless another range already did.
async fn refresh<L: DownloadLedger>(run: &Run<L>, receiving: &Receiving, old: &str) -> Result<(), Fault> {
    if receiving.source.lock().url == old {
        let fresh = address(run, &receiving.file, old).await?;
        receiving.source.lock().url = fresh;
    }
    Ok(())
}

async fn try_range<L: DownloadLedger>(
    run: &Run<L>,
    receiving: &Receiving,
    index: u64,
    url: &str,
    moving: &Moving,
) -> Result<Sum, Setback> {
    let size = receiving.item.size;
    let (first, length) = (index * range_length(size), receiving.length_of(index));
    let range = Range { first, last: (first + length).saturating_sub(1), of: size };
    let mut content = run.running.engine.storage.get(url, Some(range)).await?;
    if !content.is_range {
        return Err(Setback::Present);
    }
    {
        let mut source = receiving.source.lock();
        let etag = source.etag.get_or_insert_with(|| content.etag.clone());
        if *etag != content.etag {
            return Err(Setback::Altered);
        }
    }
    let sum = write(&run.running, &mut content, &receiving.part, first, length, moving).await?;
    if sum.length == length { Ok(sum) } else { Err(passing("a range is incomplete")) }
}
