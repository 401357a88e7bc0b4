//! A caller in a Team.

use domain::Refusal;
use domain::membership::{MemberStatus, Membership};
use domain::policy::{self, Action, Scope};
use domain::team::Team;
use wire::ids::{TeamId, UserId};

use super::callers::{Caller, Credential};
use crate::error::{ApiError, ApiResult};
use crate::store::{Connection, memberships, teams};

/// Proof that the caller is an active member of the Team.
pub struct TeamAccess {
    pub team: Team,
    pub membership: Membership,
}

impl TeamAccess {
    /// A Team of which the caller is no member looks like one that does not exist.
    pub async fn of(connection: &mut Connection, caller: &Caller, team_id: &TeamId) -> ApiResult<Self> {
        if let Credential::ApiKey { team_id: own, .. } = &caller.credential
            && own != team_id
        {
            return Err(ApiError::NotFound("Team"));
        }
        Self::find(connection, &caller.user.id, team_id).await?.ok_or(ApiError::NotFound("Team"))
    }

    pub async fn find(connection: &mut Connection, user: &UserId, team_id: &TeamId) -> ApiResult<Option<Self>> {
        let membership = memberships::of_user_in_team(connection, user, team_id).await?;
        let Some(membership) = membership.filter(|membership| membership.status == MemberStatus::Active) else {
            return Ok(None);
        };
        let team = teams::by_id(connection, team_id).await?;
        Ok(team.map(|team| Self { team, membership }))
    }

    /// The scope that the policy gives the caller for an action, or a refusal.
    pub fn require(&self, action: Action) -> Result<Scope, Refusal> {
        policy::require(self.membership.role, action)
    }
}
