//! Storage gateways that the agent serves.

use axum::Json;
use axum::extract::State;
use serving::body::{JsonBody, PathParts};
use serving::describe;
use serving::table::Doc;
use wire::agent::{AddGateway, AddedGateway, Done, GatewayBody};
use wire::ids::GatewayId;

use crate::app::App;
use crate::error::AgentResult;
use crate::gateways;

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    add,
    Doc::new("Add a storage gateway: its packages are delivered to a folder automatically")
        .takes::<AddGateway>()
        .gives::<AddedGateway>(200)
);

/// `POST /api/v1/gateways`
pub(super) async fn add(
    State(app): State<App>,
    JsonBody(request): JsonBody<AddGateway>,
) -> AgentResult<Json<AddedGateway>> {
    Ok(Json(gateways::add(&app, request).await?))
}

describe!(list, Doc::new("List gateways and their status").gives_list::<GatewayBody>(200));

/// `GET /api/v1/gateways`
pub(super) async fn list(State(app): State<App>) -> AgentResult<Json<Vec<GatewayBody>>> {
    Ok(Json(gateways::list(&app).await?))
}

describe!(remove, Doc::new("Remove a gateway; delivered files are kept").gives::<Done>(200));

/// `DELETE /api/v1/gateways/{gateway_id}`
pub(super) async fn remove(State(app): State<App>, PathParts(id): PathParts<GatewayId>) -> AgentResult<Json<Done>> {
    gateways::remove(&app, &id).await?;
    Ok(Json(Done::default()))
}
