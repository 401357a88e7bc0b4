//! Activities and the audit record.

use axum::Json;
use axum::extract::State;
use serving::describe;
use serving::table::{Doc, Parameter};
use store::activities::{ActivityKind, ActivityState};
use store::conditions::Period;
use wire::ids::{ActivityId, TeamId};
use wire::record::{ActivityEvent, ActivityPage, AuditPage};

use super::PathParts;
use super::query::{QueryParts, invalid};
use crate::app::App;
use crate::auth::TeamCaller;
use crate::error::ApiResult;
use crate::operations::record::{self, WantedActivities, WantedLines};

pub(super) const ACTIVITIES: &[Parameter] = &[
    Parameter::number("page", "From 1."),
    Parameter::number("limit", "1 to 50; larger values count as 50."),
    Parameter::text("kind", "`upload`, `download`, `link_creation`, `transfer`, joined by commas."),
    Parameter::text("state", "`pending`, `started`, `complete`, `cancelled`, `error`, joined by commas."),
    Parameter::text("package_id", "What happened to one package."),
    Parameter::text("created_at_start", "Begun at or after."),
    Parameter::text("created_at_end", "Begun at or before."),
];

pub(super) const AUDIT: &[Parameter] = &[
    Parameter::number("page", "From 1."),
    Parameter::number("limit", "1 to 50; larger values count as 50."),
    Parameter::text("actor", "The id of a user, or `operator`, `service`, `stranger`, `package token`."),
    Parameter::text("action", "What was done, such as `portal_updated`."),
    Parameter::text("object", "The id of what it was done to."),
    Parameter::text("created_at_start", "Done at or after."),
    Parameter::text("created_at_end", "Done at or before."),
];

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    activities,
    Doc::new("List uploads, downloads, links and transfers, newest first").asks(ACTIVITIES).gives::<ActivityPage>(200)
);

/// `GET /v1.1/teams/{team_id}/activities`
pub(super) async fn activities(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    query: QueryParts,
) -> ApiResult<Json<ActivityPage>> {
    let wanted = WantedActivities {
        id: None,
        package: query.text("package_id").map(str::to_owned),
        kinds: parsed(&query, "kind", ActivityKind::parse, "upload, download, link_creation, transfer")?,
        states: parsed(&query, "state", ActivityState::parse, "pending, started, complete, cancelled, error")?,
        created: period(&query)?,
    };
    Ok(Json(record::activities(&app, &caller, &team_id, wanted, query.page_from_one()?).await?))
}

fn parsed<T>(query: &QueryParts, name: &str, parse: fn(&str) -> Option<T>, known: &str) -> ApiResult<Vec<T>> {
    let parse = |text| parse(text).ok_or_else(|| invalid(name, &format!("must be one of {known}")));
    query.list(name)?.into_iter().map(parse).collect()
}

fn period(query: &QueryParts) -> ApiResult<Period> {
    Ok(Period { start: query.time("created_at_start")?, end: query.time("created_at_end")? })
}

describe!(activity_events, Doc::new("List the steps of an activity").gives_list::<ActivityEvent>(200));

/// `GET /v1/teams/{team_id}/activities/{activity_id}/events`
pub(super) async fn activity_events(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts((team_id, activity_id)): PathParts<(TeamId, ActivityId)>,
) -> ApiResult<Json<Vec<ActivityEvent>>> {
    Ok(Json(record::activity_events(&app, &caller, &team_id, &activity_id).await?))
}

describe!(audit, Doc::new("List the audit record, newest first").asks(AUDIT).gives::<AuditPage>(200));

/// `GET /v1.1/teams/{team_id}/audit`
pub(super) async fn audit(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    query: QueryParts,
) -> ApiResult<Json<AuditPage>> {
    let text = |name: &str| query.text(name).map(str::to_owned);
    let wanted =
        WantedLines { actor: text("actor"), action: text("action"), object: text("object"), at: period(&query)? };
    Ok(Json(record::audit(&app, &caller, &team_id, wanted, query.page_from_one()?).await?))
}
