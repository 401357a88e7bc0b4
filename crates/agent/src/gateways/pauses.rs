//! How long the agent waits for the cloud, and between two requests.

use std::time::Duration;

use transfer::{Fault, RetryPolicy};

use crate::runs::Broken;

/// The longest wait that the cloud allows.
pub(super) const WAIT_SECONDS: u64 = 50;
/// Delay after the cloud refused the gateway.
const REFUSED: Duration = Duration::from_mins(1);
/// Delay after an empty response that came without a wait.
pub(super) const HASTE: Duration = Duration::from_secs(1);

/// The longest delay that the cloud can ask for.
pub(super) const PAUSE_MOST: Duration = Duration::from_hours(1);

pub(super) fn pause_after(broken: &Broken, failed: u32, policy: RetryPolicy) -> Duration {
    match broken {
        Broken::Fault(Fault::Refused { .. }) => REFUSED,
        _ => policy.backoff.delay(failed),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use transfer::{Fault, RetryPolicy};
    use wire::error::ErrorCode;

    use super::{REFUSED, pause_after};

    #[test]
    fn a_refusal_is_waited_out_and_silence_ever_longer() {
        let policy = RetryPolicy::default();
        let refused = Fault::Refused { code: ErrorCode::Unauthorized, message: String::new() }.into();
        let silent = Fault::Unreachable(String::new()).into();
        for failed in [1, 5, 100] {
            assert_eq!(pause_after(&refused, failed, policy), REFUSED);
        }
        let waits: Vec<Duration> = (1..=20).map(|failed| pause_after(&silent, failed, policy)).collect();
        assert!(waits.is_sorted() && waits[0] > Duration::ZERO, "{waits:?}");
        assert_eq!(waits[19], policy.backoff.longest);
    }
}
