//! Date-times of the APIs: ISO 8601, three fractional digits, `Z`.
//!
//! The API has no null date-time: `0001-01-01T00:00:00.000Z` means "unset". Internally, unset is `None` and never a
//! number that could be compared with the current time; only [`OptionalTime`] converts between them.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

/// `0001-01-01T00:00:00.000Z` in milliseconds.
const UNSET_MILLIS: i64 = -62_135_596_800_000;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a date-time: write it like 2026-11-15T09:30:00.000Z")]
pub struct NotATime;

/// A moment, to the millisecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(value_type = String, format = DateTime, example = "2026-11-15T09:30:00.000Z")]
pub struct Time(i64);

impl Time {
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    pub const fn as_millis(self) -> i64 {
        self.0
    }

    #[must_use]
    pub const fn plus_millis(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }

    #[must_use]
    pub const fn plus_seconds(self, seconds: i64) -> Self {
        self.plus_millis(seconds.saturating_mul(1_000))
    }

    #[must_use]
    pub const fn plus_days(self, days: i64) -> Self {
        self.plus_seconds(days.saturating_mul(86_400))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nearest = if self.0 < UNSET_MILLIS { Timestamp::MIN } else { Timestamp::MAX };
        let moment = Timestamp::from_millisecond(self.0).unwrap_or(nearest);
        write!(formatter, "{}", moment.strftime("%Y-%m-%dT%H:%M:%S%.3fZ"))
    }
}

impl FromStr for Time {
    type Err = NotATime;

    /// Accepts a date-time with any offset or none (UTC), with or without a fraction, and a plain date.
    fn from_str(text: &str) -> Result<Self, NotATime> {
        let text = text.trim();
        if let Ok(moment) = text.parse::<Timestamp>() {
            return Ok(Self(moment.as_millisecond()));
        }
        let without_zone = text
            .parse::<DateTime>()
            .or_else(|_| text.parse::<Date>().map(|date| date.to_datetime(jiff::civil::Time::midnight())));
        let moment = without_zone.and_then(|civil| civil.to_zoned(TimeZone::UTC));
        match moment {
            Ok(moment) => Ok(Self(moment.timestamp().as_millisecond())),
            Err(_) => last(text).ok_or(NotATime),
        }
    }
}

/// The latest date-time that can be represented, if the text is one of the last days of the year 9999: the usual way to
/// write "never".
fn last(text: &str) -> Option<Time> {
    let rest = ["9999-12-30", "9999-12-31"].iter().find_map(|day| text.strip_prefix(day))?;
    // The rest is right if it is right on a day that can be represented.
    format!("9999-12-29{rest}").parse::<Time>().is_ok().then(|| Time(Timestamp::MAX.as_millisecond()))
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// A moment that may be unset. Null, an empty text and the zero date-time are all parsed as unset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ToSchema)]
#[schema(value_type = String, format = DateTime, example = "0001-01-01T00:00:00.000Z")]
pub struct OptionalTime(pub Option<Time>);

impl From<Option<Time>> for OptionalTime {
    fn from(time: Option<Time>) -> Self {
        Self(time)
    }
}

impl Serialize for OptionalTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.unwrap_or(Time(UNSET_MILLIS)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for OptionalTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else {
            return Ok(Self(None));
        };
        if text.trim().is_empty() {
            return Ok(Self(None));
        }
        let time: Time = text.parse().map_err(D::Error::custom)?;
        Ok(Self((time.0 != UNSET_MILLIS).then_some(time)))
    }
}

#[cfg(test)]
mod tests {
    use super::{OptionalTime, Time};

    #[test]
    fn reads_every_form_and_writes_one() {
        let cases = [
            ("2026-11-15T09:30:00.123Z", "2026-11-15T09:30:00.123Z"),
            ("2026-11-15T09:30:00Z", "2026-11-15T09:30:00.000Z"),
            ("2026-11-15T09:30:00.123456Z", "2026-11-15T09:30:00.123Z"),
            ("2026-11-15T11:30:00+02:00", "2026-11-15T09:30:00.000Z"),
            ("2026-11-15T09:30:00", "2026-11-15T09:30:00.000Z"),
            ("2026-11-15", "2026-11-15T00:00:00.000Z"),
            ("0001-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z"),
            ("9999-12-30T21:59:59Z", "9999-12-30T21:59:59.000Z"),
            ("9999-12-31T23:59:59.999Z", "9999-12-30T22:00:00.999Z"),
            ("9999-12-31T23:59:59-12:00", "9999-12-30T22:00:00.999Z"),
            ("9999-12-31 00:00:00", "9999-12-30T22:00:00.999Z"),
            ("9999-12-31", "9999-12-30T22:00:00.999Z"),
        ];
        for (read, written) in cases {
            assert_eq!(read.parse::<Time>().unwrap().to_string(), written, "{read}");
        }
    }

    #[test]
    fn refuses_what_is_no_time() {
        for text in [
            "",
            "soon",
            "2026-13-01",
            "2026-02-30T00:00:00Z",
            "1763199000",
            "15.11.2026",
            "2026-11-15T25:00:00Z",
            "9999-12-31x",
            "9999-12-32",
            "10000-01-01T00:00:00Z",
        ] {
            assert!(text.parse::<Time>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn zero_date_time_is_unset_and_back() {
        for text in [r#""0001-01-01T00:00:00.000Z""#, r#""0001-01-01T00:00:00Z""#, r#""0001-01-01""#, r#""""#, "null"] {
            assert_eq!(serde_json::from_str::<OptionalTime>(text).unwrap(), OptionalTime(None), "{text}");
        }
        assert_eq!(serde_json::to_string(&OptionalTime(None)).unwrap(), r#""0001-01-01T00:00:00.000Z""#);
    }

    #[test]
    fn far_times_do_not_overflow() {
        let end = Time::from_millis(i64::MAX).plus_days(65_535);
        assert_eq!(end, Time::from_millis(i64::MAX));
        assert!(end.to_string().starts_with("9999-12-30"), "{end}");
    }
}
