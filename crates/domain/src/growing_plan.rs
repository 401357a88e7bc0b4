//! Splits a file that is sent while it grows, when its final size is unknown.
//!
//! Where a part begins depends only on its number, so a resumed file is split in the same way. Parts start small, so
//! that little data waits, and double at intervals, so that the number of parts is enough for the largest file.

use crate::Refusal;
use crate::chunk_plan::{CHUNKS_MOST, FILE_LARGEST};

/// Size of the first parts.
const SMALLEST: u64 = 8 << 20;
/// This many parts have the same size.
const ALIKE: u64 = 800;
/// 4 GiB, which storage still accepts and copies in one request.
const DOUBLINGS_MOST: u64 = 9;

/// Bytes of a full part.
pub const fn length_of(index: u64) -> u64 {
    let doublings = index / ALIKE;
    SMALLEST << (if doublings < DOUBLINGS_MOST { doublings } else { DOUBLINGS_MOST })
}

/// Where a part begins.
pub const fn offset_of(index: u64) -> u64 {
    let doublings = index / ALIKE;
    let doublings = if doublings < DOUBLINGS_MOST { doublings } else { DOUBLINGS_MOST };
    // Each group before this one is as large as all groups before it plus the first one.
    let groups = ALIKE * SMALLEST * ((1 << doublings) - 1);
    groups + (index - doublings * ALIKE) * length_of(index)
}

/// How many parts are full in a file of this size.
pub fn full_parts(size: u64) -> u64 {
    let mut group = 0;
    while group < DOUBLINGS_MOST && offset_of((group + 1) * ALIKE) <= size {
        group += 1;
    }
    let first = group * ALIKE;
    first + (size - offset_of(first)) / length_of(first)
}

/// How many parts a file of this final size has; an empty file is one empty part.
pub fn parts_of(size: u64) -> u64 {
    let full = full_parts(size);
    if full == 0 || offset_of(full) < size { full + 1 } else { full }
}

/// Fails if a file has become too large to be stored.
pub fn check_size(size: u64) -> Result<(), Refusal> {
    if size > FILE_LARGEST || parts_of(size) > CHUNKS_MOST {
        return Err(Refusal::FileTooLarge(format!("a file can have up to {FILE_LARGEST} bytes")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{ALIKE, check_size, full_parts, length_of, offset_of, parts_of};
    use crate::chunk_plan::{CHUNK_LARGEST, CHUNK_SMALLEST, CHUNKS_MOST, FILE_LARGEST};

    const MIB: u64 = 1 << 20;

    #[test]
    fn parts_begin_small_and_double() {
        for (index, offset, length) in [
            (0, 0, 8 * MIB),
            (1, 8 * MIB, 8 * MIB),
            (ALIKE - 1, (ALIKE - 1) * 8 * MIB, 8 * MIB),
            (ALIKE, ALIKE * 8 * MIB, 16 * MIB),
            (2 * ALIKE, ALIKE * 24 * MIB, 32 * MIB),
            (9 * ALIKE, ALIKE * 8 * MIB * 511, 4096 * MIB),
            (10 * ALIKE, ALIKE * 8 * MIB * 1023, 4096 * MIB),
            (CHUNKS_MOST - 1, ALIKE * 8 * MIB * 1023 + (CHUNKS_MOST - 1 - 10 * ALIKE) * 4096 * MIB, 4096 * MIB),
        ] {
            assert_eq!((offset_of(index), length_of(index)), (offset, length), "part {index}");
        }
    }

    #[test]
    fn every_part_follows_the_one_before_and_storage_takes_them_all() {
        for index in 0..CHUNKS_MOST {
            let length = length_of(index);
            assert!((CHUNK_SMALLEST..=CHUNK_LARGEST).contains(&length), "part {index}");
            assert!(length >= length_of(index.saturating_sub(1)), "part {index}");
            assert_eq!(offset_of(index) + length, offset_of(index + 1), "part {index}");
        }
        assert!(offset_of(CHUNKS_MOST) >= FILE_LARGEST);
    }

    /// Sizes over the whole range, more of them where the plan changes.
    #[test]
    fn every_size_fits() {
        let edges = (0..=10).map(|group| offset_of(group * ALIKE)).chain([offset_of(1), offset_of(7), FILE_LARGEST]);
        let around = |size: u64| [size.saturating_sub(1), size, size + 1];
        let spread = (0..100_000_u64).map(|step| step * (FILE_LARGEST / 100_000) + step % 7);
        for size in edges.flat_map(around).chain(spread).filter(|size| *size <= FILE_LARGEST) {
            let (full, count) = (full_parts(size), parts_of(size));
            assert!(offset_of(full) <= size && size < offset_of(full + 1), "{size}");
            assert!((1..=CHUNKS_MOST).contains(&count) && (full..=full + 1).contains(&count), "{size}");
            let last = size - offset_of(count - 1);
            assert!(last <= length_of(count - 1) && (last > 0 || size == 0), "{size}");
            assert!(check_size(size).is_ok(), "{size}");
        }
        assert!(check_size(FILE_LARGEST + 1).is_err());
    }

    #[test]
    fn a_file_that_grows_keeps_the_parts_it_has() {
        let mut before = 0;
        for size in (0..40_000).map(|step| step * 3 * MIB + step) {
            let full = full_parts(size);
            assert!(full >= before, "{size}");
            before = full;
        }
        assert!(before > ALIKE, "the sizes go beyond the first doubling");
    }
}
