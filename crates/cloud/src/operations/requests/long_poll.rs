//! Calls that wait for something to happen.

use std::time::Duration;

use tokio::time::Instant;

use crate::app::App;

/// What is left for the answer itself, before the limit of every request cuts it off.
const BEFORE_THE_END: Duration = Duration::from_secs(5);

/// Until when a caller who asked for this may be kept waiting.
pub fn deadline(app: &App, asked: Duration) -> Instant {
    let longest = Duration::from_secs(app.config.limits.request_seconds).saturating_sub(BEFORE_THE_END);
    Instant::now() + asked.min(longest)
}
