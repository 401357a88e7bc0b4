//! The memory that transferred bytes pass through: a fixed number of blocks that are reused.
//!
//! A block that is passed to a connection is returned automatically once the connection has sent it.

use std::sync::Arc;

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub(crate) const BLOCK: usize = 256 << 10;

#[derive(Clone)]
pub(crate) struct Blocks {
    free: Arc<Mutex<Vec<Box<[u8]>>>>,
    places: Arc<Semaphore>,
}

/// A block to be filled.
pub(crate) struct Block {
    bytes: Box<[u8]>,
    length: usize,
    home: Blocks,
    _place: OwnedSemaphorePermit,
}

impl Blocks {
    pub(crate) fn new(most: usize) -> Self {
        Self { free: Arc::default(), places: Arc::new(Semaphore::new(most)) }
    }

    /// Waits while all blocks are in use.
    pub(crate) async fn take(&self) -> Block {
        let place = match Arc::clone(&self.places).acquire_owned().await {
            Ok(place) => place,
            // The semaphore is never closed.
            Err(_) => std::future::pending().await,
        };
        let free = self.free.lock().pop();
        let bytes = free.unwrap_or_else(|| vec![0; BLOCK].into_boxed_slice());
        Block { bytes, length: 0, home: self.clone(), _place: place }
    }
}

impl Block {
    pub(crate) fn space(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// The first `length` bytes of the block, without a copy.
    pub(crate) fn filled(mut self, length: usize) -> Bytes {
        self.length = length.min(self.bytes.len());
        Bytes::from_owner(self)
    }
}

impl AsRef<[u8]> for Block {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        let bytes = std::mem::take(&mut self.bytes);
        self.home.free.lock().push(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Blocks};

    #[tokio::test]
    async fn blocks_are_bounded_and_come_back() {
        let blocks = Blocks::new(2);
        let mut first = blocks.take().await;
        first.space()[..3].copy_from_slice(b"abc");
        let sent = first.filled(3);
        assert_eq!(&sent[..], b"abc");
        let second = blocks.take().await;
        let third = tokio::spawn({
            let blocks = blocks.clone();
            async move { blocks.take().await.filled(BLOCK + 1).len() }
        });
        tokio::task::yield_now().await;
        assert!(!third.is_finished(), "both are in use");
        drop(sent);
        assert_eq!(third.await.unwrap(), BLOCK);
        drop(second);
    }
}
