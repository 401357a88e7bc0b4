//! A caller's membership in a Team.

use domain::Refusal;
use domain::membership::{MemberStatus, Membership};
use domain::policy::{self, Action, Scope};
use domain::team::Team;
use store::{Connection, memberships, teams};
use wire::ids::{TeamId, UserId};

use crate::error::ApiResult;

/// Proof that someone is an active member of the Team.
pub struct TeamAccess {
    pub team: Team,
    pub membership: Membership,
}

impl TeamAccess {
    pub async fn find(connection: &mut Connection, user: &UserId, team_id: &TeamId) -> ApiResult<Option<Self>> {
        let membership = memberships::of_user_in_team(connection, user, team_id).await?;
        let Some(membership) = membership.filter(|membership| membership.status == MemberStatus::Active) else {
            return Ok(None);
        };
        let team = teams::by_id(connection, team_id).await?;
        Ok(team.map(|team| Self { team, membership }))
    }

    /// The scope that the policy grants them for an action, or a refusal.
    pub fn require(&self, action: Action) -> Result<Scope, Refusal> {
        policy::require(self.membership.role, action)
    }
}
