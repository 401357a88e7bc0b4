//! Storage gateways: their work and their progress.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serving::describe;
use serving::table::{Doc, Parameter};
use wire::connections::{GatewayFailure, GatewayLease, GatewayProgress, GatewayWork};
use wire::ids::{GatewayId, TransferId};

use super::query::{QueryParts, invalid};
use super::{JsonBodyOrNothing, PathParts};
use crate::app::App;
use crate::auth::GatewayHolder;
use crate::error::ApiResult;
use crate::operations::transfers::gateways;

pub(super) const WAIT: &[Parameter] = &[Parameter::number("wait", "Seconds to wait for work, 0 to 50; default 0.")];

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    next,
    Doc::new("Wait for the next piece of work; 204 when there is none")
        .asks(WAIT)
        .gives::<GatewayWork>(200)
        .or_nothing(204)
);

/// `GET /v1/gateways/{gateway_id}/work`
pub(super) async fn next(State(app): State<App>, holder: GatewayHolder, query: QueryParts) -> ApiResult<Response> {
    let wait = match query.number("wait")? {
        None => 0,
        Some(seconds) => u64::try_from(seconds)
            .ok()
            .filter(|seconds| *seconds <= gateways::LONGEST_WAIT_SECONDS)
            .ok_or_else(|| invalid("wait", "must be 0 to 50 seconds"))?,
    };
    Ok(match gateways::next(&app, &holder, Duration::from_secs(wait)).await? {
        Some(work) => Json(work).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

describe!(again, Doc::new("Get a piece of work again, with fresh addresses").gives::<GatewayWork>(200));

/// `GET /v1/gateways/{gateway_id}/work/{work_id}`
pub(super) async fn again(
    State(app): State<App>,
    holder: GatewayHolder,
    PathParts((_, work)): PathParts<(GatewayId, TransferId)>,
) -> ApiResult<Json<GatewayWork>> {
    Ok(Json(gateways::again(&app, &holder, &work).await?))
}

describe!(
    heartbeat,
    Doc::new("Renew the lease of a piece of work, and report its progress")
        .takes::<GatewayProgress>()
        .gives::<GatewayLease>(200)
);

/// `POST /v1/gateways/{gateway_id}/work/{work_id}/heartbeat`
pub(super) async fn heartbeat(
    State(app): State<App>,
    holder: GatewayHolder,
    PathParts((_, work)): PathParts<(GatewayId, TransferId)>,
    JsonBodyOrNothing(progress): JsonBodyOrNothing<GatewayProgress>,
) -> ApiResult<Json<GatewayLease>> {
    Ok(Json(gateways::heartbeat(&app, &holder, &work, progress.bytes).await?))
}

describe!(complete, Doc::new("Report that all files of a piece of work are stored").gives_nothing(204));

/// `POST /v1/gateways/{gateway_id}/work/{work_id}/complete`
pub(super) async fn complete(
    State(app): State<App>,
    holder: GatewayHolder,
    PathParts((_, work)): PathParts<(GatewayId, TransferId)>,
) -> ApiResult<StatusCode> {
    gateways::complete(&app, &holder, &work).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(fail, Doc::new("Report that a piece of work failed").takes::<GatewayFailure>().gives_nothing(204));

/// `POST /v1/gateways/{gateway_id}/work/{work_id}/fail`
pub(super) async fn fail(
    State(app): State<App>,
    holder: GatewayHolder,
    PathParts((_, work)): PathParts<(GatewayId, TransferId)>,
    JsonBodyOrNothing(failure): JsonBodyOrNothing<GatewayFailure>,
) -> ApiResult<StatusCode> {
    gateways::fail(&app, &holder, &work, failure.reason.as_deref().unwrap_or_default()).await?;
    Ok(StatusCode::NO_CONTENT)
}
