//! Whether the credential that a token was obtained with still works.

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
/// A key that is suspended with its Team does not end them: the Team may still read.
pub(super) async fn membership_of(
    connection: &mut Connection,
    issued: &IssuedTo,
    team: &TeamId,
    now: Time,
) -> ApiResult<Membership> {
    let membership = memberships::of_user_in_team(connection, &issued.user, team).await?;
    let membership = membership.filter(|membership| membership.status == MemberStatus::Active);
    let membership = membership.ok_or(ApiError::Unauthorized)?;
    let is_standing = match &issued.with {
        Basis::Session(epoch) => {
            let user = users::by_id(connection, &issued.user).await?;
            user.is_some_and(|user| user.session_epoch == *epoch)
        }
        Basis::Key(id) => {
            let key = api_keys::by_id(connection, id).await?;
            key.is_some_and(|key| key.admit(false, now).is_ok())
        }
    };
    if is_standing { Ok(membership) } else { Err(ApiError::Unauthorized) }
}

/// Whether the member to whom a token was issued may still see the package.
pub async fn still_sees(
    app: &App,
    connection: &mut Connection,
    issued: &IssuedTo,
    package: &Package,
) -> ApiResult<bool> {
    match membership_of(connection, issued, &package.team_id, app.clock.now()).await {
        Ok(membership) => sees_package(connection, &membership, package).await,
        Err(ApiError::Unauthorized) => Ok(false),
        Err(error) => Err(error),
    }
}
