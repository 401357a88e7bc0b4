//! Lists of packages: what a Team sent, what came through its Portals, what is in a Teamspace.

use domain::package::PackageState;
use domain::policy::{Action, Scope};
use serving::query::Page;
use wire::ids::{PackageId, PortalId, TeamId, TeamspaceId, UserId};
use wire::packages::{ArchiveRange, Archived, PackageBody, PackagePage, PageMetadata};

use super::package_bodies::{self, Viewer};
use super::{portal_access, teamspaces};
use crate::app::App;
use crate::auth::sight::sees_package;
use crate::auth::{Caller, TeamAccess};
use crate::error::{ApiError, ApiResult};
use crate::store::audit;
use crate::store::conditions::Period;
use crate::store::package_lists::{self, Direction, PackageFilter, Sort, Visibility, Wanted};
use crate::store::teamspaces as stored_teamspaces;
use crate::store::{Connection, packages};

/// What a page of a list is asked for.
pub struct PageRequest {
    pub sort: Sort,
    pub page: Page,
}

/// Where packages are looked for.
#[derive(Clone, Copy)]
pub enum Shelf<'a> {
    /// What a Team sent.
    Sent(&'a TeamId),
    /// What came through a Team's Portals.
    Inbox(&'a TeamId),
    /// What came through one Portal.
    Portal(&'a PortalId),
    /// What is in a Teamspace, sent and received.
    Space(&'a TeamspaceId),
}

/// The packages of a shelf that the caller may see and asks for.
pub async fn filter(
    connection: &mut Connection,
    caller: &Caller,
    shelf: Shelf<'_>,
    wanted: Wanted,
) -> ApiResult<PackageFilter> {
    let (team_id, direction, visible) = match shelf {
        Shelf::Sent(team_id) => {
            let access = caller.access_to(connection, team_id).await?;
            (team_id.clone(), Direction::Sent, sent(connection, &access).await?)
        }
        Shelf::Inbox(team_id) => {
            let access = caller.access_to(connection, team_id).await?;
            (team_id.clone(), Direction::Received, Visibility::Portals(portal_access::viewer(&access)?))
        }
        Shelf::Portal(id) => {
            let seen = portal_access::readable(connection, caller, id).await?;
            (seen.portal.team_id, Direction::Received, Visibility::Portal(id.clone()))
        }
        Shelf::Space(id) => {
            let seen = teamspaces::readable(connection, caller, id).await?;
            // Guests see what was granted to them, and that is never what the Team sends.
            let sees_sent = seen.access.require(Action::ManageSentPackages).is_ok();
            let direction = if sees_sent { Direction::Both } else { Direction::Received };
            (seen.access.team.id, direction, Visibility::Space(id.clone()))
        }
    };
    Ok(PackageFilter { team_id, direction, visible, wanted })
}

async fn sent(connection: &mut Connection, access: &TeamAccess) -> ApiResult<Visibility> {
    Ok(match access.require(Action::ManageSentPackages)? {
        Scope::All => Visibility::All,
        _ => Visibility::Spaces(stored_teamspaces::of_member(connection, &access.membership.id).await?),
    })
}

pub async fn page(
    app: &App,
    caller: &Caller,
    shelf: Shelf<'_>,
    wanted: Wanted,
    request: &PageRequest,
) -> ApiResult<PackagePage> {
    let mut connection = app.store.snapshot().await?;
    let filter = filter(&mut connection, caller, shelf, wanted).await?;
    let total = package_lists::total(&mut connection, &filter).await?;
    let found =
        package_lists::page(&mut connection, &filter, request.sort, request.page.offset(), request.page.limit).await?;
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
    let package = packages::in_team(&mut connection, team_id, id).await?.ok_or_else(not_found)?;
    if !sees_package(&mut connection, &access.membership, &package).await? {
        return Err(not_found());
    }
    package_bodies::one(app, &mut connection, package, Viewer::Member(&caller.user.id)).await
}

/// Moves all packages of a shelf whose expiry is in the range from one state to the other.
pub async fn archive(
    app: &App,
    caller: &Caller,
    shelf: Shelf<'_>,
    range: &ArchiveRange,
    (from, to): (PackageState, PackageState),
) -> ApiResult<Archived> {
    if range.expiry_end < range.expiry_start {
        return Err(domain::Refusal::invalid("expiry_end", "must not be before expiry_start").into());
    }
    let now = app.clock.now();
    let expiry = Period { start: Some(range.expiry_start), end: Some(range.expiry_end) };
    let mut tx = app.store.begin().await?;
    let wanted = Wanted { states: vec![from], expiry, ..Wanted::default() };
    let filter = filter(&mut tx, caller, shelf, wanted).await?;
    let moved = package_lists::move_all(&mut tx, &filter, to, now).await?;
    let action = if to == PackageState::Archived { "packages_archived" } else { "packages_unarchived" };
    if moved > 0 {
        let entry = caller.audit(now, action, filter.team_id.as_str(), format!("{moved} packages"));
        audit::append(&mut tx, &filter.team_id, &entry).await?;
    }
    tx.commit().await?;
    Ok(Archived { total_updated: i64::try_from(moved).unwrap_or(i64::MAX) })
}
