//! Generates identifiers (ULIDs) from the time of the clock and 80 random bits.
//!
//! The identifiers of one process increase: what was created later sorts later, even within a millisecond.

use std::sync::Arc;

use parking_lot::Mutex;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use ulid::Ulid;

use crate::clock::Clock;

/// Generates identifiers. With a seed, it generates the same ones again.
#[derive(Clone)]
pub struct Ids {
    clock: Clock,
    state: Arc<Mutex<State>>,
}

struct State {
    random: StdRng,
    last: Ulid,
}

impl Ids {
    pub fn new(clock: Clock) -> Self {
        Self::seeded(clock, rand::random())
    }

    pub fn seeded(clock: Clock, seed: u64) -> Self {
        let state = State { random: StdRng::seed_from_u64(seed), last: Ulid::nil() };
        Self { clock, state: Arc::new(Mutex::new(state)) }
    }

    /// A new identifier of whatever kind is asked for.
    pub fn next<Id: TryFrom<String>>(&self) -> Id {
        let Ok(id) = Id::try_from(self.next_ulid().to_string()) else { unreachable!("every ULID is an identifier") };
        id
    }

    fn next_ulid(&self) -> Ulid {
        let millis = u64::try_from(self.clock.now().as_millis()).unwrap_or(0);
        let mut state = self.state.lock();
        let fresh = Ulid::from_parts(millis, state.random.random());
        let next = if millis > state.last.timestamp_ms() { fresh } else { state.last.increment().unwrap_or(fresh) };
        state.last = next;
        next
    }
}

#[cfg(test)]
mod tests {
    use wire::ids::TeamId;
    use wire::time::Time;

    use super::Ids;
    use crate::clock::Clock;

    #[test]
    fn identifiers_rise_and_repeat_with_their_seed() {
        let make = |seed| -> Vec<TeamId> {
            let ids = Ids::seeded(Clock::fixed(Time::from_millis(1_767_225_600_000)), seed);
            (0..100).map(|_| ids.next()).collect()
        };
        let one = make(1);
        assert!(one.is_sorted_by(|one, next| one < next));
        assert_eq!(one, make(1));
        assert_ne!(one, make(2));
        assert!(one[0].as_str().starts_with("01KDVDNA00"), "{}", one[0]);
    }
}
