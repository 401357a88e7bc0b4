//! A checksum for each block of a blob, so that any range can be verified without reading the whole blob.

use super::{Joining, Sums};

/// Bytes per block; the last one may be shorter. A short range costs a whole block, and each block costs eight bytes of
/// the index: 32 MiB for a TiB.
pub(crate) const BLOCK: u64 = 256 << 10;

/// The CRC-64 of each block, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BlockSums(Vec<u64>);

impl BlockSums {
    pub(super) fn push(&mut self, crc64: u64) {
        self.0.push(crc64);
    }

    /// A blob of one block needs nothing besides its own checksum.
    pub(crate) fn of_one_block(sums: Sums) -> Option<Self> {
        (sums.size <= BLOCK).then(|| Self(vec![sums.crc64]))
    }

    /// `None` if these are not the checksums of a blob with these sums: then they are damaged themselves.
    pub(crate) fn parse(bytes: &[u8], sums: Sums) -> Option<Self> {
        let (whole, rest) = bytes.as_chunks::<8>();
        let blocks = Self(whole.iter().map(|crc64| u64::from_le_bytes(*crc64)).collect());
        (rest.is_empty() && blocks.joined(sums.size) == Some(sums.crc64)).then_some(blocks)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|crc64| crc64.to_le_bytes()).collect()
    }

    pub(crate) fn get(&self, block: u64) -> Option<u64> {
        self.0.get(usize::try_from(block).ok()?).copied()
    }

    /// The CRC-64 of the whole blob; `None` if it does not have so many blocks.
    pub(super) fn joined(&self, size: u64) -> Option<u64> {
        if size.div_ceil(BLOCK) != self.0.len() as u64 {
            return None;
        }
        let lengths = (0..size.div_ceil(BLOCK)).map(|block| BLOCK.min(size - block * BLOCK));
        let pieces = lengths.zip(&self.0).map(|(size, crc64)| Sums { size, crc64: *crc64, crc32: 0 });
        Some(Joining::of(pieces).crc64)
    }
}
