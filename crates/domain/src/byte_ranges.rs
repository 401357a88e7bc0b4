//! Which bytes of something were sent, in however many requests.

use std::fmt::{Display, Formatter, Result};
use std::ops::Range;

/// What is sent in more pieces than this is remembered in part. So a client that asks for single bytes costs little.
const PIECES_MOST: usize = 1_000;

/// A set of bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ByteRanges {
    /// In order; no two touch.
    pieces: Vec<Range<u64>>,
}

impl ByteRanges {
    /// The opposite of `to_string`. `None` if nothing of ours wrote the text.
    pub fn parse(text: &str) -> Option<Self> {
        let mut ranges = Self::default();
        for piece in text.split(',').filter(|piece| !piece.is_empty()) {
            let (start, end) = piece.split_once('-')?;
            ranges.add(start.parse().ok()?..end.parse().ok()?);
        }
        Some(ranges)
    }

    pub fn add(&mut self, range: Range<u64>) {
        if range.is_empty() {
            return;
        }
        let first = self.pieces.partition_point(|piece| piece.end < range.start);
        let behind = self.pieces.partition_point(|piece| piece.start <= range.end);
        let touched = &self.pieces[first..behind];
        if touched.is_empty() && self.pieces.len() >= PIECES_MOST {
            return;
        }
        let start = touched.first().map_or(range.start, |piece| piece.start.min(range.start));
        let end = touched.last().map_or(range.end, |piece| piece.end.max(range.end));
        self.pieces.splice(first..behind, std::iter::once(start..end));
    }

    /// Whether nothing is missing of so many bytes.
    pub fn are_all_of(&self, length: u64) -> bool {
        length == 0 || self.pieces.first().is_some_and(|piece| piece.start == 0 && piece.end >= length)
    }
}

impl Display for ByteRanges {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        for (number, piece) in self.pieces.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            write!(formatter, "{comma}{}-{}", piece.start, piece.end)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{ByteRanges, PIECES_MOST};

    #[test]
    fn pieces_join_in_any_order() {
        let cases: [(&[(u64, u64)], &str); 8] = [
            (&[], ""),
            (&[(5, 5)], ""),
            (&[(0, 10)], "0-10"),
            (&[(0, 10), (10, 20)], "0-20"),
            (&[(10, 20), (0, 10)], "0-20"),
            (&[(30, 40), (0, 10), (15, 20)], "0-10,15-20,30-40"),
            (&[(30, 40), (0, 10), (15, 20), (8, 31)], "0-40"),
            (&[(0, 40), (10, 20)], "0-40"),
        ];
        for (added, expected) in cases {
            let mut ranges = ByteRanges::default();
            for (start, end) in added {
                ranges.add(*start..*end);
            }
            assert_eq!(ranges.to_string(), expected, "{added:?}");
            assert_eq!(ByteRanges::parse(expected), Some(ranges));
        }
        for wrong in ["x", "1", "1-", "-1", "1-x"] {
            assert_eq!(ByteRanges::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn all_is_all() {
        for (text, length, expected) in [
            ("", 0, true),
            ("", 1, false),
            ("0-9", 10, false),
            ("1-10", 10, false),
            ("0-10", 10, true),
            ("0-5,6-10", 10, false),
        ] {
            assert_eq!(ByteRanges::parse(text).unwrap().are_all_of(length), expected, "{text} of {length}");
        }
    }

    #[test]
    fn many_pieces_cost_no_more() {
        let mut ranges = ByteRanges::default();
        for number in 0..5_000 {
            ranges.add(number * 2..number * 2 + 1);
        }
        assert_eq!(ranges.pieces.len(), PIECES_MOST);
        ranges.add(0..10_000);
        assert!(ranges.are_all_of(10_000));
    }
}
