//! Reads entries from the database, a page at a time.

use domain::zip_layout::ZipWalk;
use store::zips::{self, FileEntry};
use store::{Store, StoreResult};
use wire::ids::FileId;

use super::Zip;

/// The first page is small, so that the first byte need not wait for many entries.
const FIRST: usize = 64;
const MOST: usize = 1_024;

/// How many entries are skipped at once, by their sums, to reach a range in the middle: many, then fewer and fewer.
const SKIPPED: [i64; 3] = [10_000, 1_000, 100];

/// One pass over the entries of a zip. No connection is held between pages, since a download can take days.
pub(super) struct Pages<'a> {
    store: &'a Store,
    zip: &'a Zip,
    last: Option<FileId>,
    /// How many of a selection were read.
    taken: usize,
    /// The size of the next page.
    size: usize,
    /// The steps of [`SKIPPED`] that are left.
    skipped: &'static [i64],
}

impl<'a> Pages<'a> {
    pub(super) fn new(store: &'a Store, zip: &'a Zip) -> Self {
        Self { store, zip, last: None, taken: 0, size: FIRST, skipped: &SKIPPED }
    }

    /// The next entries; some may have been skipped. Empty at the end.
    pub(super) async fn next(&mut self, walk: &mut ZipWalk) -> StoreResult<Vec<FileEntry>> {
        let page = match &self.zip.selection {
            Some(selection) => self.selected(selection).await?,
            None => self.unselected(walk).await?,
        };
        self.size = MOST.min(self.size * 2);
        self.last = page.last().map(|found| found.id.clone());
        Ok(page)
    }

    async fn unselected(&mut self, walk: &mut ZipWalk) -> StoreResult<Vec<FileEntry>> {
        self.skip(walk).await?;
        let limit = i64::try_from(self.size).unwrap_or(i64::MAX);
        let mut connection = self.store.read().await?;
        zips::entries_after(&mut connection, &self.zip.package, self.last.as_ref(), limit).await
    }

    async fn selected(&mut self, selection: &[FileId]) -> StoreResult<Vec<FileEntry>> {
        let wanted: Vec<FileId> = selection.iter().skip(self.taken).take(self.size).cloned().collect();
        self.taken += wanted.len();
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        zips::entries_of(&mut *self.store.read().await?, &self.zip.package, &wanted).await
    }

    async fn skip(&mut self, walk: &mut ZipWalk) -> StoreResult<()> {
        while let [count, fewer @ ..] = self.skipped
            && walk.is_before_wanted()
        {
            let mut connection = self.store.read().await?;
            let span = zips::span_after(&mut connection, &self.zip.package, self.last.as_ref(), *count).await?;
            match span {
                Some(span) if walk.skip(span.totals) => self.last = Some(span.last),
                _ => self.skipped = fewer,
            }
        }
        Ok(())
    }
}
