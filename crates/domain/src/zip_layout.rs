//! A zip that exists only as a plan: every byte's place is known before the first is sent.
//!
//! Entries are stored, sizes and CRC-32 are known, so there is no data
//! descriptor, the length is exact, and any range can be served at once. The
//! ZIP64 field is written whenever one of its sentinels is, and only then:
//! readers on some systems refuse anything else.

mod records;

use std::ops::Range;

use records::{directory_entry, directory_entry_length, ending, local_header, local_header_length};

/// One file or folder of the zip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZipEntry {
    /// The whole path with `/` between folders; a folder ends in `/`.
    pub name: String,
    pub size: u64,
    pub crc32: u32,
    pub modified: DosTime,
}

/// Date and time as zip writes them: from 1980 on, to two seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DosTime {
    pub date: u16,
    pub time: u16,
}

impl DosTime {
    /// 1 January 1980, for files whose time is not known.
    pub const EARLIEST: Self = Self { date: (1 << 5) | 1, time: 0 };
}

/// What stands at a stretch of the zip.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece {
    /// Headers, made on the spot.
    Bytes(Vec<u8>),
    /// A stretch of the content of an entry.
    Content { entry: usize, range: Range<u64> },
}

/// Where everything stands. Holds two numbers for each entry, and no content.
pub struct ZipLayout {
    entries: Vec<ZipEntry>,
    /// Where each entry's local header begins, and where the directory does.
    starts: Vec<u64>,
    /// Where each entry's line of the directory begins, and where the directory ends.
    lines: Vec<u64>,
    length: u64,
}

impl ZipLayout {
    pub fn new(entries: Vec<ZipEntry>) -> Self {
        let mut starts = Vec::with_capacity(entries.len() + 1);
        let mut at = 0;
        for entry in &entries {
            starts.push(at);
            at += local_header_length(entry) + entry.size;
        }
        starts.push(at);
        let mut lines = Vec::with_capacity(entries.len() + 1);
        for (entry, start) in entries.iter().zip(&starts) {
            lines.push(at);
            at += directory_entry_length(entry, *start);
        }
        lines.push(at);
        let mut layout = Self { entries, starts, lines, length: 0 };
        layout.length = at + layout.ending().len() as u64;
        layout
    }

    /// The exact number of bytes.
    pub const fn length(&self) -> u64 {
        self.length
    }

    pub fn entries(&self) -> &[ZipEntry] {
        &self.entries
    }

    /// What a range of the zip consists of, piece by piece and in order.
    pub fn pieces(&self, range: Range<u64>) -> impl Iterator<Item = Piece> {
        let end = range.end.min(self.length);
        let mut at = range.start;
        std::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let (piece, length) = self.piece_at(at, end - at);
            at += length;
            Some(piece)
        })
    }

    /// The piece that begins at an offset, of at most so many bytes.
    fn piece_at(&self, at: u64, most: u64) -> (Piece, u64) {
        let (directory, tail) = (self.starts[self.entries.len()], self.lines[self.entries.len()]);
        if at >= tail {
            return cut(self.ending(), at - tail, most);
        }
        if at >= directory {
            let entry = last_at_or_before(&self.lines, at);
            return cut(directory_entry(&self.entries[entry], self.starts[entry]), at - self.lines[entry], most);
        }
        let entry = last_at_or_before(&self.starts, at);
        let header = local_header_length(&self.entries[entry]);
        let within = at - self.starts[entry];
        if within < header {
            return cut(local_header(&self.entries[entry]), within, most);
        }
        let from = within - header;
        let length = (self.entries[entry].size - from).min(most);
        (Piece::Content { entry, range: from..from + length }, length)
    }

    fn ending(&self) -> Vec<u8> {
        let count = self.entries.len();
        ending(count as u64, self.starts[count], self.lines[count])
    }
}

fn cut(bytes: Vec<u8>, from: u64, most: u64) -> (Piece, u64) {
    let from = usize::try_from(from).unwrap_or(bytes.len());
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let piece: Vec<u8> = bytes.into_iter().skip(from).take(most).collect();
    let length = piece.len() as u64;
    (Piece::Bytes(piece), length)
}

/// The last of those that begin at the offset or before it. Empty stretches are passed over.
fn last_at_or_before(starts: &[u64], at: u64) -> usize {
    starts.partition_point(|start| *start <= at).saturating_sub(1).min(starts.len().saturating_sub(2))
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read, Seek, SeekFrom};

    use super::{DosTime, Piece, ZipEntry, ZipLayout};

    /// CRC-32 of content that is all zeros, by its length, for the few lengths that are really read.
    const CRC_OF_FIVE_ZEROS: u32 = 0xc622_f71d;

    fn entry(name: &str, size: u64) -> ZipEntry {
        let crc32 = if size == 5 { CRC_OF_FIVE_ZEROS } else { 0 };
        ZipEntry { name: name.into(), size, crc32, modified: DosTime::EARLIEST }
    }

    /// The zip as a file whose contents are all zeros.
    struct Virtual<'a> {
        layout: &'a ZipLayout,
        at: u64,
    }

    impl Read for Virtual<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let piece = self.layout.pieces(self.at..self.at + buffer.len() as u64).next();
            let length = match piece {
                None => 0,
                Some(Piece::Bytes(bytes)) => {
                    buffer[..bytes.len()].copy_from_slice(&bytes);
                    bytes.len()
                }
                Some(Piece::Content { range, .. }) => {
                    let length = usize::try_from(range.end - range.start).unwrap();
                    buffer[..length].fill(0);
                    length
                }
            };
            self.at += length as u64;
            Ok(length)
        }
    }

    impl Seek for Virtual<'_> {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.at = match to {
                SeekFrom::Start(at) => at,
                SeekFrom::End(by) => self.layout.length().saturating_add_signed(by),
                SeekFrom::Current(by) => self.at.saturating_add_signed(by),
            };
            Ok(self.at)
        }
    }

    fn whole(layout: &ZipLayout) -> Vec<u8> {
        let mut bytes = Vec::new();
        Virtual { layout, at: 0 }.read_to_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn a_foreign_reader_finds_every_entry() {
        let layout = ZipLayout::new(vec![entry("a.mov", 5), entry("day 4/", 0), entry("day 4/é 🎬.mxf", 5)]);
        let mut archive = zip::ZipArchive::new(Virtual { layout: &layout, at: 0 }).unwrap();
        let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
        assert_eq!(names, ["a.mov", "day 4/", "day 4/é 🎬.mxf"]);
        let mut content = Vec::new();
        archive.by_index(2).unwrap().read_to_end(&mut content).expect("size and checksum hold");
        assert_eq!(content, [0; 5]);
        assert!(archive.by_index(1).unwrap().is_dir());
        assert_eq!(whole(&layout).len() as u64, layout.length());
    }

    #[test]
    fn large_entries_and_many_entries_use_zip64() {
        let huge = 15_000_000_000_000;
        let layout = ZipLayout::new(vec![entry("huge", huge), entry("edge", u64::from(u32::MAX)), entry("small", 5)]);
        let mut archive = zip::ZipArchive::new(Virtual { layout: &layout, at: 0 }).unwrap();
        let sizes: Vec<u64> = (0..3).map(|index| archive.by_index_raw(index).unwrap().size()).collect();
        assert_eq!(sizes, [huge, u64::from(u32::MAX), 5]);
        let mut content = Vec::new();
        archive.by_name("small").unwrap().read_to_end(&mut content).expect("it is found behind 15 TB");
        assert_eq!(content.len(), 5);

        let many = ZipLayout::new((0..70_001).map(|number| entry(&format!("{number}"), 5)).collect());
        let archive = zip::ZipArchive::new(Virtual { layout: &many, at: 0 }).unwrap();
        assert_eq!(archive.len(), 70_001);
    }

    #[test]
    fn an_empty_zip_is_one() {
        let layout = ZipLayout::new(Vec::new());
        assert_eq!(layout.length(), 22);
        assert_eq!(zip::ZipArchive::new(Virtual { layout: &layout, at: 0 }).unwrap().len(), 0);
    }

    #[test]
    fn every_range_is_the_same_bytes() {
        let entries = vec![entry("one", 5), entry("empty", 0), entry("folder/", 0), entry("two", 9)];
        let layout = ZipLayout::new(entries);
        let bytes = whole(&layout);
        let content = |range: &std::ops::Range<u64>| vec![0; usize::try_from(range.end - range.start).unwrap()];
        for start in 0..=bytes.len() {
            for end in start..=bytes.len() {
                let mut found = Vec::new();
                for piece in layout.pieces(start as u64..end as u64) {
                    match piece {
                        Piece::Bytes(bytes) => found.extend(bytes),
                        Piece::Content { range, .. } => found.extend(content(&range)),
                    }
                }
                assert_eq!(found, bytes[start..end], "{start}..{end}");
            }
        }
        assert_eq!(layout.pieces(layout.length()..u64::MAX).count(), 0);
    }
}
