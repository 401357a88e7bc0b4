//! Expires packages, and warns senders of packages that expire soon.

use domain::file::content_prefix;
use domain::unfinished;
use store::{StoreResult, files, packages, teams, undelivered};
use wire::ids::{PackageId, TeamId};
use wire::time::Time;

use super::sweep::Sweep;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::mail::{Message, PackageNote};
use crate::operations::mail::{About, To, first_files, post};
use crate::operations::packages::changes::{Arrived, UNFINISHED_DAYS, abandon, expire, put_off};
use crate::operations::transfers::delivery_notices;

const AT_ONCE: i64 = 100;
const SOON_SECONDS: i64 = 3_600;
const DAY_MILLIS: i64 = 86_400_000;
/// Senders are warned two days before expiry, if the package was kept for longer than three.
const WARNING_DAYS: i64 = 2;
const SHORTEST_LIFE_DAYS: i64 = 3;

pub(super) struct SweepExpired;

impl Sweep for SweepExpired {
    const NAME: &'static str = "expired_packages";
    const EVERY_SECONDS: i64 = 30;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        put_off_open(app, now).await?;
        // Packages that fail are skipped; the next sweep tries them again.
        let mut last = None;
        loop {
            let due = packages::due(&mut *app.store.read().await?, now, last.as_ref(), AT_ONCE).await?;
            for (_, id) in &due {
                survives(&expire(app, id, now).await, id);
            }
            last = due.into_iter().next_back();
            if last.is_none() {
                break;
            }
        }
        delivery_notices::tell_lost(app).await
    }
}

/// What is still being delivered is kept. This is done before it is due, so that it never reads as expired.
async fn put_off_open(app: &App, now: Time) -> StoreResult<()> {
    let until = now.plus_seconds(SOON_SECONDS);
    let mut last = None;
    loop {
        let open = undelivered::due_while_open(&mut *app.store.read().await?, until, last.as_ref(), AT_ONCE).await?;
        for (_, id) in &open {
            survives(&put_off(app, id, now).await, id);
        }
        last = open.into_iter().next_back();
        if last.is_none() {
            return Ok(());
        }
    }
}

pub(super) struct SweepAbandoned;

impl Sweep for SweepAbandoned {
    const NAME: &'static str = "abandoned_packages";
    const EVERY_SECONDS: i64 = 3_600;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        let before = now.plus_days(-UNFINISHED_DAYS);
        let mut last = None;
        loop {
            let found = packages::abandoned(&mut *app.store.read().await?, before, last.as_ref(), AT_ONCE).await?;
            for (_, id) in &found {
                survives(&end_if_abandoned(app, id, before, now).await, id);
            }
            last = found.into_iter().next_back();
            if last.is_none() {
                break;
            }
        }
        end_idle(app, now).await
    }
}

/// A visitor's token ends after this time. A member of the Team may go on, so nothing may have come since.
async fn end_if_abandoned(app: &App, id: &PackageId, before: Time, now: Time) -> ApiResult<()> {
    let Some(package) = packages::by_id(&mut *app.store.read().await?, id).await? else { return Ok(()) };
    if package.portal_id.is_some() {
        return abandon(app, id, Arrived::Perhaps, None, now).await;
    }
    let seen = files::last_changes(&mut *app.store.read().await?, id).await?;
    let (added, finalized) = seen;
    let changed = Some(package.updated_at).max(added).max(finalized);
    if changed > Some(before) || newest_arrival(app, id).await? > Some(before) {
        return Ok(());
    }
    abandon(app, id, Arrived::Perhaps, Some(seen), now).await
}

/// When content of the package last arrived in storage.
async fn newest_arrival(app: &App, id: &PackageId) -> ApiResult<Option<Time>> {
    let uploads = files::open_uploads(&mut *app.store.read().await?, id).await?;
    let mut arrived = app.storage.newest_arrival(&content_prefix(id)).await?;
    for file in uploads {
        let upload_id = file.upload_id.as_deref().unwrap_or_default();
        arrived = arrived.max(app.storage.newest_part(&file.object_key(), upload_id).await?);
    }
    Ok(arrived)
}

/// Ends what visitors announced and do not send, so that it does not keep storage from others.
async fn end_idle(app: &App, now: Time) -> StoreResult<()> {
    let before = now.plus_seconds(-unfinished::SHORTEST_HOURS * 3_600);
    let mut team = None;
    loop {
        let teams = teams::ids_after(&mut *app.store.read().await?, team.as_ref(), AT_ONCE).await?;
        for id in &teams {
            end_idle_of_team(app, id, before, now).await?;
        }
        team = teams.into_iter().next_back();
        if team.is_none() {
            return Ok(());
        }
    }
}

async fn end_idle_of_team(app: &App, team: &TeamId, before: Time, now: Time) -> StoreResult<()> {
    let mut last = None;
    loop {
        let mut reading = app.store.read().await?;
        let found = packages::unfinished(&mut reading, team, before, last.as_ref(), AT_ONCE).await?;
        drop(reading);
        for id in &found {
            survives(&end_if_idle(app, id, now).await, id);
        }
        last = found.into_iter().next_back();
        if last.is_none() {
            return Ok(());
        }
    }
}

/// Storage is asked only for packages that the database shows nothing new about.
async fn end_if_idle(app: &App, id: &PackageId, now: Time) -> ApiResult<()> {
    let mut reading = app.store.read().await?;
    let Some(package) = packages::by_id(&mut reading, id).await? else { return Ok(()) };
    let seen = files::last_changes(&mut reading, id).await?;
    let (added, finalized) = seen;
    drop(reading);
    let announced = package.updated_at.max(added.unwrap_or(package.created_at));
    if !unfinished::is_idle(announced, finalized, now) {
        return Ok(());
    }
    let arrived = finalized.max(newest_arrival(app, id).await?);
    if !unfinished::is_idle(announced, arrived, now) {
        return Ok(());
    }
    tracing::info!(package = %id, "an unfinished package ended because nothing arrived");
    abandon(app, id, Arrived::Nothing, Some(seen), now).await
}

pub(super) struct SweepEnding;

impl Sweep for SweepEnding {
    const NAME: &'static str = "ending_packages";
    const EVERY_SECONDS: i64 = 3_600;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        let (until, life) = (now.plus_days(WARNING_DAYS), SHORTEST_LIFE_DAYS * DAY_MILLIS);
        let mut last = None;
        loop {
            let mut reading = app.store.read().await?;
            let ending = packages::ending_soon(&mut reading, now, until, life, last.as_ref(), AT_ONCE).await?;
            drop(reading);
            for (_, id) in &ending {
                survives(&warn(app, id, now, until).await, id);
            }
            last = ending.into_iter().next_back();
            if last.is_none() {
                return Ok(());
            }
        }
    }
}

/// One package that fails must not stop the others.
fn survives(result: &ApiResult<()>, id: &PackageId) {
    if let Err(error) = result {
        tracing::warn!(%error, package = %id, "a sweep skipped a package until the next run");
    }
}

async fn warn(app: &App, id: &PackageId, now: Time, until: Time) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    if !packages::mark_warned(&mut tx, id, now, until).await? {
        return Ok(());
    }
    let package = packages::by_id(&mut tx, id).await?.ok_or(ApiError::NotFound("package"))?;
    let files = first_files(&mut tx, id).await?;
    let note = PackageNote { files: &files, ..PackageNote::of(&package) };
    let sender = To::sender_of(&package);
    post(app, &mut tx, About::Package(&package), sender, &Message::PackageEnding { note }).await?;
    tx.commit().await?;
    Ok(())
}
