//! The loop in which both digests are computed.

mod md5;
mod padding;
mod sha256;

use crate::Digests;
use padding::Padded;

const BLOCK: usize = 64;
type Block = [u8; BLOCK];

/// The knowledge that this processor has the instructions.
#[derive(Clone, Copy)]
struct Instructions(());

impl Instructions {
    fn detect() -> Option<Self> {
        let found = std::is_x86_feature_detected!("sha")
            && std::is_x86_feature_detected!("ssse3")
            && std::is_x86_feature_detected!("sse4.1");
        found.then_some(Self(()))
    }
}

#[derive(Clone, Copy)]
struct State {
    md5: md5::State,
    sha256: sha256::State,
}

impl State {
    #[expect(
        unsafe_code,
        reason = "nothing else calls a function that wants instructions which not every processor has"
    )]
    fn compress(&mut self, blocks: &[Block], _: Instructions) {
        // SAFETY: `Instructions` is made only by `detect`, which found every feature that `compress` is compiled for.
        *self = unsafe { compress(*self, blocks) };
    }
}

/// Both digests of one body, running.
pub(crate) struct Together {
    instructions: Instructions,
    state: State,
    /// The beginning of a block that is not whole yet.
    waiting: Block,
    length: u64,
}

impl Together {
    /// None where the processor cannot do it.
    pub(crate) fn new() -> Option<Self> {
        let state = State { md5: md5::START, sha256: sha256::START };
        Instructions::detect().map(|instructions| Self { instructions, state, waiting: [0; BLOCK], length: 0 })
    }

    fn filled(&self) -> usize {
        usize::try_from(self.length % BLOCK as u64).unwrap_or_default()
    }

    pub(crate) fn update(&mut self, bytes: &[u8]) {
        let filled = self.filled();
        let missing = if filled == 0 { 0 } else { bytes.len().min(BLOCK - filled) };
        let (first, rest) = bytes.split_at(missing);
        self.waiting[filled..filled + missing].copy_from_slice(first);
        if filled > 0 && filled + missing == BLOCK {
            self.state.compress(&[self.waiting], self.instructions);
        }
        let (blocks, rest) = rest.as_chunks();
        self.state.compress(blocks, self.instructions);
        self.waiting[..rest.len()].copy_from_slice(rest);
        self.length += bytes.len() as u64;
    }

    pub(crate) fn finish(self) -> Digests {
        let rest = &self.waiting[..self.filled()];
        let bits = self.length.wrapping_mul(8);
        let finished = |bits: [u8; 8]| {
            let mut state = self.state;
            state.compress(Padded::new(rest, bits).blocks(), self.instructions);
            state
        };
        let (md5, sha256) = (finished(bits.to_le_bytes()).md5, finished(bits.to_be_bytes()).sha256);
        Digests { md5: md5::bytes(md5), sha256: sha256::bytes(sha256) }
    }
}

#[target_feature(enable = "sha,ssse3,sse4.1")]
fn compress(state: State, blocks: &[Block]) -> State {
    let sines = std::hint::black_box(&md5::SINES);
    let mut md5 = state.md5;
    let mut sha256 = sha256::load(state.sha256);
    for block in blocks {
        let (md5_before, sha256_before) = (md5, sha256);
        let mut schedule = sha256::empty_schedule();
        macro_rules! four_of_each {
            ($($number:literal)*) => {$(
                md5::step::<{ 4 * $number }>(&mut md5, block, sines);
                md5::step::<{ 4 * $number + 1 }>(&mut md5, block, sines);
                sha256::four_rounds::<$number>(&mut sha256, &mut schedule, block);
                md5::step::<{ 4 * $number + 2 }>(&mut md5, block, sines);
                md5::step::<{ 4 * $number + 3 }>(&mut md5, block, sines);
            )*};
        }
        four_of_each!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        md5.iter_mut().zip(md5_before).for_each(|(word, before)| *word = word.wrapping_add(before));
        sha256 = sha256::add(sha256, sha256_before);
    }
    State { md5, sha256: sha256::store(sha256) }
}
