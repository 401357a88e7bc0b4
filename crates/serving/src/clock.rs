//! The only place that reads the system's clock.
//!
//! Everything else takes the time from a [`Clock`], so that tests can move it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use wire::time::Time;

#[derive(Debug, Clone)]
pub enum Clock {
    System,
    /// The system's clock on a machine that is ahead of the others, for tests of several machines.
    Ahead(Duration),
    /// Does not advance until a test moves it.
    Fixed(Arc<FixedClock>),
}

#[derive(Debug)]
pub struct FixedClock {
    time: AtomicI64,
    /// Milliseconds that have passed.
    steady: AtomicI64,
}

impl Clock {
    pub fn fixed(start: Time) -> Self {
        Self::Fixed(Arc::new(FixedClock { time: AtomicI64::new(start.as_millis()), steady: AtomicI64::new(0) }))
    }

    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn now(&self) -> Time {
        match self {
            Self::System => Time::from_millis(jiff::Timestamp::now().as_millisecond()),
            Self::Ahead(by) => Time::from_millis((jiff::Timestamp::now() + *by).as_millisecond()),
            Self::Fixed(clock) => Time::from_millis(clock.time.load(Ordering::SeqCst)),
        }
    }

    /// Whether this is the time of the machine, which passes by itself.
    pub const fn is_real(&self) -> bool {
        !matches!(self, Self::Fixed(_))
    }

    /// Counts evenly from an arbitrary moment, even while the machine sleeps. Nobody can set it.
    pub fn steady(&self) -> Duration {
        match self {
            Self::System | Self::Ahead(_) => clock_gettime(ClockId::Boottime).try_into().unwrap_or_default(),
            Self::Fixed(clock) => Duration::from_millis(clock.steady.load(Ordering::SeqCst).unsigned_abs()),
        }
    }

    /// The real time, even if our clock is fixed. Object storage checks signatures against its own clock, which no test
    /// can move, so only the real time makes a signature that it accepts.
    pub fn outside(&self) -> Time {
        Self::System.now()
    }

    /// Lets time pass on a fixed clock. The system's clock cannot be moved.
    pub fn advance(&self, by: Duration) {
        let millis = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        if let Self::Fixed(clock) = self {
            clock.time.fetch_add(millis, Ordering::SeqCst);
            clock.steady.fetch_add(millis, Ordering::SeqCst);
        }
    }

    /// Sets a fixed clock forward or back, as someone who sets the time of day.
    pub fn set_by(&self, millis: i64) {
        if let Self::Fixed(clock) = self {
            clock.time.fetch_add(millis, Ordering::SeqCst);
        }
    }

    /// Waits on the system's clock. A fixed clock returns at once.
    pub async fn sleep(&self, duration: Duration) {
        if self.is_real() {
            tokio::time::sleep(duration).await;
        }
    }
}
