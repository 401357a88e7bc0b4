//! Removing files of a package, and ending the URLs that were given for them.

use std::time::Duration;

use domain::audit::AuditAction;
use domain::file::{FileKind, ScanState};
use domain::package_token::{Right, check};
use store::packages::{self, Count};
use store::{CrashPoint, audit, files};
use tokio::time::timeout;
use wire::ids::FileId;
use wire::time::Time;

use super::{find, folders, open_package};
use crate::app::App;
use crate::auth::PackageHolder;
use crate::error::{ApiError, ApiResult};
use crate::queue::{DeleteObjects, enqueue, enqueue_at};
use crate::storage::StorageError;

/// A store that does not answer must not keep anyone from removing a file.
const STORE_PATIENCE: Duration = Duration::from_secs(5);

/// Removes a file from a package that is still new, with its content.
///
/// Its URLs stop working before its bytes no longer count, so that nobody can fill the disk with removed files. If the
/// removal fails after that, the file is as it was, but for an hour nothing more can be sent for it.
pub async fn remove(app: &App, holder: &PackageHolder, id: &FileId) -> ApiResult<()> {
    holder.require(Right::ChangeFiles)?;
    check(holder.grant.level, Right::ChangeFiles, holder.package.state)?;
    holder.package.check_open()?;
    let file = find(app, holder, id).await?;
    let is_closed = file.kind == FileKind::File && close(app, &file.object_key()).await;
    forget(app, holder, id).await?;
    if is_closed {
        // The file is removed, whatever comes of this: its job deletes the content, too.
        let _ = timeout(STORE_PATIENCE, app.storage.delete_below(&file.object_key())).await;
    }
    Ok(())
}

/// Ends the URLs for keys that begin with this prefix. Returns false if they still work: in a store of another make, or
/// if the store does not answer. Removing does not wait for it: a job deletes what they bring.
pub async fn close(app: &App, prefix: &str) -> bool {
    let late = |_| Err(StorageError::Unavailable("it did not answer in time".to_owned()));
    match timeout(STORE_PATIENCE, app.storage.close(prefix)).await.unwrap_or_else(late) {
        Ok(is_closed) => is_closed,
        Err(error) => {
            tracing::warn!(%error, prefix, "cannot end the URLs of what is removed; what they bring is deleted once they have expired");
            false
        }
    }
}

async fn forget(app: &App, holder: &PackageHolder, id: &FileId) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    let package = open_package(app, &mut tx, holder).await?;
    let file = files::by_id(&mut tx, &package.id, id).await?.ok_or(ApiError::NotFound("file"))?;
    if !files::delete(&mut tx, id).await? {
        return Err(ApiError::NotFound("file"));
    }
    folders::forget(&mut tx, &file).await?;
    if file.kind == FileKind::Directory {
        let count = Count { directories_added: -1, ..Count::default() };
        packages::count_files(&mut tx, &package, count).await?;
    } else {
        let stored = i64::from(file.is_stored());
        let count = Count {
            files_added: -1,
            bytes_added: -file.size,
            total_files: -stored,
            size: -stored * file.size,
            ..Count::default()
        };
        packages::count_files(&mut tx, &package, count).await?;
        // Delete again when the last upload URL has expired: not every store can end them before.
        let task = DeleteObjects { below: file.object_key() };
        enqueue(&mut tx, &app.ids, &task, now).await?;
        enqueue_at(&mut tx, &app.ids, &task, after_upload_addresses(app, now), now).await?;
    }
    if file.scan_state == ScanState::Infected {
        packages::judge_again(&mut tx, &package.id).await?;
    }
    // The record does not name what visitors sent: not everybody who reads it sees their packages.
    let name = if package.portal_id.is_some() { "a file".to_owned() } else { file.place.whole() };
    let detail = format!("{name} of package {}", package.id);
    let entry = holder.audit(now, AuditAction::FileRemoved, id.as_str(), detail);
    audit::append(&mut tx, &package.team_id, &entry).await?;
    tx.commit_at(CrashPoint::RemoveFile).await?;
    app.bus.wake(&package.id);
    Ok(())
}

/// When no upload URL that was issued until now works any more.
pub fn after_upload_addresses(app: &App, now: Time) -> Time {
    const GRACE_SECONDS: i64 = 60;
    let lives = i64::try_from(app.config.storage.upload_url_seconds).unwrap_or(i64::MAX);
    now.plus_seconds(lives.saturating_add(GRACE_SECONDS))
}
