//! Filters for files that are sent to connections.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serving::describe;
use serving::table::Doc;
use wire::filters::{CreateFilter, FilterBody, TriedName, TryFilter, UpdateFilter};
use wire::ids::{FilterId, TeamId};

use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::TeamCaller;
use crate::error::ApiResult;
use crate::operations::transfers::filters;

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(create, Doc::new("Create a filter for file names").takes::<CreateFilter>().gives::<FilterBody>(201));

/// `POST /v1/teams/{team_id}/filters`
pub(super) async fn create(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(request): JsonBody<CreateFilter>,
) -> ApiResult<(StatusCode, Json<FilterBody>)> {
    Ok((StatusCode::CREATED, Json(filters::create(&app, &caller, &team_id, request).await?)))
}

describe!(list, Doc::new("List the filters of a Team").gives_list::<FilterBody>(200));

/// `GET /v1/teams/{team_id}/filters`
pub(super) async fn list(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
) -> ApiResult<Json<Vec<FilterBody>>> {
    Ok(Json(filters::list(&app, &caller, &team_id).await?))
}

describe!(
    try_out,
    Doc::new("Preview which file names pass the rules; nothing is saved")
        .takes::<TryFilter>()
        .gives_list::<TriedName>(200)
);

/// `POST /v1/teams/{team_id}/filters/try`
pub(super) async fn try_out(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(request): JsonBody<TryFilter>,
) -> ApiResult<Json<Vec<TriedName>>> {
    Ok(Json(filters::try_out(&app, &caller, &team_id, request).await?))
}

describe!(get, Doc::new("Get a filter").gives::<FilterBody>(200));

/// `GET /v1/filters/{filter_id}`
pub(super) async fn get(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(filter_id): PathParts<FilterId>,
) -> ApiResult<Json<FilterBody>> {
    Ok(Json(filters::get(&app, &caller, &filter_id).await?))
}

describe!(
    update,
    Doc::new("Replace the rules of a filter, and its name if one is sent")
        .takes::<UpdateFilter>()
        .gives::<FilterBody>(200)
);

/// `PUT /v1/filters/{filter_id}`
pub(super) async fn update(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(filter_id): PathParts<FilterId>,
    JsonBody(request): JsonBody<UpdateFilter>,
) -> ApiResult<Json<FilterBody>> {
    Ok(Json(filters::update(&app, &caller, &filter_id, request).await?))
}

describe!(delete, Doc::new("Delete a filter").gives_nothing(204));

/// `DELETE /v1/filters/{filter_id}`
pub(super) async fn delete(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(filter_id): PathParts<FilterId>,
) -> ApiResult<StatusCode> {
    filters::delete(&app, &caller, &filter_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
