//! Plans a zip file: the position of every byte is known before the first is sent.
//!
//! Entries are stored uncompressed and their sizes and CRC-32 are known, so there is no data descriptor. Three sums
//! over the entries give the exact length; the entries themselves are streamed twice, and none is kept in memory. A
//! small zip has no ZIP64 at all; a large one has it in every record, always together with its sentinels, because
//! readers on some systems reject anything in between.

mod entry;
mod records;
mod walk;

use std::ops::{Add, AddAssign};

pub use entry::{DosTime, ZipEntry, entry_name};
use records::Form;
pub use walk::{WrongTotals, ZipWalk};

/// Everything that must be known about the entries before the first byte.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ZipTotals {
    pub entries: u64,
    /// Bytes of all names; see [`entry_name`].
    pub name_bytes: u64,
    pub content_bytes: u64,
}

impl Add for ZipTotals {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            entries: self.entries.saturating_add(other.entries),
            name_bytes: self.name_bytes.saturating_add(other.name_bytes),
            content_bytes: self.content_bytes.saturating_add(other.content_bytes),
        }
    }
}

impl AddAssign for ZipTotals {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// Where the sections of a zip begin and end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZipShape {
    totals: ZipTotals,
    form: Form,
}

impl ZipShape {
    pub fn new(totals: ZipTotals) -> Self {
        let plain = Self { totals, form: Form::Plain };
        if Form::Plain.can_hold(totals.entries, plain.directory_end()) {
            return plain;
        }
        Self { totals, form: Form::Large }
    }

    /// The exact number of bytes.
    pub fn length(&self) -> u64 {
        self.directory_end().saturating_add(self.form.ending_length())
    }

    fn directory_start(&self) -> u64 {
        self.span_of_contents(&self.totals)
    }

    fn directory_end(&self) -> u64 {
        self.directory_start().saturating_add(self.span_of_directory(&self.totals))
    }

    /// Bytes of some entries with their local headers and contents.
    fn span_of_contents(&self, entries: &ZipTotals) -> u64 {
        let headers = entries.entries.saturating_mul(self.form.local_header_length());
        headers.saturating_add(entries.name_bytes).saturating_add(entries.content_bytes)
    }

    /// Bytes of some entries in the directory.
    fn span_of_directory(&self, entries: &ZipTotals) -> u64 {
        entries.entries.saturating_mul(self.form.directory_record_length()).saturating_add(entries.name_bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Cursor, Read, Seek, SeekFrom};
    use std::ops::Range;

    use super::{DosTime, Form, WrongTotals, ZipEntry, ZipShape, ZipTotals, ZipWalk};

    /// CRC-32 of content that is all zeros, for the only length that is really read.
    const CRC_OF_FIVE_ZEROS: u32 = 0xc622_f71d;

    fn entry(name: &str, size: u64) -> ZipEntry {
        let crc32 = if size == 5 { CRC_OF_FIVE_ZEROS } else { 0 };
        ZipEntry { name: name.into(), size, crc32, modified: DosTime::EARLIEST }
    }

    /// A zip whose contents are all zeros.
    struct Zip {
        entries: Vec<ZipEntry>,
        shape: ZipShape,
    }

    impl Zip {
        fn new(entries: Vec<ZipEntry>) -> Self {
            let totals = entries.iter().fold(ZipTotals::default(), |sum, entry| sum + entry.totals());
            Self { entries, shape: ZipShape::new(totals) }
        }

        /// In the format of a large zip, however small it is.
        fn large(entries: Vec<ZipEntry>) -> Self {
            let zip = Self::new(entries);
            Self { shape: ZipShape { form: Form::Large, ..zip.shape }, ..zip }
        }

        /// A range of it, skipping up to `block` entries at once if possible.
        fn bytes(&self, range: Range<u64>, block: usize) -> Vec<u8> {
            let mut walk = ZipWalk::new(self.shape, range);
            let mut bytes = Vec::new();
            while walk.wants_entries() {
                for block in self.entries.chunks(block) {
                    let span = block.iter().fold(ZipTotals::default(), |sum, entry| sum + entry.totals());
                    if walk.skip(span) {
                        continue;
                    }
                    for entry in block {
                        let content = walk.entry(entry, &mut bytes).unwrap();
                        bytes.resize(bytes.len() + usize::try_from(content.end - content.start).unwrap(), 0);
                    }
                }
                if walk.wants_entries() {
                    walk.end_of_entries().unwrap();
                }
            }
            walk.ending(&mut bytes);
            bytes
        }

        fn whole(&self) -> Vec<u8> {
            self.bytes(0..u64::MAX, 1)
        }
    }

    /// The zip as a virtual file, which can be larger than any disk.
    struct Virtual {
        zip: Zip,
        at: u64,
    }

    impl Read for Virtual {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let bytes = self.zip.bytes(self.at..self.at + buffer.len() as u64, 1);
            buffer[..bytes.len()].copy_from_slice(&bytes);
            self.at += bytes.len() as u64;
            Ok(bytes.len())
        }
    }

    impl Seek for Virtual {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.at = match to {
                SeekFrom::Start(at) => at,
                SeekFrom::End(by) => self.zip.shape.length().saturating_add_signed(by),
                SeekFrom::Current(by) => self.at.saturating_add_signed(by),
            };
            Ok(self.at)
        }
    }

    #[test]
    fn a_foreign_reader_finds_every_entry_of_both_forms() {
        for make in [Zip::new, Zip::large] {
            let zip = make(vec![entry("a.mov", 5), entry("day 4/", 0), entry("day 4/é 🎬.mxf", 5), entry("empty", 0)]);
            let bytes = zip.whole();
            assert_eq!(bytes.len() as u64, zip.shape.length());
            let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
            let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
            assert_eq!(names, ["a.mov", "day 4/", "day 4/é 🎬.mxf", "empty"]);
            for (index, size) in [(0, 5), (2, 5), (3, 0)] {
                let mut content = Vec::new();
                archive.by_index(index).unwrap().read_to_end(&mut content).expect("size and checksum hold");
                assert_eq!(content, vec![0; size]);
            }
            assert!(archive.by_index(1).unwrap().is_dir());
        }
    }

    #[test]
    fn large_entries_are_found_behind_each_other() {
        let huge = 15_000_000_000_000;
        let zip = Zip::new(vec![entry("huge", huge), entry("edge", u64::from(u32::MAX)), entry("small", 5)]);
        let mut archive = zip::ZipArchive::new(Virtual { zip, at: 0 }).unwrap();
        let sizes: Vec<u64> = (0..3).map(|index| archive.by_index_raw(index).unwrap().size()).collect();
        assert_eq!(sizes, [huge, u64::from(u32::MAX), 5]);
        let mut content = Vec::new();
        archive.by_name("small").unwrap().read_to_end(&mut content).expect("it is found after 15 TB");
        assert_eq!(content.len(), 5);
    }

    #[test]
    fn many_entries_are_all_found() {
        let zip = Zip::new((0..70_001).map(|number| entry(&format!("{number}"), 5)).collect());
        let bytes = zip.whole();
        assert_eq!(bytes.len() as u64, zip.shape.length());
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        assert_eq!(archive.len(), 70_001);
        for name in ["0", "65535", "70000"] {
            let mut content = Vec::new();
            archive.by_name(name).unwrap().read_to_end(&mut content).unwrap();
            assert_eq!(content.len(), 5);
        }
    }

    #[test]
    fn the_form_turns_where_a_field_overflows() {
        let most = u64::from(u32::MAX);
        let cases = [
            ((0, 0, 0), 22, Form::Plain),
            ((1, 1, 5), 30 + 46 + 2 + 5 + 22, Form::Plain),
            ((65_534, 65_534, 0), 65_534 * 78 + 22, Form::Plain),
            ((65_535, 65_535, 0), 65_535 * 126 + 98, Form::Large),
            ((1, 1, most - 79), most - 1 + 22, Form::Plain),
            ((1, 1, most - 78), most - 78 + 126 + 98, Form::Large),
            ((1, 1, 15_000_000_000_000), 15_000_000_000_000 + 126 + 98, Form::Large),
        ];
        for ((entries, name_bytes, content_bytes), length, form) in cases {
            let shape = ZipShape::new(ZipTotals { entries, name_bytes, content_bytes });
            assert_eq!((shape.length(), shape.form), (length, form), "{entries} {content_bytes}");
        }
    }

    #[test]
    fn an_empty_zip_is_one() {
        let zip = Zip::new(Vec::new());
        assert_eq!(zip.shape.length(), 22);
        assert_eq!(zip::ZipArchive::new(Cursor::new(zip.whole())).unwrap().len(), 0);
    }

    #[test]
    fn every_range_is_the_same_bytes() {
        for make in [Zip::new, Zip::large] {
            let zip = make(vec![entry("one", 5), entry("empty", 0), entry("folder/", 0), entry("two", 9)]);
            let bytes = zip.whole();
            for start in 0..=bytes.len() {
                for end in start..=bytes.len() {
                    assert_eq!(zip.bytes(start as u64..end as u64, 3), bytes[start..end], "{start}..{end}");
                }
            }
            assert!(zip.bytes(zip.shape.length()..u64::MAX, 1).is_empty());
        }
    }

    #[test]
    fn other_entries_than_planned_are_noticed() {
        let planned = Zip::new(vec![entry("one", 5), entry("two", 5)]);
        let walk = || ZipWalk::new(planned.shape, 0..u64::MAX);

        let mut too_few = walk();
        too_few.entry(&planned.entries[0], &mut Vec::new()).unwrap();
        assert_eq!(too_few.end_of_entries(), Err(WrongTotals));

        for wrong in [entry("two", 6), entry("three", 5)] {
            let mut larger = walk();
            larger.entry(&planned.entries[0], &mut Vec::new()).unwrap();
            assert_eq!(larger.entry(&wrong, &mut Vec::new()), Err(WrongTotals));
        }
        let mut smaller = walk();
        smaller.entry(&planned.entries[0], &mut Vec::new()).unwrap();
        smaller.entry(&entry("two", 4), &mut Vec::new()).unwrap();
        assert_eq!(smaller.end_of_entries(), Err(WrongTotals));
    }
}
