//! Deadlines of long polls.

use std::time::Duration;

use tokio::time::Instant;

use crate::app::App;

/// Time left for the answer itself, before the timeout of every request.
const BEFORE_THE_END: Duration = Duration::from_secs(5);

/// How long a caller that requested this wait may be kept waiting.
pub fn deadline(app: &App, asked: Duration) -> Instant {
    let longest = Duration::from_secs(app.config.limits.request_seconds).saturating_sub(BEFORE_THE_END);
    Instant::now() + asked.min(longest)
}
