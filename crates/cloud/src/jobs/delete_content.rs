//! Removes the objects of deleted packages and files from storage.
//!
//! The database records first that the content is gone, then the objects are deleted. A crash in between leaves objects
//! that nobody can reach, and this job, which runs again. Nothing is deleted while the clock is not trusted. The URLs for
//! them are ended first, where the store can do that: what is deleted cannot come back.

use domain::file::content_prefix;
use store::{CrashPoint, downloads, files, package_folders, package_leftovers};
use wire::ids::PackageId;

use super::{Job, JobError};
use crate::app::App;
use crate::operations::files::removal::{after_upload_addresses, close};
use crate::operations::packages::changes::{Grace, record_removal};
use crate::queue::{DeleteContent, DeleteObjects, enqueue_at};

const ROWS_AT_ONCE: i64 = 1_000;
const DOWNLOADS_AT_ONCE: i64 = 100;
/// How long a deletion waits before it looks at the clock again.
const UNTRUSTED_SECONDS: i64 = 60;

impl Job for DeleteContent {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        let Some(now) = app.clock_guard.trusted_now(&app.store, &app.clock).await? else {
            return Err(JobError::Later { seconds: UNTRUSTED_SECONDS });
        };
        match record_removal(app, &self.package, now).await? {
            Grace::Over => {}
            Grace::Lasts(seconds) => return Err(JobError::Later { seconds }),
            Grace::Alive => return Ok(()),
        }
        let below = content_prefix(&self.package);
        if !self.is_second {
            close(app, &below).await;
        }
        let objects = app.storage.delete_below(&below).await?;
        forget_files(app, &self.package).await?;
        tracing::info!(package = %self.package, objects, "the content of a package was deleted");
        if self.is_second {
            return Ok(());
        }
        let again = Self { package: self.package.clone(), is_second: true };
        let mut tx = app.store.begin().await?;
        enqueue_at(&mut tx, &app.ids, &again, after_upload_addresses(app, now), now).await?;
        tx.commit_at(CrashPoint::DeleteAgain).await?;
        Ok(())
    }
}

/// In steps, so that a package with many files does not block the database.
async fn forget_files(app: &App, package: &PackageId) -> Result<(), JobError> {
    loop {
        let mut tx = app.store.begin().await?;
        let forgotten = files::delete_some(&mut tx, package, ROWS_AT_ONCE).await?;
        if forgotten == 0 {
            package_leftovers::delete(&mut tx, package).await?;
            tx.commit().await?;
            forget_folders(app, package).await?;
            return forget_downloads(app, package).await;
        }
        tx.commit_at(CrashPoint::ForgetFiles).await?;
    }
}

async fn forget_folders(app: &App, package: &PackageId) -> Result<(), JobError> {
    loop {
        let mut tx = app.store.begin().await?;
        let forgotten = package_folders::delete_some(&mut tx, package, ROWS_AT_ONCE).await?;
        tx.commit().await?;
        if forgotten == 0 {
            return Ok(());
        }
    }
}

async fn forget_downloads(app: &App, package: &PackageId) -> Result<(), JobError> {
    loop {
        let mut tx = app.store.begin().await?;
        let forgotten = downloads::delete_some(&mut tx, package, DOWNLOADS_AT_ONCE).await?;
        tx.commit().await?;
        if forgotten == 0 {
            return Ok(());
        }
    }
}

impl Job for DeleteObjects {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        if app.clock_guard.trusted_now(&app.store, &app.clock).await?.is_none() {
            return Err(JobError::Later { seconds: UNTRUSTED_SECONDS });
        }
        close(app, &self.below).await;
        app.storage.delete_below(&self.below).await?;
        Ok(())
    }
}
