//! Packages that would end before a connection has got them.

use wire::time::Time;

/// For how long after its expiry a package is kept for deliveries that are still open.
pub const WAIT_DAYS: i64 = 14;
/// The expiry is put off by this much at a time, so a package ends soon after its last delivery.
const STEP_HOURS: i64 = 24;
/// Owner and Admins are told so many days before something is lost.
pub const WARNING_DAYS: i64 = 3;

/// The last moment at which a package ends that was to expire at `expiry`.
pub const fn wait_ends(expiry: Time) -> Time {
    expiry.plus_days(WAIT_DAYS)
}

/// The next expiry of a package with open deliveries that was to expire at `expiry`; `None` if it has waited long enough.
pub fn put_off(expiry: Time, now: Time) -> Option<Time> {
    let next = now.plus_seconds(STEP_HOURS * 3_600).min(wait_ends(expiry));
    (next > now && next > expiry).then_some(next)
}

#[cfg(test)]
mod tests {
    use wire::time::Time;

    use super::put_off;

    #[test]
    fn a_package_waits_a_day_at_a_time_for_two_weeks() {
        let day = |day: i64| Time::from_millis(0).plus_days(day);
        for (now, next) in [(10, Some(11)), (11, Some(12)), (22, Some(23)), (23, Some(24)), (24, None), (40, None)] {
            assert_eq!(put_off(day(10), day(now)), next.map(day), "day {now}");
        }
        let shortly_before = day(10).plus_seconds(-60);
        assert_eq!(put_off(day(10), shortly_before), Some(day(11).plus_seconds(-60)));
        let long_before = day(8);
        assert_eq!(put_off(day(10), long_before), None, "there is time");
    }
}
