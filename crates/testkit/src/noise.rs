//! Content that does not repeat.

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

/// The same bytes for the same seed, and no two parts alike. Fast, for tests that write against the clock.
pub fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    StdRng::seed_from_u64(seed).fill_bytes(&mut bytes);
    bytes
}
