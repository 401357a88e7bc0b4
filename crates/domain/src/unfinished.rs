//! How long a package that a visitor began may wait for its content. What is announced counts against the limits of
//! storage, so it must not wait for long while nothing comes.

use wire::time::Time;

/// Nothing is lost then, except that the visitor has to begin again.
const EMPTY_HOURS: i64 = 6;

/// No package ends sooner after it was created.
pub const SHORTEST_HOURS: i64 = EMPTY_HOURS;

/// Whether a package ends that was last announced to, or changed, at one time. If content has arrived, it has as long as any
/// other unfinished package: someone who pauses a large upload must find it again.
pub fn is_idle(announced: Time, arrived: Option<Time>, now: Time) -> bool {
    arrived.is_none() && announced.plus_seconds(EMPTY_HOURS * 3_600) <= now
}

#[cfg(test)]
mod tests {
    use wire::time::Time;

    use super::is_idle;

    #[test]
    fn only_what_was_announced_and_did_not_come_ends() {
        let hour = |hour: i64| Time::from_millis(hour * 3_600_000);
        let cases = [
            (0, None, 5, false),
            (0, None, 6, true),
            (4, None, 9, false),
            (4, None, 10, true),
            (0, Some(0), 6, false),
            (0, Some(10), 1_000, false),
        ];
        for (announced, arrived, now, expected) in cases {
            let is = is_idle(hour(announced), arrived.map(hour), hour(now));
            assert_eq!(is, expected, "announced at {announced}, arrived at {arrived:?}, now {now}");
        }
    }
}
