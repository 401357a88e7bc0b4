//! Teamspaces: groups of members within a Team.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::{MembershipId, TeamspaceId, TeamspaceMembershipId, UserId};
use crate::packages::PageMetadata;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamspaceBody {
    pub id: TeamspaceId,
    pub name: String,
    pub members: Vec<TeamspaceMember>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamspaceMember {
    /// The Teamspace membership.
    pub id: TeamspaceMembershipId,
    pub name: String,
    pub user_id: UserId,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamspacePage {
    pub metadata: PageMetadata,
    pub teamspaces: Vec<TeamspaceBody>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamspaceMembershipBody {
    pub id: TeamspaceMembershipId,
    /// The membership of the Team.
    pub membership_id: MembershipId,
    pub teamspace_id: TeamspaceId,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct CreateTeamspace {
    pub name: String,
    /// Team membership ids.
    pub member_ids: Option<Vec<String>>,
}

example! { CreateTeamspace, { "name": "Second unit", "member_ids": ["01KA2B3C4D5E6F7G8H9JKMNPQR"] } }

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct RenameTeamspace {
    pub name: String,
}

example! { RenameTeamspace, { "name": "Second unit" } }

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct AddTeamspaceMembers {
    /// Team membership ids.
    pub member_ids: Vec<String>,
}

example! { AddTeamspaceMembers, { "member_ids": ["01KA2B3C4D5E6F7G8H9JKMNPQR"] } }
