//! The end of a message: one bit, zeros, and its length in bits.

use super::{BLOCK, Block};

/// The rest after the last whole block, padded to one block or two.
pub(super) struct Padded {
    blocks: [Block; 2],
    count: usize,
}

impl Padded {
    /// MD5 and SHA-256 write the length in different byte orders, so it is passed as bytes.
    pub(super) fn new(rest: &[u8], bits: [u8; 8]) -> Self {
        let mut blocks = [[0; BLOCK]; 2];
        let bytes = blocks.as_flattened_mut();
        bytes[..rest.len()].copy_from_slice(rest);
        bytes[rest.len()] = 0x80;
        let count = if rest.len() < BLOCK - bits.len() { 1 } else { 2 };
        let end = count * BLOCK;
        bytes[end - bits.len()..end].copy_from_slice(&bits);
        Self { blocks, count }
    }

    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks[..self.count]
    }
}
