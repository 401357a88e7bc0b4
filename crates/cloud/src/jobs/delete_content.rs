//! Removes what packages and files that are no more have left in storage.
//!
//! The database says first that the content is gone, then it goes; a crash in
//! between leaves objects that nobody can reach, and this job, which runs
//! again.

use domain::file::content_prefix;
use wire::ids::PackageId;

use super::{Job, JobError};
use crate::app::App;
use crate::operations::files::uploads_end;
use crate::queue::{DeleteContent, DeleteObjects, enqueue_at};
use crate::store::{downloads, files, package_leftovers};

const ROWS_AT_ONCE: i64 = 1_000;

impl Job for DeleteContent {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        let objects = app.storage.delete_below(&content_prefix(&self.package)).await?;
        forget_files(app, &self.package).await?;
        tracing::info!(package = %self.package, objects, "the content of a package is deleted");
        if self.is_second {
            return Ok(());
        }
        let now = app.clock.now();
        let again = Self { package: self.package.clone(), is_second: true };
        let mut tx = app.store.begin().await?;
        enqueue_at(&mut tx, &app.ids, &again, uploads_end(app, now), now).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// In steps, so that a package of many files does not hold the database.
async fn forget_files(app: &App, package: &PackageId) -> Result<(), JobError> {
    loop {
        let mut tx = app.store.begin().await?;
        let forgotten = files::delete_some(&mut tx, package, ROWS_AT_ONCE).await?;
        if forgotten == 0 {
            downloads::delete_of_package(&mut tx, package).await?;
            package_leftovers::delete(&mut tx, package).await?;
            tx.commit().await?;
            return Ok(());
        }
        tx.commit().await?;
    }
}

impl Job for DeleteObjects {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        app.storage.delete_below(&self.below).await?;
        Ok(())
    }
}
