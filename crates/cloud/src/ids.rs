//! Where new identifiers come from: the time of the clock and 80 random bits.

use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use ulid::Ulid;

use crate::clock::Clock;

/// Makes identifiers. Seeded, it makes the same ones again.
#[derive(Clone)]
pub struct Ids {
    clock: Clock,
    random: Arc<Mutex<StdRng>>,
}

impl Ids {
    pub fn new(clock: Clock) -> Self {
        Self::seeded(clock, rand::random())
    }

    pub fn seeded(clock: Clock, seed: u64) -> Self {
        Self { clock, random: Arc::new(Mutex::new(StdRng::seed_from_u64(seed))) }
    }

    /// A new identifier of whatever kind is asked for.
    pub fn next<Id: TryFrom<String>>(&self) -> Id {
        let random: u128 = self.random.lock().unwrap_or_else(PoisonError::into_inner).random();
        let millis = u64::try_from(self.clock.now().as_millis()).unwrap_or(0);
        let text = Ulid::from_parts(millis, random).to_string();
        let Ok(id) = Id::try_from(text) else { unreachable!("every ULID is an identifier") };
        id
    }
}
