//! Waiting for what another task, process or machine does.

use std::fmt::Display;
use std::time::{Duration, Instant};

/// Nothing takes this long unless it is broken, not even on a busy machine. A promised time is not waited for with this,
/// but measured by the test that holds it.
const LONGEST: Duration = Duration::from_mins(4);
const ASK_EVERY: Duration = Duration::from_millis(20);

/// Asks until the answer is good and returns it. If that never happens it panics with `what`, and with the last answer
/// that was not good.
pub async fn until<T, E: Display>(what: &str, mut ask: impl AsyncFnMut() -> Result<T, E>) -> T {
    let since = Instant::now();
    loop {
        match ask().await {
            Ok(answer) => return answer,
            Err(answer) => assert!(since.elapsed() < LONGEST, "never came to this: {what}; at last: {answer}"),
        }
        tokio::time::sleep(ASK_EVERY).await;
    }
}
