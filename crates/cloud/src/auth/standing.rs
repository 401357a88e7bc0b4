//! Whether the credential that a token was obtained with still works.

use domain::key_scope::Needs;
use domain::membership::{MemberStatus, Membership};
use domain::package::Package;
use store::{Connection, api_keys, memberships, users};
use wire::ids::TeamId;
use wire::time::Time;

use super::sight::sees_package;
use crate::app::App;
use crate::credentials::{Basis, IssuedTo};
use crate::error::{ApiError, ApiResult};

/// The membership of the member to whom a token was issued. Refuses tokens whose membership, session or key has ended.
/// A key that is suspended with its Team does not end them: the Team may still read. A token that was obtained with a key
/// can do no more than the key can do now.
pub(super) async fn membership_of(
    connection: &mut Connection,
    issued: &IssuedTo,
    team: &TeamId,
    needs: Needs,
    now: Time,
) -> ApiResult<Membership> {
    if issued.has_ended(now) {
        return Err(ApiError::Unauthorized);
    }
    let membership = memberships::of_user_in_team(connection, &issued.user, team).await?;
    let membership = membership.filter(|membership| membership.status == MemberStatus::Active);
    let membership = membership.ok_or(ApiError::Unauthorized)?;
    match &issued.with {
        Basis::Session(epoch) => {
            let user = users::by_id(connection, &issued.user).await?;
            user.filter(|user| user.session_epoch == *epoch).ok_or(ApiError::Unauthorized)?;
        }
        Basis::Key(id) => {
            let key = api_keys::by_id(connection, id).await?;
            let key = key.filter(|key| key.admit(false, now).is_ok()).ok_or(ApiError::Unauthorized)?;
            key.scopes.require(needs)?;
        }
    }
    Ok(membership)
}

/// Whether the member to whom a token was issued may still see the package. Refuses if the token was obtained with a key
/// that may not be used for this.
pub async fn still_sees(
    app: &App,
    connection: &mut Connection,
    issued: &IssuedTo,
    package: &Package,
    needs: Needs,
) -> ApiResult<bool> {
    match membership_of(connection, issued, &package.team_id, needs, app.trusted_time()).await {
        Ok(membership) => sees_package(connection, &membership, package).await,
        Err(ApiError::Unauthorized) => Ok(false),
        Err(error) => Err(error),
    }
}
