//! Computes both digests together, if the processor supports it.

mod loops;
mod md5;
mod order;
mod padding;
mod sha256;

use crate::Digests;
use loops::Possible;
use padding::Padded;

const BLOCK: usize = 64;
type Block = [u8; BLOCK];

#[derive(Clone, Copy)]
struct State {
    md5: md5::State,
    sha256: sha256::State,
}

/// Running computation of both digests of one body.
pub(crate) struct Together {
    by: Possible,
    state: State,
    /// The beginning of an incomplete block.
    waiting: Block,
    length: u64,
}

impl Together {
    /// `None` where the processor lacks the instructions.
    pub(crate) fn new() -> Option<Self> {
        let state = State { md5: md5::START, sha256: sha256::START };
        Some(Self { by: Possible::detect()?, state, waiting: [0; BLOCK], length: 0 })
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
            self.by.compress(&mut self.state, &[self.waiting]);
        }
        let (blocks, rest) = rest.as_chunks();
        self.by.compress(&mut self.state, blocks);
        self.waiting[..rest.len()].copy_from_slice(rest);
        self.length += bytes.len() as u64;
    }

    pub(crate) fn finish(self) -> Digests {
        let rest = &self.waiting[..self.filled()];
        let bits = self.length.wrapping_mul(8);
        let finished = |bits: [u8; 8]| {
            let mut state = self.state;
            self.by.compress(&mut state, Padded::new(rest, bits).blocks());
            state
        };
        let (md5, sha256) = (finished(bits.to_le_bytes()).md5, finished(bits.to_be_bytes()).sha256);
        Digests { md5: md5::bytes(md5), sha256: sha256::bytes(sha256) }
    }
}
