//! The members of a Team.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::{MembershipId, UserId};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MemberBody {
    pub id: MembershipId,
    pub user_id: UserId,
    pub email: String,
    pub name: String,
    /// `owner`, `admin`, `integration_manager`, `member` or `guest`.
    #[schema(example = "member")]
    pub role: String,
    /// `invited` until the invitation is accepted, then `active`.
    #[schema(example = "active")]
    pub status: String,
    /// Ids of the Teamspaces that the member was added to.
    pub teamspaces: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct InviteMember {
    pub email: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `admin`, `integration_manager`, `member` or `guest`.
    pub role: String,
}

example! { InviteMember, { "email": "ben@example.org", "name": "Ben", "role": "member" } }

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct UpdateMember {
    /// The new role. `owner` hands the Team over, and the former Owner becomes Admin.
    pub role: String,
}

example! { UpdateMember, { "role": "admin" } }
