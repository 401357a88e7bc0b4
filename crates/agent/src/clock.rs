//! The only place that reads the system's clock.

use domain::agent_settings::Weekday;
use wire::time::Time;

const DAY_MILLIS: i64 = 86_400_000;

/// A moment of the week where the agent runs, as rate limits count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    pub weekday: Weekday,
    /// Since midnight.
    pub minute: u32,
}

/// Now, by local time.
pub fn moment() -> Moment {
    let now = jiff::Zoned::now();
    let index = now.weekday().to_monday_zero_offset();
    let weekday = Weekday::ALL[usize::try_from(index).unwrap_or_default() % 7];
    let minute = i64::from(now.hour()) * 60 + i64::from(now.minute());
    Moment { weekday, minute: u32::try_from(minute).unwrap_or_default() }
}

/// Since 1970.
pub fn seconds() -> i64 {
    jiff::Zoned::now().timestamp().as_second()
}

/// So many days from now.
pub fn in_days(days: i64) -> Time {
    let now = jiff::Zoned::now().timestamp().as_millisecond();
    Time::from_millis(now.saturating_add(days.saturating_mul(DAY_MILLIS)))
}
