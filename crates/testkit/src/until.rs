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
    let mut last = String::from("nothing");
    while let Some(left) = LONGEST.checked_sub(since.elapsed()) {
        match tokio::time::timeout(left, ask()).await {
            Ok(Ok(answer)) => return answer,
            Ok(Err(answer)) => last = answer.to_string(),
            Err(_) => break,
        }
        tokio::time::sleep(ASK_EVERY).await;
    }
    panic!("never came to this: {what}; at last: {last}")
}
