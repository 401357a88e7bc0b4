//! The progress of a transfer: bytes that are verified, and bytes that are in transfer.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use tokio::time::Instant;

/// The number of a file in its transfer.
pub type Item = u64;

#[derive(Debug, Default)]
pub struct Progress {
    proven: AtomicU64,
    moving: Mutex<HashMap<Item, u64>>,
}

impl Progress {
    /// For a transfer of which this many bytes have already arrived.
    pub fn from(proven: u64) -> Self {
        Self { proven: AtomicU64::new(proven), moving: Mutex::default() }
    }

    /// Sets what the ledger has recorded when the transfer begins.
    pub fn set_proven(&self, bytes: u64) {
        self.proven.store(bytes, Ordering::Relaxed);
    }

    /// Bytes that arrived and are recorded: an interruption does not lose them.
    pub fn acknowledged(&self) -> u64 {
        self.proven.load(Ordering::Relaxed)
    }

    /// Bytes that are in transfer, or not recorded yet.
    pub fn under_way(&self) -> u64 {
        self.moving.lock().values().sum()
    }

    /// Bytes of one file that are in transfer, if any.
    pub fn moving(&self, item: Item) -> Option<u64> {
        self.moving.lock().get(&item).copied()
    }

    /// The files that are in transfer.
    pub fn running(&self) -> Vec<(Item, u64)> {
        let moving = self.moving.lock();
        let mut running: Vec<_> = moving.iter().map(|(item, bytes)| (*item, *bytes)).collect();
        running.sort_unstable();
        running
    }

    /// Verified bytes of a file were discarded.
    pub(crate) fn lost(&self, bytes: u64) {
        let _ = self.proven.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |all| Some(all.saturating_sub(bytes)));
    }
}

/// A piece in transfer. What it counted is subtracted again unless it arrived.
pub(crate) struct Moving {
    progress: Arc<Progress>,
    item: Item,
    bytes: AtomicU64,
    last: Mutex<Option<Instant>>,
}

impl Moving {
    pub(crate) fn new(progress: &Arc<Progress>, item: Item) -> Self {
        *progress.moving.lock().entry(item).or_default() += 0;
        Self { progress: Arc::clone(progress), item, bytes: AtomicU64::new(0), last: Mutex::default() }
    }

    pub(crate) fn add(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        *self.last.lock() = Some(Instant::now());
        let mut moving = self.progress.moving.lock();
        *moving.entry(self.item).or_default() += bytes;
    }

    pub(crate) fn arrived(&self) {
        let bytes = self.take();
        self.progress.proven.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// When its last byte moved.
    pub(crate) fn last(&self) -> Option<Instant> {
        *self.last.lock()
    }

    /// Stops counting it, and returns what it counted.
    pub(crate) fn take(&self) -> u64 {
        let bytes = self.bytes.swap(0, Ordering::Relaxed);
        let mut moving = self.progress.moving.lock();
        if let Some(all) = moving.get_mut(&self.item) {
            *all = all.saturating_sub(bytes);
            if *all == 0 {
                moving.remove(&self.item);
            }
        }
        bytes
    }
}

impl Drop for Moving {
    fn drop(&mut self) {
        self.take();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Moving, Progress};

    #[test]
    fn what_does_not_arrive_is_taken_back() {
        let progress = Arc::new(Progress::from(100));
        let (first, second) = (Moving::new(&progress, 7), Moving::new(&progress, 7));
        first.add(10);
        second.add(5);
        let shown = || (progress.acknowledged(), progress.under_way(), progress.moving(7));
        assert_eq!(shown(), (100, 15, Some(15)));
        first.arrived();
        assert_eq!(shown(), (110, 5, Some(5)));
        drop((first, second));
        assert_eq!(shown(), (110, 0, None));
        progress.lost(200);
        assert_eq!(progress.acknowledged(), 0);
    }
}
