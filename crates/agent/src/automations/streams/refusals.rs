//! Remembers what was refused and when to retry it, with increasing delays.

use std::collections::HashMap;
use std::time::Duration;

use domain::backoff::Backoff;
use tokio::time::Instant;
use wire::error::ErrorCode;

use super::folder::Found;
use crate::error::AgentError;
use crate::journal::stream_files::FileKey;

const BACKOFF: Backoff = Backoff::new(Duration::from_secs(2), Duration::from_mins(1));

#[derive(Default)]
pub(super) struct Refusals {
    files: HashMap<FileKey, Refused>,
    /// A problem that keeps every file from being sent.
    obstacle: Option<Refused>,
}

struct Refused {
    reason: String,
    times: u32,
    until: Instant,
}

impl Refused {
    fn again(before: Option<&Self>, reason: String) -> Self {
        let before = before.map_or(0, |before| before.times);
        Self { reason, times: before.saturating_add(1), until: Instant::now() + BACKOFF.delay(before) }
    }
}

impl Refusals {
    /// Whether trying any file can succeed now.
    pub(super) fn allows_any(&self) -> bool {
        self.obstacle.as_ref().is_none_or(|obstacle| obstacle.until <= Instant::now())
    }

    pub(super) fn allows(&self, file: FileKey) -> bool {
        self.files.get(&file).is_none_or(|refused| refused.until <= Instant::now())
    }

    pub(super) fn obstacle(&self) -> Option<&str> {
        self.obstacle.as_ref().map(|obstacle| obstacle.reason.as_str())
    }

    pub(super) fn reason(&self, file: FileKey) -> Option<&str> {
        self.files.get(&file).map(|refused| refused.reason.as_str())
    }

    pub(super) fn went_well(&mut self, file: FileKey) {
        self.files.remove(&file);
        self.obstacle = None;
    }

    pub(super) fn refused(&mut self, file: FileKey, error: &AgentError) {
        if is_of_all_files(error) {
            self.obstacle = Some(Refused::again(self.obstacle.as_ref(), error.message()));
        } else {
            self.refused_one(file, error.message());
        }
    }

    pub(super) fn refused_one(&mut self, file: FileKey, reason: String) {
        let refused = Refused::again(self.files.get(&file), reason);
        self.files.insert(file, refused);
    }

    pub(super) fn forget_all_but(&mut self, found: &[Found]) {
        self.files.retain(|key, _| found.iter().any(|found| found.key == *key));
    }
}

/// Whether the error would affect all other files too.
fn is_of_all_files(error: &AgentError) -> bool {
    matches!(
        error.code(),
        ErrorCode::SessionMissing
            | ErrorCode::SessionRefused
            | ErrorCode::Unauthorized
            | ErrorCode::Suspended
            | ErrorCode::Forbidden
            | ErrorCode::NotFound
            | ErrorCode::Unreachable
            | ErrorCode::DiskFull
            | ErrorCode::Internal
    )
}
