//! Releases what is kept of targets until it is no longer needed: folders of packages that are gone, and credentials of
//! connections that were deleted.

use store::{StoreResult, cloud_connections, transfers};
use wire::time::Time;

use super::sweep::Sweep;
use crate::app::App;

/// A worker that lost its lease may still be sending for a moment.
const UNTOUCHED_SECONDS: i64 = 3_600;
/// For how long uploads are tried to be aborted through a connection that was deleted.
const CREDENTIALS_DAYS: i64 = 7;
const AT_ONCE: i64 = 1_000;

pub(super) struct SweepFolders;

impl Sweep for SweepFolders {
    const NAME: &'static str = "target_folders";
    const EVERY_SECONDS: i64 = 3_600;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        let mut tx = app.store.begin().await?;
        cloud_connections::forget_credentials(&mut tx, now.plus_days(-CREDENTIALS_DAYS)).await?;
        tx.commit().await?;
        loop {
            let mut tx = app.store.begin().await?;
            let released = transfers::release_folders(&mut tx, now.plus_seconds(-UNTOUCHED_SECONDS), AT_ONCE).await?;
            tx.commit().await?;
            if released == 0 {
                return Ok(());
            }
        }
    }
}
