//! Whether the last thing the disk was asked to keep was kept, for blob files and for the index apart.

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
    /// A refusal says nothing about the disk.
    pub(crate) fn note<T>(&self, outcome: &Result<T, Error>) {
        match outcome {
            Err(error) if error.is_fault() => self.failed.store(true, Ordering::Relaxed),
            Err(_) => {}
            Ok(_) => self.failed.store(false, Ordering::Relaxed),
        }
    }
}
