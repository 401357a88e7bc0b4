//! Files that are read while they grow: which segments are allowed, and how they are joined.
//!
//! A segment is a separate object until the file is finalized, and then becomes one or more parts of the file's object.
//! So the rules for parts apply: up to 10,000, up to 5 GiB each, and only the last may be smaller than 5 MiB.

use std::ops::Range;

use wire::ids::{FileId, PackageId};

use crate::Refusal;
use crate::chunk_plan::{CHUNK_LARGEST, CHUNK_SMALLEST, CHUNKS_MOST, FILE_LARGEST};
use crate::file::object_key;

/// Bytes per copy, if the number of parts allows it, so that no single copy takes minutes.
const COPY_WANTED: u64 = 256 << 20;

/// A summary of the segments of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Noted {
    pub count: u64,
    pub bytes: u64,
    /// The highest number; 0 if there is none.
    pub highest: u64,
    /// The lowest number of a segment that is so short that it must be the last.
    pub short: Option<u64>,
}

/// One copy into the object of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copy {
    /// Part number in the object, starting at 1.
    pub part: u64,
    /// Starts at 1.
    pub segment: u64,
    /// Range of the segment; `None` for all of it.
    pub range: Option<Range<u64>>,
}

/// The prefix of all temporary objects of a growing file. No other file's key begins with it.
pub fn prefix(package: &PackageId, file: &FileId) -> String {
    format!("{}.segments/", object_key(package, file))
}

pub fn key(package: &PackageId, file: &FileId, number: u64) -> String {
    format!("{}{number:05}", prefix(package, file))
}

/// Rejects an invalid segment number.
pub fn check_number(field: &'static str, number: i64) -> Result<u64, Refusal> {
    let number = u64::try_from(number).ok().filter(|number| (1..=CHUNKS_MOST).contains(number));
    number.ok_or_else(|| Refusal::invalid(field, format!("must be between 1 and {CHUNKS_MOST}")))
}

pub fn check_size(size: i64) -> Result<u64, Refusal> {
    let size = u64::try_from(size).ok().filter(|size| (1..=CHUNK_LARGEST).contains(size));
    size.ok_or_else(|| Refusal::invalid("size", format!("must be between 1 and {CHUNK_LARGEST} bytes")))
}

/// Whether another segment fits with the recorded ones. Returns the total bytes.
pub fn check_one_more(number: u64, size: u64, noted: Noted) -> Result<u64, Refusal> {
    let highest = noted.highest.max(number);
    let short = [noted.short, (size < CHUNK_SMALLEST).then_some(number)].into_iter().flatten().min();
    if let Some(short) = short.filter(|short| *short < highest) {
        let reason = format!("segment {short} has fewer than {CHUNK_SMALLEST} bytes, so nothing can follow it");
        return Err(Refusal::invalid("size", reason));
    }
    let bytes = noted.bytes.saturating_add(size);
    if bytes > FILE_LARGEST {
        return Err(Refusal::FileTooLarge(format!("size: a file can have up to {FILE_LARGEST} bytes")));
    }
    Ok(bytes)
}

/// Whether the file matches what its sender says: the number of segments without a gap, and the number of bytes.
pub fn check_whole(count: u64, size: u64, noted: Noted) -> Result<(), Refusal> {
    if noted.count != count || noted.highest != count {
        let reason = format!("{} of {count} are recorded, and the highest number is {}", noted.count, noted.highest);
        return Err(Refusal::invalid("segments", reason));
    }
    if noted.bytes != size {
        return Err(Refusal::invalid("size", format!("the segments have {} bytes, not {size}", noted.bytes)));
    }
    Ok(())
}

/// How segments of these sizes, in order, become one object.
pub fn copies(sizes: &[u64]) -> Vec<Copy> {
    let mut most = COPY_WANTED;
    let parts = |most: u64| sizes.iter().map(|size| size.div_ceil(most)).sum::<u64>();
    while most < CHUNK_LARGEST && parts(most) > CHUNKS_MOST {
        most = most.saturating_mul(2).min(CHUNK_LARGEST);
    }
    let mut copies: Vec<Copy> = Vec::with_capacity(sizes.len());
    for (segment, size) in (1..).zip(sizes.iter().copied()) {
        let pieces = size.div_ceil(most).max(1);
        // Of equal length, so that none is too short to be a part.
        let length = size.div_ceil(pieces);
        for piece in 0..pieces {
            let part = u64::try_from(copies.len()).unwrap_or(u64::MAX).saturating_add(1);
            let range = (pieces > 1).then(|| piece * length..size.min((piece + 1) * length));
            copies.push(Copy { part, segment, range });
        }
    }
    copies
}

#[cfg(test)]
mod tests {
    use super::{Copy, Noted, check_number, check_one_more, check_size, check_whole, copies, key, prefix};
    use crate::chunk_plan::{CHUNK_LARGEST, CHUNK_SMALLEST, FILE_LARGEST};

    const MIB: u64 = 1 << 20;

    #[test]
    fn keys_are_below_the_file_and_in_order() {
        let id = "01KA2B3C4D5E6F7G8H9JKMNPQR";
        let (package, file) = (id.parse().unwrap(), id.parse().unwrap());
        assert_eq!(key(&package, &file, 7), format!("packages/{id}/{id}.segments/00007"));
        assert!(key(&package, &file, 9_999) < key(&package, &file, 10_000));
        assert!(key(&package, &file, 1).starts_with(&prefix(&package, &file)));
    }

    #[test]
    fn numbers_and_sizes_have_bounds() {
        for (number, good) in [(0, false), (-1, false), (1, true), (10_000, true), (10_001, false), (i64::MAX, false)] {
            assert_eq!(check_number("number", number).is_ok(), good, "{number}");
        }
        let largest = i64::try_from(CHUNK_LARGEST).unwrap();
        for (size, good) in [(0, false), (-1, false), (1, true), (largest, true), (largest + 1, false)] {
            assert_eq!(check_size(size).is_ok(), good, "{size}");
        }
    }

    #[test]
    fn only_the_last_is_short() {
        let noted = |highest, short| Noted { count: highest, bytes: 0, highest, short };
        for (number, size, known, good) in [
            (1, 1, noted(0, None), true),
            (2, 1, noted(1, None), true),
            (1, 1, noted(2, None), false),
            (2, CHUNK_SMALLEST, noted(1, Some(1)), false),
            (1, CHUNK_SMALLEST, noted(2, Some(2)), true),
            (3, CHUNK_SMALLEST, noted(2, Some(2)), false),
            (2, 1, noted(3, Some(3)), false),
            (3, CHUNK_SMALLEST - 1, noted(2, None), true),
        ] {
            assert_eq!(check_one_more(number, size, known).is_ok(), good, "{number} of {size} with {known:?}");
        }
        let full = Noted { count: 1, bytes: FILE_LARGEST, highest: 1, short: None };
        assert!(check_one_more(2, 1, full).is_err());
        assert_eq!(check_one_more(2, 7, Noted { bytes: 5, ..full }), Ok(12));
    }

    #[test]
    fn a_gap_and_a_wrong_sum_are_named() {
        let noted = Noted { count: 2, bytes: 9, highest: 2, short: None };
        assert!(check_whole(2, 9, noted).is_ok());
        for (count, size, noted, field) in [
            (3, 9, noted, "segments"),
            (1, 9, noted, "segments"),
            (2, 9, Noted { highest: 3, ..noted }, "segments"),
            (2, 8, noted, "size"),
        ] {
            let refusal = check_whole(count, size, noted).unwrap_err().to_string();
            assert!(refusal.starts_with(&format!("{field}:")), "{refusal}");
        }
        assert!(check_whole(0, 0, Noted::default()).is_ok());
    }

    #[test]
    fn copies_cover_everything_once_and_are_never_too_short_or_too_many() {
        let uneven = [8 * MIB, 256 * MIB, 256 * MIB + 1, 5 * 1024 * MIB, 3];
        for sizes in [vec![], vec![1], uneven.to_vec(), vec![1_500 * MIB; 10_000], vec![600 * MIB; 9_999]] {
            let plan = copies(&sizes);
            assert!(plan.len() <= 10_000, "{}", plan.len());
            let mut covered = vec![0; sizes.len()];
            for (index, Copy { part, segment, range }) in plan.iter().enumerate() {
                let place = usize::try_from(*segment).unwrap() - 1;
                let range = range.clone().unwrap_or(0..sizes[place]);
                assert_eq!((*part, range.start), (index as u64 + 1, covered[place]));
                covered[place] = range.end;
                let length = range.end - range.start;
                assert!(length <= CHUNK_LARGEST);
                assert!(length >= CHUNK_SMALLEST || index + 1 == plan.len(), "{length}");
            }
            assert_eq!(covered, sizes);
        }
        assert_eq!(copies(&[8 * MIB]), [Copy { part: 1, segment: 1, range: None }]);
        assert_eq!(copies(&[600 * MIB]).len(), 3);
        assert_eq!(copies(&vec![600 * MIB; 9_999]).len(), 9_999);
    }
}
