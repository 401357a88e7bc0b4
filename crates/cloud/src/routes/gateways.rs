//! Storage gateways: their work, their progress, and what they are asked to list.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serving::describe;
use serving::table::{Doc, Parameter};
use wire::connections::{GatewayFailure, GatewayLease, GatewayProgress, GatewayWork};
use wire::gateway_files::{GatewayListings, ListingAnswer};
use wire::ids::{GatewayId, GatewayListingId, TransferId};

use super::query::{QueryParts, invalid};
use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::GatewayHolder;
use crate::error::ApiResult;
use crate::operations::transfers::gateway_files;
use crate::operations::transfers::gateways::{self, Abilities, WorkPage};

pub(super) const WAIT: &[Parameter] = &[Parameter::number("wait", "Seconds to wait, 0 to 50; default 0.")];

const COUNT: Parameter =
    Parameter::number("count", "1 to 1000: lists the files in pages of this size. Without it, all files are listed.");

pub(super) const WORK: &[Parameter] = &[
    Parameter::number("wait", "Seconds to wait, 0 to 50; default 0."),
    COUNT,
    Parameter::flag(
        "target_directory",
        "Whether the agent delivers to the target directory; without it, it gets no such work.",
    ),
];

pub(super) const AGAIN: &[Parameter] = &[
    COUNT,
    Parameter::text("from", "The file that the page begins with: `next_file` of the page before, or any other file."),
];

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    next,
    Doc::new("Wait for the next piece of work; 204 when there is none")
        .asks(WORK)
        .gives::<GatewayWork>(200)
        .or_nothing(204)
);

/// `GET /v1/gateways/{gateway_id}/work`
pub(super) async fn next(State(app): State<App>, holder: GatewayHolder, query: QueryParts) -> ApiResult<Response> {
    let abilities = Abilities { target_directory: query.flag("target_directory")?.unwrap_or(false) };
    let page = WorkPage { count: count_of(&query)?, from: None };
    Ok(match gateways::next(&app, &holder, wait_of(&query)?, abilities, &page).await? {
        Some(work) => Json(work).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

fn wait_of(query: &QueryParts) -> ApiResult<Duration> {
    let seconds = match query.number("wait")? {
        None => 0,
        Some(seconds) => u64::try_from(seconds)
            .ok()
            .filter(|seconds| *seconds <= gateways::LONGEST_WAIT_SECONDS)
            .ok_or_else(|| invalid("wait", "must be 0 to 50 seconds"))?,
    };
    Ok(Duration::from_secs(seconds))
}

fn count_of(query: &QueryParts) -> ApiResult<Option<u16>> {
    let Some(count) = query.number("count")? else { return Ok(None) };
    let count = u16::try_from(count).ok().filter(|count| (1..=gateways::PAGE_LARGEST).contains(count));
    count.map(Some).ok_or_else(|| invalid("count", "must be 1 to 1000"))
}

describe!(
    again,
    Doc::new("Get a piece of work again, with fresh addresses; or the next page of its files")
        .asks(AGAIN)
        .gives::<GatewayWork>(200)
);

/// `GET /v1/gateways/{gateway_id}/work/{work_id}`
pub(super) async fn again(
    State(app): State<App>,
    holder: GatewayHolder,
    PathParts((_, work)): PathParts<(GatewayId, TransferId)>,
    query: QueryParts,
) -> ApiResult<Json<GatewayWork>> {
    let from = query.text("from").map(|from| from.parse().map_err(|_| invalid("from", "must be the id of a file")));
    let page = WorkPage { count: count_of(&query)?, from: from.transpose()? };
    Ok(Json(gateways::again(&app, &holder, &work, &page).await?))
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
    JsonBody(progress): JsonBody<GatewayProgress>,
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
    JsonBody(failure): JsonBody<GatewayFailure>,
) -> ApiResult<StatusCode> {
    gateways::fail(&app, &holder, &work, failure.reason.as_deref().unwrap_or_default()).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(
    listings,
    Doc::new("Wait until someone wants to list directories of the gateway; 204 when nobody does")
        .asks(WAIT)
        .gives::<GatewayListings>(200)
        .or_nothing(204)
);

/// `GET /v1/gateways/{gateway_id}/listings`
pub(super) async fn listings(State(app): State<App>, holder: GatewayHolder, query: QueryParts) -> ApiResult<Response> {
    Ok(match gateway_files::open(&app, &holder, wait_of(&query)?).await? {
        Some(listings) => Json(listings).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

describe!(
    answer_listing,
    Doc::new("Answer a listing; 404 if no request waits for it").takes::<ListingAnswer>().gives_nothing(204)
);

/// `POST /v1/gateways/{gateway_id}/listings/{listing_id}`
pub(super) async fn answer_listing(
    State(app): State<App>,
    holder: GatewayHolder,
    PathParts((_, listing)): PathParts<(GatewayId, GatewayListingId)>,
    JsonBody(answer): JsonBody<ListingAnswer>,
) -> ApiResult<StatusCode> {
    gateway_files::answer(&app, &holder, &listing, &answer).await?;
    Ok(StatusCode::NO_CONTENT)
}
