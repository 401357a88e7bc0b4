//! The records of the zip format, byte by byte.

use std::ops::Range;

use super::{DosTime, ZipEntry};

/// In a 32-bit field: "see the ZIP64 field".
const SENTINEL: u32 = u32::MAX;
const COUNT_SENTINEL: u16 = u16::MAX;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
const STORED: u16 = 0;
const VERSION_PLAIN: u16 = 20;
const VERSION_ZIP64: u16 = 45;
/// "Made on Unix", so that the attributes below are a Unix mode.
const MADE_BY: u16 = (3 << 8) | VERSION_ZIP64;
const FILE_MODE: u32 = 0o100_644 << 16;
const FOLDER_MODE: u32 = (0o040_755 << 16) | 0x10;
const ZIP64_TAG: u16 = 1;

/// How numbers are written, the same in all records of a zip, because the total length is computed from sums alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// In 32 bits, which is enough for every number in the zip.
    Plain,
    /// In 64 bits: sentinels, and a ZIP64 field in every record.
    Large,
}

impl Form {
    /// Whether every number fits, and none looks like a sentinel.
    pub(super) fn can_hold(self, entries: u64, directory_end: u64) -> bool {
        self == Self::Large || (entries < u64::from(COUNT_SENTINEL) && directory_end < u64::from(SENTINEL))
    }

    /// Without the name.
    pub(super) const fn local_header_length(self) -> u64 {
        match self {
            Self::Plain => 30,
            Self::Large => 30 + 4 + 2 * 8,
        }
    }

    /// Without the name.
    pub(super) const fn directory_record_length(self) -> u64 {
        match self {
            Self::Plain => 46,
            Self::Large => 46 + 4 + 3 * 8,
        }
    }

    pub(super) const fn ending_length(self) -> u64 {
        match self {
            Self::Plain => 22,
            Self::Large => 56 + 20 + 22,
        }
    }

    const fn version(self) -> u16 {
        match self {
            Self::Plain => VERSION_PLAIN,
            Self::Large => VERSION_ZIP64,
        }
    }

    /// The number itself, or the sentinel that refers readers to the ZIP64 field.
    fn short(self, number: u64) -> u32 {
        match self {
            Self::Plain => u32::try_from(number).unwrap_or(SENTINEL),
            Self::Large => SENTINEL,
        }
    }

    fn short_count(self, number: u64) -> u16 {
        match self {
            Self::Plain => u16::try_from(number).unwrap_or(COUNT_SENTINEL),
            Self::Large => COUNT_SENTINEL,
        }
    }

    const fn field_length(self, numbers: u16) -> u16 {
        match self {
            Self::Plain => 0,
            Self::Large => 4 + 8 * numbers,
        }
    }
}

/// Little-endian, like everything in a zip.
struct Record<'a>(&'a mut Vec<u8>);

impl Record<'_> {
    fn u16(self, number: u16) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    fn u32(self, number: u32) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    fn u64(self, number: u64) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    fn bytes(self, bytes: &[u8]) -> Self {
        self.0.extend_from_slice(bytes);
        self
    }

    /// The ZIP64 field with the numbers that were replaced by a sentinel, in the order of the format; empty in a plain
    /// zip.
    fn zip64_field<const COUNT: usize>(self, form: Form, numbers: [u64; COUNT]) -> Self {
        if form == Form::Plain {
            return self;
        }
        let length = u16::try_from(8 * COUNT).unwrap_or(u16::MAX);
        numbers.into_iter().fold(self.u16(ZIP64_TAG).u16(length), Self::u64)
    }

    fn time(self, DosTime { date, time }: DosTime) -> Self {
        self.u16(time).u16(date)
    }
}

/// Paths are limited to far less than this.
fn name_length(entry: &ZipEntry) -> u16 {
    u16::try_from(entry.name.len()).unwrap_or(u16::MAX)
}

pub(super) fn local_header(form: Form, entry: &ZipEntry, bytes: &mut Vec<u8>) {
    let size = form.short(entry.size);
    Record(bytes)
        .u32(0x0403_4b50)
        .u16(form.version())
        .u16(FLAGS)
        .u16(STORED)
        .time(entry.modified)
        .u32(entry.crc32)
        .u32(size)
        .u32(size)
        .u16(name_length(entry))
        .u16(form.field_length(2))
        .bytes(entry.name.as_bytes())
        .zip64_field(form, [entry.size, entry.size]);
}

pub(super) fn directory_record(form: Form, entry: &ZipEntry, local_start: u64, bytes: &mut Vec<u8>) {
    let size = form.short(entry.size);
    Record(bytes)
        .u32(0x0201_4b50)
        .u16(MADE_BY)
        .u16(form.version())
        .u16(FLAGS)
        .u16(STORED)
        .time(entry.modified)
        .u32(entry.crc32)
        .u32(size)
        .u32(size)
        .u16(name_length(entry))
        .u16(form.field_length(3))
        .u16(0) // no comment
        .u16(0) // first disk
        .u16(0) // no internal attributes
        .u32(if entry.name.ends_with('/') { FOLDER_MODE } else { FILE_MODE })
        .u32(form.short(local_start))
        .bytes(entry.name.as_bytes())
        .zip64_field(form, [entry.size, entry.size, local_start]);
}

/// The end record, which follows the directory.
pub(super) fn ending(form: Form, entries: u64, directory: Range<u64>, bytes: &mut Vec<u8>) {
    let size = directory.end - directory.start;
    if form == Form::Large {
        large_ending(entries, size, &directory, bytes);
    }
    Record(bytes)
        .u32(0x0605_4b50)
        .u16(0)
        .u16(0)
        .u16(form.short_count(entries))
        .u16(form.short_count(entries))
        .u32(form.short(size))
        .u32(form.short(directory.start))
        .u16(0); // no comment
}

fn large_ending(entries: u64, size: u64, directory: &Range<u64>, bytes: &mut Vec<u8>) {
    Record(bytes)
        .u32(0x0606_4b50)
        .u64(44) // what follows of this record
        .u16(MADE_BY)
        .u16(VERSION_ZIP64)
        .u32(0)
        .u32(0)
        .u64(entries)
        .u64(entries)
        .u64(size)
        .u64(directory.start)
        .u32(0x0706_4b50)
        .u32(0)
        .u64(directory.end)
        .u32(1);
}
