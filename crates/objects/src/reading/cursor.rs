//! The position of a read among the blobs of a content, and the next bytes from there.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::ops::Range;

use bytes::Bytes;

use super::buffers::Buffers;
use super::checking::{Checking, read_exact_at};
use super::{Stored, cached};
use crate::checksum::Sums;
use crate::damage::damaged;
use crate::index::block_sums::{self, Found};
use crate::index::objects::{Blob, Place};

/// Bytes per read from the disk.
const BLOCK: u64 = 512 << 10;
/// Bytes per read from the page cache, also used for the first reads of a larger file: enough to make the call cheap,
/// and little enough to stay in the processor's cache until it is sent.
const CACHED_BLOCK: u64 = 128 << 10;

/// A stretch of one blob.
struct Segment {
    place: Place,
    range: Range<u64>,
    sums: Sums,
}

/// The read position. It moves between the stream and the blocking threads.
pub(super) struct Cursor {
    stored: Stored,
    segments: VecDeque<Segment>,
    open: Option<Open>,
    /// Whether a read has missed the page cache; the rest will hardly be cached either.
    is_cold: bool,
    buffers: Buffers,
}

struct Open {
    file: File,
    at: u64,
    left: u64,
    checking: Checking,
}

impl Cursor {
    pub(super) fn new(stored: Stored, content: Vec<Blob>, range: &Range<u64>) -> Self {
        let mut segments = VecDeque::new();
        let mut start = 0;
        for blob in content {
            let end = start + blob.sums.size;
            let from = range.start.clamp(start, end) - start;
            let to = range.end.clamp(start, end) - start;
            if from < to {
                segments.push_back(Segment { place: blob.place, range: from..to, sums: blob.sums });
            }
            start = end;
        }
        Self { stored, segments, open: None, is_cold: false, buffers: Buffers::default() }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.open.is_none() && self.segments.is_empty()
    }

    /// Whether the next read may block, so that it should be started early.
    pub(super) fn may_wait(&self) -> bool {
        self.is_cold
            || (self.open.is_none() && self.segments.front().is_some_and(|next| matches!(next.place, Place::File(_))))
    }

    /// The next block, if it is available without waiting for a disk.
    pub(super) fn next_at_once(&mut self) -> Option<io::Result<Bytes>> {
        if self.may_wait() {
            None
        } else if self.open.is_some() {
            self.next_cached()
        } else {
            Some(self.next_block())
        }
    }

    fn next_cached(&mut self) -> Option<io::Result<Bytes>> {
        let open = self.open.as_ref()?;
        let mut buffer = self.buffers.take(open.wanted(CACHED_BLOCK));
        let Some(length) = cached::read(&open.file, &mut buffer, open.at) else {
            self.is_cold = true;
            return None;
        };
        buffer.truncate(length);
        let block = self.buffers.lend(buffer);
        Some(self.advance(&block).map(|()| block))
    }

    /// The next block, wherever it is; empty at the end.
    pub(super) fn next_block(&mut self) -> io::Result<Bytes> {
        if self.open.is_none() {
            match self.segments.pop_front() {
                None => return Ok(Bytes::new()),
                Some(Segment { place: Place::Inline(bytes), range, sums }) => {
                    return take_inline(&bytes, &range, sums);
                }
                Some(Segment { place: Place::File(id), range, sums }) => {
                    self.open = Some(Open::new(&self.stored, &id, &range, sums)?);
                }
            }
        }
        self.next_from_disk()
    }

    fn next_from_disk(&mut self) -> io::Result<Bytes> {
        let Some(open) = &self.open else { return Ok(Bytes::new()) };
        // A blob that fits is read whole, so that damage to the first one is found before anything is sent.
        let most = if self.is_cold || open.left <= BLOCK { BLOCK } else { CACHED_BLOCK };
        let mut buffer = self.buffers.take(open.wanted(most));
        read_exact_at(&open.file, &mut buffer, open.at)?;
        let block = self.buffers.lend(buffer);
        self.advance(&block)?;
        Ok(block)
    }

    /// Counts a block as read, verifies it, and closes the file after the last one.
    fn advance(&mut self, block: &[u8]) -> io::Result<()> {
        let Some(open) = &mut self.open else { return Ok(()) };
        open.at += block.len() as u64;
        open.left -= block.len() as u64;
        open.checking.update(block)?;
        if open.left == 0 {
            self.open = None;
        }
        Ok(())
    }
}

impl Open {
    fn new(stored: &Stored, file: &str, range: &Range<u64>, sums: Sums) -> io::Result<Self> {
        let blocks = stored.index.read_blocking(|connection| block_sums::find(connection, file, sums));
        let file = File::open(stored.blobs.path(file)).map_err(|error| match error.kind() {
            // Without its disk, the whole store is missing.
            io::ErrorKind::NotFound if stored.blobs.check_present().is_ok() => damaged("a blob file is missing"),
            _ => error,
        })?;
        let checking = match blocks.map_err(io::Error::other)? {
            Found::Known(blocks) => Checking::of_blocks(&file, range, sums.size, blocks)?,
            Found::Unknown => Checking::without_blocks(range, sums),
            Found::Damaged => return Err(damaged("the checksums of a blob file are damaged")),
        };
        Ok(Self { file, at: range.start, left: range.end - range.start, checking })
    }

    fn wanted(&self, most: u64) -> usize {
        usize::try_from(self.left.min(most)).unwrap_or_default()
    }
}

/// Inline blobs are small, so they are always verified as a whole.
fn take_inline(bytes: &Bytes, range: &Range<u64>, sums: Sums) -> io::Result<Bytes> {
    if crc_fast::crc64_nvme(bytes) != sums.crc64 {
        return Err(damaged("the bytes of an object in the index do not match their checksum"));
    }
    let (start, end) = (usize::try_from(range.start), usize::try_from(range.end));
    match (start, end) {
        (Ok(start), Ok(end)) if end <= bytes.len() => Ok(bytes.slice(start..end)),
        _ => Err(damaged("an object in the index is shorter than it should be")),
    }
}
