//! Exponential backoff: how long to wait before the next retry.

use std::time::Duration;

/// Delays that double from retry to retry, up to a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    /// Before the first retry.
    pub first: Duration,
    pub longest: Duration,
}

impl Backoff {
    pub const fn new(first: Duration, longest: Duration) -> Self {
        Self { first, longest }
    }

    /// The delay before a retry. The first retry is number 0.
    pub fn delay(&self, retry: u32) -> Duration {
        self.first.saturating_mul(2_u32.saturating_pow(retry)).min(self.longest)
    }

    /// Half of the delay, and a random share of the other half: callers that failed together do not come back together.
    /// `chance` is random, from 0 to 1.
    pub fn jittered(&self, retry: u32, chance: f64) -> Duration {
        self.delay(retry).mul_f64(chance.mul_add(0.5, 0.5))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Backoff;

    #[test]
    fn delays_double_up_to_the_longest_and_jitter_takes_up_to_half() {
        let backoff = Backoff::new(Duration::from_millis(200), Duration::from_secs(5));
        for (retry, chance, millis) in [
            (0, 1.0, 200),
            (0, 0.5, 150),
            (0, 0.0, 100),
            (1, 1.0, 400),
            (2, 1.0, 800),
            (4, 1.0, 3_200),
            (5, 1.0, 5_000),
            (5, 0.0, 2_500),
            (31, 1.0, 5_000),
            (32, 1.0, 5_000),
            (u32::MAX, 1.0, 5_000),
            (u32::MAX, 0.0, 2_500),
        ] {
            assert_eq!(backoff.jittered(retry, chance), Duration::from_millis(millis), "retry {retry}, {chance}");
            assert_eq!(backoff.delay(retry), backoff.jittered(retry, 1.0), "retry {retry}");
        }
    }

    #[test]
    fn extremes_neither_overflow_nor_panic() {
        assert_eq!(Backoff::new(Duration::ZERO, Duration::MAX).delay(u32::MAX), Duration::ZERO);
        assert_eq!(Backoff::new(Duration::MAX, Duration::MAX).delay(u32::MAX), Duration::MAX);
        assert_eq!(Backoff::new(Duration::from_secs(9), Duration::from_secs(1)).delay(0), Duration::from_secs(1));
    }
}
