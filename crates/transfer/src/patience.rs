//! How long to wait before a retry, and when to stop retrying.

use std::time::Duration;

use tokio::time::Instant;

#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Before the second try; doubles with each try.
    pub first_wait: Duration,
    pub longest_wait: Duration,
    /// A transfer without progress for this long fails with an error that can be resumed.
    pub give_up: Duration,
    /// A connection without progress for this long is closed.
    pub stall: Duration,
    /// Timeout for the response once everything is sent: the other side may have to fsync a large part.
    pub answer: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            first_wait: Duration::from_millis(250),
            longest_wait: Duration::from_secs(30),
            give_up: Duration::from_mins(30),
            stall: Duration::from_secs(30),
            answer: Duration::from_mins(2),
        }
    }
}

impl Patience {
    /// The delay after this many failed tries. `share` of it (from 0 to 1) is random, so that clients that failed
    /// together do not retry together.
    fn wait(&self, failed: u32, share: f64) -> Duration {
        let doubled = self.first_wait.saturating_mul(1 << failed.min(16));
        doubled.min(self.longest_wait).mul_f64(share.mul_add(0.5, 0.5))
    }
}

/// The tries of one operation.
pub(crate) struct Tries {
    patience: Patience,
    failed: u32,
    since: Instant,
}

impl Tries {
    pub(crate) fn new(patience: Patience) -> Self {
        Self { patience, failed: 0, since: Instant::now() }
    }

    /// Waits before the next try, at least as long as the other side requested. Returns false if it has failed for too
    /// long.
    pub(crate) async fn again(&mut self, asked: Option<Duration>) -> bool {
        if self.since.elapsed() >= self.patience.give_up {
            return false;
        }
        let wait = self.patience.wait(self.failed, rand::random());
        self.failed += 1;
        tokio::time::sleep(wait.max(asked.unwrap_or_default().min(self.patience.give_up))).await;
        true
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Patience, Tries};

    #[test]
    fn waits_grow_to_a_bound() {
        let patience = Patience::default();
        assert_eq!(patience.wait(0, 1.0), patience.first_wait);
        assert_eq!(patience.wait(0, 0.0), patience.first_wait / 2);
        assert_eq!(patience.wait(3, 1.0), patience.first_wait * 8);
        for failed in [7, 16, 1_000, u32::MAX] {
            assert_eq!(patience.wait(failed, 1.0), patience.longest_wait);
        }
    }

    #[tokio::test]
    async fn what_the_other_side_asks_for_is_waited_for_until_it_takes_too_long() {
        let patience = Patience { give_up: Duration::from_millis(40), ..Patience::default() };
        let mut tries = Tries::new(Patience { first_wait: Duration::ZERO, ..patience });
        let started = Instant::now();
        assert!(tries.again(Some(Duration::from_secs(90))).await);
        assert!(started.elapsed() >= patience.give_up, "not longer than the retries last in total");
        assert!(!tries.again(None).await);
    }
}
