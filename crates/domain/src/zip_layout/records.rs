//! The records of the format, byte by byte.

use super::{DosTime, ZipEntry};

/// In a field of 32 bits: "look into the ZIP64 field".
const SENTINEL: u32 = u32::MAX;
const COUNT_SENTINEL: u16 = u16::MAX;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
const STORED: u16 = 0;
const VERSION_PLAIN: u16 = 20;
const VERSION_ZIP64: u16 = 45;
/// Made on Unix, so that the attributes below are a Unix mode.
const MADE_BY: u16 = (3 << 8) | VERSION_ZIP64;
const FILE_MODE: u32 = 0o100_644 << 16;
const FOLDER_MODE: u32 = (0o040_755 << 16) | 0x10;
const ZIP64_TAG: u16 = 1;

/// Little-endian, as everything in a zip.
#[derive(Default)]
struct Record(Vec<u8>);

impl Record {
    fn u16(mut self, number: u16) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn u32(mut self, number: u32) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn u64(mut self, number: u64) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.extend(bytes);
        self
    }
}

/// A number, or the sentinel when it does not fit or would look like one.
fn or_sentinel(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(SENTINEL)
}

fn needs_zip64(number: u64) -> bool {
    or_sentinel(number) == SENTINEL
}

/// The ZIP64 field with exactly those numbers that left a sentinel.
fn zip64_field(numbers: &[u64]) -> Vec<u8> {
    if numbers.is_empty() {
        return Vec::new();
    }
    let length = u16::try_from(numbers.len() * 8).unwrap_or(u16::MAX);
    numbers.iter().fold(Record::default().u16(ZIP64_TAG).u16(length), |record, number| record.u64(*number)).0
}

fn name_length(entry: &ZipEntry) -> u16 {
    u16::try_from(entry.name.len()).unwrap_or(u16::MAX)
}

fn field_length(field: &[u8]) -> u16 {
    u16::try_from(field.len()).unwrap_or(u16::MAX)
}

const fn version(field: &[u8]) -> u16 {
    if field.is_empty() { VERSION_PLAIN } else { VERSION_ZIP64 }
}

/// A local header must carry both sizes in the field, if any.
fn local_field(entry: &ZipEntry) -> Vec<u8> {
    if needs_zip64(entry.size) { zip64_field(&[entry.size, entry.size]) } else { Vec::new() }
}

fn directory_field(entry: &ZipEntry, start: u64) -> Vec<u8> {
    let sizes = if needs_zip64(entry.size) { vec![entry.size, entry.size] } else { Vec::new() };
    let offset = needs_zip64(start).then_some(start);
    zip64_field(&sizes.into_iter().chain(offset).collect::<Vec<_>>())
}

pub(super) fn local_header_length(entry: &ZipEntry) -> u64 {
    30 + u64::from(name_length(entry)) + local_field(entry).len() as u64
}

pub(super) fn local_header(entry: &ZipEntry) -> Vec<u8> {
    let field = local_field(entry);
    let DosTime { date, time } = entry.modified;
    let size = or_sentinel(entry.size);
    Record::default()
        .u32(0x0403_4b50)
        .u16(version(&field))
        .u16(FLAGS)
        .u16(STORED)
        .u16(time)
        .u16(date)
        .u32(entry.crc32)
        .u32(size)
        .u32(size)
        .u16(name_length(entry))
        .u16(field_length(&field))
        .bytes(entry.name.as_bytes())
        .bytes(&field)
        .0
}

pub(super) fn directory_entry_length(entry: &ZipEntry, start: u64) -> u64 {
    46 + u64::from(name_length(entry)) + directory_field(entry, start).len() as u64
}

pub(super) fn directory_entry(entry: &ZipEntry, start: u64) -> Vec<u8> {
    let field = directory_field(entry, start);
    let DosTime { date, time } = entry.modified;
    let size = or_sentinel(entry.size);
    Record::default()
        .u32(0x0201_4b50)
        .u16(MADE_BY)
        .u16(version(&field))
        .u16(FLAGS)
        .u16(STORED)
        .u16(time)
        .u16(date)
        .u32(entry.crc32)
        .u32(size)
        .u32(size)
        .u16(name_length(entry))
        .u16(field_length(&field))
        .u16(0) // no comment
        .u16(0) // first disk
        .u16(0) // no internal attributes
        .u32(if entry.name.ends_with('/') { FOLDER_MODE } else { FILE_MODE })
        .u32(or_sentinel(start))
        .bytes(entry.name.as_bytes())
        .bytes(&field)
        .0
}

/// What follows the directory: its summary, in 64 bits too where 32 do not hold it.
pub(super) fn ending(count: u64, directory: u64, directory_end: u64) -> Vec<u8> {
    let size = directory_end - directory;
    let short_count = u16::try_from(count).unwrap_or(COUNT_SENTINEL);
    let is_large = short_count == COUNT_SENTINEL || needs_zip64(size) || needs_zip64(directory);
    let large = if is_large { large_ending(count, size, directory, directory_end) } else { Vec::new() };
    Record(large)
        .u32(0x0605_4b50)
        .u16(0)
        .u16(0)
        .u16(short_count)
        .u16(short_count)
        .u32(or_sentinel(size))
        .u32(or_sentinel(directory))
        .u16(0)
        .0
}

fn large_ending(count: u64, size: u64, directory: u64, directory_end: u64) -> Vec<u8> {
    Record::default()
        .u32(0x0606_4b50)
        .u64(44) // what follows of this record
        .u16(MADE_BY)
        .u16(VERSION_ZIP64)
        .u32(0)
        .u32(0)
        .u64(count)
        .u64(count)
        .u64(size)
        .u64(directory)
        .u32(0x0706_4b50)
        .u32(0)
        .u64(directory_end)
        .u32(1)
        .0
}
