//! Which Portals and packages of a Team a member can see.

use domain::Refusal;
use domain::membership::Membership;
use domain::package::Package;
use domain::policy::{self, Action, Scope};
use store::package_lists::Visibility;
use store::portals::{self, PortalViewer};
use store::{Connection, teamspaces};

use super::team_access::TeamAccess;
use crate::error::ApiResult;

/// Which of the Team's Portals a member may see.
pub fn viewer(access: &TeamAccess) -> Result<PortalViewer, Refusal> {
    portal_viewer(&access.membership)
}

fn portal_viewer(membership: &Membership) -> Result<PortalViewer, Refusal> {
    let scope = policy::require(membership.role, Action::ReadPortals)?;
    Ok(PortalViewer { membership_id: membership.id.clone(), scope })
}

/// Which of the packages that the Team sends a member may see.
pub async fn sent_packages(connection: &mut Connection, access: &TeamAccess) -> ApiResult<Visibility> {
    if access.require(Action::ManageSentPackages)? == Scope::All {
        return Ok(Visibility::All);
    }
    let spaces = teamspaces::of_member(connection, &access.membership.id).await?;
    let has_deleted = teamspaces::any_deleted(connection, &access.team.id, None).await?;
    Ok(Visibility::Spaces(spaces, has_deleted.then(|| access.membership.user_id.clone())))
}

/// A received package is visible with its Portal; a sent one depends on the role and on its Teamspace. When that is
/// deleted, the sender still sees it.
pub async fn sees_package(connection: &mut Connection, membership: &Membership, package: &Package) -> ApiResult<bool> {
    if let Some(portal) = &package.portal_id {
        return Ok(portals::is_visible(connection, &portal_viewer(membership)?, portal).await?);
    }
    match (policy::scope(membership.role, Action::ManageSentPackages), &package.teamspace_id) {
        (Scope::All, _) | (Scope::Spaces, None) => Ok(true),
        (Scope::Spaces, Some(space)) => {
            let is_sender = package.creator_id.as_ref() == Some(&membership.user_id);
            Ok(teamspaces::of_member(connection, &membership.id).await?.contains(space)
                || (is_sender && teamspaces::any_deleted(connection, &package.team_id, Some(space)).await?))
        }
        _ => Ok(false),
    }
}
