//! Looks for finalized files whose content is not in storage, and raises the alarm.
//!
//! Nothing of ours takes content away from a finalized file. Someone else may: with an old index of the embedded store,
//! with a rule of a bucket that deletes what is old, or by hand.

use domain::file::File;
use store::stored_files::StoredFiles;
use store::{StoreResult, files};
use wire::time::Time;

use super::sweep::Sweep;
use crate::app::App;
use crate::metrics::files_missing;
use crate::storage::StorageError;

const PREFIX: &str = "packages/";
/// So many are named in the log; `tonnage admin fsck` names more.
const MOST_NAMED: u64 = 20;

pub(super) struct SweepMissing;

impl Sweep for SweepMissing {
    const NAME: &'static str = "missing_content";
    const EVERY_SECONDS: i64 = 6 * 3_600;

    async fn run(app: &App, _now: Time) -> StoreResult<()> {
        let (mut records, mut stored, mut missing) = (StoredFiles::new(&app.store), Stored::default(), 0);
        while let Some(file) = records.next().await? {
            let is_missing = match stored.has(app, &file.object_key()).await {
                Ok(has) => !has && is_missing(app, &file).await?,
                Err(error) => {
                    tracing::warn!(%error, "cannot list the content of files; it is checked again in six hours");
                    return Ok(());
                }
            };
            if is_missing {
                missing += 1;
                // At once: what follows may fail.
                files_missing(1);
                if missing <= MOST_NAMED {
                    tracing::error!(file = %file.id, package = %file.package_id, "a file has no content in storage");
                }
            }
        }
        Ok(())
    }
}

/// Asks storage for this file alone, and the database again: a file may be stored or deleted while the sweep runs.
async fn is_missing(app: &App, file: &File) -> StoreResult<bool> {
    match app.storage.look_at(&file.object_key()).await {
        Ok(Some(_)) => return Ok(false),
        Ok(None) => {}
        Err(error) => {
            tracing::warn!(%error, "cannot check the content of a file; it is checked again in six hours");
            return Ok(false);
        }
    }
    files::is_stored(&mut *app.store.read().await?, &file.package_id, &file.id).await
}

/// The keys in storage, a page at a time.
#[derive(Default)]
struct Stored {
    page: Vec<String>,
    is_last: bool,
}

impl Stored {
    /// Whether there is an object. Keys must be asked for in ascending order.
    async fn has(&mut self, app: &App, key: &str) -> Result<bool, StorageError> {
        while !self.is_last && self.page.last().is_none_or(|last| last.as_str() < key) {
            let after = self.page.last().map_or("", String::as_str);
            let (page, has_more) = app.storage.keys(PREFIX, after).await?;
            // A store that ignores `start-after` would send the same page for ever.
            self.is_last = !has_more || page.last().is_none_or(|last| last.as_str() <= after);
            self.page = page;
        }
        Ok(self.page.binary_search_by(|found| found.as_str().cmp(key)).is_ok())
    }
}
