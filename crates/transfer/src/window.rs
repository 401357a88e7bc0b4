//! Limits the bytes in flight to what the line moves in two seconds.
//!
//! What is in flight when a transfer is interrupted has to be moved again, and a more urgent transfer shares the line with
//! it. What was handed to the kernel proves little: the buffers of 64 connections take hundreds of megabytes at once. So
//! the rate is the lower of what storage has confirmed and of what the kernel took, measured without such bursts. On a slow line, a part for every connection
//! would be minutes of work. On a lossy or long link, however, every single connection is slow, and only many of them
//! together are fast. So the window also tries more parts than the rate justifies, and keeps them if that makes the
//! transfer faster. It is a pure rule without a clock; the caller feeds it measurements.

use std::collections::VecDeque;
use std::time::Duration;

/// The interval between measurements.
pub(crate) const LOOK: Duration = Duration::from_millis(100);
const LOOKS_PER_SECOND: usize = 10;
/// With the time to sync and record a part, an interruption costs up to three seconds.
const SECONDS: u64 = 2;
/// Measurements over which the bytes of parts that ended are added up: a part can take a second or two.
const ENDED_LOOKS: usize = 40;
/// Until this long after the first bytes, few parts have had the time to end.
const ENDED_LOOKS_LEAST: usize = 5;
/// Bytes per second that are believed before the first part has ended.
const UNPROVEN_MOST: u64 = 16_000_000;
/// Bytes that may be in flight on any line: many small files are faster together.
const BYTES_LEAST: u64 = 4_000_000;
/// Measurements that are compared in a trial.
const TRIAL: u32 = 5;
/// Measurements before them, in which the buffers of new connections fill.
const SETTLING: u32 = 3;
/// Measurements before the first trial. Whether a rate limit is what holds us back shows only after a while.
const FIRST_TRIAL: u32 = SETTLING + TRIAL;
const FIRST_TRIAL_LIMITED: u32 = 20;
/// Measurements until a trial without a gain is repeated. Doubles with every such trial, because a burst on the line can
/// hide a gain once, but not repeatedly.
const REST_FIRST: u32 = 20;
const REST_LONGEST: u32 = 300;
/// After this many measurements without traffic, nothing is proven any more.
const BREAK: u32 = 5;
/// After this many measurements without traffic, the next transfer may use another line.
const FORGET: u32 = 50;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Allowance {
    /// This many parts may be in flight regardless of their size,
    pub(crate) parts: usize,
    /// and more if all together have up to this many bytes.
    pub(crate) bytes: u64,
}

/// What happened since the last measurement.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) bytes: u64,
    /// Bytes of the parts that ended.
    pub(crate) ended: u64,
    /// Whether a part waits only because of the window.
    pub(crate) is_held: bool,
}

#[derive(Debug)]
pub(crate) struct Window {
    most: usize,
    /// Bytes per second that the user allows.
    limit: Option<u64>,
    parts: usize,
    /// Bytes of the last second, by measurement.
    moved: VecDeque<u64>,
    /// Bytes of the parts that ended in the last seconds, by measurement.
    ended: VecDeque<u64>,
    /// Measurements since the last decision in which the window held parts back.
    held: u32,
    idle: u32,
    /// Bytes in the time of a trial, before the trial; `None` while none is running.
    before: Option<u64>,
    /// Measurements until the next trial.
    rest: u32,
}

impl Window {
    pub(crate) fn new(most: usize, limit: Option<u64>) -> Self {
        let rest = if limit.is_some() { FIRST_TRIAL_LIMITED } else { FIRST_TRIAL };
        Self {
            most,
            limit,
            parts: 1,
            moved: VecDeque::new(),
            ended: VecDeque::new(),
            held: 0,
            idle: 0,
            before: None,
            rest,
        }
    }

    pub(crate) fn allowance(&self) -> Allowance {
        let rate = self.passed().min(self.proven()).min(self.limit.unwrap_or(u64::MAX));
        Allowance { parts: self.parts, bytes: rate.saturating_mul(SECONDS).max(BYTES_LEAST) }
    }

    /// Bytes per second that the kernel took: the median of the last second, in which bursts do not count.
    fn passed(&self) -> u64 {
        let mut moved: Vec<u64> = self.moved.iter().copied().collect();
        moved.resize(LOOKS_PER_SECOND, 0);
        moved.sort_unstable();
        moved[LOOKS_PER_SECOND / 2].saturating_mul(u64::try_from(LOOKS_PER_SECOND).unwrap_or(1))
    }

    /// Bytes per second of parts that ended.
    fn proven(&self) -> u64 {
        let ended = self.ended.iter().sum::<u64>();
        if ended == 0 {
            return UNPROVEN_MOST;
        }
        let looks = self.ended.len().max(ENDED_LOOKS_LEAST);
        let per_second = u64::try_from(LOOKS_PER_SECOND).unwrap_or(1);
        ended.saturating_mul(per_second) / u64::try_from(looks).unwrap_or(u64::MAX)
    }

    /// What was measured with another limit no longer counts.
    pub(crate) fn set_limit(&mut self, limit: Option<u64>) {
        if self.limit != limit {
            *self = Self::new(self.most, limit);
        }
    }

    pub(crate) fn sample(&mut self, sample: Sample) -> Allowance {
        if self.moved.len() == LOOKS_PER_SECOND {
            self.moved.pop_front();
        }
        self.moved.push_back(sample.bytes);
        self.idle = if sample.bytes == 0 { self.idle + 1 } else { 0 };
        // It begins with the first bytes, not with the waiting for them.
        if self.idle >= BREAK {
            self.ended.clear();
        } else if sample.bytes > 0 || !self.ended.is_empty() {
            if self.ended.len() == ENDED_LOOKS {
                self.ended.pop_front();
            }
            self.ended.push_back(sample.ended);
        }
        if self.idle > FORGET {
            *self = Self::new(self.most, self.limit);
        } else if sample.is_held {
            self.held += 1;
            self.judge();
        }
        self.allowance()
    }

    fn judge(&mut self) {
        let looks = usize::try_from(TRIAL).unwrap_or(usize::MAX);
        let recent: u64 = self.moved.iter().rev().take(looks).sum();
        let allowed = self.limit.map(|limit| limit.saturating_mul(u64::from(TRIAL)) / 10);
        if allowed.is_some_and(|allowed| recent.saturating_mul(10) >= allowed.saturating_mul(7)) {
            // The rate limit holds us back: more connections cannot help.
            (self.parts, self.held, self.before) = (1, 0, None);
            return;
        }
        match self.before {
            Some(_) if self.held < SETTLING + TRIAL => {}
            Some(before) if recent.saturating_mul(10) >= before.saturating_mul(13) => {
                self.rest = REST_FIRST;
                self.try_more(recent);
            }
            Some(_) => {
                // The step before this one may have been due to a line that was still getting faster.
                (self.parts, self.held, self.before) = ((self.parts / 4).max(1), 0, None);
                self.rest = (self.rest * 2).clamp(REST_FIRST, REST_LONGEST);
            }
            None if self.held >= self.rest => self.try_more(recent),
            None => {}
        }
    }

    fn try_more(&mut self, recent: u64) {
        self.held = 0;
        let more = (self.parts * 2).min(self.most);
        self.before = (more > self.parts).then_some(recent);
        self.parts = more;
    }
}

#[cfg(test)]
mod tests {
    use super::{Allowance, FORGET, REST_LONGEST, Sample, Window};

    const MB: u64 = 1_000_000;

    /// Feeds seconds of a line with this rate for a number of parts, and returns what is allowed at last.
    fn feed(window: &mut Window, seconds: u32, rate: impl Fn(usize) -> u64) -> Allowance {
        for _ in 0..seconds * 10 {
            let bytes = rate(window.allowance().parts) / 10;
            window.sample(Sample { bytes, ended: bytes, is_held: true });
        }
        window.allowance()
    }

    #[test]
    fn a_slow_line_gets_one_part_and_a_fast_one_is_not_held_back() {
        let mut slow = Window::new(64, None);
        assert_eq!(slow.allowance(), Allowance { parts: 1, bytes: 4 * MB });
        let mut trials = 0;
        for _ in 0..600 {
            let Allowance { parts, bytes } = slow.sample(Sample { bytes: MB / 10, ended: MB / 10, is_held: true });
            assert!(parts <= 2 && bytes == 4 * MB);
            trials += u32::from(parts > 1);
        }
        assert!(trials <= 50, "trials are short and get rare: {trials} of 600");
        let mut fast = Window::new(64, None);
        assert!(feed(&mut fast, 1, |_| 500 * MB).bytes > 100 * MB, "it grows within the first second");
        assert_eq!(feed(&mut fast, 4, |_| 500 * MB).bytes, 1_000 * MB);
    }

    #[test]
    fn more_parts_are_kept_if_they_are_faster_together() {
        let mut lossy = Window::new(64, None);
        let each = |parts: usize| u64::try_from(parts).unwrap() * MB / 2;
        assert_eq!(feed(&mut lossy, 8, each).parts, 64);
        assert_eq!(feed(&mut lossy, 60, each).parts, 64, "and stay");
    }

    #[test]
    fn below_a_rate_limit_more_parts_are_not_tried() {
        for limit in [MB, 10 * MB, 50 * MB] {
            let mut limited = Window::new(64, None);
            feed(&mut limited, 3, |_| 500 * MB);
            limited.set_limit(Some(limit));
            for _ in 0..REST_LONGEST * 3 {
                let allowed = limited.sample(Sample { bytes: limit / 10, ended: limit / 10, is_held: true });
                assert_eq!(allowed.parts, 1);
                assert!(allowed.bytes <= (2 * limit).max(4 * MB));
            }
        }
    }

    #[test]
    fn what_only_fills_buffers_is_not_believed() {
        // The kernel takes 500 MB within a second; the line carries 40 MB/s, and the first parts end after half a second.
        let mut window = Window::new(64, None);
        for look in 0..100 {
            let bytes = if look % 10 < 4 { 50 * MB } else { 4 * MB };
            let ended = if look < 5 { 0 } else { 4 * MB };
            let allowed = window.sample(Sample { bytes, ended, is_held: false }).bytes;
            assert!(allowed <= 80 * MB, "{allowed} after {look} measurements");
        }
        assert!(window.allowance().bytes >= 79 * MB, "{:?}", window.allowance());
    }

    #[test]
    fn more_parts_are_not_kept_because_their_buffers_fill() {
        // The line carries 4 MB/s, and every connection has a buffer of 3 MB.
        let mut window = Window::new(64, None);
        let (mut filled, mut most) = (0, 0);
        for _ in 0..300 {
            let parts = window.allowance().parts;
            let new = parts.saturating_sub(filled);
            filled = filled.max(parts);
            let bytes = 4 * MB / 10 + u64::try_from(new).unwrap() * 3 * MB;
            window.sample(Sample { bytes, ended: 4 * MB / 10, is_held: true });
            most = most.max(parts);
        }
        assert!(most <= 2, "{most}");
    }

    #[test]
    fn a_pause_makes_it_begin_again() {
        let mut window = Window::new(64, None);
        feed(&mut window, 4, |parts| u64::try_from(parts).unwrap() * MB);
        for _ in 0..=FORGET {
            window.sample(Sample { bytes: 0, ended: 0, is_held: false });
        }
        assert_eq!(window.allowance(), Allowance { parts: 1, bytes: 4 * MB });
    }
}
