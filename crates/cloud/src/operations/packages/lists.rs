//! Lists of packages: sent by a Team, received through its Portals, or in a Teamspace.

use domain::audit::AuditAction;
use domain::policy::Action;
use serving::query::Page;
use store::audit;
use store::package_batches::left;
use store::package_lists::{self, Direction, PackageFilter, Sort, Visibility, Wanted};
use store::{Connection, packages};
use wire::ids::{PackageId, PortalId, TeamId, TeamspaceId};
use wire::packages::{ArchiveRange, Archived, PackageBody, PackagePage, PageMetadata};

use super::bodies::{self, Viewer};
use crate::app::App;
use crate::auth::Caller;
use crate::auth::sight::{sees_package, sent_packages, viewer};
use crate::credentials::IssuedTo;
use crate::error::{ApiError, ApiResult};
use crate::operations::bulk;
use crate::operations::portals::access as portal_access;
use crate::operations::teams::teamspaces;
use crate::queue::{ArchivePackages, ArchiveStep, Side};

/// A request for a page of a list.
pub struct PageRequest {
    pub sort: Sort,
    pub page: Page,
}

/// The set of packages that a list covers.
#[derive(Clone, Copy)]
pub enum Shelf<'a> {
    /// Sent by a Team.
    Sent(&'a TeamId),
    /// Received through a Team's Portals.
    Inbox(&'a TeamId),
    /// Received through one Portal.
    Portal(&'a PortalId),
    /// In a Teamspace, sent and received.
    Space(&'a TeamspaceId),
}

/// The packages of a shelf that the caller may see and has requested.
pub async fn filter(
    connection: &mut Connection,
    caller: &Caller,
    shelf: Shelf<'_>,
    wanted: Wanted,
) -> ApiResult<PackageFilter> {
    let (team_id, direction, visible) = match shelf {
        Shelf::Sent(team_id) => {
            let access = caller.access_to(connection, team_id).await?;
            (team_id.clone(), Direction::Sent, sent_packages(connection, &access).await?)
        }
        Shelf::Inbox(team_id) => {
            let access = caller.access_to(connection, team_id).await?;
            (team_id.clone(), Direction::Received, Visibility::Portals(viewer(&access)?))
        }
        Shelf::Portal(id) => {
            let seen = portal_access::readable(connection, caller, id).await?;
            (seen.portal.team_id, Direction::Received, Visibility::Portal(id.clone()))
        }
        Shelf::Space(id) => {
            let seen = teamspaces::readable(connection, caller, id).await?;
            // Guests see only what was shared with them, which never includes packages that the Team sends.
            let sees_sent = seen.access.require(Action::ManageSentPackages).is_ok();
            let direction = if sees_sent { Direction::Both } else { Direction::Received };
            (seen.access.team.id, direction, Visibility::Space(id.clone()))
        }
    };
    Ok(PackageFilter { team_id, direction, visible, wanted })
}

pub async fn page(
    app: &App,
    caller: &Caller,
    shelf: Shelf<'_>,
    wanted: Wanted,
    request: &PageRequest,
) -> ApiResult<PackagePage> {
    let mut connection = app.store.snapshot().await?;
    let wanted = Wanted { due_by: Some(app.trusted_time()), ..wanted };
    let filter = filter(&mut connection, caller, shelf, wanted).await?;
    let total = package_lists::total(&mut connection, &filter).await?;
    let found =
        package_lists::page(&mut connection, &filter, request.sort, request.page.offset(), request.page.limit).await?;
    let records = bodies::many(app, &mut connection, found, &caller.as_holder()).await?;
    Ok(PackagePage { metadata: PageMetadata { total }, records })
}

/// The next packages of an unpaged list, newest first.
pub async fn after(
    app: &App,
    member: &IssuedTo,
    filter: &PackageFilter,
    last: Option<&PackageBody>,
    limit: i64,
) -> ApiResult<Vec<PackageBody>> {
    let mut connection = app.store.read().await?;
    let last = last.map(|package| (package.created_at, &package.id));
    let found = package_lists::newest_after(&mut connection, filter, last, limit).await?;
    bodies::many(app, &mut connection, found, member).await
}

/// One package, sent or received, with a full token.
pub async fn one(app: &App, caller: &Caller, team_id: &TeamId, id: &PackageId) -> ApiResult<PackageBody> {
    let mut connection = app.store.read().await?;
    let access = caller.access_to(&mut connection, team_id).await?;
    let not_found = || ApiError::NotFound("package");
    let package = packages::in_team(&mut connection, team_id, id).await?.ok_or_else(not_found)?;
    if !sees_package(&mut connection, &access.membership, &package).await? {
        return Err(not_found());
    }
    bodies::one(app, &mut connection, package, Viewer::Member(&caller.as_holder())).await
}

/// Archives all packages of a period that the caller can see, sent or received, or takes them out of the archive. If
/// there are very many, a job completes it.
pub async fn archive(
    app: &App,
    caller: &Caller,
    team_id: &TeamId,
    side: Side,
    step: ArchiveStep,
    range: &ArchiveRange,
) -> ApiResult<Archived> {
    let ArchiveRange { expiry_start, expiry_end } = *range;
    if expiry_end < expiry_start {
        return Err(domain::Refusal::invalid("expiry_end", "must not be before expiry_start").into());
    }
    let now = app.clock.now();
    let (team, user) = (team_id.clone(), caller.user.id.clone());
    let archiving = ArchivePackages { team, user, side, step, expiry_start, expiry_end, asked_at: now };
    let mut tx = app.store.begin().await?;
    let access = caller.access_to(&mut tx, team_id).await?;
    let filter = archiving.filter(&mut tx, &access).await?;
    let total_updated = left(&mut tx, &filter, &archiving.change()).await?;
    if total_updated == 0 {
        return Ok(Archived { total_updated });
    }
    let saved = bulk::save(app, &mut tx, archiving).await?;
    let action = match step {
        ArchiveStep::Archive => AuditAction::PackagesArchived,
        ArchiveStep::Unarchive => AuditAction::PackagesUnarchived,
    };
    let entry = caller.audit(now, action, team_id.as_str(), format!("{total_updated} packages"));
    audit::append(&mut tx, team_id, &entry).await?;
    tx.commit().await?;
    bulk::begin(app, saved).await;
    Ok(Archived { total_updated })
}
