//! The user that the agent acts for.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use serving::body::JsonBodyOrNothing;
use wire::agent::{LoginBody, SignInToAgent, TeamElement};

use crate::app::App;
use crate::error::{AgentError, AgentResult};

/// Rejects a request without a session before anything else of it is read.
pub(super) struct NeedsSession;

impl FromRequestParts<App> for NeedsSession {
    type Rejection = AgentError;

    async fn from_request_parts(_: &mut Parts, app: &App) -> AgentResult<Self> {
        app.sessions.require().map(|_| Self)
    }
}

/// `GET /api/v1/login`
pub(super) async fn login(State(app): State<App>) -> AgentResult<Json<LoginBody>> {
    app.sessions.login().map(Json)
}

/// `POST /api/v1/login`: email address and password are ignored.
pub(super) async fn sign_in(
    State(app): State<App>,
    JsonBodyOrNothing(_): JsonBodyOrNothing<SignInToAgent>,
) -> AgentResult<Json<LoginBody>> {
    app.sessions.login().map(Json)
}

/// `GET /api/v1/teams`
pub(super) async fn teams(State(app): State<App>) -> AgentResult<Json<Vec<TeamElement>>> {
    Ok(Json(app.sessions.require()?.login.teams))
}
