//! How long to wait before a retry, and when to stop retrying.

use std::time::Duration;

use domain::backoff::Backoff;
use tokio::time::Instant;

#[derive(Debug, Clone, Copy)]
pub struct RetryPolicy {
    pub backoff: Backoff,
    /// A transfer in which nothing moves for this long ends in an error that can be resumed.
    pub give_up: Duration,
    /// A connection on which no byte moves for this long is given up.
    pub stall: Duration,
    /// Timeout for the response once everything is sent: the other side may have to fsync a large part.
    pub answer: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            backoff: Backoff::new(Duration::from_millis(250), Duration::from_secs(30)),
            give_up: Duration::from_mins(30),
            stall: Duration::from_secs(30),
            answer: Duration::from_mins(2),
        }
    }
}

/// The tries of one thing.
pub(crate) struct Tries {
    policy: RetryPolicy,
    failed: u32,
    /// Time in which nothing moved, until the mark. It is added up: a store that takes every byte and then refuses them all
    /// would be tried forever otherwise.
    lost: Duration,
    mark: Instant,
}

impl Tries {
    pub(crate) fn new(policy: RetryPolicy) -> Self {
        Self { policy, failed: 0, lost: Duration::ZERO, mark: Instant::now() }
    }

    /// Bytes moved in the last try, most recently at this moment: a slow line is not a failure.
    pub(crate) fn moved(&mut self, last: Option<Instant>) {
        self.mark = last.map_or(self.mark, |last| last.max(self.mark));
    }

    /// Waits for the next try, and in full for what the other side asked for; says no when it has gone on for too long.
    pub(crate) async fn again(&mut self, asked: Option<Duration>) -> bool {
        let failed = Instant::now();
        self.lost += failed - self.mark;
        if self.lost >= self.policy.give_up {
            return false;
        }
        let wait = self.policy.backoff.jittered(self.failed, rand::random());
        self.failed += 1;
        tokio::time::sleep(wait.max(asked.unwrap_or_default().min(self.policy.give_up))).await;
        self.mark = Instant::now();
        self.lost += self.mark - failed;
        true
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Backoff, RetryPolicy, Tries};

    #[tokio::test]
    async fn what_the_other_side_asks_for_is_waited_for_until_it_takes_too_long() {
        let backoff = Backoff::new(Duration::ZERO, Duration::ZERO);
        let policy = RetryPolicy { backoff, give_up: Duration::from_millis(40), ..RetryPolicy::default() };
        let mut tries = Tries::new(policy);
        let started = Instant::now();
        assert!(tries.again(Some(Duration::from_secs(90))).await);
        assert!(started.elapsed() >= policy.give_up, "no longer than it would be tried at all");
        assert!(!tries.again(None).await);
    }

    #[tokio::test]
    async fn only_time_in_which_nothing_moves_counts() {
        let backoff = Backoff::new(Duration::ZERO, Duration::ZERO);
        let policy = RetryPolicy { backoff, give_up: Duration::from_secs(4), ..RetryPolicy::default() };
        let mut tries = Tries::new(policy);
        let passes = |tries: &mut Tries, seconds| tries.mark -= Duration::from_secs(seconds);
        passes(&mut tries, 30);
        // One second passed since the last byte of a slow try.
        tries.moved(Some(Instant::now() - Duration::from_secs(1)));
        assert!(tries.again(None).await, "1 second");
        passes(&mut tries, 1);
        tries.moved(None);
        assert!(tries.again(None).await, "2 seconds");
        passes(&mut tries, 2);
        assert!(!tries.again(None).await, "4 seconds");
    }
}
