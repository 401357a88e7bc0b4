//! The whole interface of the agent: method, path, who may call, function, description.
//!
//! The router, the OpenAPI document and the test that sends requests of foreign pages to every route are all made
//! from this one table.

mod events;
mod layers;
mod session;
mod settings;

use axum::Router;
use serving::openapi::{self, About, Document, bearer};
use serving::table::{self, Caller, Doc};
use utoipa::openapi::security::SecurityRequirement;
use wire::agent::{
    AgentEvent, Concurrency, FifoMode, LoginBody, RateLimit, SignInToAgent, TeamElement, WriteConcurrency,
    WriteFifoMode, WriteRateLimit,
};

use crate::app::App;

const INTRODUCTION: &str = "Moves files between this machine and a Tonnage server.\n\n\
    It answers programs of this machine, and no web page of others. Where it was started with a token, every request \
    sends it as `Authorization: Bearer`. Every error is JSON with a `code` and a `message`.";

/// Whom a route needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallerKind {
    Anyone,
    /// The agent must have a session.
    Session,
}

impl Caller for CallerKind {
    fn security(self) -> Vec<SecurityRequirement> {
        vec![SecurityRequirement::default(), SecurityRequirement::new("agent_token", Vec::<String>::new())]
    }
}

pub type Routes = table::Routes<App, CallerKind>;
pub type Route = table::Route<App, CallerKind>;

pub fn routes() -> Routes {
    let parts: [fn(Routes) -> Routes; 3] = [session_routes, setting_routes, service_routes];
    parts.into_iter().fold(Routes::default(), |routes, add| add(routes))
}

#[rustfmt::skip]
fn session_routes(routes: Routes) -> Routes {
    use CallerKind::Session;
    routes
        .section("Session")
        .get("/api/v1/login", Session, session::login, Doc::new("Whom the agent acts for").gives::<LoginBody>(200))
        .post("/api/v1/login", Session, session::sign_in, Doc::new("Deprecated: the API key makes the session. Answers as the GET").takes::<SignInToAgent>().gives::<LoginBody>(200))
        .get("/api/v1/teams", Session, session::teams, Doc::new("List the Teams of the session").gives_list::<TeamElement>(200))
}

#[rustfmt::skip]
fn setting_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    routes
        .section("Settings")
        .get("/api/v1/settings/upload_rate_limit", Anyone, settings::upload_rate_limit, Doc::new("How fast uploads may be").gives::<RateLimit>(200))
        .post("/api/v1/settings/upload_rate_limit", Anyone, settings::change_upload_rate_limit, Doc::new("Change how fast uploads may be").takes::<WriteRateLimit>().gives::<RateLimit>(200))
        .get("/api/v1/settings/download_rate_limit", Anyone, settings::download_rate_limit, Doc::new("How fast downloads may be").gives::<RateLimit>(200))
        .post("/api/v1/settings/download_rate_limit", Anyone, settings::change_download_rate_limit, Doc::new("Change how fast downloads may be").takes::<WriteRateLimit>().gives::<RateLimit>(200))
        .get("/api/v1/settings/fifo_mode", Anyone, settings::fifo_mode, Doc::new("How many transfers run at once").gives::<FifoMode>(200))
        .post("/api/v1/settings/fifo_mode", Anyone, settings::change_fifo_mode, Doc::new("Change how many transfers run at once").takes::<WriteFifoMode>().gives::<FifoMode>(200))
        .get("/api/v1/settings/concurrency", Anyone, settings::concurrency, Doc::new("How many connections are used at most").gives::<Concurrency>(200))
        .post("/api/v1/settings/concurrency", Anyone, settings::change_concurrency, Doc::new("Change how many connections are used at most").takes::<WriteConcurrency>().gives::<Concurrency>(200))
}

#[rustfmt::skip]
fn service_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    routes
        .section("Service")
        .get("/api/v1/events", Anyone, events::follow, Doc::new("Follow all changes: Server-Sent Events, each the whole of its thing").gives_events::<AgentEvent>())
        .get("/openapi.json", Anyone, openapi::document, Doc::new("This document").gives_object(200))
}

/// The OpenAPI document of the agent.
pub fn document() -> Document {
    let about = About {
        title: "Tonnage transfer agent",
        version: env!("CARGO_PKG_VERSION"),
        introduction: INTRODUCTION,
        schemes: vec![("agent_token", bearer())],
    };
    Document::new(&routes(), about)
}

/// The router of the interface with everything that stands around it.
pub fn router(app: &App) -> Router {
    layers::around(routes().into_router(), app, document())
}
