//! Activities and the audit record.

use axum::Json;
use axum::extract::State;
use serving::describe;
use serving::table::{Doc, Parameter};
use store::activities::{ActivityKind, ActivityOrder, ActivityState};
use store::conditions::Period;
use wire::ids::{ActivityId, TeamId};
use wire::names::Named;
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
    Parameter::text("activity_types", "As `kind`."),
    Parameter::text("state", "`pending`, `started`, `complete`, `cancelled`, `error`, joined by commas."),
    Parameter::text("activity_states", "As `state`."),
    Parameter::text("portals", "Portal ids, joined by commas."),
    Parameter::text("teamspaces", "Ids of the Teamspaces that the packages are in, joined by commas."),
    Parameter::text("sort", "`created_at`, or `-created_at` for the newest first, which is the default."),
    Parameter::text("package_id", "What happened to one package."),
    Parameter::text("created_at_start", "Begun at or after."),
    Parameter::text("created_at_end", "Begun at or before."),
];

pub(super) const STEPS: &[Parameter] = &[
    Parameter::number("page", "From 1. A page with fewer steps than `limit` is the last one."),
    Parameter::number("limit", "1 to 1000; larger values count as 1000, which is the default."),
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
    Doc::new("List uploads, downloads, links and transfers").asks(ACTIVITIES).gives::<ActivityPage>(200)
);

/// `GET /v1.1/teams/{team_id}/activities`
pub(super) async fn activities(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    query: QueryParts,
) -> ApiResult<Json<ActivityPage>> {
    let owned = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect::<Vec<_>>();
    let wanted = WantedActivities {
        id: None,
        package: query.text("package_id").map(str::to_owned),
        kinds: parsed(&query, ["kind", "activity_types"], kind, KINDS)?,
        states: parsed(&query, ["state", "activity_states"], ActivityState::parse, STATES)?,
        portals: owned(query.list("portals")?),
        teamspaces: owned(query.list("teamspaces")?),
        created: period(&query)?,
    };
    let order = match query.text("sort") {
        None => ActivityOrder::NewestFirst,
        Some(text) => ActivityOrder::parse(text).ok_or_else(|| invalid("sort", "must be created_at or -created_at"))?,
    };
    Ok(Json(record::activities(&app, &caller, &team_id, wanted, order, query.page_from_one()?).await?))
}

/// In either spelling.
fn kind(text: &str) -> Option<ActivityKind> {
    ActivityKind::parse(Named::Activity.neutral(text))
}

const KINDS: &str = "upload, download, link_creation, transfer";
const STATES: &str = "pending, started, complete, cancelled, error";

/// The values of a filter, which has two names.
fn parsed<T>(query: &QueryParts, names: [&str; 2], parse: fn(&str) -> Option<T>, known: &str) -> ApiResult<Vec<T>> {
    let mut values = Vec::new();
    for name in names {
        for text in query.list(name)? {
            values.push(parse(text).ok_or_else(|| invalid(name, &format!("must be one of {known}")))?);
        }
    }
    Ok(values)
}

fn period(query: &QueryParts) -> ApiResult<Period> {
    Ok(Period { start: query.time("created_at_start")?, end: query.time("created_at_end")? })
}

describe!(activity_events, Doc::new("List the steps of an activity").asks(STEPS).gives_list::<ActivityEvent>(200));

/// `GET /v1/teams/{team_id}/activities/{activity_id}/events`
pub(super) async fn activity_events(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts((team_id, activity_id)): PathParts<(TeamId, ActivityId)>,
    query: QueryParts,
) -> ApiResult<Json<Vec<ActivityEvent>>> {
    let page = query.long_page_from_one(record::STEPS_LARGEST)?;
    Ok(Json(record::activity_events(&app, &caller, &team_id, &activity_id, page).await?))
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
