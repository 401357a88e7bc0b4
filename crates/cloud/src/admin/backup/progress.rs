//! Says on standard error how far a long command is.

use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_secs(2);

pub(super) struct Progress {
    told: Instant,
}

impl Progress {
    pub(super) fn begin(what: &str) -> Self {
        eprintln!("{what}");
        Self { told: Instant::now() }
    }

    /// Every now and then, however often it is called.
    pub(super) fn tell(&mut self, line: impl FnOnce() -> String) {
        if self.told.elapsed() >= PAUSE {
            self.told = Instant::now();
            eprintln!("{}", line());
        }
    }
}
