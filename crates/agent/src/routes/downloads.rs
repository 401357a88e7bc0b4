//! Downloads.

use axum::Json;
use axum::extract::State;
use serving::body::{JsonBody, PathParts};
use serving::query::QueryParts;
use wire::agent::{Done, DownloadBody, DownloadId, DownloadState, StartDownload, StartedDownload};

use super::items;
use crate::app::App;
use crate::downloads;
use crate::error::AgentResult;

/// `POST /api/v1/downloads`
pub(super) async fn start(
    State(app): State<App>,
    JsonBody(request): JsonBody<StartDownload>,
) -> AgentResult<Json<StartedDownload>> {
    Ok(Json(downloads::start(&app, request).await?))
}

/// `GET /api/v1/downloads`
pub(super) async fn list(State(app): State<App>) -> AgentResult<Json<Vec<DownloadBody>>> {
    Ok(Json(downloads::list(&app).await?))
}

/// `GET /api/v1/downloads/{download_id}`
pub(super) async fn get(
    State(app): State<App>,
    PathParts(id): PathParts<DownloadId>,
    query: QueryParts,
) -> AgentResult<Json<DownloadBody>> {
    Ok(Json(downloads::get(&app, &id, items::page(&query)?).await?))
}

/// `POST /api/v1/downloads/{download_id}/pause`
pub(super) async fn pause(State(app): State<App>, PathParts(id): PathParts<DownloadId>) -> AgentResult<Json<Done>> {
    downloads::pause(&app, &id).await?;
    Ok(Json(Done::default()))
}

/// `POST /api/v1/downloads/{download_id}/resume`
pub(super) async fn resume(State(app): State<App>, PathParts(id): PathParts<DownloadId>) -> AgentResult<Json<Done>> {
    downloads::resume(&app, &id).await?;
    Ok(Json(Done::default()))
}

/// `DELETE /api/v1/downloads/{download_id}`
pub(super) async fn delete(
    State(app): State<App>,
    PathParts(id): PathParts<DownloadId>,
    query: QueryParts,
) -> AgentResult<Json<Done>> {
    downloads::delete(&app, &id, items::remove_files(&query)?).await?;
    Ok(Json(Done::default()))
}

/// `DELETE /api/v1/downloads`
pub(super) async fn delete_all(State(app): State<App>, query: QueryParts) -> AgentResult<Json<Done>> {
    let states = items::states(&query, DownloadState::ALL, DownloadState::as_str)?;
    downloads::delete_all(&app, states.as_deref(), items::remove_files(&query)?).await?;
    Ok(Json(Done::default()))
}
