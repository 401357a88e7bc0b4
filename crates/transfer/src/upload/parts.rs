//! Sends a file to storage in parts: starts the upload, sends each part, completes it.
//!
//! The caller decides where parts begin and end, so this works for growing files too.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use wire::blueprint::Blueprint;
use wire::error::ErrorCode;
use wire::files::{ChunkExtras, FileExtras, FinalizeFile, RequestChunks};
use wire::ids::FileId;
use wire::segments::{NoteSegment, RequestSegments};

use super::piece::{self, Stretch};
use super::{ALTERED_MOST, PartDone, Run, UploadLedger};
use crate::checksum::Sum;
use crate::fault::{Fault, Setback};
use crate::gate::Place;
use crate::progress::{Item, Moving};
use crate::source::Readable;

/// URLs per request. They are valid for an hour; unused ones are requested again.
pub(crate) const ADDRESSES: u64 = 64;
/// How many times a file is started again if its upload disappears or is refused as a whole.
pub(crate) const RESTARTS: u32 = 3;

/// Where the parts of one file go.
pub(crate) struct Target {
    pub(crate) item: Item,
    pub(crate) name: String,
    pub(crate) file: FileId,
    pub(crate) form: Form,
}

/// What storage keeps of a file until it is complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Form {
    /// Parts of a multipart upload, which nobody can read before it is completed.
    Upload(String),
    /// Separate objects, which can be read while the file grows.
    Segments,
}

impl Form {
    /// As the ledger stores it in place of the upload id, which is never empty.
    pub(crate) fn noted(&self) -> String {
        match self {
            Self::Upload(id) => id.clone(),
            Self::Segments => String::new(),
        }
    }

    pub(crate) fn of(noted: &str) -> Self {
        if noted.is_empty() { Self::Segments } else { Self::Upload(noted.to_owned()) }
    }
}

/// A part to send.
pub(crate) struct Outgoing {
    /// Starts at 0.
    pub(crate) index: u64,
    pub(crate) stretch: Stretch,
    pub(crate) address: Blueprint,
}

/// Why an upload did not complete.
pub(crate) enum Broken {
    /// It can start again.
    Restart(Fault),
    Fault(Fault),
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Starts a multipart upload and returns its id.
pub(crate) async fn begin<L: UploadLedger>(run: &Run<L>, create: &Blueprint) -> Result<String, Broken> {
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
            // The URL for starting is only returned when the file is added.
            Err(_) => return Err(Broken::Restart(Fault::AddressesRunOut)),
        }
    }
}

impl Target {
    /// The URLs of these parts, in order.
    pub(crate) async fn addresses<L: UploadLedger>(
        &self,
        run: &Run<L>,
        parts: &Range<u64>,
    ) -> Result<Vec<Blueprint>, Fault> {
        let (upload, start, count) = (&run.upload, parts.start, parts.end - parts.start);
        match &self.form {
            Form::Upload(id) => {
                let request = RequestChunks { upload_id: id.clone(), checksums: None };
                run.running.repeat(|| upload.cloud.chunks(&upload.package, &self.file, start, count, &request)).await
            }
            Form::Segments => {
                let request = RequestSegments { first: signed(start + 1), count: signed(count), checksums: None };
                run.running.repeat(|| upload.cloud.request_segments(&upload.package, &self.file, &request)).await
            }
        }
    }

    /// Whether a part can be skipped: storage has no empty segments.
    fn is_nothing(&self, stretch: Stretch) -> bool {
        self.form == Form::Segments && stretch.length == 0
    }

    /// Tells the server about a part that can be read from now on.
    async fn publish<L: UploadLedger>(&self, run: &Run<L>, part: &PartDone) -> Result<(), Fault> {
        if self.form != Form::Segments {
            return Ok(());
        }
        let segment =
            NoteSegment { number: signed(part.index + 1), size: signed(part.sum.length), checksum: part.sum.text() };
        let upload = &run.upload;
        run.running.repeat(|| upload.cloud.note_segment(&upload.package, &self.file, &segment)).await
    }

    /// Has the server assemble the parts, and records that the file is complete.
    pub(crate) async fn finalize<L: UploadLedger>(
        &self,
        run: &Run<L>,
        done: &BTreeMap<u64, PartDone>,
        chunk_size: Option<u64>,
    ) -> Result<(), Broken> {
        let whole = done.values().fold(Sum::EMPTY, |whole, part| whole.then(part.sum));
        let part_number = |index: u64| u16::try_from(index + 1).unwrap_or(u16::MAX);
        let chunks =
            done.values().map(|part| ChunkExtras { part_number: part_number(part.index), etag: part.etag.clone() });
        let stated =
            FinalizeFile { size: signed(whole.length), checksum: Some(whole.text()), ..FinalizeFile::default() };
        let request = match &self.form {
            Form::Upload(id) => FinalizeFile {
                chunk_size: chunk_size.map(signed),
                file_extras: Some(FileExtras { upload_id: id.clone() }),
                chunk_extras: Some(chunks.collect()),
                ..stated
            },
            Form::Segments => {
                let count = done.values().filter(|part| part.sum.length > 0).count();
                FinalizeFile { segments: Some(i64::try_from(count).unwrap_or(i64::MAX)), ..stated }
            }
        };
        let upload = &run.upload;
        match run.running.repeat(|| upload.cloud.finalize_file(&upload.package, &self.file, &request)).await {
            Ok(_) => run.ledger.complete(vec![self.item]).await.map_err(Broken::Fault),
            Err(fault @ Fault::Refused { code: ErrorCode::StorageRefused, .. }) => Err(Broken::Restart(fault)),
            // The file was accepted when it was added. So this is about the bytes that arrived.
            Err(Fault::Refused { code: ErrorCode::InvalidField, message }) => {
                Err(Broken::Restart(Fault::FileRefused { code: ErrorCode::Corrupted, message }))
            }
            Err(fault) => Err(fault.into()),
        }
    }
}

/// As the API writes numbers.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Sends one part until storage has it, and records that.
pub(crate) async fn send<L: UploadLedger, S: Readable>(
    run: Arc<Run<L>>,
    target: Arc<Target>,
    source: Arc<S>,
    part: Outgoing,
    mut place: Place,
) -> Result<PartDone, Broken> {
    let Outgoing { index, stretch, mut address } = part;
    let mut tries = run.running.tries();
    let (mut altered, mut renewed) = (0, false);
    if target.is_nothing(stretch) {
        let part = PartDone { index, etag: String::new(), sum: Sum::EMPTY };
        run.ledger.part_done(target.item, part.clone()).await?;
        return Ok(part);
    }
    loop {
        let moving = Arc::new(Moving::new(&run.running.progress, target.item));
        let sending = piece::send(&run.running, &source, stretch, &address, &moving);
        let outcome = run.running.in_flight(stretch.length, &moving, sending).await;
        drop(place);
        tries.moved(moving.last());
        match outcome {
            Ok((taken, sum)) => {
                let part = PartDone { index, etag: taken.etag, sum };
                target.publish(&run, &part).await?;
                run.ledger.part_done(target.item, part.clone()).await?;
                moving.arrived();
                return Ok(part);
            }
            Err(Setback::Lasting(fault)) => return Err(fault.into()),
            Err(Setback::UploadGone | Setback::Present) => return Err(Broken::Restart(Fault::AddressesRunOut)),
            Err(Setback::Address) if renewed => return Err(Fault::AddressesRunOut.into()),
            Err(Setback::Address) => renewed = true,
            Err(Setback::Altered) => altered += 1,
            Err(Setback::Passing { cause, wait }) => {
                tracing::debug!(cause, index, "sending a part again");
                if !tries.again(wait).await {
                    return Err(Fault::Unreachable(cause).into());
                }
            }
        }
        if altered >= ALTERED_MOST {
            return Err(Fault::Corrupted { path: target.name.clone(), tries: altered }.into());
        }
        // The old URL may have expired while we waited, and some stores close the connection instead of reporting it.
        let fresh = target.addresses(&run, &(index..index + 1)).await?;
        address = fresh.into_iter().next().ok_or(Fault::AddressesRunOut)?;
        place = run.running.place(stretch.length).await;
    }
}

/// Adds the part of a finished task to those that are done.
pub(crate) fn take(
    ended: Result<Result<PartDone, Broken>, tokio::task::JoinError>,
    done: &mut BTreeMap<u64, PartDone>,
) -> Result<(), Broken> {
    let part = ended.unwrap_or(Err(Broken::Fault(Fault::Stopped)))?;
    done.insert(part.index, part);
    Ok(())
}

/// The parts that are not done, as ranges that can be requested together.
pub(crate) fn missing(parts: Range<u64>, done: &BTreeMap<u64, PartDone>) -> Vec<Range<u64>> {
    let mut runs: Vec<Range<u64>> = Vec::new();
    for index in parts.filter(|index| !done.contains_key(index)) {
        match runs.last_mut() {
            Some(run) if run.end == index && run.end - run.start < ADDRESSES => run.end += 1,
            _ => runs.push(index..index + 1),
        }
    }
    runs
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
        assert_eq!(missing(0..3, &done(&[])), vec![Range { start: 0, end: 3 }]);
        assert_eq!(missing(0..7, &done(&[0, 3, 6])), [1..3, 4..6]);
        assert_eq!(missing(4..9, &done(&[0, 5])), [4..5, 6..9]);
        assert!(missing(0..2, &done(&[0, 1])).is_empty());
        assert_eq!(missing(0..ADDRESSES + 1, &done(&[])), [0..ADDRESSES, ADDRESSES..ADDRESSES + 1]);
    }
}
