//! From blobs back to a response body: large blocks, one read ahead, constant memory.
//!
//! A blob that is read as a whole is checked against its checksum before its last block is handed out, so that rotten
//! bytes end the connection instead of passing for a complete download.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::pin::Pin as Pinned;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use crc_fast::{CrcAlgorithm, Digest};
use futures_util::Stream;
use s3s::StdError;
use s3s::stream::{ByteStream, RemainingLength};
use tokio::task::{JoinHandle, spawn_blocking};

use crate::blobs::Blobs;
use crate::error::Error;
use crate::index::objects::{Blob, Place};
use crate::pins::Pin;

const BLOCK: u64 = 512 << 10;

/// A stretch of one blob.
struct Segment {
    place: Place,
    range: Range<u64>,
    /// The checksum to hold against it, where the stretch is the whole blob.
    crc64: Option<u64>,
}

/// Where reading stands. It moves between the stream and the blocking threads.
struct Cursor {
    blobs: Arc<Blobs>,
    segments: VecDeque<Segment>,
    open: Option<Open>,
}

struct Open {
    file: File,
    left: u64,
    check: Option<(Digest, u64)>,
}

impl Cursor {
    fn new(blobs: Arc<Blobs>, content: Vec<Blob>, range: &Range<u64>) -> Self {
        let mut segments = VecDeque::new();
        let mut start = 0;
        for blob in content {
            let (size, end) = (blob.sums.size, start + blob.sums.size);
            let from = range.start.clamp(start, end) - start;
            let to = range.end.clamp(start, end) - start;
            if from < to {
                let crc64 = (from == 0 && to == size).then_some(blob.sums.crc64);
                segments.push_back(Segment { place: blob.place, range: from..to, crc64 });
            }
            start = end;
        }
        Self { blobs, segments, open: None }
    }

    /// The next block; empty at the end.
    fn next_block(mut self) -> io::Result<(Bytes, Self)> {
        let open = match self.open.take() {
            Some(open) => open,
            None => match self.segments.pop_front() {
                None => return Ok((Bytes::new(), self)),
                Some(Segment { place: Place::Inline(bytes), range, crc64 }) => {
                    return Ok((take_inline(&bytes, &range, crc64)?, self));
                }
                Some(Segment { place: Place::File(file), range, crc64 }) => self.open_file(&file, &range, crc64)?,
            },
        };
        let (block, open) = open.read()?;
        self.open = open;
        Ok((block, self))
    }

    fn open_file(&self, id: &str, range: &Range<u64>, crc64: Option<u64>) -> io::Result<Open> {
        let mut file = File::open(self.blobs.path(id))?;
        if range.start > 0 {
            file.seek(SeekFrom::Start(range.start))?;
        }
        let check = crc64.map(|crc64| (Digest::new(CrcAlgorithm::Crc64Nvme), crc64));
        Ok(Open { file, left: range.end - range.start, check })
    }
}

impl Open {
    fn read(mut self) -> io::Result<(Bytes, Option<Self>)> {
        let wanted = self.left.min(BLOCK);
        let mut block = Vec::with_capacity(usize::try_from(wanted).unwrap_or_default());
        self.file.by_ref().take(wanted).read_to_end(&mut block)?;
        if block.len() as u64 != wanted {
            return Err(damaged("a blob file is shorter than it should be"));
        }
        self.left -= wanted;
        if let Some((digest, crc64)) = &mut self.check {
            digest.update(&block);
            if self.left == 0 && digest.finalize() != *crc64 {
                return Err(damaged("the bytes of a blob file do not match their checksum"));
            }
        }
        Ok((block.into(), (self.left > 0).then_some(self)))
    }
}

fn take_inline(bytes: &Bytes, range: &Range<u64>, crc64: Option<u64>) -> io::Result<Bytes> {
    if crc64.is_some_and(|crc64| crc_fast::crc64_nvme(bytes) != crc64) {
        return Err(damaged("the bytes of an object in the index do not match their checksum"));
    }
    let (start, end) = (usize::try_from(range.start), usize::try_from(range.end));
    match (start, end) {
        (Ok(start), Ok(end)) if end <= bytes.len() => Ok(bytes.slice(start..end)),
        _ => Err(damaged("an object in the index is shorter than it should be")),
    }
}

fn damaged(what: &'static str) -> io::Error {
    metrics::counter!("objects_damaged_reads_total").increment(1);
    tracing::error!(what, "stored content is damaged");
    io::Error::new(io::ErrorKind::InvalidData, what)
}

type Step = io::Result<(Bytes, Cursor)>;

/// A response body over the blobs of a content, which stay in place as long as it lives.
pub(crate) struct Reading {
    /// The block that is handed out next, if it is there already.
    ready: Option<Bytes>,
    ahead: Option<JoinHandle<Step>>,
    remaining: u64,
    _pin: Option<Pin>,
}

impl Reading {
    /// Reads the first block, so that what is wrong from the start becomes an error reply and no broken stream.
    pub(crate) async fn start(
        blobs: Arc<Blobs>,
        content: Vec<Blob>,
        range: Range<u64>,
        pin: Option<Pin>,
    ) -> Result<Self, Error> {
        let remaining = range.end - range.start;
        let cursor = Cursor::new(blobs, content, &range);
        let is_inline = matches!(cursor.segments.front(), None | Some(Segment { place: Place::Inline(_), .. }));
        let first = if is_inline { Ok(cursor.next_block()) } else { spawn_blocking(|| cursor.next_block()).await };
        let (block, cursor) = first.map_err(|_| Error::Closed)??;
        let mut reading = Self { ready: Some(block), ahead: None, remaining, _pin: pin };
        reading.read_ahead(cursor);
        Ok(reading)
    }

    fn read_ahead(&mut self, cursor: Cursor) {
        if cursor.open.is_some() || !cursor.segments.is_empty() {
            self.ahead = Some(spawn_blocking(|| cursor.next_block()));
        }
    }

    fn poll_block(&mut self, context: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        if let Some(block) = self.ready.take().filter(|block| !block.is_empty()) {
            return Poll::Ready(Some(Ok(block)));
        }
        let Some(ahead) = &mut self.ahead else { return Poll::Ready(None) };
        let step = ready!(Pinned::new(ahead).poll(context));
        self.ahead = None;
        match step.unwrap_or_else(|_| Err(io::Error::other("the store is shutting down"))) {
            Ok((block, cursor)) => {
                self.read_ahead(cursor);
                Poll::Ready(Some(Ok(block)))
            }
            Err(error) => Poll::Ready(Some(Err(error))),
        }
    }
}

impl Stream for Reading {
    type Item = Result<Bytes, StdError>;

    fn poll_next(self: Pinned<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let next = ready!(this.poll_block(context));
        if let Some(Ok(block)) = &next {
            this.remaining -= block.len() as u64;
            metrics::counter!("objects_sent_bytes_total").increment(block.len() as u64);
        }
        Poll::Ready(next.map(|block| block.map_err(StdError::from)))
    }
}

impl ByteStream for Reading {
    fn remaining_length(&self) -> RemainingLength {
        RemainingLength::new_exact(usize::try_from(self.remaining).unwrap_or(usize::MAX))
    }
}
