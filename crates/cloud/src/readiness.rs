//! Whether this process can do its work, found out by doing some.

mod storage_probe;

use std::sync::Arc;
use std::time::{Duration, Instant};

use store::{Store, StoreError, StoreResult};
use tokio::sync::Mutex;

use crate::bus::{Bus, Reach};
use crate::clock_guard::ClockGuard;
use crate::error::{ApiError, ApiResult};
use crate::metrics::disk_full;
use crate::storage::Storage;
use storage_probe::StorageProbe;

/// A write that succeeded is good for this long: anyone may ask, and each write reaches the disk.
const FRESH: Duration = Duration::from_secs(1);

const BUS: &str = "the bus does not answer, changes of other processes are noticed later";
const CLOCK: &str = "the clock has jumped, nothing expires until it is accepted";
const DISK: &str = "the disk is full";

#[derive(Default)]
pub struct Readiness {
    /// When the last write to the database ended, and how.
    last_write: Arc<Mutex<Option<(Instant, Write)>>>,
    pub storage: StorageProbe,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Write {
    Done,
    DiskFull,
    Failed,
}

impl Readiness {
    /// What is degraded, or why the process cannot work. With a full disk downloads and deletions still work, so a proxy
    /// must keep the process in service.
    pub async fn check(
        &self,
        store: &Store,
        storage: &Arc<Storage>,
        bus: &Bus,
        clock: &ClockGuard,
    ) -> ApiResult<Vec<&'static str>> {
        let is_full = self.write(store).await? == Write::DiskFull || store.lives_on_its_reserve();
        self.storage.ask(storage).await.map_err(ApiError::StorageUnavailable)?;
        let is_full = is_full || storage.is_full().await;
        disk_full(is_full);
        let found = [(is_full, DISK), (bus.reach() == Reach::Lost, BUS), (!clock.trusted_last().await, CLOCK)];
        Ok(found.into_iter().filter_map(|(is_so, reason)| is_so.then_some(reason)).collect())
    }

    /// Writes to the database. Callers wait for a write that is running, and share its outcome: a database that does
    /// not answer must not keep them waiting one after the other.
    async fn write(&self, store: &Store) -> StoreResult<Write> {
        let asked = Instant::now();
        let mut last = Arc::clone(&self.last_write).lock_owned().await;
        if let Some((ended, outcome)) = *last {
            let is_shared = ended >= asked || (outcome == Write::Done && ended.elapsed() < FRESH);
            match outcome {
                Write::Failed if is_shared => return Err(StoreError::failed_just_now()),
                Write::Done | Write::DiskFull if is_shared => return Ok(outcome),
                _ => {}
            }
        }
        let store = store.clone();
        // A task of its own: if the caller hangs up, the others still learn the outcome.
        let checking = tokio::spawn(async move {
            let result = store.check().await;
            let outcome = match &result {
                Ok(()) => Write::Done,
                Err(StoreError::DiskFull(_)) => Write::DiskFull,
                Err(_) => Write::Failed,
            };
            *last = Some((Instant::now(), outcome));
            match result {
                Err(error) if outcome == Write::Failed => Err(error),
                _ => Ok(outcome),
            }
        });
        checking.await.unwrap_or_else(|_| Err(StoreError::failed_just_now()))
    }
}
