//! Members of a Team.

use std::collections::HashMap;

use domain::audit::AuditAction;
use domain::membership::{Membership, hand_over};
use domain::policy::Action;
use domain::role::Role;
use store::audit::AuditEntry;
use store::memberships::{self, Member};
use store::users::{self, User};
use store::{Connection, Tx, api_keys, audit, portals, teams, teamspaces};
use wire::ids::{MembershipId, TeamId, TeamspaceId};
use wire::members::MemberBody;

use crate::app::App;
use crate::auth::{Caller, TeamAccess};
use crate::error::{ApiError, ApiResult};

/// Everyone of the Team, for those who put people on the access list of a Portal. Of others, only those who manage the
/// Team see the Teamspaces.
pub async fn list(app: &App, caller: &Caller, team_id: &TeamId) -> ApiResult<Vec<MemberBody>> {
    let mut connection = app.store.read().await?;
    let access = caller.access_to(&mut connection, team_id).await?;
    access.require(Action::ListMembers)?;
    let sees_spaces = access.require(Action::ManageTeam).is_ok();
    let members = memberships::of_team(&mut connection, team_id).await?;
    let mut spaces = HashMap::<MembershipId, Vec<TeamspaceId>>::new();
    for (member, space) in teamspaces::of_members(&mut connection, team_id).await? {
        if !sees_spaces && member != access.membership.id {
            continue;
        }
        spaces.entry(member).or_default().push(space);
    }
    let body = |member: Member| {
        let spaces = spaces.remove(&member.membership.id).unwrap_or_default();
        member_body(member, &spaces)
    };
    Ok(members.into_iter().map(body).collect())
}

pub async fn change_role(app: &App, caller: &Caller, id: &MembershipId, role: &str) -> ApiResult<MemberBody> {
    let role: Role = role.parse().map_err(|error| domain::Refusal::invalid("role", format!("{error}")))?;
    let mut tx = app.store.begin().await?;
    let (access, membership) = find_locked(&mut tx, caller, id).await?;
    let former = membership.role;
    if role == Role::Owner {
        let (former_owner, owner) = hand_over(access.membership, membership)?;
        memberships::update(&mut tx, &former_owner).await?;
        memberships::update(&mut tx, &owner).await?;
    } else {
        memberships::update(&mut tx, &membership.change_role(access.membership.role, role)?).await?;
    }
    let entry = caller.audit(app.clock.now(), AuditAction::RoleChanged, id.as_str(), format!("{former} to {role}"));
    audit::append(&mut tx, &access.team.id, &entry).await?;
    let body = read_back(&mut tx, id).await?;
    tx.commit().await?;
    Ok(body)
}

/// The member's API keys stay in the record, switched off. They stay off if the member comes back.
pub async fn remove(app: &App, caller: &Caller, id: &MembershipId) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let (access, membership) = find_locked(&mut tx, caller, id).await?;
    membership.remove(access.membership.role)?;
    let now = app.clock.now();
    // Waits for everyone who has just put the member on a list; the Owner then gets what nobody is left to open.
    memberships::delete(&mut tx, &membership).await?;
    let inherited = portals::inherit(&mut tx, &access.team.id).await?;
    api_keys::deactivate_of_creator(&mut tx, &access.team.id, &membership.user_id, now).await?;
    leave_home(&mut tx, &membership).await?;
    let entry = caller.audit(now, AuditAction::MemberRemoved, id.as_str(), membership.user_id.to_string());
    audit::append(&mut tx, &access.team.id, &entry).await?;
    for portal in inherited {
        let entry = AuditEntry::by_service(now, AuditAction::PortalAccessChanged, portal.as_str());
        let detail = "goes to the Owner: nobody else on its access list is an active member".to_owned();
        audit::append(&mut tx, &access.team.id, &AuditEntry { detail, ..entry }).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// An account whose home is the Team that it leaves moves to another of its Teams, if it has one.
async fn leave_home(connection: &mut Connection, left: &Membership) -> ApiResult<()> {
    let user = users::by_id(connection, &left.user_id).await?;
    let other = teams::of_user(connection, &left.user_id).await?.into_iter().next();
    let (Some(user), Some(other)) = (user, other) else { return Ok(()) };
    let moved = |home: &TeamId| if *home == left.team_id { other.id.clone() } else { home.clone() };
    let (primary_team_id, preferred_team_id) = (moved(&user.primary_team_id), moved(&user.preferred_team_id));
    users::update(connection, &User { primary_team_id, preferred_team_id, ..user }).await?;
    Ok(())
}

/// The membership, and the caller's access to its Team. One of another Team does not exist for the caller.
async fn find(connection: &mut Connection, caller: &Caller, id: &MembershipId) -> ApiResult<(TeamAccess, Membership)> {
    let not_found = || ApiError::NotFound("member");
    let membership = memberships::by_id(connection, id).await?.ok_or_else(not_found)?;
    let access = caller.access_to_team_of(connection, &membership.team_id, "member").await?;
    access.require(Action::ManageTeam)?;
    Ok((access, membership))
}

/// As [`find`]. The Team is locked first, so that its members change one after the other.
async fn find_locked(tx: &mut Tx, caller: &Caller, id: &MembershipId) -> ApiResult<(TeamAccess, Membership)> {
    let (access, _) = find(tx, caller, id).await?;
    teams::lock(tx, &access.team.id).await?;
    find(tx, caller, id).await
}

/// No Team is so large that a request has to name more.
pub(in crate::operations) const NAMED_MOST: usize = 5_000;

/// The members of a Team that a field of a request names: each once, in order, and locked until the transaction ends.
pub(in crate::operations) async fn named_members(
    tx: &mut Tx,
    team_id: &TeamId,
    field: &'static str,
    ids: &[impl AsRef<str>],
) -> ApiResult<Vec<MembershipId>> {
    if ids.len() > NAMED_MOST {
        return Err(domain::Refusal::TooLarge(format!("{field}: can name up to {NAMED_MOST} members")).into());
    }
    let mut named: Vec<&str> = ids.iter().map(AsRef::as_ref).collect();
    named.sort_unstable();
    named.dedup();
    let mut members = Vec::with_capacity(named.len());
    for id in named {
        let member = memberships::refer_to(tx, team_id, id).await?;
        members.push(member.ok_or(ApiError::ReferenceNotFound(field))?);
    }
    Ok(members)
}

pub(in crate::operations) async fn read_back(connection: &mut Connection, id: &MembershipId) -> ApiResult<MemberBody> {
    let member = memberships::member_by_id(connection, id).await?;
    let member = member.ok_or(ApiError::NotFound("member"))?;
    let spaces = teamspaces::of_member(connection, id).await?;
    Ok(member_body(member, &spaces))
}

fn member_body(member: Member, spaces: &[TeamspaceId]) -> MemberBody {
    let Member { membership, email, name } = member;
    MemberBody {
        id: membership.id,
        user_id: membership.user_id,
        email,
        name,
        role: membership.role.as_str().to_owned(),
        status: membership.status.as_str().to_owned(),
        teamspaces: spaces.iter().map(ToString::to_string).collect(),
    }
}
