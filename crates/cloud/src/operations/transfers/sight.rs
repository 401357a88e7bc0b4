//! Whether a member sees everything that is sent to a connection.

use domain::Refusal;
use store::package_lists::Visibility;
use store::{Connection, portal_connections};
use wire::ids::CloudConnectionId;

use crate::auth::TeamAccess;
use crate::auth::sight::{sent_packages, viewer};
use crate::error::ApiResult;

/// Only members who can see a Portal may decide where its files go, and only those who see a package where it goes.
pub(super) async fn check_seen(
    connection: &mut Connection,
    access: &TeamAccess,
    id: &CloudConnectionId,
) -> ApiResult<()> {
    let viewer = viewer(access)?;
    if portal_connections::has_hidden_portal(connection, &viewer, id).await? {
        let reason = "the connection is attached to a Portal that you do not see: only its name can be changed, except \
                      by someone who sees all its Portals";
        return Err(Refusal::Forbidden(reason).into());
    }
    if is_sending_hidden(connection, access, id).await? {
        let reason = "a package that you do not see is being sent to the connection: only its name can be changed until \
                      that is done, except by someone who sees the package";
        return Err(Refusal::Forbidden(reason).into());
    }
    Ok(())
}

async fn is_sending_hidden(
    connection: &mut Connection,
    access: &TeamAccess,
    id: &CloudConnectionId,
) -> ApiResult<bool> {
    let sees_all_sent = matches!(sent_packages(connection, access).await?, Visibility::All);
    Ok(portal_connections::has_hidden_package(connection, &viewer(access)?, sees_all_sent, id).await?)
}

/// Whether anything is sent to the connection that the caller does not see.
pub(super) async fn is_hidden(
    connection: &mut Connection,
    access: &TeamAccess,
    id: &CloudConnectionId,
) -> ApiResult<bool> {
    Ok(portal_connections::has_hidden_portal(connection, &viewer(access)?, id).await?
        || is_sending_hidden(connection, access, id).await?)
}
