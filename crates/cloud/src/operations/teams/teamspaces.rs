//! Creating, renaming and deleting Teamspaces, and managing their members.

use std::collections::{HashMap, HashSet};

use domain::account::check_name;
use domain::audit::AuditAction;
use domain::membership::MemberStatus;
use domain::policy::{Action, Scope};
use serving::query::Page;
use store::teamspaces::{self, Teamspace};
use store::{Connection, Tx, audit, memberships};
use wire::ids::{MembershipId, TeamId, TeamspaceId, TeamspaceMembershipId};
use wire::packages::PageMetadata;
use wire::teamspaces::{CreateTeamspace, TeamspaceBody, TeamspaceMember, TeamspaceMembershipBody, TeamspacePage};

use super::members::named_members;
use crate::app::App;
use crate::auth::{Caller, TeamAccess};
use crate::error::{ApiError, ApiResult};

const NOT_FOUND: ApiError = ApiError::NotFound("Teamspace");

/// A Teamspace that a member of its Team can see.
pub struct SeenSpace {
    pub access: TeamAccess,
    pub space: Teamspace,
}

/// Owners and Admins see every Teamspace, others those that they were added to.
fn sees_all(access: &TeamAccess) -> bool {
    access.require(Action::ManageTeamspaces).is_ok()
}

/// A Teamspace that the caller can see. To others, it does not exist.
pub async fn readable(connection: &mut Connection, caller: &Caller, id: &TeamspaceId) -> ApiResult<SeenSpace> {
    let space = teamspaces::by_id(connection, id).await?.ok_or(NOT_FOUND)?;
    let access = caller.access_to_team_of(connection, &space.team_id, "Teamspace").await?;
    if !sees_all(&access) && !teamspaces::of_member(connection, &access.membership.id).await?.contains(id) {
        return Err(NOT_FOUND);
    }
    Ok(SeenSpace { access, space })
}

/// A Teamspace that a request names, if the caller may put things of this kind there. `None` if the name is empty.
pub async fn named(
    connection: &mut Connection,
    access: &TeamAccess,
    action: Action,
    id: Option<&str>,
) -> ApiResult<Option<TeamspaceId>> {
    let Some(id) = id.filter(|id| !id.is_empty()) else { return Ok(None) };
    let not_found = || ApiError::ReferenceNotFound("teamspace_id");
    let space = teamspaces::exists(connection, &access.team.id, id).await?.ok_or_else(not_found)?;
    // Visibility is checked before the role: callers who cannot see it learn nothing from the refusal.
    let scope = access.require(action);
    let sees_all = scope == Ok(Scope::All);
    if !sees_all && !teamspaces::of_member(connection, &access.membership.id).await?.contains(&space) {
        return Err(not_found());
    }
    scope?;
    Ok(Some(space))
}

pub async fn create(
    app: &App,
    caller: &Caller,
    team_id: &TeamId,
    request: &CreateTeamspace,
) -> ApiResult<TeamspaceBody> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    caller.access_to(&mut tx, team_id).await?.require(Action::ManageTeamspaces)?;
    let space = Teamspace {
        id: app.ids.next(),
        team_id: team_id.clone(),
        creator_id: caller.user.id.clone(),
        name: check_name("name", &request.name)?,
        version: 1,
    };
    let members =
        named_members(&mut tx, team_id, "member_ids", request.member_ids.as_deref().unwrap_or_default()).await?;
    teamspaces::insert(&mut tx, &space, now).await?;
    let entry = caller.audit(now, AuditAction::TeamspaceCreated, space.id.as_str(), space.name.as_str());
    audit::append(&mut tx, team_id, &entry).await?;
    add(app, &mut tx, caller, &space, &members).await?;
    let body = body(&mut tx, space).await?;
    tx.commit().await?;
    Ok(body)
}

/// The audit record is written last: a transaction that has it locked must not wait for rows of one that waits for it.
async fn add(app: &App, tx: &mut Tx, caller: &Caller, space: &Teamspace, members: &[MembershipId]) -> ApiResult<()> {
    let mut added = Vec::with_capacity(members.len());
    for member in members {
        if teamspaces::add_member(tx, &app.ids.next(), &space.id, member).await? {
            added.push(member);
        }
    }
    for member in added {
        let entry =
            caller.audit(app.clock.now(), AuditAction::TeamspaceMemberAdded, space.id.as_str(), member.as_str());
        audit::append(tx, &space.team_id, &entry).await?;
    }
    Ok(())
}

pub async fn get(app: &App, caller: &Caller, id: &TeamspaceId) -> ApiResult<TeamspaceBody> {
    let mut connection = app.store.read().await?;
    let seen = readable(&mut connection, caller, id).await?;
    body(&mut connection, seen.space).await
}

/// One page of the Teamspaces that the caller can see, counted from 0.
pub async fn list(app: &App, caller: &Caller, team_id: &TeamId, page: Page) -> ApiResult<TeamspacePage> {
    let mut connection = app.store.snapshot().await?;
    let access = caller.access_to(&mut connection, team_id).await?;
    let member = (!sees_all(&access)).then_some(&access.membership.id);
    let total = teamspaces::total(&mut connection, team_id, member).await?;
    let spaces = teamspaces::page(&mut connection, team_id, member, page.offset(), page.limit).await?;
    let teamspaces = bodies(&mut connection, spaces).await?;
    Ok(TeamspacePage { metadata: PageMetadata { total }, teamspaces })
}

/// The reply is a list with one entry, as the API specifies.
pub async fn rename(app: &App, caller: &Caller, id: &TeamspaceId, name: &str) -> ApiResult<TeamspacePage> {
    let name = check_name("name", name)?;
    let mut tx = app.store.begin().await?;
    let seen = readable(&mut tx, caller, id).await?;
    seen.access.require(Action::ManageTeamspaces)?;
    let former = seen.space.name.clone();
    let space = Teamspace { name, ..seen.space };
    teamspaces::update(&mut tx, &space).await?;
    let detail = format!("{former} to {}", space.name);
    let entry = caller.audit(app.clock.now(), AuditAction::TeamspaceRenamed, id.as_str(), detail);
    audit::append(&mut tx, &space.team_id, &entry).await?;
    let body = body(&mut tx, space).await?;
    tx.commit().await?;
    Ok(TeamspacePage { metadata: PageMetadata { total: 1 }, teamspaces: vec![body] })
}

/// Whether the creator is still a member of the Team. If not, every Owner and Admin may do what only the creator may.
async fn has_creator(connection: &mut Connection, space: &Teamspace) -> ApiResult<bool> {
    let membership = memberships::of_user_in_team(connection, &space.creator_id, &space.team_id).await?;
    Ok(membership.is_some_and(|membership| membership.status == MemberStatus::Active))
}

pub async fn delete(app: &App, caller: &Caller, id: &TeamspaceId) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let SeenSpace { access, space } = readable(&mut tx, caller, id).await?;
    access.require(Action::DeleteTeamspace)?;
    if space.creator_id != caller.user.id && has_creator(&mut tx, &space).await? {
        return Err(domain::Refusal::Forbidden("only the creator of a Teamspace may delete it").into());
    }
    teamspaces::delete(&mut tx, &space, now).await?;
    let entry = caller.audit(now, AuditAction::TeamspaceDeleted, id.as_str(), space.name.as_str());
    audit::append(&mut tx, &space.team_id, &entry).await?;
    tx.commit().await?;
    Ok(())
}

pub async fn add_members(
    app: &App,
    caller: &Caller,
    id: &TeamspaceId,
    ids: &[String],
) -> ApiResult<Vec<TeamspaceMembershipBody>> {
    let mut tx = app.store.begin().await?;
    // Locked, so that nobody is added to a Teamspace that is being deleted.
    teamspaces::lock(&mut tx, id).await?.ok_or(NOT_FOUND)?;
    let SeenSpace { access, space } = readable(&mut tx, caller, id).await?;
    access.require(Action::ManageTeamspaces)?;
    let members = named_members(&mut tx, &space.team_id, "member_ids", ids).await?;
    add(app, &mut tx, caller, &space, &members).await?;
    let mut all = teamspaces::memberships(&mut tx, id).await?;
    tx.commit().await?;
    let members: HashSet<MembershipId> = members.into_iter().collect();
    all.retain(|membership| members.contains(&membership.membership_id));
    Ok(all)
}

pub async fn memberships_of(app: &App, caller: &Caller, id: &TeamspaceId) -> ApiResult<Vec<TeamspaceMembershipBody>> {
    let mut connection = app.store.read().await?;
    readable(&mut connection, caller, id).await?;
    Ok(teamspaces::memberships(&mut connection, id).await?)
}

pub async fn remove_member(
    app: &App,
    caller: &Caller,
    id: &TeamspaceId,
    membership: &TeamspaceMembershipId,
) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let SeenSpace { access, space } = readable(&mut tx, caller, id).await?;
    access.require(Action::ManageTeamspaces)?;
    let removed = teamspaces::remove_member(&mut tx, id, membership).await?;
    let member = removed.ok_or(ApiError::NotFound("Teamspace membership"))?;
    let entry = caller.audit(app.clock.now(), AuditAction::TeamspaceMemberRemoved, id.as_str(), member.as_str());
    audit::append(&mut tx, &space.team_id, &entry).await?;
    tx.commit().await?;
    Ok(())
}

async fn body(connection: &mut Connection, space: Teamspace) -> ApiResult<TeamspaceBody> {
    let mut bodies = bodies(connection, vec![space]).await?;
    bodies.pop().ok_or(NOT_FOUND)
}

async fn bodies(connection: &mut Connection, spaces: Vec<Teamspace>) -> ApiResult<Vec<TeamspaceBody>> {
    let ids: Vec<TeamspaceId> = spaces.iter().map(|space| space.id.clone()).collect();
    let mut people = HashMap::<TeamspaceId, Vec<TeamspaceMember>>::new();
    for (space, member) in teamspaces::people(connection, &ids).await? {
        people.entry(space).or_default().push(member);
    }
    let body = |space: Teamspace| {
        let members = people.remove(&space.id).unwrap_or_default();
        TeamspaceBody { id: space.id, name: space.name, members }
    };
    Ok(spaces.into_iter().map(body).collect())
}
