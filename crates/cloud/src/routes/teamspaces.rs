//! Teamspaces.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serving::describe;
use serving::table::{Doc, Parameter};
use wire::ids::{TeamId, TeamspaceId, TeamspaceMembershipId};
use wire::teamspaces::{
    AddTeamspaceMembers, CreateTeamspace, RenameTeamspace, TeamspaceBody, TeamspaceMembershipBody, TeamspacePage,
};

use super::query::QueryParts;
use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::TeamCaller;
use crate::error::ApiResult;
use crate::operations::teams::teamspaces;

const PAGE_LARGEST: i64 = 50;

pub(super) const LIST: &[Parameter] =
    &[Parameter::number("page", "From 0."), Parameter::number("limit", "1 to 50; larger values count as 50.")];

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(create, Doc::new("Create a Teamspace").takes::<CreateTeamspace>().gives::<TeamspaceBody>(201));

/// `POST /v1/teams/{team_id}/spaces`
pub(super) async fn create(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(request): JsonBody<CreateTeamspace>,
) -> ApiResult<(StatusCode, Json<TeamspaceBody>)> {
    Ok((StatusCode::CREATED, Json(teamspaces::create(&app, &caller, &team_id, &request).await?)))
}

describe!(list, Doc::new("List the Teamspaces that the caller can see").asks(LIST).gives::<TeamspacePage>(200));

/// `GET /v1.1/teams/{team_id}/spaces`
pub(super) async fn list(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    query: QueryParts,
) -> ApiResult<Json<TeamspacePage>> {
    Ok(Json(teamspaces::list(&app, &caller, &team_id, query.page_from_zero(PAGE_LARGEST)?).await?))
}

describe!(get, Doc::new("Get a Teamspace").gives::<TeamspaceBody>(200));

/// `GET /v1/spaces/{space_id}`
pub(super) async fn get(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(space_id): PathParts<TeamspaceId>,
) -> ApiResult<Json<TeamspaceBody>> {
    Ok(Json(teamspaces::get(&app, &caller, &space_id).await?))
}

describe!(
    rename,
    Doc::new("Rename a Teamspace; the reply is a list with one entry")
        .takes::<RenameTeamspace>()
        .gives::<TeamspacePage>(200)
);

/// `PUT /v1/spaces/{space_id}`
pub(super) async fn rename(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(space_id): PathParts<TeamspaceId>,
    JsonBody(request): JsonBody<RenameTeamspace>,
) -> ApiResult<Json<TeamspacePage>> {
    Ok(Json(teamspaces::rename(&app, &caller, &space_id, &request.name).await?))
}

describe!(
    delete,
    Doc::new("Delete a Teamspace (its creator; Owner and Admins if the creator has left); its content is kept")
        .gives_nothing(204)
);

/// `DELETE /v1/spaces/{space_id}`
pub(super) async fn delete(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(space_id): PathParts<TeamspaceId>,
) -> ApiResult<StatusCode> {
    teamspaces::delete(&app, &caller, &space_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(
    add_members,
    Doc::new("Add members of the Team to a Teamspace")
        .takes::<AddTeamspaceMembers>()
        .gives_list::<TeamspaceMembershipBody>(201)
);

/// `POST /v1/spaces/{space_id}/members`
pub(super) async fn add_members(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(space_id): PathParts<TeamspaceId>,
    JsonBody(request): JsonBody<AddTeamspaceMembers>,
) -> ApiResult<(StatusCode, Json<Vec<TeamspaceMembershipBody>>)> {
    let added = teamspaces::add_members(&app, &caller, &space_id, &request.member_ids).await?;
    Ok((StatusCode::CREATED, Json(added)))
}

describe!(members, Doc::new("List the memberships of a Teamspace").gives_list::<TeamspaceMembershipBody>(200));

/// `GET /v1/spaces/{space_id}/members`
pub(super) async fn members(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(space_id): PathParts<TeamspaceId>,
) -> ApiResult<Json<Vec<TeamspaceMembershipBody>>> {
    Ok(Json(teamspaces::memberships_of(&app, &caller, &space_id).await?))
}

describe!(remove_member, Doc::new("Remove a member from a Teamspace").gives_nothing(204));

/// `DELETE /v1/spaces/{space_id}/members/{teamspace_membership_id}`
pub(super) async fn remove_member(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts((space_id, membership)): PathParts<(TeamspaceId, TeamspaceMembershipId)>,
) -> ApiResult<StatusCode> {
    teamspaces::remove_member(&app, &caller, &space_id, &membership).await?;
    Ok(StatusCode::NO_CONTENT)
}
