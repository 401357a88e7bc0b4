//! Automations of all types.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::{Map, Value};
use serving::body::{JsonBody, PathParts};
use wire::agent::{
    AutomationBody, AutomationId, AutomationType, CreatedAutomation, Done, ExportedAutomation, ImportAutomations,
    ImportedAutomations, PreviewedParcel,
};

use crate::app::App;
use crate::automations;
use crate::error::{AgentError, AgentResult};

/// A passphrase in the URL would end up in logs.
const PASSPHRASE: &str = "x-passphrase";

/// `GET /api/v1/automations`
pub(super) async fn list(State(app): State<App>) -> AgentResult<Json<Vec<AutomationBody>>> {
    Ok(Json(automations::list(&app).await?))
}

/// `POST /api/v1/automations/{type}`
pub(super) async fn create(
    State(app): State<App>,
    PathParts(kind): PathParts<AutomationType>,
    JsonBody(fields): JsonBody<Map<String, Value>>,
) -> AgentResult<Json<CreatedAutomation>> {
    Ok(Json(automations::create(&app, kind, fields).await?))
}

/// `POST /api/v1/automations/{type}/preview`
pub(super) async fn preview(
    State(app): State<App>,
    PathParts(kind): PathParts<AutomationType>,
    JsonBody(fields): JsonBody<Map<String, Value>>,
) -> AgentResult<Json<Vec<PreviewedParcel>>> {
    Ok(Json(automations::preview(&app, kind, fields).await?))
}

/// `PUT /api/v1/automations/{type}/{automation_id}`
pub(super) async fn update(
    State(app): State<App>,
    PathParts((kind, id)): PathParts<(AutomationType, AutomationId)>,
    JsonBody(fields): JsonBody<Map<String, Value>>,
) -> AgentResult<Json<AutomationBody>> {
    Ok(Json(automations::update(&app, kind, &id, fields).await?))
}

/// `DELETE /api/v1/automations/{type}/{automation_id}`
pub(super) async fn delete(
    State(app): State<App>,
    PathParts((kind, id)): PathParts<(AutomationType, AutomationId)>,
) -> AgentResult<Json<Done>> {
    automations::delete(&app, kind, &id).await?;
    Ok(Json(Done::default()))
}

/// `GET /api/v1/automations/{type}/{automation_id}/export`
pub(super) async fn export(
    State(app): State<App>,
    PathParts((kind, id)): PathParts<(AutomationType, AutomationId)>,
    headers: HeaderMap,
) -> AgentResult<Json<ExportedAutomation>> {
    let wrong = || AgentError::invalid("X-Passphrase", "must be plain text");
    let passphrase = headers.get(PASSPHRASE).map(|value| value.to_str().map(str::to_owned).map_err(|_| wrong()));
    Ok(Json(automations::export(&app, kind, &id, passphrase.transpose()?).await?))
}

/// `POST /api/v1/automations/import`
pub(super) async fn import(
    State(app): State<App>,
    JsonBody(request): JsonBody<ImportAutomations>,
) -> AgentResult<Json<ImportedAutomations>> {
    Ok(Json(automations::import(&app, request).await?))
}
