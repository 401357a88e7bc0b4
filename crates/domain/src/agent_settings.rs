//! Settings of the agent: validation, and which limit applies at a given time.
//!
//! A time window of the schedule belongs to the day on which it begins. A window that ends before it begins continues
//! into the next day, so one that ends when it begins lasts 24 hours. Outside all windows nothing is limited.

use wire::agent::{
    Concurrency, Day, FifoMode, RateLimit, Schedule, SettingsBody, WriteConcurrency, WriteDay, WriteFifoMode,
    WriteRateLimit, WriteSchedule,
};

use crate::Refusal;

const DAY_MINUTES: u32 = 24 * 60;

/// Below one byte per second, nothing would ever arrive.
const RATE_LEAST: i64 = 8;
/// One terabit per second, more than any machine reaches, so that sums cannot overflow.
const RATE_MOST: i64 = 1_000_000_000_000;
pub const ACTIVE_MOST: i64 = 1_000;
pub const CONNECTIONS_MOST: i64 = 256;

/// The best number depends on the route to the store; the engine uses fewer if more do not help.
const CONNECTIONS_USUAL: u32 = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weekday {
    Mon,
    Tue,
    Wed,
    Thu,
    Fri,
    Sat,
    Sun,
}

impl Weekday {
    pub const ALL: [Self; 7] = [Self::Mon, Self::Tue, Self::Wed, Self::Thu, Self::Fri, Self::Sat, Self::Sun];

    const fn before(self) -> Self {
        Self::ALL[(self as usize + 6) % 7]
    }
}

/// The defaults; the rates are bytes per second, from the agent's options. Zero means unlimited.
pub fn defaults(upload_rate: Option<u64>, download_rate: Option<u64>) -> SettingsBody {
    SettingsBody {
        upload_rate_limit: usual_limit(upload_rate),
        download_rate_limit: usual_limit(download_rate),
        fifo_mode: FifoMode { enabled: false, active_upload_count: 1, active_download_count: 1 },
        concurrency: Concurrency { max_connections: CONNECTIONS_USUAL },
    }
}

fn usual_limit(bytes: Option<u64>) -> RateLimit {
    let day = || Day { enabled: false, start: "08:00".to_owned(), end: "18:00".to_owned() };
    let schedule = Schedule { mon: day(), tue: day(), wed: day(), thu: day(), fri: day(), sat: day(), sun: day() };
    let rate_limit_bps = bytes.unwrap_or(0).saturating_mul(8).min(RATE_MOST.unsigned_abs());
    RateLimit { enabled: rate_limit_bps > 0, rate_limit_bps, schedule_enabled: false, schedule }
}

/// Bytes per second at a minute of the day; `None` means unlimited.
pub fn limit_at(limit: &RateLimit, weekday: Weekday, minute: u32) -> Option<u64> {
    let applies = limit.enabled && (!limit.schedule_enabled || is_scheduled(&limit.schedule, weekday, minute));
    applies.then_some((limit.rate_limit_bps / 8).max(1))
}

fn is_scheduled(schedule: &Schedule, weekday: Weekday, minute: u32) -> bool {
    let window = |weekday| {
        let day = day_of(schedule, weekday);
        let (start, end) = (minute_of(&day.start)?, minute_of(&day.end)?);
        let end = if end <= start { end + DAY_MINUTES } else { end };
        day.enabled.then_some(start..end)
    };
    let from_today = window(weekday).is_some_and(|window| window.contains(&minute));
    from_today || window(weekday.before()).is_some_and(|window| window.contains(&(minute + DAY_MINUTES)))
}

const fn day_of(schedule: &Schedule, weekday: Weekday) -> &Day {
    match weekday {
        Weekday::Mon => &schedule.mon,
        Weekday::Tue => &schedule.tue,
        Weekday::Wed => &schedule.wed,
        Weekday::Thu => &schedule.thu,
        Weekday::Fri => &schedule.fri,
        Weekday::Sat => &schedule.sat,
        Weekday::Sun => &schedule.sun,
    }
}

/// Minutes since midnight of `HH:MM`, up to 24:00.
fn minute_of(text: &str) -> Option<u32> {
    let (hours, minutes) = text.split_once(':')?;
    let number = |text: &str| {
        let is_number = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse::<u32>().ok()).flatten()
    };
    let (hours, minutes) = (number(hours)?, number(minutes).filter(|minutes| *minutes < 60)?);
    Some(hours * 60 + minutes).filter(|minute| *minute <= DAY_MINUTES)
}

/// Applies a change to the limit.
pub fn change_rate_limit(limit: RateLimit, request: &WriteRateLimit) -> Result<RateLimit, Refusal> {
    let enabled = request.enabled.unwrap_or(limit.enabled);
    let rate_limit_bps = match request.rate_limit_bps {
        Some(rate) => within("rate_limit_bps", rate, 0, RATE_MOST)?,
        None => limit.rate_limit_bps,
    };
    if enabled && rate_limit_bps < RATE_LEAST.unsigned_abs() {
        let reason = format!("must be at least {RATE_LEAST} bits per second while the limit is enabled");
        return Err(Refusal::invalid("rate_limit_bps", reason));
    }
    let schedule = match &request.schedule {
        Some(request) => change_schedule(limit.schedule, request)?,
        None => limit.schedule,
    };
    let schedule_enabled = request.schedule_enabled.unwrap_or(limit.schedule_enabled);
    Ok(RateLimit { enabled, rate_limit_bps, schedule_enabled, schedule })
}

fn change_schedule(schedule: Schedule, request: &WriteSchedule) -> Result<Schedule, Refusal> {
    Ok(Schedule {
        mon: change_day("mon", schedule.mon, request.mon.as_ref())?,
        tue: change_day("tue", schedule.tue, request.tue.as_ref())?,
        wed: change_day("wed", schedule.wed, request.wed.as_ref())?,
        thu: change_day("thu", schedule.thu, request.thu.as_ref())?,
        fri: change_day("fri", schedule.fri, request.fri.as_ref())?,
        sat: change_day("sat", schedule.sat, request.sat.as_ref())?,
        sun: change_day("sun", schedule.sun, request.sun.as_ref())?,
    })
}

fn change_day(name: &str, day: Day, request: Option<&WriteDay>) -> Result<Day, Refusal> {
    let Some(request) = request else { return Ok(day) };
    let time = |field: &str, given: Option<&String>, kept: String, latest: u32, form: &str| {
        let Some(text) = given else { return Ok(kept) };
        if minute_of(text).is_some_and(|minute| minute <= latest) {
            return Ok(text.clone());
        }
        Err(Refusal::invalid(format!("schedule.{name}.{field}"), format!("must be a time of day, {form}")))
    };
    Ok(Day {
        enabled: request.enabled.unwrap_or(day.enabled),
        start: time("start", request.start.as_ref(), day.start, DAY_MINUTES - 1, "00:00 to 23:59")?,
        end: time("end", request.end.as_ref(), day.end, DAY_MINUTES, "00:00 to 24:00")?,
    })
}

pub fn change_fifo_mode(mode: &FifoMode, request: &WriteFifoMode) -> Result<FifoMode, Refusal> {
    let count = |name: &'static str, given: Option<i64>, kept: u32| match given {
        Some(count) => within(name, count, 1, ACTIVE_MOST).map(narrow),
        None => Ok(kept),
    };
    Ok(FifoMode {
        enabled: request.enabled.unwrap_or(mode.enabled),
        active_upload_count: count("active_upload_count", request.active_upload_count, mode.active_upload_count)?,
        active_download_count: count(
            "active_download_count",
            request.active_download_count,
            mode.active_download_count,
        )?,
    })
}

pub fn change_concurrency(concurrency: &Concurrency, request: &WriteConcurrency) -> Result<Concurrency, Refusal> {
    match request.max_connections {
        Some(count) => {
            let max_connections = narrow(within("max_connections", count, 1, CONNECTIONS_MOST)?);
            Ok(Concurrency { max_connections })
        }
        None => Ok(concurrency.clone()),
    }
}

fn within(field: &'static str, number: i64, least: i64, most: i64) -> Result<u64, Refusal> {
    if (least..=most).contains(&number) {
        return Ok(number.unsigned_abs());
    }
    Err(Refusal::invalid(field, format!("must be from {least} to {most}")))
}

/// The caller has checked that it fits.
fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use wire::agent::{RateLimit, WriteConcurrency, WriteFifoMode};

    use super::{Weekday, change_concurrency, change_fifo_mode, change_rate_limit, defaults, limit_at};
    use crate::Refusal;

    fn changed(limit: RateLimit, request: Value) -> Result<RateLimit, Refusal> {
        change_rate_limit(limit, &serde_json::from_value(request).unwrap())
    }

    fn usual() -> RateLimit {
        defaults(None, None).upload_rate_limit
    }

    #[test]
    fn without_a_schedule_a_limit_holds_always() {
        let limit = changed(usual(), json!({ "enabled": true, "rate_limit_bps": 8_000 })).unwrap();
        for weekday in Weekday::ALL {
            assert_eq!(limit_at(&limit, weekday, 3), Some(1_000));
        }
        let off = changed(limit, json!({ "enabled": "false" })).unwrap();
        assert_eq!((off.rate_limit_bps, limit_at(&off, Weekday::Mon, 3)), (8_000, None));
        assert_eq!(limit_at(&defaults(Some(10), None).upload_rate_limit, Weekday::Sun, 0), Some(10));
    }

    #[test]
    fn windows_hold_from_their_start_to_before_their_end_also_over_midnight() {
        use Weekday::{Fri, Mon, Sat, Sun, Tue};
        let window = |day: &str, start: &str, end: &str| {
            let schedule = json!({ day: { "enabled": true, "start": start, "end": end } });
            let request =
                json!({ "enabled": true, "rate_limit_bps": 8, "schedule_enabled": true, "schedule": schedule });
            changed(usual(), request).unwrap()
        };
        let at = |text: &str| super::minute_of(text).unwrap();
        let cases = [
            (window("mon", "08:00", "18:00"), Mon, "07:59", false),
            (window("mon", "08:00", "18:00"), Mon, "08:00", true),
            (window("mon", "08:00", "18:00"), Mon, "17:59", true),
            (window("mon", "08:00", "18:00"), Mon, "18:00", false),
            (window("mon", "08:00", "18:00"), Tue, "12:00", false),
            (window("fri", "22:00", "06:00"), Fri, "21:59", false),
            (window("fri", "22:00", "06:00"), Fri, "23:59", true),
            (window("fri", "22:00", "06:00"), Sat, "05:59", true),
            (window("fri", "22:00", "06:00"), Sat, "06:00", false),
            (window("fri", "22:00", "06:00"), Fri, "03:00", false),
            (window("sun", "22:00", "06:00"), Mon, "00:00", true),
            (window("sat", "00:00", "24:00"), Sat, "23:59", true),
            (window("sat", "00:00", "24:00"), Sun, "00:00", false),
            (window("sat", "00:00", "00:00"), Sat, "23:59", true),
            (window("sat", "00:00", "00:00"), Sun, "00:00", false),
            (window("sat", "12:00", "12:00"), Sun, "11:59", true),
            (window("sat", "12:00", "12:00"), Sun, "12:00", false),
        ];
        for (limit, weekday, time, limited) in cases {
            let found = limit_at(&limit, weekday, at(time)).is_some();
            assert_eq!(found, limited, "{weekday:?} {time} in {:?}", limit.schedule);
        }
    }

    #[test]
    fn wrong_fields_are_named() {
        let cases = [
            (json!({ "enabled": true }), "rate_limit_bps"),
            (json!({ "rate_limit_bps": -1 }), "rate_limit_bps"),
            (json!({ "rate_limit_bps": 1_000_000_000_001_i64 }), "rate_limit_bps"),
            (json!({ "schedule": { "tue": { "start": "8:00" } } }), "schedule.tue.start"),
            (json!({ "schedule": { "tue": { "start": "24:00" } } }), "schedule.tue.start"),
            (json!({ "schedule": { "sun": { "end": "24:01" } } }), "schedule.sun.end"),
            (json!({ "schedule": { "sun": { "end": "12:60" } } }), "schedule.sun.end"),
            (json!({ "schedule": { "sun": { "end": "+1:00" } } }), "schedule.sun.end"),
            (json!({ "schedule": { "sun": { "end": "" } } }), "schedule.sun.end"),
        ];
        for (request, expected) in cases {
            match changed(usual(), request.clone()) {
                Err(Refusal::Invalid { field, .. }) => assert_eq!(field, expected, "{request}"),
                other => panic!("{request}: {other:?}"),
            }
        }
        let settings = defaults(None, None);
        for count in [0, -1, 1_001] {
            let request = WriteFifoMode { active_upload_count: Some(count), ..WriteFifoMode::default() };
            assert!(change_fifo_mode(&settings.fifo_mode, &request).is_err(), "{count}");
        }
        for count in [0, -1, 257] {
            let request = WriteConcurrency { max_connections: Some(count) };
            assert!(change_concurrency(&settings.concurrency, &request).is_err(), "{count}");
        }
    }

    #[test]
    fn what_is_left_out_stays() {
        let limit = changed(
            usual(),
            json!({ "enabled": true, "rate_limit_bps": 64, "schedule": { "mon": { "start": "09:30" } } }),
        );
        let limit = limit.unwrap();
        assert_eq!((limit.schedule.mon.start.as_str(), limit.schedule.mon.end.as_str()), ("09:30", "18:00"));
        assert_eq!(changed(limit.clone(), json!({})).unwrap(), limit);
        let mode = change_fifo_mode(
            &defaults(None, None).fifo_mode,
            &WriteFifoMode { enabled: Some(true), ..WriteFifoMode::default() },
        );
        assert_eq!(mode.unwrap().active_download_count, 1);
    }
}
