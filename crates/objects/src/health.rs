//! Whether the last write to the disk succeeded, separately for blob files and for the index.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Error;

#[derive(Default)]
pub(crate) struct Health {
    pub(crate) files: Indicator,
    pub(crate) index: Indicator,
}

impl Health {
    pub(crate) fn is_good(&self) -> bool {
        !self.files.failed.load(Ordering::Relaxed) && !self.index.failed.load(Ordering::Relaxed)
    }
}

#[derive(Default)]
pub(crate) struct Indicator {
    failed: AtomicBool,
}

impl Indicator {
    /// For a step that makes something durable: only its success shows that the disk works.
    pub(crate) fn note<T>(&self, outcome: &Result<T, Error>) {
        self.note_fault(outcome);
        if outcome.is_ok() {
            self.failed.store(false, Ordering::Relaxed);
        }
    }

    /// For a step before that, which may succeed even on a broken disk. A refused request says nothing about the disk.
    pub(crate) fn note_fault<T>(&self, outcome: &Result<T, Error>) {
        if outcome.as_ref().is_err_and(Error::is_fault) {
            self.failed.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Health;
    use crate::error::Error;

    #[test]
    fn only_what_is_durable_clears_a_failure() {
        let health = Health::default();
        health.files.note(&Err::<(), _>(Error::NoSuchKey));
        assert!(health.is_good());
        health.files.note_fault(&Err::<(), _>(Error::DiskFull));
        health.files.note_fault(&Ok(()));
        health.index.note(&Ok(()));
        assert!(!health.is_good());
        health.files.note(&Ok(()));
        assert!(health.is_good());
    }
}
