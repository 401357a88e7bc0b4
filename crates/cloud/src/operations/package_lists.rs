//! Lists of the packages that a Team sent.

use domain::package::{Package, PackageState};
use domain::policy::{Action, Scope};
use wire::ids::{PackageId, TeamId, UserId};
use wire::packages::{ArchiveRange, Archived, PackageBody, PackagePage, PageMetadata};

use super::package_bodies::{self, Viewer};
use crate::app::App;
use crate::auth::{Caller, TeamAccess};
use crate::error::{ApiError, ApiResult};
use crate::store::audit;
use crate::store::package_lists::{self, PackageFilter, Period, Sort, Visibility};
use crate::store::{Connection, packages, teamspaces};

/// What a page of a list is asked for.
pub struct PageRequest {
    pub sort: Sort,
    /// From 1.
    pub page: i64,
    pub limit: i64,
}

/// The filter that a caller who may see the Team's packages begins with.
pub async fn visible(
    connection: &mut Connection,
    caller: &Caller,
    team_id: &TeamId,
    received: bool,
) -> ApiResult<PackageFilter> {
    let access = caller.access_to(connection, team_id).await?;
    let visible = visibility(connection, &access).await?;
    Ok(PackageFilter { received, ..PackageFilter::sent(team_id.clone(), visible) })
}

async fn visibility(connection: &mut Connection, access: &TeamAccess) -> ApiResult<Visibility> {
    Ok(match access.require(Action::ManageSentPackages)? {
        Scope::All => Visibility::All,
        _ => Visibility::Spaces(teamspaces::of_member(connection, &access.membership.id).await?),
    })
}

pub async fn page(app: &App, caller: &Caller, filter: &PackageFilter, request: &PageRequest) -> ApiResult<PackagePage> {
    let mut connection = app.store.snapshot().await?;
    // Asked here and not only where the filter was begun: a filter is no proof.
    let allowed = visible(&mut connection, caller, &filter.team_id, filter.received).await?;
    let filter = PackageFilter { visible: allowed.visible, ..filter.clone() };
    let offset = (request.page - 1).saturating_mul(request.limit);
    let total = package_lists::total(&mut connection, &filter).await?;
    let found = package_lists::page(&mut connection, &filter, request.sort, offset, request.limit).await?;
    let records = package_bodies::many(app, &mut connection, found, &caller.user.id).await?;
    Ok(PackagePage { metadata: PageMetadata { total }, records })
}

/// The next packages of a list without pages, the newest first.
pub async fn after(
    app: &App,
    user: &UserId,
    filter: &PackageFilter,
    last: Option<&PackageBody>,
    limit: i64,
) -> ApiResult<Vec<PackageBody>> {
    let mut connection = app.store.read().await?;
    let last = last.map(|package| (package.created_at, &package.id));
    let found = package_lists::newest_after(&mut connection, filter, last, limit).await?;
    package_bodies::many(app, &mut connection, found, user).await
}

/// One package, sent or received, with a token that may do everything with it.
pub async fn one(app: &App, caller: &Caller, team_id: &TeamId, id: &PackageId) -> ApiResult<PackageBody> {
    let mut connection = app.store.read().await?;
    let access = caller.access_to(&mut connection, team_id).await?;
    let not_found = || ApiError::NotFound("package");
    let visibility = visibility(&mut connection, &access).await?;
    let package = packages::in_team(&mut connection, team_id, id).await?.ok_or_else(not_found)?;
    if !sees(&visibility, &package) {
        return Err(not_found());
    }
    package_bodies::one(app, &mut connection, package, Viewer::Member(&caller.user.id)).await
}

fn sees(visibility: &Visibility, package: &Package) -> bool {
    match (visibility, &package.teamspace_id) {
        (Visibility::All, _) | (_, None) => true,
        (Visibility::Spaces(spaces), Some(space)) => spaces.contains(space),
    }
}

/// Moves all packages whose expiry is in the range from one state to the other.
pub async fn archive(
    app: &App,
    caller: &Caller,
    team_id: &TeamId,
    range: &ArchiveRange,
    (from, to): (PackageState, PackageState),
) -> ApiResult<Archived> {
    if range.expiry_end < range.expiry_start {
        return Err(domain::Refusal::invalid("expiry_end", "must not be before expiry_start").into());
    }
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let mut filter = visible(&mut tx, caller, team_id, false).await?;
    filter.states = vec![from];
    filter.expiry = Period { start: Some(range.expiry_start), end: Some(range.expiry_end) };
    let moved = package_lists::move_all(&mut tx, &filter, to, now).await?;
    let action = if to == PackageState::Archived { "packages_archived" } else { "packages_unarchived" };
    if moved > 0 {
        let entry = caller.audit(now, action, team_id.as_str(), format!("{moved} packages"));
        audit::append(&mut tx, team_id, &entry).await?;
    }
    tx.commit().await?;
    Ok(Archived { total_updated: i64::try_from(moved).unwrap_or(i64::MAX) })
}
