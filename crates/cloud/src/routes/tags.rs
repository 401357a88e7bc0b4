//! Tags.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serving::describe;
use serving::table::Doc;
use wire::ids::{TagId, TeamId};
use wire::tags::{CreateTag, TagBody};

use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::TeamCaller;
use crate::error::ApiResult;
use crate::operations::teams::tags;

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(create, Doc::new("Create a tag").takes::<CreateTag>().gives::<TagBody>(201));

/// `POST /v1/teams/{team_id}/tags`
pub(super) async fn create(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(request): JsonBody<CreateTag>,
) -> ApiResult<(StatusCode, Json<TagBody>)> {
    Ok((StatusCode::CREATED, Json(tags::create(&app, &caller, &team_id, &request.name).await?)))
}

describe!(list, Doc::new("List the Team's tags").gives_list::<TagBody>(200));

/// `GET /v1/teams/{team_id}/tags`
pub(super) async fn list(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
) -> ApiResult<Json<Vec<TagBody>>> {
    Ok(Json(tags::list(&app, &caller, &team_id).await?))
}

describe!(delete, Doc::new("Delete a tag and remove it from everything that has it").gives_nothing(204));

/// `DELETE /v1/tags/{tag_id}`
pub(super) async fn delete(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(tag_id): PathParts<TagId>,
) -> ApiResult<StatusCode> {
    tags::delete(&app, &caller, &tag_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
