//! Uploads and the links to what they sent.

use axum::Json;
use axum::extract::State;
use serving::body::{JsonBody, JsonBodyOrNothing, PathParts};
use serving::query::QueryParts;
use wire::agent::{AgentLink, Done, StartPortalUpload, StartUpload, StartedUpload, UploadBody, UploadId, UploadState};
use wire::links::CreateLink;

use super::items;
use super::session::NeedsSession;
use crate::app::App;
use crate::error::AgentResult;
use crate::uploads::{self, Start};

/// `POST /api/v1/uploads`
pub(super) async fn start(
    NeedsSession: NeedsSession,
    State(app): State<App>,
    JsonBody(request): JsonBody<StartUpload>,
) -> AgentResult<Json<StartedUpload>> {
    Ok(Json(uploads::start_for_team(&app, request, Start::default()).await?))
}

/// `POST /api/v1/portals/uploads`
pub(super) async fn start_through_portal(
    State(app): State<App>,
    JsonBody(request): JsonBody<StartPortalUpload>,
) -> AgentResult<Json<StartedUpload>> {
    Ok(Json(uploads::start_through_portal(&app, request, Start::default()).await?))
}

/// `GET /api/v1/uploads`
pub(super) async fn list(State(app): State<App>) -> AgentResult<Json<Vec<UploadBody>>> {
    Ok(Json(uploads::list(&app).await?))
}

/// `GET /api/v1/uploads/{upload_id}`
pub(super) async fn get(
    State(app): State<App>,
    PathParts(id): PathParts<UploadId>,
    query: QueryParts,
) -> AgentResult<Json<UploadBody>> {
    Ok(Json(uploads::get(&app, &id, items::page(&query)?).await?))
}

/// `POST /api/v1/uploads/{upload_id}/finalize`
pub(super) async fn finalize(State(app): State<App>, PathParts(id): PathParts<UploadId>) -> AgentResult<Json<Done>> {
    uploads::finalize(&app, &id).await?;
    Ok(Json(Done::default()))
}

/// `POST /api/v1/uploads/{upload_id}/pause`
pub(super) async fn pause(State(app): State<App>, PathParts(id): PathParts<UploadId>) -> AgentResult<Json<Done>> {
    uploads::pause(&app, &id).await?;
    Ok(Json(Done::default()))
}

/// `POST /api/v1/uploads/pause`
pub(super) async fn pause_all(State(app): State<App>) -> AgentResult<Json<Done>> {
    uploads::pause_all(&app).await?;
    Ok(Json(Done::default()))
}

/// `POST /api/v1/uploads/{upload_id}/resume`
pub(super) async fn resume(State(app): State<App>, PathParts(id): PathParts<UploadId>) -> AgentResult<Json<Done>> {
    uploads::resume(&app, &id).await?;
    Ok(Json(Done::default()))
}

/// `POST /api/v1/uploads/resume`
pub(super) async fn resume_all(State(app): State<App>) -> AgentResult<Json<Done>> {
    uploads::resume_all(&app).await?;
    Ok(Json(Done::default()))
}

/// `DELETE /api/v1/uploads/{upload_id}`
pub(super) async fn delete(State(app): State<App>, PathParts(id): PathParts<UploadId>) -> AgentResult<Json<Done>> {
    uploads::delete(&app, &id).await?;
    Ok(Json(Done::default()))
}

/// `DELETE /api/v1/uploads`
pub(super) async fn delete_all(State(app): State<App>, query: QueryParts) -> AgentResult<Json<Done>> {
    let states = items::states(&query, UploadState::ALL, UploadState::as_str)?;
    uploads::delete_all(&app, states.as_deref()).await?;
    Ok(Json(Done::default()))
}

/// `POST /api/v1/uploads/{upload_id}/link`
pub(super) async fn create_link(
    NeedsSession: NeedsSession,
    State(app): State<App>,
    PathParts(id): PathParts<UploadId>,
    JsonBodyOrNothing(request): JsonBodyOrNothing<CreateLink>,
) -> AgentResult<Json<AgentLink>> {
    Ok(Json(uploads::create_link(&app, &id, &request).await?))
}
