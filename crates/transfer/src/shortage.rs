//! Too many open files: transfers wait until others are closed, and the user learns of it.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

/// Delay between tries while there are too many open files.
pub const SHORTAGE_WAIT: Duration = Duration::from_millis(200);
/// Tries come more often than this, so a shortage that is older is over.
const LATELY: Duration = Duration::from_secs(5);
const WARN_EVERY: Duration = Duration::from_mins(1);

#[derive(Default)]
pub(crate) struct Shortage(Mutex<Times>);

#[derive(Default, Clone, Copy)]
struct Times {
    last: Option<Instant>,
    warned: Option<Instant>,
}

impl Shortage {
    /// Records that something could not be opened. Warns, but not each time.
    pub(crate) fn note(&self) {
        if self.is_news(Instant::now()) {
            tracing::warn!(
                "too many open files: transfers wait until others are closed; raise the limit of open files (ulimit -n) \
                 if this does not pass"
            );
        }
    }

    fn is_news(&self, now: Instant) -> bool {
        let mut times = self.0.lock();
        times.last = Some(now);
        let is_news = times.warned.is_none_or(|warned| now.duration_since(warned) >= WARN_EVERY);
        if is_news {
            times.warned = Some(now);
        }
        is_news
    }

    pub(crate) fn is_now(&self) -> bool {
        self.is_at(Instant::now())
    }

    fn is_at(&self, now: Instant) -> bool {
        self.0.lock().last.is_some_and(|last| now.duration_since(last) < LATELY)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{LATELY, Shortage, WARN_EVERY};

    #[test]
    fn a_shortage_is_shown_until_it_is_over_and_warned_of_once_a_minute() {
        let (shortage, begin) = (Shortage::default(), Instant::now());
        assert!(!shortage.is_at(begin));
        assert!(shortage.is_news(begin) && shortage.is_at(begin));
        let later = begin + WARN_EVERY - Duration::from_secs(1);
        assert!(!shortage.is_at(later));
        assert!(!shortage.is_news(later) && shortage.is_at(later), "warned already");
        assert!(!shortage.is_at(later + LATELY) && shortage.is_news(later + LATELY));
    }
}
