//! Members of a Team.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serving::describe;
use serving::table::Doc;
use wire::ids::{MembershipId, TeamId};
use wire::members::{InviteMember, MemberBody, UpdateMember};

use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::TeamCaller;
use crate::error::ApiResult;
use crate::operations::accounts::invitations;
use crate::operations::teams::members;

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(list, Doc::new("List the members of a Team").gives_list::<MemberBody>(200));

/// `GET /v1/teams/{team_id}/members`
pub(super) async fn list(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
) -> ApiResult<Json<Vec<MemberBody>>> {
    Ok(Json(members::list(&app, &caller, &team_id).await?))
}

describe!(invite, Doc::new("Invite someone, or invite again").takes::<InviteMember>().gives::<MemberBody>(201));

/// `POST /v1/teams/{team_id}/members`
pub(super) async fn invite(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(request): JsonBody<InviteMember>,
) -> ApiResult<(StatusCode, Json<MemberBody>)> {
    let member = invitations::invite(&app, &caller, &team_id, &request).await?;
    Ok((StatusCode::CREATED, Json(member)))
}

describe!(
    update,
    Doc::new("Change a role; `owner` transfers the Team").takes::<UpdateMember>().gives::<MemberBody>(200)
);

/// `PUT /v1/members/{membership_id}`
pub(super) async fn update(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(membership_id): PathParts<MembershipId>,
    JsonBody(request): JsonBody<UpdateMember>,
) -> ApiResult<Json<MemberBody>> {
    Ok(Json(members::change_role(&app, &caller, &membership_id, &request.role).await?))
}

describe!(remove, Doc::new("Remove a member").gives_nothing(204));

/// `DELETE /v1/members/{membership_id}`
pub(super) async fn remove(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(membership_id): PathParts<MembershipId>,
) -> ApiResult<StatusCode> {
    members::remove(&app, &caller, &membership_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
