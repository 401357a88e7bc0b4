//! API keys.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serving::describe;
use serving::table::Doc;
use wire::api_keys::{ApiKeyBody, CreatedApiKey, UpdateApiKey, WriteApiKey};
use wire::ids::{ApiKeyId, TeamId};

use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::UserCaller;
use crate::error::ApiResult;
use crate::operations::teams::api_keys;

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    create,
    Doc::new("Create an API key; its secret is only in this reply").takes::<WriteApiKey>().gives::<CreatedApiKey>(201)
);

/// `POST /v1/teams/{team_id}/api_keys`
pub(super) async fn create(
    State(app): State<App>,
    UserCaller(caller): UserCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(request): JsonBody<WriteApiKey>,
) -> ApiResult<(StatusCode, Json<CreatedApiKey>)> {
    let created = api_keys::create(&app, &caller, &team_id, &request).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

describe!(list, Doc::new("List the Team's API keys (Owner)").gives_list::<ApiKeyBody>(200));

/// `GET /v1/teams/{team_id}/api_keys`
pub(super) async fn list(
    State(app): State<App>,
    UserCaller(caller): UserCaller,
    PathParts(team_id): PathParts<TeamId>,
) -> ApiResult<Json<Vec<ApiKeyBody>>> {
    Ok(Json(api_keys::list(&app, &caller, &team_id).await?))
}

describe!(update, Doc::new("Update an API key").takes::<UpdateApiKey>().gives::<ApiKeyBody>(200));

/// `PUT /v1/api_keys/{api_key_id}`
pub(super) async fn update(
    State(app): State<App>,
    UserCaller(caller): UserCaller,
    PathParts(api_key_id): PathParts<ApiKeyId>,
    JsonBody(request): JsonBody<UpdateApiKey>,
) -> ApiResult<Json<ApiKeyBody>> {
    Ok(Json(api_keys::update(&app, &caller, &api_key_id, &request).await?))
}

describe!(switch, Doc::new("Switch an API key to `active` or `inactive`").gives_nothing(204));

/// `PUT /v1/api_keys/{api_key_id}/{state}`
pub(super) async fn switch(
    State(app): State<App>,
    UserCaller(caller): UserCaller,
    PathParts((api_key_id, state)): PathParts<(ApiKeyId, String)>,
) -> ApiResult<StatusCode> {
    api_keys::switch(&app, &caller, &api_key_id, &state).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(delete, Doc::new("Delete an API key").gives_nothing(204));

/// `DELETE /v1/api_keys/{api_key_id}`
pub(super) async fn delete(
    State(app): State<App>,
    UserCaller(caller): UserCaller,
    PathParts(api_key_id): PathParts<ApiKeyId>,
) -> ApiResult<StatusCode> {
    api_keys::delete(&app, &caller, &api_key_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
