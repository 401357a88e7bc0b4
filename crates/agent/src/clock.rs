//! The only module that reads the system clock.

use domain::agent_settings::Weekday;
use wire::time::Time;

const DAY_SECONDS: i64 = 86_400;

/// Local weekday and time of day, as used by rate limit schedules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    pub weekday: Weekday,
    /// Minutes since midnight.
    pub minute: u32,
}

/// The current local time.
pub fn moment() -> Moment {
    let now = jiff::Zoned::now();
    let index = now.weekday().to_monday_zero_offset();
    let weekday = Weekday::ALL[usize::try_from(index).unwrap_or_default() % 7];
    let minute = i64::from(now.hour()) * 60 + i64::from(now.minute());
    Moment { weekday, minute: u32::try_from(minute).unwrap_or_default() }
}

/// The current date and time as a part of a file's name, in UTC.
pub fn date() -> String {
    jiff::Zoned::now().timestamp().strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Seconds since 1970.
pub fn seconds() -> i64 {
    jiff::Zoned::now().timestamp().as_second()
}

/// The time this many days from now.
pub fn in_days(days: i64) -> Time {
    in_seconds(days.saturating_mul(DAY_SECONDS))
}

/// The time this many seconds from now.
pub fn in_seconds(seconds: i64) -> Time {
    Time::from_millis(jiff::Zoned::now().timestamp().as_millisecond()).plus_seconds(seconds)
}
