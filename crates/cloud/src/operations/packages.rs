//! Creating, changing, finalizing, deleting and archiving packages.

pub mod bodies;
pub mod changes;
pub mod check;
mod creating;
pub mod form_delivery;
pub mod import_ends;
pub mod lists;
pub mod through_portal;

use domain::account::{check_name, check_text};
use domain::audit::AuditAction;
use domain::expiry::Expiry;
use domain::extra_storage::ExtraStorage;
use domain::link::{check_access_limit, check_password};
use domain::package::{Package, PackageChange, PackageState};
use domain::package_token::{Right, check};
use domain::team::Team;
use store::activities::{self, ActivityKind, NewActivity};
use store::{Connection, CrashPoint, Tx, audit, ended_packages, files, packages, portals, teams, transfers};
use wire::ids::ActivityId;
use wire::packages::{ChangeExpiry, CreatePackage, PackageBody, UpdatePackage};
use wire::time::Time;

use crate::app::App;
use crate::auth::{Caller, PackageHolder};
use crate::error::{ApiError, ApiResult};
use crate::operations::files::chunk_size;
use crate::operations::portals::rules as portal_rules;
use crate::operations::teams::tags;
use crate::secret::Secret;
use bodies::Viewer;
use changes::{apply, emit};

pub use creating::create;

pub(super) const DESCRIPTION_LONGEST: usize = 10_000;

/// Saves a new package, with its event and the start of its activity.
pub(super) async fn insert(app: &App, tx: &mut Tx, package: &Package, actor: &str, now: Time) -> ApiResult<()> {
    packages::insert(tx, package).await?;
    emit(app, tx, package, "package.created", now).await?;
    let id = ActivityId::from(&package.id);
    let activity = NewActivity {
        id: &id,
        team_id: &package.team_id,
        kind: ActivityKind::Upload,
        package_id: &package.id,
        link_id: None,
        actor,
        user_id: package.creator_id.as_ref(),
        portal_id: package.portal_id.as_ref(),
    };
    Ok(activities::begin(tx, &activity, now).await?)
}

pub async fn hash_password(app: &App, password: Option<&str>) -> ApiResult<Option<String>> {
    match check_password("password", password)? {
        Some(password) => Ok(Some(app.passwords.hash(&Secret::new(password)).await?)),
        None => Ok(None),
    }
}

fn new_package(app: &App, caller: &Caller, team: &Team, request: &CreatePackage, now: Time) -> ApiResult<Package> {
    let is_unlimited = request.unlimited_storage.unwrap_or(false);
    let expiry = if is_unlimited { Expiry::Never } else { Expiry::At(now.plus_days(team.default_storage_days())) };
    let limit = request.access_limit.unwrap_or_else(|| team.default_access_limit());
    Ok(Package {
        creator_id: Some(caller.user.id.clone()),
        name: check_name("name", &request.name)?,
        description: check_text("description", &request.description, DESCRIPTION_LONGEST)?,
        sender: caller.user.email.clone(),
        custom_expiry: is_unlimited,
        access_limit: check_access_limit("access_limit", limit)?,
        chunk_size: chunk_size(request.chunk_size)?,
        ..blank(app, team, expiry, now)
    })
}

/// A new package without a name and a sender.
pub(super) fn blank(app: &App, team: &Team, expiry: Expiry, now: Time) -> Package {
    Package {
        id: app.ids.next(),
        team_id: team.id.clone(),
        portal_id: None,
        portal_version: 0,
        creator_id: None,
        name: String::new(),
        description: String::new(),
        sender: String::new(),
        recipients: Vec::new(),
        state: PackageState::New,
        files_added: 0,
        directories_added: 0,
        bytes_added: 0,
        total_files: 0,
        size: 0,
        expiry,
        custom_expiry: false,
        extra_storage: ExtraStorage::of(now, expiry, team.free_storage_days),
        access_limit: team.default_access_limit(),
        password_hash: None,
        chunk_size: 0,
        tag_id: None,
        teamspace_id: None,
        storage_id: app.config.storage.bucket.clone(),
        contains_virus: false,
        custom_metadata_id: String::new(),
        usage_total_bytes: 0,
        usage_updated_at: None,
        finalized_at: None,
        created_at: now,
        updated_at: now,
        version: 1,
    }
}

/// Whether the body was a rename or an update of the whole object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Updated {
    Name,
    Whole,
}

pub async fn update(app: &App, holder: &PackageHolder, request: &UpdatePackage) -> ApiResult<(Updated, PackageBody)> {
    let kind = kind_of(request);
    let right = if kind == Updated::Name { Right::Rename } else { Right::ChangeTag };
    holder.require(right)?;
    let now = app.clock.now();
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    let package = lock(app, &mut tx, holder, right).await?;
    let mut tag_entry = None;
    let change = match kind {
        Updated::Name => {
            portal_rules::check_name(&mut tx, &package, holder.grant.level, &request.name).await?;
            package.rename(&request.name, now)?
        }
        Updated::Whole => {
            let choice = request.tag.as_ref().and_then(Option::as_ref);
            let tag = tags::resolve(&mut tx, &app.ids, &package.team_id, choice, now).await?;
            tag_entry = tag.as_ref().and_then(|tag| tag.entry(|action, id, name| holder.audit(now, action, id, name)));
            package.describe(&request.name, tag.map(|tag| tag.id), now)?
        }
    };
    audit::append_all(&mut tx, &holder.package.team_id, tag_entry.as_slice()).await?;
    let body = finish(app, tx, holder, change, AuditAction::PackageUpdated, now).await?;
    Ok((kind, body))
}

/// Unknown fields are ignored, so they do not make it an update of the whole object.
fn kind_of(request: &UpdatePackage) -> Updated {
    const FIELDS: &[&str] = &[
        "id",
        "description",
        "state",
        "sender",
        "recipients",
        "size",
        "total_files",
        "created_at",
        "updated_at",
        "usage_updated_at",
        "usage_total_bytes",
        "expiry",
        "custom_expiry",
        "unlimited_storage",
        "extra_storage",
        "extra_storage_updated_at",
        "extra_storage_days",
        "extras",
        "access_limit",
        "password",
        "access_token",
        "contains_virus",
        "custom_metadata_id",
        "chunk_size",
        "teamspace",
        "teamspace_id",
        "portal_id",
        "links",
        "progress_channels",
    ];
    let has_field = request.others.keys().any(|name| FIELDS.contains(&name.as_str()));
    if request.tag.is_some() || has_field { Updated::Whole } else { Updated::Name }
}

pub async fn change_expiry(app: &App, holder: &PackageHolder, request: &ChangeExpiry) -> ApiResult<PackageBody> {
    holder.require(Right::ChangeExpiry)?;
    let now = app.clock.now();
    let expiry = match (request.unlimited_storage.unwrap_or(false), request.expiry.0) {
        (true, _) => Expiry::Never,
        (false, Some(time)) => Expiry::At(time),
        (false, None) => {
            let reason = "is required, unless unlimited_storage is true";
            return Err(domain::Refusal::invalid("expiry", reason).into());
        }
    };
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    let package = lock(app, &mut tx, holder, Right::ChangeExpiry).await?;
    let team = teams::by_id(&mut tx, &package.team_id).await?.ok_or(ApiError::NotFound("Team"))?;
    let change = package.change_expiry(expiry, team.free_storage_days, app.trusted_time())?;
    packages::forget_warning(&mut tx, &change.package.id).await?;
    finish(app, tx, holder, change, AuditAction::PackageExpiryChanged, now).await
}

/// Locks the package and delivers it. Idempotent.
pub async fn finalize(app: &App, holder: &PackageHolder) -> ApiResult<PackageBody> {
    holder.require(Right::FinalizePackage)?;
    let now = app.clock.now();
    if form_delivery::has_files(&holder.package) {
        // Check first: otherwise a caller whose finalize keeps failing would store the form files each time.
        finalized(&mut *app.store.read().await?, holder.package.clone(), app.trusted_time()).await.map(drop)?;
    }
    let metadata = form_delivery::store(app, &holder.package).await?;
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    // Held before the package is locked, as everywhere: its rules and connections stay as they are until the commit.
    if let Some(portal) = &holder.package.portal_id {
        portals::hold(&mut tx, portal).await?;
    }
    let package = lock(app, &mut tx, holder, Right::FinalizePackage).await?;
    if package.state == PackageState::Finalized {
        return bodies::one(app, &mut tx, package, Viewer::Holder(holder)).await;
    }
    let mut change = finalized(&mut tx, package, app.trusted_time()).await?;
    form_delivery::add_files(app, &mut tx, &mut change.package, metadata, now).await?;
    let body = applied(app, &mut tx, holder, change, AuditAction::PackageFinalized, now).await?;
    tx.commit_at(CrashPoint::FinalizePackage).await?;
    app.bus.wake(&holder.package.id);
    Ok(body)
}

/// The finalized package, if its content allows it.
async fn finalized(connection: &mut Connection, package: Package, now: Time) -> ApiResult<PackageChange> {
    if transfers::has_import_under_way(connection, &package.id).await? {
        let reason = "files are still being imported into the package: wait until the transfer is complete";
        return Err(domain::Refusal::wrong_state(reason).into());
    }
    let unfinished = files::first_open(connection, &package.id).await?.map(|file| file.place.whole());
    portal_rules::check_files(connection, &package).await?;
    Ok(package.finalize(unfinished.as_deref(), now)?)
}

/// The content is kept for a time of grace, or removed at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    AfterGrace,
    AtOnce,
}

/// With `only_new`, a package that has been finalized is kept: someone who gives up an upload may not know that it was sent.
pub async fn delete(app: &App, holder: &PackageHolder, removal: Removal, only_new: bool) -> ApiResult<()> {
    holder.require(Right::Delete)?;
    settle(app, holder).await?;
    let now = app.clock.now();
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    let package = lock(app, &mut tx, holder, Right::Delete).await?;
    if only_new && package.state != PackageState::New {
        return Err(domain::Refusal::wrong_state("the package has been finalized: it is kept").into());
    }
    let entry = holder.audit(now, AuditAction::PackageDeleted, package.id.as_str(), known_as(&package));
    let id = package.id.clone();
    let is_over = matches!(package.state, PackageState::Expired | PackageState::Archived);
    // What has ended can be purged as long as its content is there.
    if is_over && removal == Removal::AtOnce && ended_packages::lock(&mut tx, &id).await?.is_some() {
        audit::append(&mut tx, &package.team_id, &entry).await?;
    } else {
        apply(app, &mut tx, package.delete(now)?, &entry).await?;
    }
    if removal == Removal::AtOnce {
        changes::end_grace(app, &mut tx, &id, now).await?;
    }
    tx.commit_at(CrashPoint::DeletePackage).await?;
    app.bus.wake(&holder.package.id);
    Ok(())
}

/// Brings back a package that has ended, while its content is still there.
pub async fn restore(app: &App, holder: &PackageHolder) -> ApiResult<PackageBody> {
    holder.require(Right::Restore)?;
    settle(app, holder).await?;
    let now = app.clock.now();
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    let entry = holder.audit(now, AuditAction::PackageRestored, holder.package.id.as_str(), known_as(&holder.package));
    let package = changes::restore(&app.ids, &mut tx, &holder.package.id, &entry).await?;
    let body = bodies::one(app, &mut tx, package, Viewer::Holder(holder)).await?;
    tx.commit().await?;
    app.bus.wake(&holder.package.id);
    Ok(body)
}

pub async fn archive(app: &App, holder: &PackageHolder) -> ApiResult<()> {
    move_to(app, holder, Right::Archive, AuditAction::PackageArchived, Package::archive).await
}

pub async fn unarchive(app: &App, holder: &PackageHolder) -> ApiResult<()> {
    move_to(app, holder, Right::Archive, AuditAction::PackageUnarchived, Package::unarchive).await
}

type Move = fn(Package, Time) -> Result<PackageChange, domain::Refusal>;

async fn move_to(app: &App, holder: &PackageHolder, right: Right, action: AuditAction, make: Move) -> ApiResult<()> {
    holder.require(right)?;
    settle(app, holder).await?;
    let now = app.clock.now();
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    let package = packages::lock(&mut tx, &holder.package.id).await?.ok_or(ApiError::NotFound("package"))?;
    check(holder.grant.level, right, package.state)?;
    let entry = holder.audit(now, action, package.id.as_str(), known_as(&package));
    apply(app, &mut tx, make(package, now)?, &entry).await?;
    tx.commit().await?;
    app.bus.wake(&holder.package.id);
    Ok(())
}

/// Ends a package that is due before the sweep does, for calls that need one that has ended. If the clock cannot be
/// trusted, nothing ends, and such a call is refused.
async fn settle(app: &App, holder: &PackageHolder) -> ApiResult<()> {
    if holder.package.state != PackageState::Expired {
        return Ok(());
    }
    match app.clock_guard.trusted_now(&app.store, &app.clock).await? {
        Some(now) => changes::expire(app, &holder.package.id, now).await,
        None => Ok(()),
    }
}

/// The current package, locked until the transaction ends. The rights of the token depend on the state, so they are
/// checked against this one and not against the package as it was when the request arrived.
async fn lock(app: &App, tx: &mut Tx, holder: &PackageHolder, right: Right) -> ApiResult<Package> {
    let package = packages::lock(tx, &holder.package.id).await?.ok_or(ApiError::NotFound("package"))?;
    let package = package.at(app.trusted_time());
    check(holder.grant.level, right, package.state)?;
    Ok(package)
}

/// The audit record does not name received packages: not everybody who reads it can see the Portal.
fn known_as(package: &Package) -> &str {
    if package.portal_id.is_some() { "" } else { &package.name }
}

async fn finish(
    app: &App,
    mut tx: Tx,
    holder: &PackageHolder,
    change: PackageChange,
    action: AuditAction,
    now: Time,
) -> ApiResult<PackageBody> {
    let body = applied(app, &mut tx, holder, change, action, now).await?;
    tx.commit().await?;
    Ok(body)
}

async fn applied(
    app: &App,
    tx: &mut Tx,
    holder: &PackageHolder,
    change: PackageChange,
    action: AuditAction,
    now: Time,
) -> ApiResult<PackageBody> {
    let entry = holder.audit(now, action, change.package.id.as_str(), known_as(&change.package));
    let package = apply(app, tx, change, &entry).await?;
    bodies::one(app, tx, package, Viewer::Holder(holder)).await
}
