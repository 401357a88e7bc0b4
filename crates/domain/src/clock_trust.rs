//! Whether the time of day can be trusted to end and to delete things.
//!
//! A clock that is set wrong, even for a minute, would make everything with an expiry due. So the time is compared with a
//! clock that only counts, and at the start with the newest time in the database. After a jump the time is not trusted,
//! until it is back where it should be, has agreed with the other clock for an hour, or an operator accepts it.

use std::time::Duration;

use wire::time::Time;

/// A larger difference is a jump.
const TOLERANCE_MILLIS: i64 = 3_600_000;
/// How long the clocks must agree after a jump.
const PROBATION: Duration = Duration::from_hours(1);
/// Clocks that differ by more than this after a jump do not agree.
const AGREEMENT_MILLIS: i64 = 60_000;

/// The time by which things have ended: that of the clock, unless it is more than an hour from where it should be. Then it
/// is the one that the other clock gives.
pub fn time_of(now: Reading, trusted: Reading) -> Time {
    let off_by_millis = now.moved_since(trusted);
    if off_by_millis.abs() <= TOLERANCE_MILLIS { now.time } else { now.time.plus_millis(-off_by_millis) }
}

/// Both clocks at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    pub time: Time,
    /// Counts evenly, from an arbitrary moment.
    pub steady: Duration,
}

impl Reading {
    /// How far the time has moved since an earlier reading, beyond what has passed: negative if it went back.
    fn moved_since(self, earlier: Self) -> i64 {
        let passed = |steady: Duration| i64::try_from(steady.as_millis()).unwrap_or(i64::MAX);
        let elapsed = passed(self.steady).saturating_sub(passed(earlier.steady));
        self.time.as_millis().saturating_sub(earlier.time.as_millis()).saturating_sub(elapsed)
    }
}

#[derive(Debug, Clone)]
pub struct ClockTrust {
    /// The last reading that was trusted.
    trusted: Reading,
    last: Reading,
    /// The first reading after a jump, if the clocks have agreed since.
    on_probation: Option<Reading>,
}

/// What a reading shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Observation {
    /// How far the time is from where it should be; 0 if it is trusted.
    pub off_by_millis: i64,
    /// The time went back since the last reading, by more than processes may differ: due times may be far ahead.
    pub went_back: bool,
}

impl Observation {
    pub const fn is_trusted(self) -> bool {
        self.off_by_millis == 0
    }
}

impl ClockTrust {
    /// `newest` is the newest time that was trusted before, if there was one. After a long pause the time is ahead of it,
    /// which looks like a jump: then nothing ends for an hour.
    pub const fn new(now: Reading, newest: Option<Time>) -> Self {
        let time = match newest {
            Some(newest) => newest,
            None => now.time,
        };
        Self { trusted: Reading { time, steady: now.steady }, last: now, on_probation: None }
    }

    pub fn observe(&mut self, now: Reading) -> Observation {
        let went_back = now.moved_since(self.last) < -AGREEMENT_MILLIS;
        self.last = now;
        let off_by_millis = now.moved_since(self.trusted);
        if off_by_millis.abs() <= TOLERANCE_MILLIS || self.has_agreed_long_enough(now) {
            self.accept(now);
            return Observation { off_by_millis: 0, went_back };
        }
        Observation { off_by_millis, went_back }
    }

    /// An operator has accepted a time. That of another machine says nothing about this one's.
    pub fn accept_if_near(&mut self, accepted: Time, now: Reading) {
        if now.time.as_millis().abs_diff(accepted.as_millis()) <= TOLERANCE_MILLIS.unsigned_abs() {
            self.accept(now);
        }
    }

    const fn accept(&mut self, now: Reading) {
        self.trusted = now;
        self.on_probation = None;
    }

    fn has_agreed_long_enough(&mut self, now: Reading) -> bool {
        let since = self.on_probation.filter(|since| now.moved_since(*since).abs() <= AGREEMENT_MILLIS);
        let since = *self.on_probation.insert(since.unwrap_or(now));
        now.steady.saturating_sub(since.steady) >= PROBATION
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use wire::time::Time;

    use super::{ClockTrust, Observation, Reading, time_of};

    const MINUTE: i64 = 60_000;
    const HOUR: i64 = 60 * MINUTE;
    const DAY: i64 = 24 * HOUR;
    const START: i64 = 1_000 * DAY;

    /// Minutes that have passed, and how far the clock is off.
    fn reading(minutes: u64, off_by: i64) -> Reading {
        let steady = Duration::from_mins(minutes);
        let passed = i64::try_from(steady.as_millis()).unwrap();
        Reading { time: Time::from_millis(START + passed + off_by), steady }
    }

    fn started() -> ClockTrust {
        ClockTrust::new(reading(0, 0), None)
    }

    #[test]
    fn the_time_is_that_of_the_clock_unless_it_has_jumped() {
        let trusted = reading(10, 0);
        for (off_by, expected) in
            [(0, 0), (59 * MINUTE, 59 * MINUTE), (-MINUTE, -MINUTE), (2 * HOUR, 0), (-400 * DAY, 0)]
        {
            assert_eq!(time_of(reading(70, off_by), trusted), reading(70, expected).time, "{off_by}");
        }
    }

    #[test]
    fn jumps_of_more_than_an_hour_are_not_trusted() {
        for off_by in [2 * HOUR, DAY, 400 * DAY, -2 * HOUR, -DAY, -400 * DAY] {
            let seen = started().observe(reading(1, off_by));
            assert_eq!(seen, Observation { off_by_millis: off_by, went_back: off_by < 0 });
        }
        for off_by in [0, MINUTE, 59 * MINUTE, -MINUTE, -59 * MINUTE] {
            assert!(started().observe(reading(1, off_by)).is_trusted(), "{off_by}");
        }
    }

    #[test]
    fn a_clock_that_comes_back_is_trusted_at_once() {
        let mut trust = started();
        assert!(!trust.observe(reading(1, 400 * DAY)).is_trusted());
        let back = trust.observe(reading(2, 0));
        assert!(back.is_trusted() && back.went_back);
        assert!(trust.observe(reading(3, 0)).is_trusted());
    }

    #[test]
    fn clocks_that_agree_for_an_hour_are_trusted() {
        let mut trust = started();
        for minute in 1..=60 {
            assert!(!trust.observe(reading(minute, DAY)).is_trusted(), "minute {minute}");
        }
        assert!(trust.observe(reading(61, DAY)).is_trusted());
        assert!(!trust.observe(reading(62, 0)).is_trusted(), "this is a jump back");
    }

    #[test]
    fn a_second_jump_begins_the_hour_again() {
        let mut trust = started();
        assert!(!trust.observe(reading(1, DAY)).is_trusted());
        assert!(!trust.observe(reading(60, 2 * DAY)).is_trusted());
        assert!(!trust.observe(reading(61, 2 * DAY)).is_trusted());
        assert!(trust.observe(reading(120, 2 * DAY)).is_trusted());
    }

    #[test]
    fn a_start_is_compared_with_the_newest_time_that_was_trusted() {
        let since = |millis: i64| ClockTrust::new(reading(0, 0), Some(Time::from_millis(START - millis)));
        for (millis, is_trusted) in [(0, true), (30 * MINUTE, true), (2 * HOUR, false), (-2 * HOUR, false)] {
            assert_eq!(since(millis).observe(reading(0, 0)).is_trusted(), is_trusted, "{millis}");
        }
        let mut later = since(DAY);
        assert!(!later.observe(reading(0, 0)).is_trusted());
        assert!(later.observe(reading(60, 0)).is_trusted());
    }

    #[test]
    fn an_operator_can_accept_the_time() {
        let mut trust = started();
        assert!(!trust.observe(reading(1, DAY)).is_trusted());
        trust.accept_if_near(reading(2, 0).time, reading(2, DAY));
        assert!(
            !trust.observe(reading(3, DAY)).is_trusted(),
            "this machine is a day ahead of the one that was accepted"
        );
        trust.accept_if_near(reading(2, DAY).time, reading(4, DAY));
        assert!(trust.observe(reading(5, DAY)).is_trusted());
    }
}
