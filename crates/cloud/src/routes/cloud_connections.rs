//! Cloud connections, what they list, and transfers to and from them.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use wire::connections::{CloudConnectionBody, CloudFile, StartTransfer, TransferBody, WriteCloudConnection};
use wire::ids::{CloudConnectionId, TeamId};

use super::query::{QueryParts, invalid};
use super::table::Parameter;
use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::{PackageHolder, TeamCaller};
use crate::error::ApiResult;
use crate::operations::transfers::{self, connections, imports};

pub(super) const FILES: &[Parameter] = &[
    Parameter::text("prefix", "The id of a directory; default is the root."),
    Parameter::text("prev_key", "The id of the last entry seen; the list continues after it."),
    Parameter::number("count", "1 to 1000; default 1000."),
];

/// `POST /v1/teams/{team_id}/cloud_connections`
pub(super) async fn create(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(request): JsonBody<WriteCloudConnection>,
) -> ApiResult<(StatusCode, Json<CloudConnectionBody>)> {
    Ok((StatusCode::CREATED, Json(connections::create(&app, &caller, &team_id, &request).await?)))
}

/// `GET /v1/teams/{team_id}/cloud_connections`
pub(super) async fn list(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
) -> ApiResult<Json<Vec<CloudConnectionBody>>> {
    Ok(Json(connections::list(&app, &caller, &team_id).await?))
}

/// `GET /v1/cloud_connections/{cloud_connection_id}`
pub(super) async fn get(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CloudConnectionId>,
) -> ApiResult<Json<CloudConnectionBody>> {
    Ok(Json(connections::get(&app, &caller, &id).await?))
}

/// `PUT /v1/cloud_connections/{cloud_connection_id}`
pub(super) async fn update(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CloudConnectionId>,
    JsonBody(request): JsonBody<WriteCloudConnection>,
) -> ApiResult<Json<CloudConnectionBody>> {
    Ok(Json(connections::update(&app, &caller, &id, &request).await?))
}

/// `DELETE /v1/cloud_connections/{cloud_connection_id}`
pub(super) async fn delete(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CloudConnectionId>,
) -> ApiResult<StatusCode> {
    connections::delete(&app, &caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /v1/cloud_connections/{cloud_connection_id}/test`
pub(super) async fn test(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CloudConnectionId>,
) -> ApiResult<Json<CloudConnectionBody>> {
    Ok(Json(connections::test(&app, &caller, &id).await?))
}

/// `GET /v1/cloud_connections/{cloud_connection_id}/files`
pub(super) async fn files(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CloudConnectionId>,
    query: QueryParts,
) -> ApiResult<Json<Vec<CloudFile>>> {
    let count = match query.number("count")? {
        None => imports::LIST_MOST,
        Some(count) => u32::try_from(count)
            .ok()
            .filter(|count| (1..=imports::LIST_MOST).contains(count))
            .ok_or_else(|| invalid("count", "must be 1 to 1000"))?,
    };
    let place = (query.text("prefix").unwrap_or_default(), query.text("prev_key").unwrap_or_default(), count);
    Ok(Json(imports::list(&app, &caller, &id, place).await?))
}

/// `POST /v1/packages/{package_id}/transfer`
pub(super) async fn start_transfer(
    State(app): State<App>,
    holder: PackageHolder,
    JsonBody(request): JsonBody<StartTransfer>,
) -> ApiResult<(StatusCode, Json<TransferBody>)> {
    Ok((StatusCode::CREATED, Json(transfers::start(&app, &holder, &request).await?)))
}

/// `GET /v1/packages/{package_id}/transfer`
pub(super) async fn transfers(State(app): State<App>, holder: PackageHolder) -> ApiResult<Json<Vec<TransferBody>>> {
    Ok(Json(transfers::list(&app, &holder).await?))
}
