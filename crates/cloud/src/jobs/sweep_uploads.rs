//! Aborts uploads that nobody will finish: those of files that are finalized or deleted.
//!
//! Uploads of files that are still new are left alone, however old: a package that is never finalized ends at its
//! expiry, and its uploads with it.

use domain::file::FileState;
use store::{StoreResult, files};
use wire::ids::{FileId, PackageId};
use wire::time::Time;

use super::sweep::Sweep;
use crate::app::App;
use crate::error::ApiResult;
use crate::storage::OpenUpload;

const PREFIX: &str = "packages/";
/// A file may have been added, and its upload begun, in a transaction that we do not see yet.
const YOUNGEST_SECONDS: i64 = 3_600;

pub(super) struct SweepUploads;

impl Sweep for SweepUploads {
    const NAME: &'static str = "abandoned_uploads";
    const EVERY_SECONDS: i64 = 3_600;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        let mut after = None;
        loop {
            let page = match app.storage.uploads(PREFIX, after).await {
                Ok(page) => page,
                Err(error) => {
                    tracing::warn!(%error, "cannot list uploads; the next sweep tries again");
                    return Ok(());
                }
            };
            for upload in page.uploads {
                if let Err(error) = end_if_abandoned(app, &upload, now).await {
                    tracing::warn!(%error, key = upload.key, "cannot abort an upload; the next sweep tries again");
                }
            }
            let Some(next) = page.next else { return Ok(()) };
            after = Some(next);
        }
    }
}

async fn end_if_abandoned(app: &App, upload: &OpenUpload, now: Time) -> ApiResult<()> {
    if is_abandoned(app, upload, now).await? {
        app.storage.abort(&upload.key, &upload.upload_id).await?;
    }
    Ok(())
}

async fn is_abandoned(app: &App, upload: &OpenUpload, now: Time) -> StoreResult<bool> {
    if upload.initiated.plus_seconds(YOUNGEST_SECONDS) > now {
        return Ok(false);
    }
    let Some((package, file)) = owner(&upload.key) else { return Ok(false) };
    let file = files::by_id(&mut *app.store.read().await?, &package, &file).await?;
    Ok(file.is_none_or(|file| file.state == FileState::Finalized))
}

/// The file whose content is stored under the key. Keys that are not ours are ignored.
fn owner(key: &str) -> Option<(PackageId, FileId)> {
    let (package, file) = key.strip_prefix(PREFIX)?.split_once('/')?;
    Some((package.parse().ok()?, file.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::owner;

    #[test]
    fn only_our_own_keys_have_an_owner() {
        let id = "01KA2B3C4D5E6F7G8H9JKMNPQR";
        assert!(owner(&format!("packages/{id}/{id}")).is_some());
        for key in [
            String::new(),
            "other".into(),
            format!("packages/{id}"),
            format!("packages/{id}/x"),
            format!("x/{id}/{id}"),
        ] {
            assert!(owner(&key).is_none(), "{key}");
        }
    }
}
