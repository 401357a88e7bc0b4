//! Storage gateways that the agent serves.

use axum::Json;
use axum::extract::State;
use serving::body::{JsonBody, PathParts};
use wire::agent::{AddGateway, AddedGateway, Done, GatewayBody};
use wire::ids::GatewayId;

use crate::app::App;
use crate::error::AgentResult;
use crate::gateways;

/// `POST /api/v1/gateways`
pub(super) async fn add(
    State(app): State<App>,
    JsonBody(request): JsonBody<AddGateway>,
) -> AgentResult<Json<AddedGateway>> {
    Ok(Json(gateways::add(&app, request).await?))
}

/// `GET /api/v1/gateways`
pub(super) async fn list(State(app): State<App>) -> AgentResult<Json<Vec<GatewayBody>>> {
    Ok(Json(gateways::list(&app).await?))
}

/// `DELETE /api/v1/gateways/{gateway_id}`
pub(super) async fn remove(State(app): State<App>, PathParts(id): PathParts<GatewayId>) -> AgentResult<Json<Done>> {
    gateways::remove(&app, &id).await?;
    Ok(Json(Done::default()))
}
