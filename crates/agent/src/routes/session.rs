//! The user that the agent acts for.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use serving::body::JsonBody;
use serving::describe;
use serving::table::Doc;
use wire::agent::{Done, LogOutOfAgent, LoginBody, SignInToAgent, TeamElement};
use wire::auth::SignIn;

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
    Doc::new(
        "Deprecated: start the agent with an API key. An agent without one signs in to the cloud and keeps the session; an \
         agent with one ignores the body. Same response as the GET"
    )
    .takes::<SignInToAgent>()
    .gives::<LoginBody>(200)
);

/// `POST /api/v1/login`
pub(super) async fn sign_in(
    State(app): State<App>,
    JsonBody(request): JsonBody<SignInToAgent>,
) -> AgentResult<Json<LoginBody>> {
    let SignInToAgent { email: Some(email), password: Some(password), otp } = request else {
        return app.sessions.login().map(Json);
    };
    app.sessions.sign_in(SignIn { email, password, otp }).await.map(Json)
}

describe!(
    log_out,
    Doc::new("End the session of who signed in. The session of an API key is not ended")
        .takes::<LogOutOfAgent>()
        .gives::<Done>(200)
);

/// `POST /api/v1/logout`
pub(super) async fn log_out(
    State(app): State<App>,
    JsonBody(request): JsonBody<LogOutOfAgent>,
) -> AgentResult<Json<Done>> {
    app.sessions.log_out(request.everywhere).await?;
    Ok(Json(Done::default()))
}

describe!(teams, Doc::new("List the Teams of the session").gives_list::<TeamElement>(200));

/// `GET /api/v1/teams`
pub(super) async fn teams(State(app): State<App>) -> AgentResult<Json<Vec<TeamElement>>> {
    Ok(Json(app.sessions.require()?.login.teams))
}
