//! Content to be sent: read from its source as often as necessary, with bounded memory.

use std::ops::Range;
use std::pin::pin;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use egress::Body;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use sha2::Digest;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::read_range::ReadRange;
use super::sums::Sums;
use super::{ProviderError, ProviderResult};

/// Pieces up to this size are held in memory while they are sent; larger ones are read twice, once for their digest.
const HELD_LARGEST: u64 = 16 << 20;
/// Pieces up to this size are held even if there is no room.
const SMALL: u64 = 64 << 10;
/// How much memory all larger pieces of a process may use together.
const HELD_IN_ALL_KIB: usize = 96 << 10;

/// The content of one file.
#[derive(Clone)]
pub struct Source {
    size: u64,
    read: ReadRange,
    room: Arc<Semaphore>,
    sums: Option<Arc<Sums>>,
}

/// The memory budget that all sources of a process share.
pub(super) fn room() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(HELD_IN_ALL_KIB))
}

impl Source {
    pub fn new(size: u64, read: ReadRange, room: Arc<Semaphore>) -> Self {
        Self { size, read, room, sums: None }
    }

    /// The same content, whose CRC-64/NVME is compared while it is read.
    #[must_use]
    pub fn with_checksum(self, expected: u64) -> Self {
        let sums = Arc::new(Sums::new(expected, self.size));
        Self { read: sums.clone().noting(self.read), sums: Some(sums), ..self }
    }

    /// Compares the checksum of the whole content, if there is one. Content that was read is not read again.
    pub(super) async fn confirm(&self) -> ProviderResult<()> {
        match &self.sums {
            Some(sums) => sums.confirm(&self.read, HELD_LARGEST).await,
            None => Ok(()),
        }
    }

    pub fn of_bytes(bytes: Bytes, room: Arc<Semaphore>) -> Self {
        let size = bytes.len() as u64;
        let read: ReadRange = Arc::new(move |range| {
            let piece = bounds(&range).and_then(|range| bytes.get(range)).map(|piece| bytes.slice_ref(piece));
            let piece = piece.ok_or_else(|| ProviderError::unusable("a range after the end was requested"));
            Box::pin(async move { Ok(stream::iter([Ok(piece?)]).boxed()) })
        });
        Self { size, read, room, sums: None }
    }

    pub fn size(&self) -> u64 {
        self.size
    }

    /// Some bytes, ready to be sent.
    pub async fn piece(&self, range: Range<u64>) -> ProviderResult<Piece> {
        let length = range.end - range.start;
        if length > HELD_LARGEST {
            return Ok(Piece { source: self.clone(), range, held: None });
        }
        let kib = u32::try_from(length.div_ceil(1_024)).unwrap_or(u32::MAX);
        // Nobody waits for room: a slow sender would hold up all others. Without room, the piece is read twice.
        let permit = self.room.clone().try_acquire_many_owned(kib).ok();
        if permit.is_none() && length > SMALL {
            return Ok(Piece { source: self.clone(), range, held: None });
        }
        let mut bytes = BytesMut::with_capacity(usize::try_from(length).unwrap_or_default());
        let mut stream = (self.read)(range.clone()).await?;
        while let Some(chunk) = stream.try_next().await? {
            bytes.extend_from_slice(&chunk);
        }
        if bytes.len() as u64 != length {
            return Err(ProviderError::unusable("our own storage returned a wrong number of bytes"));
        }
        Ok(Piece { source: self.clone(), range, held: Some((bytes.freeze(), permit)) })
    }

    /// The whole file, ready to be sent.
    pub async fn whole(&self) -> ProviderResult<Piece> {
        self.piece(0..self.size).await
    }
}

fn bounds(range: &Range<u64>) -> Option<Range<usize>> {
    Some(usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?)
}

/// Some bytes of a file. They can be sent more than once.
pub struct Piece {
    source: Source,
    range: Range<u64>,
    /// Small pieces, with the room that they occupy.
    held: Option<(Bytes, Option<OwnedSemaphorePermit>)>,
}

impl Piece {
    pub fn start(&self) -> u64 {
        self.range.start
    }

    pub fn length(&self) -> u64 {
        self.range.end - self.range.start
    }

    /// The digest of the bytes that will be sent.
    pub async fn digest<D: Digest + Send + 'static>(&self) -> ProviderResult<Vec<u8>> {
        let Some((bytes, _)) = &self.held else {
            let mut digest = D::new();
            let mut stream = pin!((self.source.read)(self.range.clone()).await?);
            while let Some(chunk) = stream.try_next().await? {
                digest.update(&chunk);
            }
            return Ok(digest.finalize().to_vec());
        };
        if bytes.len() as u64 <= SMALL {
            return Ok(D::digest(bytes).to_vec());
        }
        // Takes long enough to delay other tasks, so it runs on its own thread.
        let bytes = bytes.clone();
        let hashed = tokio::task::spawn_blocking(move || D::digest(&bytes).to_vec()).await;
        hashed.map_err(|_| ProviderError::unusable("the process ends"))
    }

    pub async fn body(&self) -> ProviderResult<Body> {
        match &self.held {
            Some((bytes, _)) => Ok(bytes.clone().into()),
            None => Ok(Body::wrap_stream((self.source.read)(self.range.clone()).await?)),
        }
    }

    /// As [`Piece::body`], with a prefix and a suffix.
    pub async fn body_between(&self, before: Bytes, after: Bytes) -> ProviderResult<Body> {
        let content = match &self.held {
            Some((bytes, _)) => stream::iter([Ok(bytes.clone())]).boxed(),
            None => (self.source.read)(self.range.clone()).await?,
        };
        let whole = stream::iter([Ok(before)]).chain(content).chain(stream::iter([Ok(after)]));
        Ok(Body::wrap_stream(whole))
    }

    /// Feeds the bytes to a running digest of the whole, and returns the digest of this piece alone.
    pub async fn digest_into<D: Digest + Clone + Send + 'static>(&self, mut onward: D) -> ProviderResult<(Vec<u8>, D)> {
        let Some((bytes, _)) = &self.held else {
            let mut own = D::new();
            let mut stream = pin!((self.source.read)(self.range.clone()).await?);
            while let Some(chunk) = stream.try_next().await? {
                own.update(&chunk);
                onward.update(&chunk);
            }
            return Ok((own.finalize().to_vec(), onward));
        };
        let bytes = bytes.clone();
        let hashed = tokio::task::spawn_blocking(move || {
            onward.update(&bytes);
            (D::digest(&bytes).to_vec(), onward)
        });
        hashed.await.map_err(|_| ProviderError::unusable("the process ends"))
    }

    /// The bytes themselves, of a piece that is small enough to be held.
    pub fn bytes(&self) -> ProviderResult<Bytes> {
        let held = self.held.as_ref().map(|(bytes, _)| bytes.clone());
        held.ok_or_else(|| ProviderError::unusable("the provider requires parts that are too large for memory"))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bytes::Bytes;
    use futures_util::FutureExt as _;
    use md5::{Digest as _, Md5};
    use tokio::sync::Semaphore;

    use super::{HELD_LARGEST, SMALL, Source};

    /// A slow sender holds its room for long, but nobody else waits for it.
    #[tokio::test]
    async fn nobody_waits_for_room() {
        let content = Bytes::from(vec![7; 1 << 20]);
        let room = Arc::new(Semaphore::new(1 << 10));
        let source = Source::of_bytes(content.clone(), room.clone());
        let first = source.whole().await.unwrap();
        assert!(first.bytes().unwrap() == content);
        assert_eq!(room.available_permits(), 0);
        let second = source.whole().now_or_never().expect("without waiting").unwrap();
        assert!(second.bytes().is_err(), "it is read when it is sent");
        assert_eq!(second.digest::<Md5>().await.unwrap(), Md5::digest(&content).to_vec());
        let small = source.piece(0..SMALL).now_or_never().expect("without waiting").unwrap();
        assert_eq!(small.bytes().unwrap().len() as u64, SMALL, "small pieces are held anyway");
        drop((first, second, small));
        assert_eq!(room.available_permits(), 1 << 10, "room is given back");
        assert!(source.whole().await.unwrap().bytes().is_ok());
    }

    #[tokio::test]
    async fn what_is_too_large_is_never_held() {
        let content = Bytes::from(vec![7; usize::try_from(HELD_LARGEST).unwrap() + 1]);
        let room = Arc::new(Semaphore::new(96 << 10));
        let piece = Source::of_bytes(content, room.clone()).whole().await.unwrap();
        assert!(piece.bytes().is_err());
        assert_eq!(room.available_permits(), 96 << 10);
    }
}
