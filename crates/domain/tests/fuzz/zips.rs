//! The layout of zips: the first line of an input is a range, each other line the size and the name of an entry.

use std::fmt::Write as _;
use std::io::Cursor;
use std::ops::Range;

use domain::zip_layout::{DosTime, ZipEntry, ZipShape, ZipTotals, ZipWalk};
use fixtures::{Fuzz, Random};

const PIECES: &[&str] = &["\n", " ", "/", "a", "é", "🎬", "..", "\\", "\0", "\n0 ", "\n5 ", "4294967295 ", "65535"];
const ENTRIES_MOST: usize = 40;
const NAME_LONGEST: usize = 4_000;
/// The sum of the largest contents is far from the end of 64 bits.
const SIZE_MOST: u64 = 1 << 56;
/// Contents that are small enough to be written.
const SMALL: u64 = 50;

fn make(random: &mut Random) -> Vec<u8> {
    let mut text = format!("{} {}", random.number(), random.number());
    for _ in 0..random.below(8) {
        let _ = write!(text, "\n{} {}", random.number(), random.joined(PIECES, 3));
    }
    text.into_bytes()
}

fn read(input: &[u8]) -> (u64, u64, Vec<ZipEntry>) {
    let text = String::from_utf8_lossy(input);
    let mut lines = text.lines();
    let number = |text: &str| text.parse::<u64>().unwrap_or_default();
    let (from, to) = lines.next().and_then(|line| line.split_once(' ')).unwrap_or_default();
    let entry = |(index, line): (usize, &str)| {
        let (size, name) = line.split_once(' ').unwrap_or((line, ""));
        let name: String = name.chars().take(NAME_LONGEST / 4).collect();
        let name = format!("{index} {name}");
        ZipEntry { name, size: number(size) % SIZE_MOST, crc32: 7, modified: DosTime::EARLIEST }
    };
    (number(from), number(to), lines.take(ENTRIES_MOST).enumerate().map(entry).collect())
}

fn shape_of(entries: &[ZipEntry]) -> ZipShape {
    ZipShape::new(entries.iter().fold(ZipTotals::default(), |sum, entry| sum + entry.totals()))
}

/// A range of the zip, without writing the contents: the bytes of the records, and how much content is between them.
fn walked(entries: &[ZipEntry], range: Range<u64>, mut content: impl FnMut(&mut Vec<u8>, u64)) -> Vec<u8> {
    let mut walk = ZipWalk::new(shape_of(entries), range);
    let mut bytes = Vec::new();
    while walk.wants_entries() {
        for entry in entries {
            let wanted = walk.entry(entry, &mut bytes).expect("the entries are those that were planned");
            content(&mut bytes, wanted.end - wanted.start);
        }
        if walk.wants_entries() {
            walk.end_of_entries().expect("the entries are those that were planned");
        }
    }
    walk.ending(&mut bytes);
    bytes
}

/// A range is exactly as long as it says, however large the contents.
fn check_length(entries: &[ZipEntry], range: Range<u64>) {
    let length = shape_of(entries).length();
    let expected = range.end.min(length) - range.start.min(length);
    let mut contents = 0;
    let records = walked(entries, range.clone(), |_, length| contents += length);
    assert_eq!(records.len() as u64 + contents, expected, "{range:?} of {length}");
}

fn with_zeros(entries: &[ZipEntry], range: Range<u64>) -> Vec<u8> {
    walked(entries, range, |bytes, length| {
        let length = usize::try_from(length).expect("contents are small");
        bytes.resize(bytes.len() + length, 0);
    })
}

/// A reader of another make finds every entry, and each range is a part of the same bytes.
fn check_small(entries: &[ZipEntry], from: u64, to: u64) {
    let whole = with_zeros(entries, 0..u64::MAX);
    assert_eq!(whole.len() as u64, shape_of(entries).length());
    let end = usize::try_from(to % (whole.len() as u64 + 1)).expect("a small zip");
    let start = usize::try_from(from % (end as u64 + 1)).expect("a small zip");
    assert!(with_zeros(entries, start as u64..end as u64) == whole[start..end], "{start}..{end} of {}", whole.len());
    let mut archive = zip::ZipArchive::new(Cursor::new(whole)).expect("a zip");
    assert_eq!(archive.len(), entries.len());
    for (index, entry) in entries.iter().enumerate() {
        assert_eq!(archive.by_index_raw(index).expect("an entry").size(), entry.size, "{entry:?}");
    }
    let names: Vec<String> = archive.file_names().map(|name| name.expect("a name").into_owned()).collect();
    assert!(names.iter().eq(entries.iter().map(|entry| &entry.name)), "{names:?}");
}

fn check(input: &[u8]) {
    let (from, to, mut entries) = read(input);
    let length = shape_of(&entries).length();
    check_length(&entries, from.min(to)..from.max(to));
    check_length(&entries, from % (length + 1)..length);
    for entry in &mut entries {
        entry.size %= SMALL;
    }
    check_small(&entries, from, to);
}

#[test]
fn every_range_is_what_was_planned() {
    Fuzz::new("zip_layout").pieces(PIECES).run(make, check);
}
