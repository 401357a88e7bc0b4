//! The checksum of a whole file, compared while the file is read in ranges: content of our own that is damaged must not
//! arrive as if it were whole.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use crc_fast::{CrcAlgorithm, Digest, checksum_combine};
use futures_util::StreamExt as _;
use futures_util::stream::{BoxStream, unfold};
use parking_lot::Mutex;

use super::read_range::ReadRange;
use super::{ProviderError, ProviderResult};

const ALGORITHM: CrcAlgorithm = CrcAlgorithm::Crc64Nvme;

/// What is known of a file whose CRC-64/NVME must be this.
pub(super) struct Sums {
    expected: u64,
    size: u64,
    /// The end and the checksum of ranges that were read, by their start.
    known: Mutex<BTreeMap<u64, (u64, u64)>>,
}

impl Sums {
    pub(super) fn new(expected: u64, size: u64) -> Self {
        Self { expected, size, known: Mutex::default() }
    }

    /// The same content, noted while it is read. A range that reads differently than before fails, and so does the whole
    /// file if its checksum is another one.
    pub(super) fn noting(self: Arc<Self>, read: ReadRange) -> ReadRange {
        Arc::new(move |range: Range<u64>| {
            let (sums, stream) = (self.clone(), read(range.clone()));
            Box::pin(async move { Ok(sums.noted(range, stream.await?)) })
        })
    }

    fn noted(
        self: Arc<Self>,
        range: Range<u64>,
        stream: BoxStream<'static, ProviderResult<Bytes>>,
    ) -> BoxStream<'static, ProviderResult<Bytes>> {
        let reading = Some((stream, Digest::new(ALGORITHM)));
        let next = move |reading: Option<(BoxStream<'static, ProviderResult<Bytes>>, Digest)>| {
            let (sums, range) = (self.clone(), range.clone());
            async move {
                let (mut stream, mut digest) = reading?;
                match stream.next().await {
                    Some(Ok(bytes)) => {
                        digest.update(&bytes);
                        Some((Ok(bytes), Some((stream, digest))))
                    }
                    Some(Err(error)) => Some((Err(error), None)),
                    // The reader notices a wrong length.
                    None if digest.get_amount() != range.end - range.start => None,
                    None => sums.note(range, digest.finalize()).err().map(|error| (Err(error), None)),
                }
            }
        };
        unfold(reading, next).boxed()
    }

    fn note(&self, range: Range<u64>, sum: u64) -> ProviderResult<()> {
        if range == (0..self.size) && sum != self.expected {
            return Err(ProviderError::damaged());
        }
        match self.known.lock().insert(range.start, (range.end, sum)) {
            Some((end, before)) if end == range.end && before != sum => Err(ProviderError::damaged()),
            _ => Ok(()),
        }
    }

    /// Compares the checksum of the whole file. Ranges that were not read are read now.
    pub(super) async fn confirm(&self, read: &ReadRange, at_most: u64) -> ProviderResult<()> {
        let (mut at, mut whole) = (0, 0);
        while at < self.size {
            let known = self.known.lock().get(&at).copied();
            let Some((end, sum)) = known else {
                let next = self.known.lock().range(at + 1..).next().map_or(self.size, |(start, _)| *start);
                let range = at..next.min(at.saturating_add(at_most));
                let mut stream = read(range.clone()).await?;
                while let Some(bytes) = stream.next().await {
                    bytes?;
                }
                if !self.known.lock().contains_key(&at) {
                    return Err(ProviderError::unusable("our own storage returned a wrong number of bytes"));
                }
                continue;
            };
            whole = if at == 0 { sum } else { checksum_combine(ALGORITHM, whole, sum, end - at) };
            at = end;
        }
        if at == self.size && (self.size == 0 || whole == self.expected) {
            Ok(())
        } else {
            Err(ProviderError::damaged())
        }
    }
}
