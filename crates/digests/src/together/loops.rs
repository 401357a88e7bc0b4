//! The loop that computes both digests, and the proof that this processor supports its instructions.

use std::hint::black_box;

use super::md5::{self, SINES};
use super::{Block, State, sha256};

type Compress = unsafe fn(State, &[Block]) -> State;

/// The loop, where this processor has its instructions.
#[derive(Clone, Copy)]
pub(super) struct Possible(Compress);

impl Possible {
    pub(super) fn detect() -> Option<Self> {
        let has_sha =
            is_x86_feature_detected!("sha") && is_x86_feature_detected!("ssse3") && is_x86_feature_detected!("sse4.1");
        has_sha.then_some(Self(compress))
    }

    #[expect(unsafe_code, reason = "there is no other way to call a function that needs optional instructions")]
    pub(super) fn compress(self, state: &mut State, blocks: &[Block]) {
        // SAFETY: `detect` only returns the function after it has found every feature that it is compiled for.
        *state = unsafe { self.0(*state, blocks) };
    }
}

/// Four steps of MD5 for each number, interleaved with four rounds of SHA-256.
macro_rules! four_of_each {
    ($md5:ident, $sha256:ident, $schedule:ident, $block:ident, $sines:ident: $($number:literal)*) => {$(
        md5::step::<{ 4 * $number }>(&mut $md5, $block, $sines);
        md5::step::<{ 4 * $number + 1 }>(&mut $md5, $block, $sines);
        sha256::four_rounds::<$number>(&mut $sha256, &mut $schedule, $block);
        md5::step::<{ 4 * $number + 2 }>(&mut $md5, $block, $sines);
        md5::step::<{ 4 * $number + 3 }>(&mut $md5, $block, $sines);
    )*};
}

#[target_feature(enable = "sha,ssse3,sse4.1")]
fn compress(state: State, blocks: &[Block]) -> State {
    let sines = black_box(&SINES);
    let mut md5 = state.md5;
    let mut sha256 = sha256::load(state.sha256);
    for block in blocks {
        let (md5_before, sha256_before) = (md5, sha256);
        let mut schedule = sha256::empty_schedule();
        four_of_each!(md5, sha256, schedule, block, sines: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        md5 = md5::add(md5, md5_before);
        sha256 = sha256::add(sha256, sha256_before);
    }
    State { md5, sha256: sha256::store(sha256) }
}
