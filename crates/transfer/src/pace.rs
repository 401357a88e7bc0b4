//! Limits the bytes per second over all transfers of a direction.
//!
//! Bytes are reserved before they are transferred, and a transfer waits until its reservation is due. The limit can
//! change at any time and applies from the next block on.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::Instant;

/// Unused time counts for at most this long, so that a pause is not followed by a burst.
const BURST: Duration = Duration::from_millis(250);

pub(crate) struct Pace {
    /// Bytes per second; `None` for no limit.
    limit: watch::Sender<Option<u64>>,
    /// The time until which the line is reserved.
    booked: Mutex<Option<Instant>>,
}

impl Pace {
    pub(crate) fn new() -> Self {
        Self { limit: watch::Sender::new(None), booked: Mutex::new(None) }
    }

    /// Zero would be a pause, which is done differently: it counts as one byte per second.
    pub(crate) fn set_limit(&self, limit: Option<u64>) {
        let limit = limit.map(|limit| limit.max(1));
        self.limit.send_if_modified(|old| std::mem::replace(old, limit) != limit);
    }

    /// Waits until `bytes` may pass.
    pub(crate) async fn pass(&self, bytes: usize) {
        let mut changes = self.limit.subscribe();
        let Some(limit) = *changes.borrow_and_update() else { return };
        let until = self.book(Instant::now(), bytes, limit);
        tokio::select! {
            () = tokio::time::sleep_until(until) => {}
            // Reservations at the old rate are dropped; the next block is reserved at the new one.
            _ = changes.changed() => *self.booked.lock() = None,
        }
    }

    fn book(&self, now: Instant, bytes: usize, limit: u64) -> Instant {
        let mut booked = self.booked.lock();
        let start = booked.map_or(now, |booked| booked.max(now.checked_sub(BURST).unwrap_or(now)));
        let nanos = u128::try_from(bytes).unwrap_or(u128::MAX).saturating_mul(1_000_000_000) / u128::from(limit);
        let until = start + Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX));
        *booked = Some(until);
        until
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{BURST, Pace};

    #[test]
    fn bookings_line_up_and_unused_time_is_worth_little() {
        let pace = Pace::new();
        let now = Instant::now();
        let until: Vec<_> = (0..1_000).map(|_| pace.book(now, 10_000, 1_000_000)).collect();
        assert_eq!(until[0] - now, Duration::from_millis(10));
        assert_eq!(until[999] - now, Duration::from_secs(10), "ten megabytes at one a second");
        let later = now + Duration::from_mins(1);
        assert_eq!(pace.book(later, 1_000_000, 1_000_000), later + Duration::from_secs(1) - BURST);
    }

    #[tokio::test]
    async fn a_new_limit_frees_who_waits_at_the_old_one() {
        let pace = Arc::new(Pace::new());
        pace.set_limit(Some(1));
        let waiting = tokio::spawn({
            let pace = Arc::clone(&pace);
            async move { pace.pass(1_000_000).await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        pace.set_limit(None);
        waiting.await.unwrap();
        pace.pass(usize::MAX).await;
    }
}
