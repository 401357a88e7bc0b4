//! Verifies what is read from a blob file.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt as _;

use crc_fast::{CrcAlgorithm, Digest};

use crate::checksum::{BLOCK, BlockSums, Joining, Sums};
use crate::damage::damaged;

const SCRATCH: usize = 128 << 10;

/// The checks of one stretch of a blob, whose bytes arrive in order.
pub(super) struct Checking {
    plan: Plan,
    digest: Digest,
    /// The position in the blob after the bytes that arrived.
    at: u64,
    end: u64,
}

enum Plan {
    Blocks {
        blocks: BlockSums,
        size: u64,
        /// The checksum of what follows the stretch in its last block.
        after: u64,
    },
    /// A blob without block sums can only be verified if it is read as a whole.
    Whole(u64),
    Nothing,
}

impl Checking {
    /// Reads what surrounds the stretch in its first and last block.
    pub(super) fn of_blocks(file: &File, range: &Range<u64>, size: u64, blocks: BlockSums) -> io::Result<Self> {
        let mut before = new_digest();
        read_into(&mut before, file, range.start / BLOCK * BLOCK..range.start)?;
        let mut after = new_digest();
        read_into(&mut after, file, range.end..block_end(range.end, size))?;
        let plan = Plan::Blocks { blocks, size, after: after.finalize() };
        Ok(Self { plan, digest: before, at: range.start, end: range.end })
    }

    pub(super) fn without_blocks(range: &Range<u64>, sums: Sums) -> Self {
        let plan = if *range == (0..sums.size) { Plan::Whole(sums.crc64) } else { Plan::Nothing };
        Self { plan, digest: new_digest(), at: range.start, end: range.end }
    }

    /// Call before the bytes are sent.
    pub(super) fn update(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let most = match self.plan {
                Plan::Blocks { .. } => usize::try_from(BLOCK - self.at % BLOCK).unwrap_or(usize::MAX),
                Plan::Whole(_) | Plan::Nothing => usize::MAX,
            };
            let (now, rest) = bytes.split_at(most.min(bytes.len()));
            if !matches!(self.plan, Plan::Nothing) {
                self.digest.update(now);
            }
            self.at += now.len() as u64;
            self.verify()?;
            bytes = rest;
        }
        Ok(())
    }

    /// At the end of a block or of the stretch.
    fn verify(&mut self) -> io::Result<()> {
        let is_over = self.at == self.end;
        let (found, wanted) = match &self.plan {
            Plan::Blocks { blocks, size, after } if is_over => {
                let found = joined(self.digest.finalize(), *after, block_end(self.at, *size) - self.at);
                (found, blocks.get((self.at - 1) / BLOCK))
            }
            Plan::Blocks { blocks, .. } if self.at.is_multiple_of(BLOCK) => {
                (self.digest.finalize_reset(), blocks.get(self.at / BLOCK - 1))
            }
            Plan::Whole(crc64) if is_over => (self.digest.finalize(), Some(*crc64)),
            _ => return Ok(()),
        };
        if wanted == Some(found) {
            return Ok(());
        }
        Err(damaged("the bytes of a blob file do not match their checksum"))
    }
}

fn new_digest() -> Digest {
    Digest::new(CrcAlgorithm::Crc64Nvme)
}

/// The checksum of two adjacent pieces, the second of this length.
fn joined(first: u64, second: u64, length: u64) -> u64 {
    let piece = |crc64, size| Sums { size, crc64, crc32: 0 };
    if length == 0 { first } else { Joining::of([piece(first, 1), piece(second, length)]).crc64 }
}

/// The end of the block that ends at or after this position.
fn block_end(at: u64, size: u64) -> u64 {
    (at.div_ceil(BLOCK) * BLOCK).min(size)
}

fn read_into(digest: &mut Digest, file: &File, range: Range<u64>) -> io::Result<()> {
    let mut scratch = vec![0; SCRATCH.min(usize::try_from(range.end - range.start).unwrap_or(SCRATCH))];
    let mut at = range.start;
    while at < range.end {
        let length = scratch.len().min(usize::try_from(range.end - at).unwrap_or(usize::MAX));
        read_exact_at(file, &mut scratch[..length], at)?;
        digest.update(&scratch[..length]);
        at += length as u64;
    }
    Ok(())
}

pub(super) fn read_exact_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    file.read_exact_at(bytes, at).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => damaged("a blob file is shorter than it should be"),
        _ => error,
    })
}
