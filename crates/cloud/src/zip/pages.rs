//! Entries from the database, some at a time.

use domain::zip_layout::ZipWalk;
use wire::ids::FileId;

use super::Zip;
use crate::store::zips::{self, FileEntry};
use crate::store::{Store, StoreResult};

const ENTRIES: i64 = 500;
const SELECTED: usize = 500;
/// Entries that are passed over at once, by their sums, on the way to a range in the middle.
const SKIPPED: i64 = 10_000;

/// One pass over the entries of a zip. No connection is held between pages: a download can take days.
pub(super) struct Pages<'a> {
    store: &'a Store,
    zip: &'a Zip,
    last: Option<FileId>,
    /// How many of a selection have come by.
    taken: usize,
    may_skip: bool,
}

impl<'a> Pages<'a> {
    pub(super) fn new(store: &'a Store, zip: &'a Zip) -> Self {
        Self { store, zip, last: None, taken: 0, may_skip: true }
    }

    /// The next entries, of which the walk may have been led past some. Empty at the end.
    pub(super) async fn next(&mut self, walk: &mut ZipWalk) -> StoreResult<Vec<FileEntry>> {
        let page = match &self.zip.selection {
            Some(selection) => self.selected(selection).await?,
            None => self.unselected(walk).await?,
        };
        self.last = page.last().map(|found| found.id.clone());
        Ok(page)
    }

    async fn unselected(&mut self, walk: &mut ZipWalk) -> StoreResult<Vec<FileEntry>> {
        self.skip(walk).await?;
        let mut connection = self.store.read().await?;
        zips::entries_after(&mut connection, &self.zip.package, self.last.as_ref(), ENTRIES).await
    }

    async fn selected(&mut self, selection: &[FileId]) -> StoreResult<Vec<FileEntry>> {
        let wanted: Vec<FileId> = selection.iter().skip(self.taken).take(SELECTED).cloned().collect();
        self.taken += wanted.len();
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        zips::entries_of(&mut *self.store.read().await?, &self.zip.package, &wanted).await
    }

    async fn skip(&mut self, walk: &mut ZipWalk) -> StoreResult<()> {
        while self.may_skip && walk.is_before_wanted() {
            let mut connection = self.store.read().await?;
            let span = zips::span_after(&mut connection, &self.zip.package, self.last.as_ref(), SKIPPED).await?;
            match span {
                Some(span) if walk.skip(span.totals) => self.last = Some(span.last),
                _ => self.may_skip = false,
            }
        }
        Ok(())
    }
}
