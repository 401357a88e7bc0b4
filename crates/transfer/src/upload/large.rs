//! A file that is sent in parts, many of them at once.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use domain::chunk_plan::ChunkPlan;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinSet;
use wire::blueprint::Blueprint;
use wire::error::ErrorCode;
use wire::files::{ChunkExtras, FileExtras, FinalizeFile, RequestChunks};
use wire::ids::FileId;

use super::adding::{add_again, forget};
use super::piece::{self, Stretch};
use super::ready::{Begin, LargeFile, Ready};
use super::{ALTERED_MOST, PartDone, Run, SourceFile, UploadItem, UploadLedger};
use crate::checksum::Sum;
use crate::fault::{Fault, Setback};
use crate::gate::Place;
use crate::progress::Moving;
use crate::running::blocking;
use crate::source::Source;

/// Addresses that are asked for at once. They live for an hour; what is not used by then is asked for again.
const ADDRESSES: u64 = 64;
/// A file whose upload vanishes, or is refused as a whole, begins anew so often.
const RESTARTS: u32 = 3;

/// What all parts of one upload share.
struct Sending {
    item: UploadItem,
    file: FileId,
    upload: String,
    plan: ChunkPlan,
    source: Arc<Source>,
}

/// Why an upload did not come to its end.
enum Broken {
    /// It can begin anew.
    Restart(Fault),
    Fault(Fault),
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Holds `turn` until all its parts are handed out; the next file begins then.
pub(super) async fn send<L: UploadLedger>(
    run: Arc<Run<L>>,
    mut file: LargeFile,
    turn: OwnedSemaphorePermit,
) -> Result<(), Fault> {
    let (item, mut id) = (file.item.clone(), file.file.clone());
    let mut turn = Some(turn);
    for restarts in 0.. {
        id.clone_from(&file.file);
        let fault = match send_once(&run, file, turn.take()).await {
            Ok(()) => return Ok(()),
            Err(Broken::Restart(fault)) if restarts < RESTARTS => fault,
            Err(Broken::Restart(fault) | Broken::Fault(fault)) => {
                if fault.is_of_one_file() {
                    forget(&run, &id).await?;
                }
                return run.file_failed(item.number, fault).await;
            }
        };
        tracing::warn!(%fault, file = item.name, "an upload begins anew");
        match add_again(&run, &item, &id).await? {
            Some(Ready::Large(again)) => file = again,
            _ => return Ok(()),
        }
        turn = Some(run.running.turn().await?);
    }
    Ok(())
}

async fn send_once<L: UploadLedger>(
    run: &Arc<Run<L>>,
    file: LargeFile,
    turn: Option<OwnedSemaphorePermit>,
) -> Result<(), Broken> {
    let SourceFile { path, identity } = file.source;
    let source = Arc::new(blocking(move || Source::open(&path, identity)).await?);
    let plan = ChunkPlan::new(identity.size, file.item.part_size)
        .map_err(|refusal| Fault::SourceUnfit { path: source.path().to_owned(), cause: refusal.to_string() })?;
    let upload = match file.begin {
        Begin::Begun(upload) => upload,
        Begin::Create(create) => {
            let upload = begin(run, &create).await?;
            run.ledger.begun(file.item.number, file.file.clone(), upload.clone()).await?;
            upload
        }
    };
    let sending = Arc::new(Sending { item: file.item, file: file.file, upload, plan, source });
    let mut done: BTreeMap<u64, PartDone> = file.parts.into_iter().map(|part| (part.index, part)).collect();
    let sent = send_parts(run, &sending, &mut done, turn).await;
    let sent = match sent {
        Ok(()) => finalize(run, &sending, &done).await,
        Err(broken) => Err(broken),
    };
    if matches!(sent, Err(Broken::Restart(_))) || matches!(&sent, Err(Broken::Fault(fault)) if fault.is_of_one_file()) {
        run.running.progress.lost(done.values().map(|part| part.sum.length).sum());
    }
    sent
}

async fn begin<L: UploadLedger>(run: &Run<L>, create: &Blueprint) -> Result<String, Broken> {
    let mut tries = run.running.tries();
    loop {
        match run.running.engine.storage.begin(create).await {
            Ok(upload) => return Ok(upload),
            Err(Setback::Lasting(fault)) => return Err(fault.into()),
            Err(Setback::Passing { cause, wait }) => {
                if !tries.again(wait).await {
                    return Err(Fault::Unreachable(cause).into());
                }
            }
            // The address to begin with is given only together with the file.
            Err(_) => return Err(Broken::Restart(Fault::AddressesRunOut)),
        }
    }
}

/// Sends the parts that are missing in `done`, and adds them.
async fn send_parts<L: UploadLedger>(
    run: &Arc<Run<L>>,
    sending: &Arc<Sending>,
    done: &mut BTreeMap<u64, PartDone>,
    turn: Option<OwnedSemaphorePermit>,
) -> Result<(), Broken> {
    let mut tasks = JoinSet::new();
    for missing in missing(sending.plan.count(), done) {
        let addresses = addresses(run, sending, &missing).await?;
        for (index, address) in missing.zip(addresses) {
            let place = run.running.place().await;
            tasks.spawn(send_part(Arc::clone(run), Arc::clone(sending), index, address, place));
            while let Some(ended) = tasks.try_join_next() {
                take(ended, done)?;
            }
        }
    }
    drop(turn);
    while let Some(ended) = tasks.join_next().await {
        take(ended, done)?;
    }
    Ok(())
}

fn take(
    ended: Result<Result<PartDone, Broken>, tokio::task::JoinError>,
    done: &mut BTreeMap<u64, PartDone>,
) -> Result<(), Broken> {
    let part = ended.unwrap_or(Err(Broken::Fault(Fault::Stopped)))?;
    done.insert(part.index, part);
    Ok(())
}

/// The parts that are not done, as runs of neighbours that can be asked for together.
fn missing(count: u64, done: &BTreeMap<u64, PartDone>) -> Vec<Range<u64>> {
    let mut runs: Vec<Range<u64>> = Vec::new();
    for index in (0..count).filter(|index| !done.contains_key(index)) {
        match runs.last_mut() {
            Some(run) if run.end == index && run.end - run.start < ADDRESSES => run.end += 1,
            _ => runs.push(index..index + 1),
        }
    }
    runs
}

async fn addresses<L: UploadLedger>(
    run: &Run<L>,
    sending: &Sending,
    parts: &Range<u64>,
) -> Result<Vec<Blueprint>, Fault> {
    let request = RequestChunks { upload_id: sending.upload.clone(), checksums: None };
    let (upload, wanted) = (&run.upload, (parts.start, parts.end - parts.start));
    run.running.repeat(|| upload.cloud.chunks(&upload.package, &sending.file, wanted, &request)).await
}

async fn send_part<L: UploadLedger>(
    run: Arc<Run<L>>,
    sending: Arc<Sending>,
    index: u64,
    mut address: Blueprint,
    mut place: Place,
) -> Result<PartDone, Broken> {
    let stretch =
        Stretch { offset: index * sending.plan.chunk_size, length: sending.plan.length_of(index).unwrap_or_default() };
    let mut tries = run.running.tries();
    let (mut altered, mut renewed) = (0, false);
    loop {
        let moving = Arc::new(Moving::new(&run.running.progress, sending.item.number));
        let outcome = piece::send(&run, &sending.source, stretch, &address, &moving).await;
        drop(place);
        match outcome {
            Ok((taken, sum)) => {
                let part = PartDone { index, etag: taken.etag, sum };
                run.ledger.part_done(sending.item.number, part.clone()).await?;
                moving.arrived();
                return Ok(part);
            }
            Err(Setback::Lasting(fault)) => return Err(fault.into()),
            Err(Setback::UploadGone | Setback::Present) => return Err(Broken::Restart(Fault::AddressesRunOut)),
            Err(Setback::Address) if renewed => return Err(Fault::AddressesRunOut.into()),
            Err(Setback::Address) => renewed = true,
            Err(Setback::Altered) => altered += 1,
            Err(Setback::Passing { cause, wait }) => {
                tracing::debug!(cause, index, "a part is sent again");
                if !tries.again(wait).await {
                    return Err(Fault::Unreachable(cause).into());
                }
            }
        }
        if altered >= ALTERED_MOST {
            return Err(Fault::Corrupted { path: sending.item.name.clone(), tries: altered }.into());
        }
        // The old one may have run out while we waited, and some stores break the connection instead of saying so.
        let fresh = addresses(&run, &sending, &(index..index + 1)).await?;
        address = fresh.into_iter().next().ok_or(Fault::AddressesRunOut)?;
        place = run.running.place().await;
    }
}

/// Has the server put the parts together, if the source is still what was sent.
async fn finalize<L: UploadLedger>(
    run: &Run<L>,
    sending: &Sending,
    done: &BTreeMap<u64, PartDone>,
) -> Result<(), Broken> {
    let source = Arc::clone(&sending.source);
    blocking(move || source.check_name()).await?;
    let whole = done.values().fold(Sum::EMPTY, |whole, part| whole.then(part.sum));
    let part_number = |index: u64| u16::try_from(index + 1).unwrap_or(u16::MAX);
    let chunks =
        done.values().map(|part| ChunkExtras { part_number: part_number(part.index), etag: part.etag.clone() });
    let request = FinalizeFile {
        size: i64::try_from(whole.length).unwrap_or(i64::MAX),
        chunk_size: Some(i64::try_from(sending.plan.chunk_size).unwrap_or(i64::MAX)),
        file_extras: Some(FileExtras { upload_id: sending.upload.clone() }),
        chunk_extras: Some(chunks.collect()),
        checksum: Some(whole.text()),
        ..FinalizeFile::default()
    };
    let upload = &run.upload;
    match run.running.repeat(|| upload.cloud.finalize_file(&upload.package, &sending.file, &request)).await {
        Ok(_) => run.ledger.complete(vec![sending.item.number]).await.map_err(Broken::Fault),
        Err(fault @ Fault::Refused { code: ErrorCode::StorageRefused | ErrorCode::InvalidField, .. }) => {
            Err(Broken::Restart(fault))
        }
        Err(fault) => Err(fault.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ops::Range;

    use super::{ADDRESSES, PartDone, missing};
    use crate::checksum::Sum;

    #[test]
    fn neighbours_are_asked_for_together() {
        let done = |indexes: &[u64]| -> BTreeMap<u64, PartDone> {
            let part = |index| PartDone { index, etag: String::new(), sum: Sum::EMPTY };
            indexes.iter().map(|index| (*index, part(*index))).collect()
        };
        assert_eq!(missing(3, &done(&[])), vec![Range { start: 0, end: 3 }]);
        assert_eq!(missing(7, &done(&[0, 3, 6])), [1..3, 4..6]);
        assert!(missing(2, &done(&[0, 1])).is_empty());
        assert_eq!(missing(ADDRESSES + 1, &done(&[])), [0..ADDRESSES, ADDRESSES..ADDRESSES + 1]);
    }
}
