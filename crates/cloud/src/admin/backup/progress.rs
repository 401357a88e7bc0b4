//! Reports the progress of a long command on standard error.

use std::time::{Duration, Instant};

use serving::terminal::plain;

const PAUSE: Duration = Duration::from_secs(2);

pub(super) struct Progress {
    told: Instant,
}

impl Progress {
    pub(super) fn begin(what: &str) -> Self {
        eprintln!("{}", plain(what));
        Self { told: Instant::now() }
    }

    /// Prints only every now and then, however often it is called.
    pub(super) fn tell(&mut self, line: impl FnOnce() -> String) {
        if self.told.elapsed() >= PAUSE {
            self.told = Instant::now();
            eprintln!("{}", plain(&line()));
        }
    }
}
