//! Goes through a zip entry by entry and emits the wanted range.
//!
//! The entries are streamed twice in the same order: first for their contents, then for the directory. The sums of the
//! entries so far give each position, so nothing has to be remembered, and whole pages before the wanted range can be
//! skipped by their sums alone.

use std::ops::Range;

use super::records::{directory_record, ending, local_header};
use super::{ZipEntry, ZipShape, ZipTotals};

/// The entries differ from those that the zip was planned for: what was sent so far cannot be completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the entries of the zip have changed since it was planned")]
pub struct WrongTotals;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pass {
    Contents,
    Directory,
    Ending,
}

/// A walk through a range of a zip.
#[derive(Debug)]
pub struct ZipWalk {
    shape: ZipShape,
    wanted: Range<u64>,
    pass: Pass,
    /// The sums of the entries in this pass so far.
    seen: ZipTotals,
}

impl ZipWalk {
    pub fn new(shape: ZipShape, wanted: Range<u64>) -> Self {
        let pass = match wanted.start {
            start if start >= shape.directory_end() => Pass::Ending,
            start if start >= shape.directory_start() => Pass::Directory,
            _ => Pass::Contents,
        };
        Self { shape, wanted, pass, seen: ZipTotals::default() }
    }

    /// Whether entries are needed, from the first one on: at the start, and again after each end of the entries.
    pub fn wants_entries(&self) -> bool {
        self.pass != Pass::Ending && self.place_after(&self.seen) < self.wanted.end
    }

    /// Whether the next entry is before the wanted range, so that [`Self::skip`] may help.
    pub fn is_before_wanted(&self) -> bool {
        self.place_after(&self.seen) < self.wanted.start
    }

    /// Skips the next entries if all of them are before the wanted range.
    pub fn skip(&mut self, entries: ZipTotals) -> bool {
        let seen = self.seen + entries;
        let is_before = self.place_after(&seen) <= self.wanted.start;
        if is_before {
            self.seen = seen;
        }
        is_before
    }

    /// The next entry: appends the wanted bytes of its record to `bytes`, and returns the wanted range of its content,
    /// which follows.
    pub fn entry(&mut self, entry: &ZipEntry, bytes: &mut Vec<u8>) -> Result<Range<u64>, WrongTotals> {
        if self.skip(entry.totals()) {
            return Ok(0..0);
        }
        let place = self.place_after(&self.seen);
        let local_start = self.shape.span_of_contents(&self.seen);
        self.seen += entry.totals();
        self.check_seen()?;
        match self.pass {
            Pass::Contents => {
                let content = place + self.shape.form.local_header_length() + entry.name.len() as u64;
                self.put(place, bytes, |bytes| local_header(self.shape.form, entry, bytes));
                let within = |at: u64| at.saturating_sub(content).min(entry.size);
                Ok(within(self.wanted.start)..within(self.wanted.end))
            }
            Pass::Directory => {
                self.put(place, bytes, |bytes| directory_record(self.shape.form, entry, local_start, bytes));
                Ok(0..0)
            }
            Pass::Ending => Err(WrongTotals),
        }
    }

    /// Marks the end of the entries.
    pub fn end_of_entries(&mut self) -> Result<(), WrongTotals> {
        if self.seen != self.shape.totals {
            return Err(WrongTotals);
        }
        self.seen = ZipTotals::default();
        self.pass = if self.pass == Pass::Contents { Pass::Directory } else { Pass::Ending };
        Ok(())
    }

    /// The wanted bytes of the end of the zip.
    pub fn ending(&self, bytes: &mut Vec<u8>) {
        let (from, to) = (self.shape.directory_start(), self.shape.directory_end());
        self.put(to, bytes, |bytes| ending(self.shape.form, self.shape.totals.entries, from..to, bytes));
    }

    /// The position of the next record in this pass after these entries.
    fn place_after(&self, seen: &ZipTotals) -> u64 {
        match self.pass {
            Pass::Contents => self.shape.span_of_contents(seen),
            Pass::Directory => self.shape.directory_start().saturating_add(self.shape.span_of_directory(seen)),
            Pass::Ending => self.shape.directory_end(),
        }
    }

    fn check_seen(&self) -> Result<(), WrongTotals> {
        let (seen, planned) = (&self.seen, &self.shape.totals);
        let fits = seen.entries <= planned.entries
            && seen.name_bytes <= planned.name_bytes
            && seen.content_bytes <= planned.content_bytes;
        if fits { Ok(()) } else { Err(WrongTotals) }
    }

    /// Appends the wanted bytes of a record at `place`.
    fn put(&self, place: u64, bytes: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
        if place >= self.wanted.end {
            return;
        }
        let before = bytes.len();
        write(bytes);
        let length = bytes.len() - before;
        let within = |at: u64| usize::try_from(at.saturating_sub(place)).unwrap_or(usize::MAX).min(length);
        bytes.truncate(before + within(self.wanted.end));
        bytes.drain(before..before + within(self.wanted.start));
    }
}
