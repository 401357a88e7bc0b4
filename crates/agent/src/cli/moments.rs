//! Moments as people write and read them.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use wire::time::Time;

use crate::clock;

const HOUR: i64 = 3_600;
const UNITS: &[(&str, i64)] = &[("h", HOUR), ("d", 24 * HOUR), ("w", 7 * 24 * HOUR)];
/// A century: far beyond what anybody keeps, and far from the last date that can be represented.
const LONGEST: i64 = 36_525 * 24 * HOUR;
const EXAMPLES: &str = "such as 12h, 14d, 2w or 2026-12-24";

/// When something ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Seconds from now.
    In(i64),
    /// At the end of this day, in the local time zone.
    On(Date),
    At(Time),
    Never,
}

impl End {
    /// `never`, a number with a unit (without one: days), a day, or an RFC 3339 date-time.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        if text == "never" {
            return Ok(Self::Never);
        }
        if let Some(seconds) = duration(text) {
            let most = (1..=LONGEST).contains(&seconds);
            return most.then_some(Self::In(seconds)).ok_or_else(|| format!("must be in the future, {EXAMPLES}"));
        }
        let day = || text.parse().ok().filter(|day| end_of(*day).is_some()).map(Self::On);
        let moment = || text.parse::<Timestamp>().ok().map(|at| Self::At(Time::from_millis(at.as_millisecond())));
        // A day is also a date-time, so it comes last.
        moment().or_else(day).ok_or_else(|| format!("must be a duration, a day or `never`, {EXAMPLES}"))
    }

    /// Of a duration.
    pub(super) const fn seconds(self) -> Option<i64> {
        match self {
            Self::In(seconds) => Some(seconds),
            Self::On(_) | Self::At(_) | Self::Never => None,
        }
    }

    /// `None` means never. A duration counts from now.
    pub(super) fn time(self) -> Option<Time> {
        match self {
            Self::In(seconds) => Some(clock::in_seconds(seconds)),
            Self::On(day) => end_of(day),
            Self::At(time) => Some(time),
            Self::Never => None,
        }
    }
}

/// The midnight after this day; `None` for the last days that can be written.
fn end_of(day: Date) -> Option<Time> {
    let midnight = day.tomorrow().ok()?.to_zoned(TimeZone::system()).ok()?;
    Some(Time::from_millis(midnight.timestamp().as_millisecond()))
}

fn duration(text: &str) -> Option<i64> {
    let (unit, seconds) = UNITS.iter().find(|(unit, _)| text.ends_with(unit)).unwrap_or(&("", 24 * HOUR));
    let number: i64 = text.strip_suffix(unit)?.parse().ok()?;
    Some(number.saturating_mul(*seconds))
}

/// `2026-11-19 14:05` in the local time zone.
pub(super) fn shown(time: Time) -> String {
    shown_in(time, TimeZone::system())
}

fn shown_in(time: Time, zone: TimeZone) -> String {
    let moment = Timestamp::from_millisecond(time.as_millis()).unwrap_or(Timestamp::MAX);
    moment.to_zoned(zone).strftime("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use jiff::tz::{Offset, TimeZone};
    use wire::time::Time;

    use super::{End, shown_in};

    #[test]
    fn ends_are_read_as_people_write_them() {
        for (text, expected) in [
            ("12h", End::In(43_200)),
            ("14d", End::In(1_209_600)),
            ("14", End::In(1_209_600)),
            ("2w", End::In(1_209_600)),
            ("never", End::Never),
            ("2026-12-24", End::On("2026-12-24".parse().unwrap())),
            ("2026-12-24T18:00:00Z", End::At("2026-12-24T18:00:00.000Z".parse().unwrap())),
        ] {
            assert_eq!(End::parse(text), Ok(expected), "{text}");
        }
        for wrong in ["", "0d", "-3d", "-3", "d", "soon", "2026-13-01", "9999-12-31", "9999999999999999d", "1.5h"] {
            let said = End::parse(wrong).unwrap_err();
            assert!(said.contains("12h"), "{wrong}: {said}");
        }
    }

    #[test]
    fn a_day_ends_at_its_end() {
        let end = End::parse("2026-12-24").unwrap().time().unwrap();
        assert!(end > "2026-12-24T09:59:00Z".parse::<Time>().unwrap());
        assert!(end < "2026-12-25T12:01:00Z".parse::<Time>().unwrap());
        assert_eq!(End::Never.time(), None);
    }

    #[test]
    fn times_are_those_of_the_reader() {
        let time = "2026-11-19T23:30:00.000Z".parse().unwrap();
        assert_eq!(shown_in(time, TimeZone::UTC), "2026-11-19 23:30");
        assert_eq!(shown_in(time, TimeZone::fixed(Offset::constant(1))), "2026-11-20 00:30");
    }
}
