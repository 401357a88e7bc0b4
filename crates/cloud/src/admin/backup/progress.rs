//! Reports the progress of a long command on standard error.

use std::time::{Duration, Instant};

use crate::interruption::{self, Interrupted};

const PAUSE: Duration = Duration::from_secs(2);

pub(super) struct Progress {
    told: Instant,
}

impl Progress {
    pub(super) fn begin(what: &str) -> Self {
        interruption::complain(what);
        Self { told: Instant::now() }
    }

    /// Prints only every now and then, however often it is called. Fails if the command was interrupted.
    pub(super) fn tell(&mut self, line: impl FnOnce() -> String) -> Result<(), Interrupted> {
        if self.told.elapsed() >= PAUSE {
            self.told = Instant::now();
            interruption::complain(&line());
        }
        interruption::check()
    }
}
