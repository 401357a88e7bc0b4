//! Whether the last write to the disk succeeded, separately for blob files and for the index.

use parking_lot::Mutex;

use crate::error::Error;

/// What a store can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Health {
    Healthy,
    /// Downloads and deletes work. Uploads get a 507 until there is space.
    Full {
        reason: String,
    },
    /// Nothing can be relied on until the cause is fixed.
    Broken {
        reason: String,
    },
}

impl Health {
    pub fn is_healthy(&self) -> bool {
        *self == Self::Healthy
    }

    pub(crate) fn of(fault: &Error) -> Self {
        let reason = fault.to_string();
        if matches!(fault, Error::DiskFull) { Self::Full { reason } } else { Self::Broken { reason } }
    }
}

#[derive(Default)]
pub(crate) struct Indicators {
    pub(crate) files: Indicator,
    pub(crate) index: Indicator,
    /// Files that no row of the index refers to.
    pub(crate) unknown: Indicator,
}

impl Indicators {
    /// The worst fault that has not passed yet.
    pub(crate) fn fault(&self) -> Option<Error> {
        let faults = [&self.unknown, &self.files, &self.index].map(|indicator| indicator.fault.lock().clone());
        let is_full = |fault: &Error| matches!(fault, Error::DiskFull);
        faults.into_iter().flatten().min_by_key(is_full)
    }

    pub(crate) fn is_full(&self) -> bool {
        [&self.files, &self.index].iter().any(|indicator| matches!(*indicator.fault.lock(), Some(Error::DiskFull)))
    }
}

#[derive(Default)]
pub(crate) struct Indicator {
    fault: Mutex<Option<Error>>,
}

impl Indicator {
    /// For a step that makes something durable: only its success shows that the disk works.
    pub(crate) fn note<T>(&self, outcome: &Result<T, Error>) {
        self.note_fault(outcome);
        if outcome.is_ok() {
            *self.fault.lock() = None;
        }
    }

    /// For a step that only frees space: its success does not show that there is any.
    pub(crate) fn note_freeing<T>(&self, outcome: &Result<T, Error>) {
        self.note_fault(outcome);
        if outcome.is_ok() {
            self.fault.lock().take_if(|fault| !matches!(fault, Error::DiskFull));
        }
    }

    /// For a step before one that makes something durable, which may succeed even on a broken disk. A refused request says nothing about the disk.
    pub(crate) fn note_fault<T>(&self, outcome: &Result<T, Error>) {
        if let Err(error) = outcome
            && error.is_fault()
        {
            *self.fault.lock() = Some(error.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Health, Indicators};
    use crate::error::Error;

    #[test]
    fn only_what_is_durable_clears_a_failure() {
        let indicators = Indicators::default();
        indicators.files.note(&Err::<(), _>(Error::NoSuchKey));
        assert!(indicators.fault().is_none());
        indicators.files.note_fault(&Err::<(), _>(Error::DiskFull));
        indicators.files.note_fault(&Ok(()));
        indicators.index.note(&Ok(()));
        assert!(indicators.fault().is_some());
        indicators.files.note(&Ok(()));
        assert!(indicators.fault().is_none());
    }

    #[test]
    fn a_broken_disk_is_worse_than_a_full_one() {
        for (files, index) in [(Error::DiskFull, Error::DirectoryMissing), (Error::DirectoryMissing, Error::DiskFull)] {
            let indicators = Indicators::default();
            indicators.files.note(&Err::<(), _>(files));
            assert!(indicators.fault().is_some());
            indicators.index.note(&Err::<(), _>(index));
            assert!(matches!(indicators.fault().map(|fault| Health::of(&fault)), Some(Health::Broken { .. })));
        }
    }
}
