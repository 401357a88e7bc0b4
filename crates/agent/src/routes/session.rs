//! For whom the agent acts.

use axum::Json;
use axum::extract::State;
use serving::body::JsonBodyOrNothing;
use wire::agent::{LoginBody, SignInToAgent, TeamElement};

use crate::app::App;
use crate::error::AgentResult;

/// `GET /api/v1/login`
pub(super) async fn login(State(app): State<App>) -> AgentResult<Json<LoginBody>> {
    app.sessions.login().map(Json)
}

/// `POST /api/v1/login`: e-mail address and password are not looked at.
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
