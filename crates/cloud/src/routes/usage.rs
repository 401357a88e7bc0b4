//! Storage and traffic of a Team.

use axum::Json;
use axum::extract::State;
use serving::describe;
use serving::table::{Doc, Parameter};
use store::conditions::Period;
use wire::ids::TeamId;
use wire::usage::UsageBody;

use super::PathParts;
use super::query::QueryParts;
use crate::app::App;
use crate::auth::TeamCaller;
use crate::error::ApiResult;
use crate::operations::record::usage;

pub(super) const PERIOD: &[Parameter] = &[
    Parameter::text("from", "The first day, in UTC; default is 29 days before the last."),
    Parameter::text("to", "The last day, in UTC; default is today. Up to 366 days in total."),
];

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    of_team,
    Doc::new("Get the current storage of a Team, and its storage and traffic by day")
        .asks(PERIOD)
        .gives::<UsageBody>(200)
);

/// `GET /v1.1/teams/{team_id}/usage`
pub(super) async fn of_team(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    query: QueryParts,
) -> ApiResult<Json<UsageBody>> {
    let period = Period { start: query.time("from")?, end: query.time("to")? };
    Ok(Json(usage::of_team(&app, &caller, &team_id, period).await?))
}
