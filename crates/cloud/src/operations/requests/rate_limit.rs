//! Rate limits that apply over all processes.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

use serving::crowd;
use store::rate_limits::{self, Count};
use store::{Connection, Tx};
use wire::time::Time;

use crate::app::App;
use crate::credentials::random;
use crate::error::{ApiError, ApiResult};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

/// How many attempts one subject has in a time window.
#[derive(Clone)]
pub struct Limit {
    bucket: String,
    most: i64,
    window_millis: i64,
}

impl Limit {
    /// `subject` is hashed, since it may be anything that a caller sent.
    fn new(kind: &str, subject: &str, most: i64, window_millis: i64) -> Self {
        Self { bucket: format!("{kind}:{}", hashed(subject)), most, window_millis }
    }

    pub fn per_minute(kind: &str, subject: &str, most: i64) -> Self {
        Self::new(kind, subject, most, MINUTE)
    }

    /// Not a limit, but a record that lasts thirty days.
    pub fn remembered(kind: &str, subject: &str) -> Self {
        Self::new(kind, subject, i64::MAX, 30 * 24 * HOUR)
    }

    pub fn per_day(kind: &str, subject: &str, most: i64) -> Self {
        Self::new(kind, subject, most, 24 * HOUR)
    }

    pub fn per_hour(kind: &str, subject: &str, most: i64) -> Self {
        Self::new(kind, subject, most, HOUR)
    }

    /// The attempts of the current window, if one has begun.
    pub async fn running(&self, connection: &mut Connection, now: Time) -> ApiResult<Option<Count>> {
        Ok(rate_limits::running(connection, &self.bucket, self.window_millis, now).await?)
    }

    /// Counts several attempts within a transaction. The caller compares the sum with the limit.
    pub async fn count_many(&self, tx: &mut Tx, attempts: i64, now: Time) -> ApiResult<Count> {
        Ok(rate_limits::hit_many(tx, &self.bucket, attempts, self.window_millis, now).await?)
    }
}

/// How a subject is named among those that [`all_running`] returns.
pub fn hashed(subject: &str) -> String {
    random::hash(subject)
}

/// The attempts of all subjects of a kind in their current windows, by the hash of the subject.
pub async fn all_running(connection: &mut Connection, kind: &str, now: Time) -> ApiResult<HashMap<String, i64>> {
    Ok(rate_limits::beginning_with(connection, &format!("{kind}:"), now).await?.into_iter().collect())
}

/// The unit that addresses are counted by.
pub fn household(address: IpAddr) -> String {
    crowd::household(address).to_string()
}

/// Whether an attempt was counted in the current window of the limit.
pub async fn is_counted(app: &App, limit: &Limit) -> ApiResult<bool> {
    Ok(running(app, limit, app.clock.now()).await?.is_some())
}

async fn running(app: &App, limit: &Limit, now: Time) -> ApiResult<Option<Count>> {
    limit.running(&mut *app.store.read().await?, now).await
}

/// Refuses if the limit is reached; counts nothing.
pub async fn check(app: &App, limit: &Limit) -> ApiResult<()> {
    let now = app.clock.now();
    match running(app, limit, now).await? {
        Some(count) if count.hits >= limit.most => Err(exceeded(count, now)),
        _ => Ok(()),
    }
}

/// Whether the limit is reached; counts nothing.
pub async fn is_reached(app: &App, limit: &Limit) -> ApiResult<bool> {
    Ok(running(app, limit, app.clock.now()).await?.is_some_and(|count| count.hits >= limit.most))
}

/// Counts, but not beyond the limit, so that a flood of attempts does not become a flood of writes.
pub async fn count_up_to(app: &App, limit: &Limit) -> ApiResult<()> {
    if !is_reached(app, limit).await? {
        let mut tx = app.store.begin().await?;
        rate_limits::hit(&mut tx, &limit.bucket, limit.window_millis, app.clock.now()).await?;
        tx.commit_aside().await?;
    }
    Ok(())
}

fn exceeded(count: Count, now: Time) -> ApiError {
    ApiError::RateLimited(seconds_left(count.window_end, now))
}

/// Until a window ends.
pub fn seconds_left(window_end: Time, now: Time) -> i64 {
    (window_end.as_millis() - now.as_millis() + 999) / 1_000
}

/// Counts an attempt before it is made, so that concurrent attempts cannot slip through. An attempt that one limit
/// refuses does not count against the limits after it, so that a throttled client cannot use up what others need.
/// Returns the highest count, or refuses.
pub async fn consume<L: Borrow<Limit>>(app: &App, limits: &[L]) -> ApiResult<i64> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let mut highest = 0;
    for limit in limits.iter().map(Borrow::borrow) {
        let count = rate_limits::hit(&mut tx, &limit.bucket, limit.window_millis, now).await?;
        highest = highest.max(count.hits);
        if count.hits > limit.most {
            tx.commit_aside().await?;
            return Err(exceeded(count, now));
        }
    }
    tx.commit_aside().await?;
    Ok(highest)
}

/// Counts a hit within a transaction, and returns whether it is still within the limit.
pub async fn is_allowed(tx: &mut Tx, limit: &Limit, now: Time) -> ApiResult<bool> {
    Ok(limit.count_many(tx, 1, now).await?.hits <= limit.most)
}

/// Resets the attempts of a caller who turned out to be legitimate.
pub async fn forgive(app: &App, limits: &[Limit]) -> ApiResult<()> {
    absolve(app, &[], limits).await
}

/// Takes back one attempt of each of `counted`, whose other attempts stay counted, and resets those of `limits`.
pub async fn absolve(app: &App, counted: &[Limit], limits: &[Limit]) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    for limit in counted {
        rate_limits::take_back(&mut tx, &limit.bucket).await?;
    }
    for limit in limits {
        rate_limits::clear(&mut tx, &limit.bucket).await?;
    }
    tx.commit_aside().await?;
    Ok(())
}

/// How long the answer to a wrong guess takes, once there were too many from all addresses together.
const SLOW_ANSWER: Duration = Duration::from_secs(2);

/// Guesses of a secret that people chose. One address has few. Too many from all addresses together make wrong answers
/// slow, but they never keep out someone who knows the secret.
pub struct Guesses {
    from_here: Limit,
    from_anywhere: Limit,
}

impl Guesses {
    /// Counts a guess at the secret of `subject` before it is checked, so that guesses at the same time do not slip
    /// through.
    pub async fn count(app: &App, kind: &str, subject: &str, address: IpAddr) -> ApiResult<Self> {
        let limits = &app.config.limits;
        let here = format!("{subject} {}", household(address));
        let from_here = Limit::per_minute(&format!("{kind}_from"), &here, limits.sign_in_tries_per_minute);
        let from_anywhere = Limit::per_hour(kind, subject, limits.sign_in_tries_per_hour);
        consume(app, &[&from_here]).await?;
        Ok(Self { from_here, from_anywhere })
    }

    /// The guess was right, so it does not count.
    pub async fn right(self, app: &App) -> ApiResult<()> {
        forgive(app, &[self.from_here]).await
    }

    /// The guess was wrong. If there were too many, the caller waits for the answer.
    pub async fn wrong(self, app: &App) -> ApiResult<()> {
        match consume(app, &[self.from_anywhere]).await {
            Ok(_) => Ok(()),
            Err(ApiError::RateLimited(_)) => {
                app.clock.sleep(SLOW_ANSWER).await;
                Ok(())
            }
            Err(error) => Err(error),
        }
    }
}
