//! Splits a file into chunks: up to 10,000 of 5 MiB to 5 GiB each; the last one may be shorter.

use crate::Refusal;

pub const CHUNKS_MOST: u64 = 10_000;
pub const CHUNK_SMALLEST: u64 = 5_242_880;
pub const CHUNK_LARGEST: u64 = 5_368_709_120;
pub const CHUNK_DEFAULT: u64 = 104_857_600;
/// 15 TB.
pub const FILE_LARGEST: u64 = 15_000_000_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkPlan {
    pub size: u64,
    pub chunk_size: u64,
}

/// A requested chunk size; zero means none was requested.
pub fn check_chunk_size(field: &'static str, chunk_size: u64) -> Result<u64, Refusal> {
    if chunk_size == 0 || (CHUNK_SMALLEST..=CHUNK_LARGEST).contains(&chunk_size) {
        return Ok(chunk_size);
    }
    Err(Refusal::invalid(
        field,
        format!("must be between {CHUNK_SMALLEST} and {CHUNK_LARGEST} bytes, or 0 for the default"),
    ))
}

/// The smallest chunk size that works for a file of this size.
pub fn smallest_chunk_size(size: u64) -> u64 {
    size.div_ceil(CHUNKS_MOST).max(CHUNK_SMALLEST)
}

impl ChunkPlan {
    /// Fails if the file does not fit, and says which chunk size would work.
    pub fn new(size: u64, chunk_size: u64) -> Result<Self, Refusal> {
        if size > FILE_LARGEST {
            return Err(Refusal::FileTooLarge(format!("size: a file can have up to {FILE_LARGEST} bytes")));
        }
        let chunk_size = if chunk_size == 0 { CHUNK_DEFAULT } else { chunk_size };
        let smallest = smallest_chunk_size(size);
        if chunk_size < smallest {
            return Err(Refusal::TooLarge(format!(
                "chunk_size: {size} bytes do not fit into {CHUNKS_MOST} chunks of {chunk_size} bytes; the smallest chunk_size that works is {smallest}"
            )));
        }
        Ok(Self { size, chunk_size })
    }

    /// An empty file is one empty chunk.
    pub fn count(self) -> u64 {
        self.size.div_ceil(self.chunk_size).max(1)
    }

    pub fn length_of(self, index: u64) -> Option<u64> {
        (index < self.count()).then(|| self.chunk_size.min(self.size - index * self.chunk_size))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        CHUNK_DEFAULT, CHUNK_LARGEST, CHUNK_SMALLEST, CHUNKS_MOST, ChunkPlan, FILE_LARGEST, check_chunk_size,
        smallest_chunk_size,
    };

    #[test]
    fn chunk_sizes() {
        for good in [0, CHUNK_SMALLEST, CHUNK_DEFAULT, CHUNK_LARGEST] {
            assert!(check_chunk_size("chunk_size", good).is_ok(), "{good}");
        }
        for bad in [1, CHUNK_SMALLEST - 1, CHUNK_LARGEST + 1, u64::MAX] {
            assert!(check_chunk_size("chunk_size", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_default_ends_at_a_terabyte_and_fifteen_fit_with_more() {
        let edge = CHUNK_DEFAULT * CHUNKS_MOST;
        assert_eq!(ChunkPlan::new(edge, 0).unwrap().count(), CHUNKS_MOST);
        let refusal = ChunkPlan::new(edge + 1, 0).unwrap_err().to_string();
        assert!(refusal.contains("104857601"), "{refusal}");
        assert_eq!(smallest_chunk_size(FILE_LARGEST), 1_500_000_000);
        assert_eq!(ChunkPlan::new(FILE_LARGEST, 1_500_000_000).unwrap().count(), CHUNKS_MOST);
        assert!(ChunkPlan::new(FILE_LARGEST + 1, CHUNK_LARGEST).is_err());
    }

    /// Sizes over the whole range, more of them where the plan changes.
    #[test]
    fn every_byte_is_in_exactly_one_chunk() {
        let around = |size: u64| [size.saturating_sub(1), size, size + 1];
        let edges = [0, CHUNK_SMALLEST, CHUNK_DEFAULT, CHUNK_DEFAULT * CHUNKS_MOST, CHUNK_LARGEST];
        let spread = (0..100_000_u64).map(|step| step * (FILE_LARGEST / 100_000));
        for size in edges.into_iter().flat_map(around).chain(spread).filter(|size| *size <= FILE_LARGEST) {
            let plan = ChunkPlan::new(size, smallest_chunk_size(size)).unwrap();
            let count = plan.count();
            assert!((1..=CHUNKS_MOST).contains(&count), "{size}");
            let last = plan.length_of(count - 1).unwrap();
            assert_eq!((count - 1) * plan.chunk_size + last, size);
            assert!(last <= plan.chunk_size && plan.chunk_size <= CHUNK_LARGEST);
            assert_eq!(plan.length_of(count), None);
        }
    }
}
