//! Keeps a wrong clock from ending and deleting things: see [`ClockTrust`].
//!
//! Every sweep, and every job that removes content, asks first. Nothing else reads the clock for this, so a process
//! without workers needs no guard.

use std::time::Duration;

use domain::clock_trust::{ClockTrust, Reading};
use store::pulse::{self, Pulse};
use store::{Store, StoreResult};
use tokio::sync::Mutex;
use wire::time::Time;

use crate::clock::Clock;
use crate::metrics::clock_trusted;
use crate::queue::LEASE_SECONDS;

/// How often a time that is trusted is saved.
const SAVE_EVERY: Duration = Duration::from_mins(1);

#[derive(Default)]
pub struct ClockGuard(Mutex<Option<Watch>>);

/// What is known since the first question.
struct Watch {
    trust: ClockTrust,
    /// How often an operator had accepted the time when we last looked.
    accepted: i64,
    saved: Option<Duration>,
    is_trusted: bool,
    /// A clock was ahead, and what it postponed is not due yet.
    may_be_postponed: bool,
}

impl ClockGuard {
    /// The time, if it can be trusted. What ends or deletes something must use this time and not look again: the clock
    /// may jump in between. A jump is logged, and what a clock that was ahead has postponed is due again.
    pub async fn trusted_now(&self, store: &Store, clock: &Clock) -> StoreResult<Option<Time>> {
        let mut watch = self.0.lock().await;
        let now = Reading { time: clock.now(), steady: clock.steady() };
        let is_trusted = Self::look(&mut watch, store, now).await?;
        Ok(is_trusted.then_some(now.time))
    }

    async fn look(watch: &mut Option<Watch>, store: &Store, now: Reading) -> StoreResult<bool> {
        if let Some(watch) = watch {
            return watch.look(store, now).await;
        }
        let Pulse { seen_at, accepted } = pulse::read(&mut *store.read().await?).await?;
        let trust = ClockTrust::new(now, seen_at);
        let first = Watch { trust, accepted, saved: None, is_trusted: true, may_be_postponed: true };
        watch.insert(first).look(store, now).await
    }

    /// What the last question gave, without asking again.
    pub async fn trusted_last(&self) -> bool {
        self.0.lock().await.as_ref().is_none_or(|watch| watch.is_trusted)
    }
}

impl Watch {
    async fn look(&mut self, store: &Store, now: Reading) -> StoreResult<bool> {
        let mut seen = self.trust.observe(now);
        self.may_be_postponed |= seen.went_back;
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
        if self.may_be_postponed {
            forget_the_future(store, now).await?;
            self.may_be_postponed = false;
        }
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

async fn forget_the_future(store: &Store, now: Reading) -> StoreResult<()> {
    let mut tx = store.begin().await?;
    let found = pulse::forget_the_future(&mut tx, now.time, now.time.plus_seconds(LEASE_SECONDS)).await?;
    tx.commit().await?;
    if found > 0 {
        tracing::warn!(found, "a clock was ahead: what it had postponed is due now");
    }
    Ok(())
}
