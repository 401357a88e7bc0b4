//! Keeps a wrong clock from ending and deleting things: see [`ClockTrust`].
//!
//! Every sweep, and every job that removes content, asks first. Requests take their time from here as well, so that nobody
//! is told that a package has expired only because a clock is wrong. Every process asks once a minute by itself.

use std::time::Duration;

use domain::clock_trust::{ClockTrust, Reading, time_of};
use parking_lot::RwLock;
use store::pulse::{self, Pulse};
use store::{Store, StoreResult};
use tokio::sync::Mutex;
use wire::time::Time;

use crate::clock::Clock;
use crate::metrics::clock_trusted;
use crate::queue::LEASE_SECONDS;

/// How often a time that is trusted is saved.
const SAVE_EVERY: Duration = Duration::from_mins(1);

/// How often what clocks that were ahead have postponed is looked for.
const REPAIR_EVERY: Duration = Duration::from_mins(5);

/// A time that is set further ahead than this was set by a clock that was ahead.
const POSTPONED: Duration = Duration::from_mins(1);
/// Others may be up to an hour ahead of this process without either being wrong for sure.
const POSTPONED_BY_OTHERS: Duration = Duration::from_hours(2);

#[derive(Default)]
pub struct ClockGuard {
    watch: Mutex<Option<Watch>>,
    /// The last reading that was trusted; `None` before the first.
    trusted: RwLock<Option<Reading>>,
}

/// What is known since the first question.
struct Watch {
    trust: ClockTrust,
    /// How often an operator had accepted the time when we last looked.
    accepted: i64,
    saved: Option<Duration>,
    is_trusted: bool,
    /// When we last made due what a clock that was ahead had postponed; `None` if it must be done at once. Such a clock may
    /// be that of another machine, which is gone.
    repaired: Option<Duration>,
}

impl ClockGuard {
    /// The time, if it can be trusted. What ends or deletes something must use this time and not look again: the clock
    /// may jump in between. A jump is logged, and what a clock that was ahead has postponed is due again.
    pub async fn trusted_now(&self, store: &Store, clock: &Clock) -> StoreResult<Option<Time>> {
        let mut watch = self.watch.lock().await;
        let now = reading(clock);
        let is_trusted = Self::look(&mut watch, store, now).await?;
        // Only what this process has seen itself: after a long downtime, the newest time in the database would bring back
        // what has expired since.
        if is_trusted {
            *self.trusted.write() = Some(now);
        }
        Ok(is_trusted.then_some(now.time))
    }

    /// The time by which things have ended, without asking the database.
    pub fn time(&self, clock: &Clock) -> Time {
        let now = reading(clock);
        self.trusted.read().map_or(now.time, |trusted| time_of(now, trusted))
    }

    async fn look(watch: &mut Option<Watch>, store: &Store, now: Reading) -> StoreResult<bool> {
        if let Some(watch) = watch {
            return watch.look(store, now).await;
        }
        let Pulse { seen_at, accepted } = pulse::read(&mut *store.read().await?).await?;
        let trust = ClockTrust::new(now, seen_at);
        let first = Watch { trust, accepted, saved: None, is_trusted: true, repaired: None };
        watch.insert(first).look(store, now).await
    }

    /// What the last question gave, without asking again.
    pub async fn trusted_last(&self) -> bool {
        self.watch.lock().await.as_ref().is_none_or(|watch| watch.is_trusted)
    }
}

impl Watch {
    async fn look(&mut self, store: &Store, now: Reading) -> StoreResult<bool> {
        let mut seen = self.trust.observe(now);
        if seen.went_back {
            self.repaired = None;
        }
        if !seen.is_trusted()
            && let Some(accepted) = self.newly_accepted(store).await?
        {
            self.trust.accept_if_near(accepted, now);
            seen = self.trust.observe(now);
        }
        self.report(seen.is_trusted(), seen.off_by_millis);
        if seen.is_trusted() {
            self.make_due(store, now).await?;
            self.save(store, now).await?;
        }
        Ok(seen.is_trusted())
    }

    /// The time that an operator has accepted since we last looked.
    async fn newly_accepted(&mut self, store: &Store) -> StoreResult<Option<Time>> {
        let Pulse { seen_at, accepted } = pulse::read(&mut *store.read().await?).await?;
        let is_new = std::mem::replace(&mut self.accepted, accepted) != accepted;
        Ok(seen_at.filter(|_| is_new))
    }

    /// Tried again until it succeeds.
    async fn make_due(&mut self, store: &Store, now: Reading) -> StoreResult<()> {
        match self.repaired {
            None => forget_the_future(store, now, POSTPONED).await?,
            Some(repaired) if now.steady.saturating_sub(repaired) >= REPAIR_EVERY => {
                forget_the_future(store, now, POSTPONED_BY_OTHERS).await?;
            }
            Some(_) => return Ok(()),
        }
        self.repaired = Some(now.steady);
        Ok(())
    }

    fn report(&mut self, is_trusted: bool, off_by_millis: i64) {
        clock_trusted(is_trusted);
        match (self.is_trusted, is_trusted) {
            (true, false) => tracing::error!(
                off_by_seconds = off_by_millis / 1_000,
                "the clock has jumped: nothing expires and no content is removed until the clock has been steady for an \
                 hour, or an operator runs `tonnage admin clock accept`"
            ),
            (false, true) => tracing::info!("the clock is trusted again"),
            _ => {}
        }
        self.is_trusted = is_trusted;
    }

    async fn save(&mut self, store: &Store, now: Reading) -> StoreResult<()> {
        if self.saved.is_some_and(|saved| now.steady.saturating_sub(saved) < SAVE_EVERY) {
            return Ok(());
        }
        let mut tx = store.begin().await?;
        pulse::seen(&mut tx, now.time).await?;
        tx.commit().await?;
        self.saved = Some(now.steady);
        Ok(())
    }
}

fn reading(clock: &Clock) -> Reading {
    Reading { time: clock.now(), steady: clock.steady() }
}

async fn forget_the_future(store: &Store, now: Reading, beyond: Duration) -> StoreResult<()> {
    let beyond = now.time.plus_millis(i64::try_from(beyond.as_millis()).unwrap_or(i64::MAX));
    let mut tx = store.begin().await?;
    let found = pulse::forget_the_future(&mut tx, now.time, now.time.plus_seconds(LEASE_SECONDS), beyond).await?;
    tx.commit().await?;
    if found > 0 {
        tracing::warn!(found, "a clock was ahead: what it had postponed is due now");
    }
    Ok(())
}
