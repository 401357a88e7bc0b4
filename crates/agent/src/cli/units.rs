//! Formats sizes, rates and times for people.

use std::time::Duration;

const UNITS: &[&str] = &["bytes", "kB", "MB", "GB", "TB", "PB", "EB"];

/// `41.2 GB`, in decimal multiples.
pub(super) fn bytes(count: u64) -> String {
    let (mut whole, mut tenths, mut unit) = (count, 0, 0);
    while whole >= 1_000 && unit + 1 < UNITS.len() {
        // The last digit that is cut off becomes the one after the decimal point.
        (whole, tenths, unit) = (whole / 1_000, whole % 1_000 / 100, unit + 1);
    }
    match (unit, whole) {
        (0, 1) => "1 byte".to_owned(),
        (0, _) => format!("{whole} bytes"),
        (_, 100..) => format!("{whole} {}", UNITS[unit]),
        _ => format!("{whole}.{tenths} {}", UNITS[unit]),
    }
}

pub(super) fn rate(bytes_per_second: u64) -> String {
    format!("{}/s", bytes(bytes_per_second))
}

/// `12 min 4 s`, with the two largest units.
pub(super) fn time(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) if seconds < 10 => format!("{seconds}.{} s", duration.subsec_millis() / 100),
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, _) => format!("{minutes} min {} s", seconds % 60),
        (0, _, _) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    }
}

/// `1 file`, `2 files`.
pub(super) fn files(count: u64) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{bytes, time};

    #[test]
    fn sizes_are_short() {
        for (count, expected) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (999, "999 bytes"),
            (1_000, "1.0 kB"),
            (57_499_999, "57.4 MB"),
            (999_999, "999 kB"),
            (41_234_567_890, "41.2 GB"),
            (15_000_000_000_000, "15.0 TB"),
            (u64::MAX, "18.4 EB"),
        ] {
            assert_eq!(bytes(count), expected);
        }
    }

    #[test]
    fn times_have_two_units() {
        for (millis, expected) in [
            (0, "0.0 s"),
            (1_250, "1.2 s"),
            (59_999, "59 s"),
            (724_000, "12 min 4 s"),
            (7_260_000, "2 h 1 min"),
            (180_000_000, "2 d 2 h"),
        ] {
            assert_eq!(time(Duration::from_millis(millis)), expected);
        }
    }
}
