//! Saves a change of a package's state together with all its effects.

use std::collections::HashSet;

use domain::Refusal;
use domain::audit::AuditAction;
use domain::link::Link;
use domain::package::{Effect, Package, PackageChange, PackageState};
use domain::portal::Portal;
use domain::undelivered::put_off as put_off_until;
use serde_json::json;
use store::activities::{self, ActivityState};
use store::audit::{self, AuditEntry};
use store::events::{self, NewEvent};
use store::files::LastChanges;
use store::usage::Usage;
use store::{
    CrashPoint, Tx, ended_packages, files, form_responses, held_bytes, links, package_filters, packages, pulse,
    undelivered, usage,
};
use wire::ids::{ActivityId, LinkId, PackageId};
use wire::time::Time;

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::ids::Ids;
use crate::mail::{Message, PackageNote, PortalNote};
use crate::operations::mail::{About, To, cancel_for_package, first_files, post, uncancel_for_package};
use crate::operations::portals::rules::portal_of;
use crate::operations::requests::rate_limit::{Limit, is_allowed};
use crate::operations::transfers::{self, moves as transfer_moves};
use crate::operations::webhooks::deliveries;
use crate::queue::{DeleteContent, MailReceipts, NotifyRecipients, enqueue, enqueue_at, enqueue_once_at, take_back};

/// Saves the change, its effects and its audit entry. Nothing takes effect before the commit.
pub async fn apply(app: &App, tx: &mut Tx, change: PackageChange, entry: &AuditEntry) -> ApiResult<Package> {
    let PackageChange { mut package, effects } = change;
    if effects.contains(&Effect::DeleteContent) {
        end(app, tx, &package.id, entry.at).await?;
    }
    let is_finalized = effects.contains(&Effect::EmitFinalized);
    let mut made = Vec::new();
    packages::update(tx, &package).await?;
    package.version += 1;
    for effect in effects {
        match effect {
            Effect::NotifyRecipients => made = notify_recipients(app, tx, &package, entry.at).await?,
            Effect::EmitFinalized => {
                emit(app, tx, &package, "package.finalized", entry.at).await?;
                close_upload(tx, &package.id, ActivityState::Complete, entry.at).await?;
            }
            Effect::Forward => transfers::begin_for_portal(app, tx, &package, entry.at).await?,
            Effect::DeleteContent => {
                transfer_moves::fail_open_of_package(app, tx, &package.id, entry.at).await?;
                if package.finalized_at.is_none() {
                    close_upload(tx, &package.id, ActivityState::Cancelled, entry.at).await?;
                }
            }
        }
    }
    if is_finalized {
        // After everything that locks a connection: code that settles a transfer locks the connection first, then
        // counts.
        count_stored(tx, &package, 1, entry.at).await?;
    }
    audit::append(tx, &package.team_id, entry).await?;
    for link in made {
        let (object, detail) = (link.to_string(), package.id.to_string());
        let entry = AuditEntry { action: AuditAction::LinkCreated, object, detail, ..entry.clone() };
        audit::append(tx, &package.team_id, &entry).await?;
    }
    Ok(package)
}

/// Remembers the package as it is, so that it can be restored, and has its content removed after the time of grace.
async fn end(app: &App, tx: &mut Tx, id: &PackageId, now: Time) -> ApiResult<()> {
    let Some(before) = packages::by_id(tx, id).await? else { return Ok(()) };
    // A clock that is behind must not shorten the time.
    let trusted = pulse::read(tx).await?.seen_at.unwrap_or(now);
    let content_until = now.max(trusted).plus_seconds(app.config.packages.grace_seconds());
    ended_packages::insert(tx, &before, content_until).await?;
    cancel_for_package(tx, id).await?;
    Ok(enqueue_at(tx, &app.ids, &DeleteContent::first(id.clone()), content_until, now).await?)
}

/// Ends the time of grace: from now on the package cannot be restored.
pub async fn end_grace(app: &App, tx: &mut Tx, id: &PackageId, now: Time) -> ApiResult<()> {
    ended_packages::set_content_until(tx, id, now).await?;
    Ok(enqueue(tx, &app.ids, &DeleteContent::first(id.clone()), now).await?)
}

/// What a package that has ended is about to lose.
pub enum Grace {
    /// Its content is about to be removed, and the database knows.
    Over,
    /// It is kept for so many seconds more.
    Lasts(i64),
    /// It was restored.
    Alive,
}

/// Records that the content of a package is gone, if its time of grace is over.
pub async fn record_removal(app: &App, id: &PackageId, now: Time) -> ApiResult<Grace> {
    let mut tx = app.store.begin().await?;
    let Some(package) = packages::lock(&mut tx, id).await? else { return Ok(Grace::Over) };
    if package.state.is_alive() {
        return Ok(Grace::Alive);
    }
    let Some(ended) = ended_packages::lock(&mut tx, id).await? else { return Ok(Grace::Over) };
    let longest = now.plus_seconds(app.config.packages.grace_seconds());
    if ended.content_until > longest {
        // Set by a clock that was ahead.
        ended_packages::set_content_until(&mut tx, id, longest).await?;
        tx.commit().await?;
        return Ok(Grace::Lasts((longest.as_millis() - now.as_millis()) / 1_000 + 1));
    }
    if ended.content_until > now {
        return Ok(Grace::Lasts((ended.content_until.as_millis() - now.as_millis()) / 1_000 + 1));
    }
    // A change of the package, so that a backup that is being begun waits for it, or it for the backup.
    packages::update(&mut tx, &package).await?;
    ended_packages::delete(&mut tx, id).await?;
    form_responses::delete_of_package(&mut tx, id).await?;
    links::forget_secrets(&mut tx, id).await?;
    package_filters::forget(&mut tx, id).await?;
    held_bytes::release(&mut tx, &package).await?;
    if package.finalized_at.is_some() {
        count_stored(&mut tx, &package, -1, now).await?;
    }
    tx.commit_at(CrashPoint::RecordRemoval).await?;
    Ok(Grace::Over)
}

/// Brings back a package whose content is still there. Links work again; transfers that were cancelled do not begin
/// again.
pub async fn restore(ids: &Ids, tx: &mut Tx, id: &PackageId, entry: &AuditEntry) -> ApiResult<Package> {
    let package = packages::lock(tx, id).await?.ok_or(ApiError::NotFound("package"))?;
    let ended = ended_packages::lock(tx, id).await?;
    // Purged content is gone, even if it is still being removed.
    let Some(ended) = ended.filter(|ended| ended.content_until > entry.at) else {
        let is_alive = package.state.is_alive();
        let reason = if is_alive { "the package has not ended" } else { "the content of the package is gone" };
        return Err(Refusal::wrong_state(reason).into());
    };
    let PackageChange { mut package, .. } = package.restore(ended.state_before, ended.expiry_before, entry.at)?;
    packages::update(tx, &package).await?;
    package.version += 1;
    packages::forget_warning(tx, id).await?;
    ended_packages::delete(tx, id).await?;
    // A process of an earlier version would not look whether the package has been restored.
    take_back(tx, &DeleteContent::first(id.clone())).await?;
    uncancel_for_package(ids, tx, id, entry.at).await?;
    // It may have ended before its recipients were mailed.
    enqueue(tx, ids, &NotifyRecipients { package: id.clone() }, entry.at).await?;
    audit::append(tx, &package.team_id, entry).await?;
    Ok(package)
}

/// Counts a package that is added (1) or removed (-1) in the Team's day.
async fn count_stored(tx: &mut Tx, package: &Package, by: i64, now: Time) -> ApiResult<()> {
    let came = by.max(0);
    let counted = Usage {
        stored_bytes: by * package.size,
        stored_packages: by,
        uploaded_bytes: came * package.size,
        packages: came,
        ..Usage::default()
    };
    Ok(usage::add(tx, &package.team_id, &package.id, counted, now).await?)
}

/// The upload's activity has the id of its package.
async fn close_upload(tx: &mut Tx, package: &PackageId, state: ActivityState, now: Time) -> ApiResult<()> {
    Ok(activities::advance(tx, &ActivityId::from(package), state, "", now).await?)
}

/// One link for every recipient who has no usable one yet; a job sends their mails. Returns the new links.
async fn notify_recipients(app: &App, tx: &mut Tx, package: &Package, now: Time) -> ApiResult<Vec<LinkId>> {
    let mut made = Vec::new();
    let existing = links::of_package(tx, &package.id).await?;
    let usable = existing.iter().filter(|link| link.check_usable(package, now).is_ok());
    let reached: HashSet<&str> = usable.filter_map(|link| link.email.as_deref()).collect();
    for recipient in package.recipients.iter().filter(|recipient| !reached.contains(recipient.as_str())) {
        let link = Link::new(app.ids.next(), package, Some(recipient.clone()), now);
        links::insert(tx, &link, None).await?;
        made.push(link.id);
    }
    enqueue(tx, &app.ids, &NotifyRecipients { package: package.id.clone() }, now).await?;
    let files = first_files(tx, &package.id).await?;
    let note = PackageNote { files: &files, ..PackageNote::of(package) };
    match portal_of(tx, package).await? {
        None => {
            let message = Message::PackageSent { note, recipients: package.recipients.len() };
            post(app, tx, About::Package(package), To::sender_of(package), &message).await?;
        }
        Some(portal) => send_receipt(app, tx, &portal, package, note, now).await?,
    }
    Ok(made)
}

/// Confirms an upload to its sender. The address is unverified, so it gets a limited number of mails.
async fn send_receipt(
    app: &App,
    tx: &mut Tx,
    portal: &Portal,
    package: &Package,
    note: PackageNote<'_>,
    now: Time,
) -> ApiResult<()> {
    let most = app.config.limits.mails_per_address_per_hour;
    let limit = Limit::per_hour("upload_receipt", &package.sender, most);
    if portal.settings.disable_upload_receipt {
        return Ok(());
    }
    if !is_allowed(tx, &limit, now).await? {
        // The others of this hour are confirmed together. The limit is locked, so that this is saved once.
        let until = limit.running(tx, now).await?.map_or(now, |count| count.window_end);
        let task = MailReceipts { portal: portal.id.clone(), sender: package.sender.clone(), until };
        enqueue_once_at(tx, &app.ids, &task, until, now).await?;
        return Ok(());
    }
    let message = Message::UploadReceipt { note, portal: PortalNote::of(portal), at: now };
    post(app, tx, About::Package(package), To::sender_of(package), &message).await
}

/// Records an event, and addresses it to the webhooks that listen to it.
pub async fn emit(app: &App, tx: &mut Tx, package: &Package, event_type: &str, now: Time) -> ApiResult<()> {
    let portal_id = package.portal_id.as_ref().map_or("", |id| id.as_str());
    let mut object = json!({
        "type": "package",
        "id": package.id,
        "name": package.name,
        "sender": package.sender,
        "size": if package.state == PackageState::New { 0 } else { package.size },
        "state": package.state.as_str(),
        "total_files": if package.state == PackageState::New { 0 } else { package.total_files },
        "created_at": package.created_at,
        "updated_at": package.updated_at,
    });
    if !portal_id.is_empty() {
        object["portal_id"] = portal_id.into();
    }
    let event = NewEvent {
        id: app.ids.next(),
        team_id: &package.team_id,
        portal_id,
        package_id: Some(&package.id),
        event_type,
        at: now,
        object: object.to_string(),
    };
    events::insert(tx, &event).await?;
    Ok(deliveries::address(app, tx, &event).await?)
}

/// Ends an expired package. Someone else may have ended it already, or extended it.
pub async fn expire(app: &App, id: &PackageId, now: Time) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let Some(package) = packages::lock(&mut tx, id).await? else { return Ok(()) };
    if !package.state.is_alive() || !package.expiry.is_due(now) {
        return Ok(());
    }
    if package.state == PackageState::Finalized {
        if let Some(later) = later_expiry(&mut tx, &package, now).await? {
            undelivered::put_off(&mut tx, id, later).await?;
            return Ok(tx.commit().await?);
        }
        undelivered::mark_lost(&mut tx, id).await?;
    }
    let entry = AuditEntry::by_service(now, AuditAction::PackageExpired, id.as_str());
    apply(app, &mut tx, package.expire(now)?, &entry).await?;
    tx.commit_at(CrashPoint::ExpirePackage).await?;
    app.bus.wake(id);
    Ok(())
}

/// A package that is still being delivered expires later, up to a limit.
pub async fn put_off(app: &App, id: &PackageId, now: Time) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let Some(package) = packages::lock(&mut tx, id).await? else { return Ok(()) };
    if let Some(later) = later_expiry(&mut tx, &package, now).await? {
        undelivered::put_off(&mut tx, id, later).await?;
        tx.commit().await?;
        tracing::info!(package = %id, %later, "a package is kept because it is still being delivered");
    }
    Ok(())
}

/// When a package expires instead, if it is still being delivered and has not waited long enough.
async fn later_expiry(tx: &mut Tx, package: &Package, now: Time) -> ApiResult<Option<Time>> {
    let Some(expiry) = package.expiry.time().filter(|_| package.state == PackageState::Finalized) else {
        return Ok(None);
    };
    if !undelivered::is_open(tx, &package.id).await? {
        return Ok(None);
    }
    let first = undelivered::expiry_before_wait(tx, &package.id).await?.unwrap_or(expiry);
    Ok(put_off_until(first, now).filter(|later| *later > expiry))
}

/// How long a package that does not expire may stay unfinished.
pub const UNFINISHED_DAYS: i64 = 30;

/// What has arrived of a package that nobody finishes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Arrived {
    Nothing,
    Perhaps,
}

/// Ends a package that was begun and never finished. Someone may just have finished it. If nothing has
/// arrived, there is nothing to restore, and what it holds is free at once. If `seen` is given, nothing may have changed
/// since.
pub async fn abandon(
    app: &App,
    id: &PackageId,
    arrived: Arrived,
    seen: Option<LastChanges>,
    now: Time,
) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let Some(package) = packages::lock(&mut tx, id).await? else { return Ok(()) };
    if package.state != PackageState::New {
        return Ok(());
    }
    if let Some(seen) = seen
        && files::last_changes(&mut tx, id).await? != seen
    {
        return Ok(());
    }
    let entry = AuditEntry::by_service(now, AuditAction::PackageExpired, id.as_str());
    apply(app, &mut tx, package.delete(now)?, &entry).await?;
    if arrived == Arrived::Nothing {
        end_grace(app, &mut tx, id, now).await?;
    }
    tx.commit().await?;
    app.bus.wake(id);
    Ok(())
}
