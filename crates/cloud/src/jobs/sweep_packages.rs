//! Expires packages, and warns senders of packages that expire soon.

use store::{StoreResult, packages};
use wire::ids::PackageId;
use wire::time::Time;

use super::sweep::Sweep;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::mail::{Message, PackageNote};
use crate::operations::mail::{About, first_files, post};
use crate::operations::packages::changes::{UNFINISHED_DAYS, abandon, expire};

const AT_ONCE: i64 = 100;
const DAY_MILLIS: i64 = 86_400_000;
/// Senders are warned two days before expiry, if the package was kept for longer than three.
const WARNING_DAYS: i64 = 2;
const SHORTEST_LIFE_DAYS: i64 = 3;

pub(super) struct SweepExpired;

impl Sweep for SweepExpired {
    const NAME: &'static str = "expired_packages";
    const EVERY_SECONDS: i64 = 30;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        // Packages that fail are skipped; the next sweep tries them again.
        let mut last = None;
        loop {
            let due = packages::due(&mut *app.store.read().await?, now, last.as_ref(), AT_ONCE).await?;
            for (_, id) in &due {
                survives(&expire(app, id, now).await, id);
            }
            last = due.into_iter().next_back();
            if last.is_none() {
                return Ok(());
            }
        }
    }
}

pub(super) struct SweepAbandoned;

impl Sweep for SweepAbandoned {
    const NAME: &'static str = "abandoned_packages";
    const EVERY_SECONDS: i64 = 3_600;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        let before = now.plus_days(-UNFINISHED_DAYS);
        loop {
            let found = packages::abandoned(&mut *app.store.read().await?, before, AT_ONCE).await?;
            let mut ended = 0;
            for id in &found {
                ended += usize::from(survives(&abandon(app, id, now).await, id));
            }
            if ended == 0 {
                return Ok(());
            }
        }
    }
}

pub(super) struct SweepEnding;

impl Sweep for SweepEnding {
    const NAME: &'static str = "ending_packages";
    const EVERY_SECONDS: i64 = 3_600;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        let (until, life) = (now.plus_days(WARNING_DAYS), SHORTEST_LIFE_DAYS * DAY_MILLIS);
        loop {
            let ending = packages::ending_soon(&mut *app.store.read().await?, now, until, life, AT_ONCE).await?;
            let mut warned = 0;
            for id in &ending {
                warned += usize::from(survives(&warn(app, id, now, until).await, id));
            }
            if warned == 0 {
                return Ok(());
            }
        }
    }
}

/// One package that fails must not stop the others.
fn survives(result: &ApiResult<()>, id: &PackageId) -> bool {
    if let Err(error) = result {
        tracing::warn!(%error, package = %id, "a sweep skipped a package until the next run");
    }
    result.is_ok()
}

async fn warn(app: &App, id: &PackageId, now: Time, until: Time) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    if !packages::mark_warned(&mut tx, id, now, until).await? {
        return Ok(());
    }
    let package = packages::by_id(&mut tx, id).await?.ok_or(ApiError::NotFound("package"))?;
    let files = first_files(&mut tx, id).await?;
    let note = PackageNote { files: &files, ..PackageNote::of(&package) };
    post(app, &mut tx, About::Package(&package), &package.sender, &Message::PackageEnding { note }).await?;
    tx.commit().await?;
    Ok(())
}
