//! Measures the recent transfer rate and estimates the remaining time.

use std::collections::VecDeque;
use std::time::Duration;

/// The period over which the rate is averaged.
const WINDOW: Duration = Duration::from_secs(10);
/// A shorter period gives no meaningful rate.
const LEAST: Duration = Duration::from_millis(400);

#[derive(Debug, Default)]
pub(super) struct Meter {
    /// Time since the start, and bytes at that time.
    looks: VecDeque<(Duration, u64)>,
}

impl Meter {
    pub(super) fn note(&mut self, at: Duration, bytes: u64) {
        // The byte count drops when a part is discarded and transferred again.
        if self.looks.back().is_some_and(|(_, before)| *before > bytes) {
            self.looks.clear();
        }
        self.looks.push_back((at, bytes));
        while self.looks.get(1).is_some_and(|(second, _)| at.saturating_sub(*second) >= WINDOW) {
            self.looks.pop_front();
        }
    }

    /// `None` until there is enough data.
    pub(super) fn bytes_per_second(&self) -> Option<u64> {
        let ((first, from), (last, to)) = (self.looks.front()?, self.looks.back()?);
        let span = last.saturating_sub(*first);
        if span < LEAST {
            return None;
        }
        per_second(to.saturating_sub(*from), span)
    }

    pub(super) fn left(&self, total: u64) -> Option<Duration> {
        let (_, bytes) = self.looks.back()?;
        let rate = self.bytes_per_second().filter(|rate| *rate > 0)?;
        Some(Duration::from_secs(total.saturating_sub(*bytes).div_ceil(rate)))
    }
}

/// `None` if the span is zero.
pub(super) fn per_second(bytes: u64, span: Duration) -> Option<u64> {
    let rate = (u128::from(bytes) * 1_000).checked_div(span.as_millis())?;
    u64::try_from(rate).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Meter;

    #[test]
    fn only_the_last_ten_seconds_count() {
        let mut meter = Meter::default();
        assert_eq!((meter.bytes_per_second(), meter.left(10)), (None, None));
        for second in 0..=20_u64 {
            // 100 bytes per second at first, then 10.
            let bytes = if second <= 10 { second * 100 } else { 1_000 + (second - 10) * 10 };
            meter.note(Duration::from_secs(second), bytes);
        }
        assert_eq!(meter.bytes_per_second(), Some(10));
        assert_eq!(meter.left(1_200), Some(Duration::from_secs(10)));
    }

    #[test]
    fn a_step_back_begins_anew() {
        let mut meter = Meter::default();
        meter.note(Duration::ZERO, 500);
        meter.note(Duration::from_secs(1), 100);
        assert_eq!(meter.bytes_per_second(), None);
        meter.note(Duration::from_secs(2), 200);
        assert_eq!((meter.bytes_per_second(), meter.left(200)), (Some(100), Some(Duration::ZERO)));
    }
}
