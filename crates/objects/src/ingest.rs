//! Writes a request body to the disk, computing checksums and verifying claims on the way.
//!
//! Small bodies stay in memory and go into the index. Larger ones are written in blocks on blocking threads while the
//! next block arrives, and synced. Memory per request is limited to two blocks. Nothing that fails a check is kept.

use std::fs::File;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use s3s::TrailingHeaders;
use s3s::dto::StreamingBlob;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::blobs::{Blobs, NewFile};
use crate::checksum::{BlockSums, Claims, Summing, Sums, Verifier};
use crate::error::Error;
use crate::index::objects::{Blob, Place};

/// Bodies up to this size are stored in the index, where many share one sync.
const INLINE_LIMIT: u64 = 64 << 10;
const BLOCK: usize = 512 << 10;

pub(crate) struct Incoming {
    pub(crate) body: StreamingBlob,
    pub(crate) length: u64,
    pub(crate) claims: Claims,
    pub(crate) trailers: Option<TrailingHeaders>,
    /// The name of the checksum trailer after the body.
    pub(crate) announced: String,
}

/// Bytes that are as durable as the policy requires, but that no row refers to yet.
pub(crate) struct Ingested {
    pub(crate) sums: Sums,
    /// The verified claims.
    pub(crate) claims: Claims,
    blocks: Option<BlockSums>,
    inline: Option<Bytes>,
    file: Option<NewFile>,
}

impl Ingested {
    /// A blob that is linked again without reading it: its checksums are copied, and verified when it is read.
    pub(crate) fn again(sums: Sums, blocks: Option<BlockSums>, file: NewFile) -> Self {
        Self { sums, claims: Claims::default(), blocks, inline: None, file: Some(file) }
    }

    /// The row for these bytes, and the file to pass to the index with it.
    pub(crate) fn into_blob(self, number: i32, etag: String, now: i64) -> (Blob, Vec<NewFile>) {
        let place = match (&self.file, self.inline) {
            (Some(file), _) => Place::File(file.id().to_owned()),
            (None, bytes) => Place::Inline(bytes.unwrap_or_default()),
        };
        (
            Blob {
                number,
                sums: self.sums,
                blocks: self.blocks,
                given: self.claims.given(),
                etag,
                created: now,
                place,
            },
            self.file.into_iter().collect(),
        )
    }
}

pub(crate) fn is_small(length: u64) -> bool {
    length <= INLINE_LIMIT
}

pub(crate) async fn ingest(blobs: &Arc<Blobs>, mut incoming: Incoming) -> Result<Ingested, Error> {
    let outcome = if is_small(incoming.length) {
        keep_inline(&mut incoming).await
    } else {
        keep_in_file(blobs, &mut incoming).await
    };
    if let Ok(ingested) = &outcome {
        metrics::counter!("objects_received_bytes_total").increment(ingested.sums.size);
    }
    outcome
}

async fn keep_inline(incoming: &mut Incoming) -> Result<Ingested, Error> {
    let mut bytes = BytesMut::with_capacity(usize::try_from(incoming.length).unwrap_or_default());
    while let Some(frame) = next_frame(incoming, bytes.len() as u64).await? {
        bytes.extend_from_slice(&frame);
    }
    let mut tally = Tally::new(incoming);
    tally.update(&bytes);
    let (sums, _, claims) = tally.finish(incoming)?;
    Ok(Ingested { sums, claims, blocks: None, inline: Some(bytes.freeze()), file: None })
}

async fn keep_in_file(blobs: &Arc<Blobs>, incoming: &mut Incoming) -> Result<Ingested, Error> {
    let tally = Tally::new(incoming);
    let target = Arc::clone(blobs);
    let length = incoming.length;
    let mut writing = blocking(move || {
        target.admit(length)?;
        let (guard, file) = target.create()?;
        Ok(Sink { guard, file, tally })
    });
    let mut received = 0;
    loop {
        let block = next_block(incoming, &mut received).await?;
        let sink = finished(writing).await?;
        if block.is_empty() {
            return settle(blobs, sink, incoming).await;
        }
        let target = Arc::clone(blobs);
        writing = blocking(move || sink.write(&target, &block));
    }
}

/// Verifies before the sync: a rejected body need not reach the disk.
async fn settle(blobs: &Arc<Blobs>, sink: Sink, incoming: &Incoming) -> Result<Ingested, Error> {
    let (sums, blocks, claims) = sink.tally.finish(incoming)?;
    let blobs = Arc::clone(blobs);
    let (file, guard) = (sink.file, sink.guard);
    let guard = finished(blocking(move || blobs.sync_file(&file).map(|()| guard))).await?;
    Ok(Ingested { sums, claims, blocks: Some(blocks), inline: None, file: Some(guard) })
}

/// A file that is being written.
struct Sink {
    guard: NewFile,
    file: File,
    tally: Tally,
}

impl Sink {
    fn write(mut self, blobs: &Blobs, block: &[Bytes]) -> Result<Self, Error> {
        // Many uploads may have begun when there was room for each alone.
        blobs.space().admit(0)?;
        for frame in block {
            self.tally.update(frame);
            blobs.write(&self.file, frame)?;
        }
        Ok(self)
    }
}

/// Running computation of all checksums of one body.
struct Tally {
    summing: Summing,
    verifier: Verifier,
}

impl Tally {
    fn new(incoming: &Incoming) -> Self {
        Self { summing: Summing::new(), verifier: Verifier::new(&incoming.claims, &incoming.announced) }
    }

    fn update(&mut self, bytes: &[u8]) {
        self.summing.update(bytes);
        self.verifier.update(bytes);
    }

    fn finish(self, incoming: &Incoming) -> Result<(Sums, BlockSums, Claims), Error> {
        let (sums, blocks) = self.summing.finish();
        if sums.size != incoming.length {
            return Err(Error::IncompleteBody(format!("{} of {} bytes arrived", sums.size, incoming.length)));
        }
        let mut claims = incoming.claims.clone();
        let trailers = incoming.trailers.as_ref().and_then(TrailingHeaders::take);
        if let Some(trailers) = trailers {
            claims.add_trailers(&trailers);
        }
        if !incoming.announced.is_empty() && claims.of(&incoming.announced).is_none() {
            return Err(Error::IncompleteBody(format!("the announced trailer {} is missing", incoming.announced)));
        }
        self.verifier.verify(sums, &claims)?;
        Ok((sums, blocks, claims))
    }
}

fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> JoinHandle<Result<T, Error>> {
    spawn_blocking(work)
}

async fn finished<T>(work: JoinHandle<Result<T, Error>>) -> Result<T, Error> {
    work.await.map_err(|_| Error::Closed)?
}

/// Frames of about one block in total; empty at the end of the body.
async fn next_block(incoming: &mut Incoming, received: &mut u64) -> Result<Vec<Bytes>, Error> {
    let mut block = Vec::new();
    let mut size = 0;
    while size < BLOCK
        && let Some(frame) = next_frame(incoming, *received).await?
    {
        size += frame.len();
        *received += frame.len() as u64;
        block.push(frame);
    }
    Ok(block)
}

async fn next_frame(incoming: &mut Incoming, received: u64) -> Result<Option<Bytes>, Error> {
    match incoming.body.next().await {
        None => Ok(None),
        Some(Ok(frame)) if received + frame.len() as u64 <= incoming.length => Ok(Some(frame)),
        Some(Ok(_)) => Err(Error::IncompleteBody("the body is longer than announced".into())),
        Some(Err(error)) => Err(body_error(&error.to_string())),
    }
}

/// The protocol layer reports broken bodies only as text.
fn body_error(text: &str) -> Error {
    if text.contains("SignatureMismatch") { Error::BodySignature } else { Error::IncompleteBody(text.to_owned()) }
}
