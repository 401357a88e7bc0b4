//! One file or folder of a zip.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use wire::time::Time;

use super::ZipTotals;
use crate::file::FileKind;
use crate::file_path::FilePath;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZipEntry {
    /// See [`entry_name`].
    pub name: String,
    pub size: u64,
    pub crc32: u32,
    pub modified: DosTime,
}

/// The full path with `/` between folders; a folder is marked only by its trailing `/`.
pub fn entry_name(place: &FilePath, kind: FileKind) -> String {
    let mut name = place.whole();
    if kind == FileKind::Directory {
        name.push('/');
    }
    name
}

impl ZipEntry {
    /// What this entry adds to the sums.
    pub fn totals(&self) -> ZipTotals {
        ZipTotals { entries: 1, name_bytes: self.name.len() as u64, content_bytes: self.size }
    }
}

/// Date and time in zip format: from 1980 to 2107, with a resolution of two seconds, without a time zone; ours are UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DosTime {
    pub date: u16,
    pub time: u16,
}

impl DosTime {
    /// 1 January 1980, for files with an unknown time.
    pub const EARLIEST: Self = Self { date: date(0, 1, 1), time: time(0, 0, 0) };
    /// The last two seconds of 2107.
    pub const LATEST: Self = Self { date: date(127, 12, 31), time: time(23, 59, 58) };

    /// The nearest time that can be represented.
    pub fn of(time: Time) -> Self {
        let nearest = if time.as_millis() < 0 { Self::EARLIEST } else { Self::LATEST };
        let Ok(moment) = Timestamp::from_millisecond(time.as_millis()) else { return nearest };
        Self::of_civil(moment.to_zoned(TimeZone::UTC).datetime())
    }

    fn of_civil(moment: DateTime) -> Self {
        let part = |number: i8| u16::try_from(number).unwrap_or(0);
        match moment.year() {
            ..1980 => Self::EARLIEST,
            2108.. => Self::LATEST,
            year => Self {
                date: date(u16::try_from(year - 1980).unwrap_or(0), part(moment.month()), part(moment.day())),
                time: time(part(moment.hour()), part(moment.minute()), part(moment.second())),
            },
        }
    }
}

const fn date(years_since_1980: u16, month: u16, day: u16) -> u16 {
    (years_since_1980 << 9) + (month << 5) + day
}

const fn time(hour: u16, minute: u16, second: u16) -> u16 {
    (hour << 11) + (minute << 5) + second / 2
}

#[cfg(test)]
mod tests {
    use wire::time::Time;

    use super::{DosTime, entry_name};
    use crate::file::FileKind;
    use crate::file_path::FilePath;

    #[test]
    fn times_are_written_as_near_as_possible() {
        let cases = [
            ("2026-11-15T09:30:43Z", 0x5d6f, 0x4bd5),
            ("1980-01-01T00:00:00Z", 0x0021, 0x0000),
            ("1979-12-31T23:59:59Z", 0x0021, 0x0000),
            ("1950-01-01T00:00:00Z", 0x0021, 0x0000),
            ("2107-12-31T23:59:59Z", 0xff9f, 0xbf7d),
            ("2108-01-01T00:00:00Z", 0xff9f, 0xbf7d),
        ];
        for (text, date, time) in cases {
            assert_eq!(DosTime::of(text.parse().unwrap()), DosTime { date, time }, "{text}");
        }
        assert_eq!(DosTime::of(Time::from_millis(i64::MIN)), DosTime::EARLIEST);
        assert_eq!(DosTime::of(Time::from_millis(i64::MAX)), DosTime::LATEST);
    }

    #[test]
    fn folders_end_in_a_slash() {
        let place = FilePath::parse("day 4", "é").unwrap();
        assert_eq!(entry_name(&place, FileKind::File), "day 4/é");
        assert_eq!(entry_name(&place, FileKind::Directory), "day 4/é/");
    }
}
