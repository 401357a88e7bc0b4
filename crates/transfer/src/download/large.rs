//! Fetches a file in parallel ranges.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::task::JoinSet;
use wire::ids::FileId;

use super::adding::{Fetch, address};
use super::finishing::Received;
use super::receiving::write;
use super::small::{ALTERED_MOST, part_of, receive_whole};
use super::write_back::WriteBack;
use super::{DownloadItem, DownloadLedger, RangeDone, Run, range_length};
use crate::checksum::{Sum, Summing};
use crate::fault::{Fault, Setback};
use crate::folder::PartFile;
use crate::gate::Place;
use crate::progress::Moving;
use crate::running::blocking;
use crate::storage::{Range, passing};

/// Shared by all ranges of one file.
struct Receiving {
    item: DownloadItem,
    file: FileId,
    part: Arc<PartFile>,
    source: Mutex<Source>,
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
    let part = part_of(run, &fetch).await?;
    let mut done = proven(run, &fetch.item, &part).await?;
    let source = Mutex::new(Source { url: fetch.url.clone(), etag: None });
    let receiving = Arc::new(Receiving { item: fetch.item.clone(), file: fetch.file.clone(), part, source });
    let mut turn = Some(turn);
    for _ in 0..ALTERED_MOST {
        let fetched = fetch_missing(run, &receiving, &mut done, turn.take()).await;
        match fetched {
            Ok(()) if is_whole(&receiving.item, &done) => {
                let Receiving { item, file, part, .. } = &*receiving;
                return Ok(Received { item: item.clone(), file: file.clone(), part: Arc::clone(part) });
            }
            Ok(()) | Err(Broken::Mixed) => {
                run.running.progress.lost(done.values().map(|range| range.sum.length).sum());
                run.ledger.discarded(receiving.item.number).await?;
                done.clear();
                receiving.source.lock().etag = None;
            }
            Err(Broken::NoRanges) => {
                let place = run.running.place().await;
                return receive_whole(run, fetch, place).await;
            }
            Err(Broken::Fault(fault)) => return Err(fault),
        }
    }
    Err(Fault::Corrupted { path: receiving.item.path.display().to_string(), tries: ALTERED_MOST })
}

fn is_whole(item: &DownloadItem, done: &BTreeMap<u64, RangeDone>) -> bool {
    let whole = done.values().fold(Sum::EMPTY, |whole, range| whole.then(range.sum));
    whole.length == item.size && item.crc64.is_none_or(|crc64| crc64 == whole.crc64)
}

/// The recorded ranges that the part file still contains.
async fn proven<L: DownloadLedger>(
    run: &Run<L>,
    item: &DownloadItem,
    part: &Arc<PartFile>,
) -> Result<BTreeMap<u64, RangeDone>, Fault> {
    let known = item.ranges.clone();
    if known.is_empty() || (part.is_resumed() && !item.is_doubtful) {
        return Ok(known.into_iter().map(|range| (range.index, range)).collect());
    }
    let (file, step) = (Arc::clone(part), range_length(item.size));
    let kept = blocking(move || {
        let mut kept = BTreeMap::new();
        for range in known.into_iter().filter(|_| file.is_resumed()) {
            if sum_of(&file, range.index * step, range.sum.length)? == range.sum {
                kept.insert(range.index, range);
            }
        }
        Ok(kept)
    })
    .await?;
    let lost = item.ranges.iter().filter(|range| !kept.contains_key(&range.index));
    run.running.progress.lost(lost.map(|range| range.sum.length).sum());
    Ok(kept)
}

pub(crate) fn sum_of(file: &PartFile, offset: u64, length: u64) -> Result<Sum, Fault> {
    let mut summing = Summing::new();
    let mut block = vec![0; 1 << 20];
    let mut read = 0;
    while read < length {
        let step = usize::try_from(length - read).unwrap_or(usize::MAX).min(block.len());
        let got = file.read_at(offset + read, &mut block[..step])?;
        if got == 0 {
            break;
        }
        summing.update(&block[..got]);
        read += u64::try_from(got).unwrap_or(u64::MAX);
    }
    Ok(summing.sum())
}

async fn fetch_missing<L: DownloadLedger>(
    run: &Arc<Run<L>>,
    receiving: &Arc<Receiving>,
    done: &mut BTreeMap<u64, RangeDone>,
    turn: Option<OwnedSemaphorePermit>,
) -> Result<(), Broken> {
    let (mut tasks, mut disk) = (JoinSet::new(), WriteBack::new(&receiving.part));
    let count = receiving.item.size.div_ceil(range_length(receiving.item.size));
    let missing: Vec<u64> = (0..count).filter(|index| !done.contains_key(index)).collect();
    for index in missing {
        let place = run.running.place().await;
        tasks.spawn(fetch_range(Arc::clone(run), Arc::clone(receiving), index, place));
        while let Some(ended) = tasks.try_join_next() {
            disk.arrived(take(ended, done)?).await?;
        }
    }
    drop(turn);
    while let Some(ended) = tasks.join_next().await {
        disk.arrived(take(ended, done)?).await?;
    }
    Ok(disk.ended().await?)
}

/// Returns the bytes that arrived.
fn take(
    ended: Result<Result<RangeDone, Broken>, tokio::task::JoinError>,
    done: &mut BTreeMap<u64, RangeDone>,
) -> Result<u64, Broken> {
    let range = ended.unwrap_or(Err(Broken::Fault(Fault::Stopped)))?;
    done.insert(range.index, range);
    Ok(range.sum.length)
}

async fn fetch_range<L: DownloadLedger>(
    run: Arc<Run<L>>,
    receiving: Arc<Receiving>,
    index: u64,
    mut place: Place,
) -> Result<RangeDone, Broken> {
    let mut tries = run.running.tries();
    let mut renewed = false;
    loop {
        let url = receiving.source.lock().url.clone();
        let moving = Moving::new(&run.running.progress, receiving.item.number);
        let outcome = try_range(&run, &receiving, index, &url, &moving).await;
        drop(place);
        match outcome {
            Ok(sum) => {
                let range = RangeDone { index, sum };
                run.ledger.range_done(receiving.item.number, range).await?;
                moving.arrived();
                return Ok(range);
            }
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
        place = run.running.place().await;
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
    let step = range_length(size);
    let first = index * step;
    let length = step.min(size.saturating_sub(first));
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
