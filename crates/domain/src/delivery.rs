//! The states of a delivery: `pending` → `delivered` or `exhausted`.
//!
//! An attempt counts once its outcome is known. One that was interrupted by a crash is repeated: a receiver may then
//! get an event more often than recorded, but never less often.

use wire::time::Time;

/// How many times an event is sent to one webhook.
pub const ATTEMPTS_MOST: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryState {
    Pending,
    Delivered,
    /// All attempts were made, or no attempt could succeed.
    Exhausted,
}

impl DeliveryState {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Delivered => "delivered",
            Self::Exhausted => "exhausted",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::Pending, Self::Delivered, Self::Exhausted].into_iter().find(|state| state.as_str() == text)
    }
}

/// The outcome of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Success,
    Failure,
    /// Nothing was sent, and nothing ever will be.
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub state: DeliveryState,
    /// Attempts whose outcome is known.
    pub attempts: usize,
    pub next_attempt_at: Option<Time>,
}

impl Progress {
    pub const fn new(now: Time) -> Self {
        Self { state: DeliveryState::Pending, attempts: 0, next_attempt_at: Some(now) }
    }

    /// The state after another attempt. `pauses` are the seconds between attempts; `chance`, from 0 to 1, makes each up
    /// to a fifth longer, so that a receiver that comes back does not get all deliveries at once.
    #[must_use]
    pub fn after(self, outcome: Outcome, pauses: &[u64], chance: f64, now: Time) -> Self {
        let attempts = self.attempts + 1;
        let pause = pauses.get(attempts - 1).filter(|_| attempts < ATTEMPTS_MOST);
        match (outcome, pause) {
            (Outcome::Success, _) => Self { state: DeliveryState::Delivered, attempts, next_attempt_at: None },
            (Outcome::Failure, Some(seconds)) => {
                let next = now.plus_millis(longer(*seconds, chance));
                Self { state: DeliveryState::Pending, attempts, next_attempt_at: Some(next) }
            }
            _ => Self { state: DeliveryState::Exhausted, attempts, next_attempt_at: None },
        }
    }
}

/// Milliseconds, up to a fifth more than the given seconds.
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "pauses are at most a week")]
fn longer(seconds: u64, chance: f64) -> i64 {
    (seconds as f64 * 1_000.0 * (1.0 + chance / 5.0)) as i64
}

#[cfg(test)]
mod tests {
    use wire::time::Time;

    use super::{DeliveryState, Outcome, Progress};

    const NOW: Time = Time::from_millis(1_000_000);
    const PAUSES: &[u64] = &[5, 300, 1_800, 7_200];

    #[test]
    fn five_attempts_with_growing_pauses() {
        let mut progress = Progress::new(NOW);
        for (number, pause) in (1..).zip(PAUSES) {
            progress = progress.after(Outcome::Failure, PAUSES, 0.0, NOW);
            let next = NOW.plus_seconds(i64::try_from(*pause).unwrap());
            let expected = Progress { state: DeliveryState::Pending, attempts: number, next_attempt_at: Some(next) };
            assert_eq!(progress, expected);
        }
        let end = |state| Progress { state, attempts: 5, next_attempt_at: None };
        assert_eq!(progress.after(Outcome::Failure, PAUSES, 0.0, NOW), end(DeliveryState::Exhausted));
        assert_eq!(progress.after(Outcome::Success, PAUSES, 0.0, NOW), end(DeliveryState::Delivered));
    }

    #[test]
    fn success_and_hopelessness_end_it_at_once() {
        let cases = [(Outcome::Success, DeliveryState::Delivered), (Outcome::Never, DeliveryState::Exhausted)];
        for (outcome, state) in cases {
            let progress = Progress::new(NOW).after(outcome, PAUSES, 0.5, NOW);
            assert_eq!(progress, Progress { state, attempts: 1, next_attempt_at: None });
        }
    }

    #[test]
    fn chance_makes_a_pause_longer_by_up_to_a_fifth() {
        for (chance, millis) in [(0.0, 300_000), (0.5, 330_000), (1.0, 360_000)] {
            let first = Progress { attempts: 1, ..Progress::new(NOW) };
            let next = first.after(Outcome::Failure, PAUSES, chance, NOW).next_attempt_at;
            assert_eq!(next, Some(NOW.plus_millis(millis)));
        }
    }
}
