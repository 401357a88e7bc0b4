//! API keys.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use wire::api_keys::{ApiKeyBody, CreatedApiKey, WriteApiKey};
use wire::ids::{ApiKeyId, TeamId};

use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::UserCaller;
use crate::error::ApiResult;
use crate::operations::teams::api_keys;

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

/// `GET /v1/teams/{team_id}/api_keys`
pub(super) async fn list(
    State(app): State<App>,
    UserCaller(caller): UserCaller,
    PathParts(team_id): PathParts<TeamId>,
) -> ApiResult<Json<Vec<ApiKeyBody>>> {
    Ok(Json(api_keys::list(&app, &caller, &team_id).await?))
}

/// `PUT /v1/api_keys/{api_key_id}`
pub(super) async fn update(
    State(app): State<App>,
    UserCaller(caller): UserCaller,
    PathParts(api_key_id): PathParts<ApiKeyId>,
    JsonBody(request): JsonBody<WriteApiKey>,
) -> ApiResult<Json<ApiKeyBody>> {
    Ok(Json(api_keys::update(&app, &caller, &api_key_id, &request).await?))
}

/// `PUT /v1/api_keys/{api_key_id}/{state}`
pub(super) async fn switch(
    State(app): State<App>,
    UserCaller(caller): UserCaller,
    PathParts((api_key_id, state)): PathParts<(ApiKeyId, String)>,
) -> ApiResult<StatusCode> {
    api_keys::switch(&app, &caller, &api_key_id, &state).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /v1/api_keys/{api_key_id}`
pub(super) async fn delete(
    State(app): State<App>,
    UserCaller(caller): UserCaller,
    PathParts(api_key_id): PathParts<ApiKeyId>,
) -> ApiResult<StatusCode> {
    api_keys::delete(&app, &caller, &api_key_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
