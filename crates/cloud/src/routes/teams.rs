//! Teams.

use axum::Json;
use axum::extract::State;
use serving::describe;
use serving::table::Doc;
use wire::ids::TeamId;
use wire::teams::{TeamBody, UpdateTeam};

use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::TeamCaller;
use crate::error::ApiResult;
use crate::operations::teams;

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(get, Doc::new("Get a Team").gives::<TeamBody>(200));

/// `GET /v1/teams/{team_id}`
pub(super) async fn get(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
) -> ApiResult<Json<TeamBody>> {
    let access = caller.access_to(&mut *app.store.read().await?, &team_id).await?;
    Ok(Json(teams::team_body(&access.team)))
}

describe!(update, Doc::new("Change a Team's settings").takes::<UpdateTeam>().gives::<TeamBody>(200));

/// `PUT /v1/teams/{team_id}`
pub(super) async fn update(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(change): JsonBody<UpdateTeam>,
) -> ApiResult<Json<TeamBody>> {
    Ok(Json(teams::update(&app, &caller, &team_id, &change).await?))
}
