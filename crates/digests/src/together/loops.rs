//! The loop that computes both digests, in one version per processor feature set.

use std::hint::black_box;

use super::md5::{SINES, scalar, vector};
use super::{Block, State, sha256};

type Compress = unsafe fn(State, &[Block]) -> State;

/// A loop whose instructions this processor has.
#[derive(Clone, Copy)]
pub(super) struct Possible(Compress);

impl Possible {
    /// All of them, fastest first.
    pub(super) fn detect() -> impl Iterator<Item = Self> {
        let has_sha =
            is_x86_feature_detected!("sha") && is_x86_feature_detected!("ssse3") && is_x86_feature_detected!("sse4.1");
        let has_vectors = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl");
        let with_vectors = (has_sha && has_vectors).then_some(Self(compress_with_vectors));
        let by_scalars = has_sha.then_some(Self(compress_by_scalars));
        with_vectors.into_iter().chain(by_scalars)
    }

    #[expect(unsafe_code, reason = "there is no other way to call a function that needs optional instructions")]
    pub(super) fn compress(self, state: &mut State, blocks: &[Block]) {
        // SAFETY: `detect` only returns a function after it has found every feature that the function is compiled for.
        *state = unsafe { self.0(*state, blocks) };
    }
}

/// Four steps of MD5 for each number, interleaved with four rounds of SHA-256.
macro_rules! four_of_each {
    ($steps:ident, $md5:ident, $sha256:ident, $schedule:ident, $block:ident, $sines:ident: $($number:literal)*) => {$(
        $steps::step::<{ 4 * $number }>(&mut $md5, $block, $sines);
        $steps::step::<{ 4 * $number + 1 }>(&mut $md5, $block, $sines);
        sha256::four_rounds::<$number>(&mut $sha256, &mut $schedule, $block);
        $steps::step::<{ 4 * $number + 2 }>(&mut $md5, $block, $sines);
        $steps::step::<{ 4 * $number + 3 }>(&mut $md5, $block, $sines);
    )*};
}

/// The loop, with these steps for the first and last round of MD5, for processors with these features.
macro_rules! compress {
    ($name:ident, $outer:ident, $features:literal) => {
        #[target_feature(enable = $features)]
        fn $name(state: State, blocks: &[Block]) -> State {
            let sines = black_box(&SINES);
            let mut outer = $outer::load(state.md5);
            let mut sha256 = sha256::load(state.sha256);
            for block in blocks {
                let (outer_before, sha256_before) = (outer, sha256);
                let mut schedule = sha256::empty_schedule();
                four_of_each!($outer, outer, sha256, schedule, block, sines: 0 1 2 3);
                let mut inner = $outer::store(outer);
                four_of_each!(scalar, inner, sha256, schedule, block, sines: 4 5 6 7 8 9 10 11);
                outer = $outer::load(inner);
                four_of_each!($outer, outer, sha256, schedule, block, sines: 12 13 14 15);
                outer = $outer::add(outer, outer_before);
                sha256 = sha256::add(sha256, sha256_before);
            }
            State { md5: $outer::store(outer), sha256: sha256::store(sha256) }
        }
    };
}

compress!(compress_by_scalars, scalar, "sha,ssse3,sse4.1");
compress!(compress_with_vectors, vector, "sha,ssse3,sse4.1,avx512f,avx512vl");
