//! Whether this process can do its work, found out by doing some.

use std::time::{Duration, Instant};

use store::{Store, StoreError, StoreResult};
use tokio::sync::Mutex;

use crate::bus::{Bus, Reach};
use crate::clock_guard::ClockGuard;
use crate::error::{ApiError, ApiResult};
use crate::metrics::disk_full;
use crate::storage::Storage;

/// A write that succeeded is good for this long: anyone may ask, and each write reaches the disk.
const FRESH: Duration = Duration::from_secs(1);

const BUS: &str = "the bus does not answer, changes of other processes are noticed later";
const CLOCK: &str = "the clock has jumped, nothing expires until it is accepted";
const DISK: &str = "the disk is full";

/// When the last write to the database succeeded.
#[derive(Default)]
pub struct Readiness(Mutex<Option<Instant>>);

impl Readiness {
    /// What is degraded, or why the process cannot work. With a full disk downloads and deletions still work, so a proxy
    /// must keep the process in service.
    pub async fn check(
        &self,
        store: &Store,
        storage: &Storage,
        bus: &Bus,
        clock: &ClockGuard,
    ) -> ApiResult<Vec<&'static str>> {
        let is_full = match self.write(store).await {
            Err(StoreError::DiskFull(_)) => true,
            outcome => {
                outcome?;
                false
            }
        };
        storage.ready_soon().await.map_err(ApiError::StorageUnavailable)?;
        let is_full = is_full || storage.is_full().await;
        disk_full(is_full);
        let found = [(is_full, DISK), (bus.reach() == Reach::Lost, BUS), (!clock.trusted_last().await, CLOCK)];
        Ok(found.into_iter().filter_map(|(is_so, reason)| is_so.then_some(reason)).collect())
    }

    /// Writes to the database. Callers wait for a write that is running, and share its success.
    async fn write(&self, store: &Store) -> StoreResult<()> {
        let mut last = self.0.lock().await;
        if !last.is_some_and(|written| written.elapsed() < FRESH) {
            *last = None;
            store.check().await?;
            *last = Some(Instant::now());
        }
        Ok(())
    }
}
