//! When a reply says to come again.

use std::time::Duration;

use jiff::fmt::rfc2822;
use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

/// How long the sender of a reply wants us to wait: in seconds, or until a date by its own clock, which it also tells.
pub fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let asked = text(RETRY_AFTER)?;
    if let Ok(seconds) = asked.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = |text: &str| rfc2822::parse(text).ok().map(|date| date.timestamp().as_second());
    let wait = date(asked)?.saturating_sub(date(text(DATE)?)?);
    Some(Duration::from_secs(u64::try_from(wait).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};

    use super::retry_after;

    #[test]
    fn seconds_and_dates_are_understood() {
        let now = "Thu, 19 Nov 2026 22:00:00 GMT";
        for (asked, date, seconds) in [
            ("120", "", Some(120)),
            ("0", now, Some(0)),
            ("Thu, 19 Nov 2026 22:02:05 GMT", now, Some(125)),
            ("Thu, 19 Nov 2026 21:00:00 GMT", now, Some(0)),
            ("Thu, 19 Nov 2026 22:02:05 GMT", "", None),
            ("-5", now, None),
            ("soon", now, None),
            ("", now, None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, asked.parse().unwrap());
            if !date.is_empty() {
                headers.insert(DATE, date.parse().unwrap());
            }
            assert_eq!(retry_after(&headers), seconds.map(Duration::from_secs), "{asked:?} at {date:?}");
        }
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }
}
