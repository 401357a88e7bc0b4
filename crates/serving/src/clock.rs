//! The only place that reads the system's clock.
//!
//! Everything else takes the time from a [`Clock`], so that tests can move it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use wire::time::Time;

#[derive(Debug, Clone)]
pub enum Clock {
    System,
    /// Does not advance until a test moves it.
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    pub fn fixed(start: Time) -> Self {
        Self::Fixed(Arc::new(AtomicI64::new(start.as_millis())))
    }

    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn now(&self) -> Time {
        match self {
            Self::System => Time::from_millis(jiff::Timestamp::now().as_millisecond()),
            Self::Fixed(millis) => Time::from_millis(millis.load(Ordering::SeqCst)),
        }
    }

    /// The real time, even if our clock is fixed. Object storage checks signatures against its own clock, which no test
    /// can move, so only the real time makes a signature that it accepts.
    pub fn outside(&self) -> Time {
        Self::System.now()
    }

    /// Moves a fixed clock. The system's clock cannot be moved.
    pub fn advance(&self, by: Duration) {
        if let Self::Fixed(millis) = self {
            millis.fetch_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX), Ordering::SeqCst);
        }
    }

    /// Waits on the system's clock. A fixed clock returns at once.
    pub async fn sleep(&self, duration: Duration) {
        if matches!(self, Self::System) {
            tokio::time::sleep(duration).await;
        }
    }
}
