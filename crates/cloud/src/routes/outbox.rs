//! The mails that a Team caused.

use axum::Json;
use axum::extract::State;
use serving::describe;
use serving::table::{Doc, Parameter};
use wire::ids::{MailId, TeamId};
use wire::outbox::{MailBody, OutboxPage};

use super::PathParts;
use super::query::QueryParts;
use crate::app::App;
use crate::auth::TeamCaller;
use crate::error::ApiResult;
use crate::operations::mail::outbox;

pub(super) const PAGES: &[Parameter] =
    &[Parameter::number("page", "From 1."), Parameter::number("limit", "1 to 50; larger values count as 50.")];

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    list,
    Doc::new("List the emails sent for the Team, newest first (Owner, Admins)").asks(PAGES).gives::<OutboxPage>(200)
);

/// `GET /v1.1/teams/{team_id}/outbox`
pub(super) async fn list(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    query: QueryParts,
) -> ApiResult<Json<OutboxPage>> {
    Ok(Json(outbox::list(&app, &caller, &team_id, query.page_from_one()?).await?))
}

describe!(retry, Doc::new("Send a failed email again").gives::<MailBody>(200));

/// `POST /v1/teams/{team_id}/outbox/{mail_id}/retry`
pub(super) async fn retry(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts((team_id, mail_id)): PathParts<(TeamId, MailId)>,
) -> ApiResult<Json<MailBody>> {
    Ok(Json(outbox::retry(&app, &caller, &team_id, &mail_id).await?))
}

describe!(get, Doc::new("Get an email").gives::<MailBody>(200));

/// `GET /v1/teams/{team_id}/outbox/{mail_id}`
pub(super) async fn get(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts((team_id, mail_id)): PathParts<(TeamId, MailId)>,
) -> ApiResult<Json<MailBody>> {
    Ok(Json(outbox::get(&app, &caller, &team_id, &mail_id).await?))
}
