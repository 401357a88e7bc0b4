//! The user that the agent acts for.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use serving::body::JsonBodyOrNothing;
use serving::describe;
use serving::table::Doc;
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

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(login, Doc::new("Get the user that the agent acts for").gives::<LoginBody>(200));

/// `GET /api/v1/login`
pub(super) async fn login(State(app): State<App>) -> AgentResult<Json<LoginBody>> {
    app.sessions.login().map(Json)
}

describe!(
    sign_in,
    Doc::new("Deprecated: the session comes from the API key. Same response as the GET")
        .takes::<SignInToAgent>()
        .gives::<LoginBody>(200)
);

/// `POST /api/v1/login`: email address and password are ignored.
pub(super) async fn sign_in(
    State(app): State<App>,
    JsonBodyOrNothing(_): JsonBodyOrNothing<SignInToAgent>,
) -> AgentResult<Json<LoginBody>> {
    app.sessions.login().map(Json)
}

describe!(teams, Doc::new("List the Teams of the session").gives_list::<TeamElement>(200));

/// `GET /api/v1/teams`
pub(super) async fn teams(State(app): State<App>) -> AgentResult<Json<Vec<TeamElement>>> {
    Ok(Json(app.sessions.require()?.login.teams))
}
