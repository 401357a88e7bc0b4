//! What a member of a Team sees of its Portals and packages.

use domain::Refusal;
use domain::membership::Membership;
use domain::package::Package;
use domain::policy::{self, Action, Scope};

use super::team_access::TeamAccess;
use crate::error::ApiResult;
use crate::store::portals::{self, PortalViewer};
use crate::store::{Connection, teamspaces};

/// What a member may see of the Team's Portals.
pub fn viewer(access: &TeamAccess) -> Result<PortalViewer, Refusal> {
    portal_viewer(&access.membership)
}

fn portal_viewer(membership: &Membership) -> Result<PortalViewer, Refusal> {
    let scope = policy::require(membership.role, Action::ReadPortals)?;
    Ok(PortalViewer { membership_id: membership.id.clone(), scope })
}

/// What came through a Portal is seen with it; what was sent, by the role and by the Teamspace that it is in.
pub async fn sees_package(connection: &mut Connection, membership: &Membership, package: &Package) -> ApiResult<bool> {
    if let Some(portal) = &package.portal_id {
        return Ok(portals::is_visible(connection, &portal_viewer(membership)?, portal).await?);
    }
    match (policy::scope(membership.role, Action::ManageSentPackages), &package.teamspace_id) {
        (Scope::All, _) | (Scope::Spaces, None) => Ok(true),
        (Scope::Spaces, Some(space)) => Ok(teamspaces::of_member(connection, &membership.id).await?.contains(space)),
        _ => Ok(false),
    }
}
