//! The whole interface of the agent: method, path, who may call, function, description.
//!
//! The router, the OpenAPI document and the test that sends requests of foreign pages to every route are all made
//! from this one table.

mod automations;
mod downloads;
mod events;
mod gateways;
mod items;
mod layers;
mod paths;
mod session;
mod settings;
mod uploads;

use axum::Router;
use serving::openapi::{self, About, Document, bearer};
use serving::table::{self, Caller, Doc};
use utoipa::openapi::security::SecurityRequirement;
use wire::agent::{
    AddGateway, AddedGateway, AgentEvent, AgentLink, AutomationBody, AutomationFields, Concurrency, CreatedAutomation,
    Done, DownloadBody, ExportedAutomation, FifoMode, GatewayBody, ImportAutomations, ImportedAutomations, LoginBody,
    PathCompletion, PreviewedParcel, RateLimit, SignInToAgent, StartDownload, StartPortalUpload, StartUpload,
    StartedDownload, StartedUpload, TeamElement, UploadBody, WriteConcurrency, WriteFifoMode, WriteRateLimit,
};
use wire::links::CreateLink;

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
    let parts: [fn(Routes) -> Routes; 7] = [
        session_routes,
        upload_routes,
        download_routes,
        automation_routes,
        gateway_routes,
        setting_routes,
        service_routes,
    ];
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
fn upload_routes(routes: Routes) -> Routes {
    use CallerKind::{Anyone, Session};
    routes
        .section("Uploads")
        .post("/api/v1/uploads", Session, uploads::start, Doc::new("Start an upload for a Team; without `recipients` it is for those who get a link").takes::<StartUpload>().gives::<StartedUpload>(200))
        .post("/api/v1/portals/uploads", Anyone, uploads::start_through_portal, Doc::new("Start an upload through a Portal").takes::<StartPortalUpload>().gives::<StartedUpload>(200))
        .get("/api/v1/uploads", Anyone, uploads::list, Doc::new("List uploads, each with its first 1,000 items").gives_list::<UploadBody>(200))
        .delete("/api/v1/uploads", Anyone, uploads::delete_all, Doc::new("Delete uploads; what was sent stays in the cloud").asks(items::STATES).gives::<Done>(200))
        .post("/api/v1/uploads/pause", Anyone, uploads::pause_all, Doc::new("Pause all uploads that run").gives::<Done>(200))
        .post("/api/v1/uploads/resume", Anyone, uploads::resume_all, Doc::new("Resume all uploads that are paused").gives::<Done>(200))
        .get("/api/v1/uploads/{upload_id}", Anyone, uploads::get, Doc::new("One upload with the state of every file").asks(items::PAGES).gives::<UploadBody>(200))
        .delete("/api/v1/uploads/{upload_id}", Anyone, uploads::delete, Doc::new("Delete an upload; what was sent stays in the cloud").gives::<Done>(200))
        .post("/api/v1/uploads/{upload_id}/finalize", Anyone, uploads::finalize, Doc::new("Finalize an upload that is `idle`").gives::<Done>(200))
        .post("/api/v1/uploads/{upload_id}/pause", Anyone, uploads::pause, Doc::new("Pause an upload").gives::<Done>(200))
        .post("/api/v1/uploads/{upload_id}/resume", Anyone, uploads::resume, Doc::new("Resume an upload that is paused, or failed and can be tried again").gives::<Done>(200))
        .post("/api/v1/uploads/{upload_id}/link", Session, uploads::create_link, Doc::new("Make a link to what a complete upload of a Team sent").takes::<CreateLink>().gives::<AgentLink>(200))
}

#[rustfmt::skip]
fn download_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    routes
        .section("Downloads")
        .post("/api/v1/downloads", Anyone, downloads::start, Doc::new("Start to download what a link leads to").takes::<StartDownload>().gives::<StartedDownload>(200))
        .get("/api/v1/downloads", Anyone, downloads::list, Doc::new("List downloads, each with its first 1,000 items").gives_list::<DownloadBody>(200))
        .delete("/api/v1/downloads", Anyone, downloads::delete_all, Doc::new("Delete downloads; the files stay unless told otherwise").asks(items::STATES_AND_FILES).gives::<Done>(200))
        .get("/api/v1/downloads/{download_id}", Anyone, downloads::get, Doc::new("One download with the state of every file").asks(items::PAGES).gives::<DownloadBody>(200))
        .delete("/api/v1/downloads/{download_id}", Anyone, downloads::delete, Doc::new("Delete a download; the files stay unless told otherwise").asks(items::REMOVE_FILES).gives::<Done>(200))
        .post("/api/v1/downloads/{download_id}/pause", Anyone, downloads::pause, Doc::new("Pause a download").gives::<Done>(200))
        .post("/api/v1/downloads/{download_id}/resume", Anyone, downloads::resume, Doc::new("Resume a download that is paused, or failed and can be tried again").gives::<Done>(200))
}

#[rustfmt::skip]
fn automation_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    routes
        .section("Automations")
        .get("/api/v1/automations", Anyone, automations::list, Doc::new("List automations, without their passwords").gives_list::<AutomationBody>(200))
        .post("/api/v1/automations/import", Anyone, automations::import, Doc::new("Import what an export gave, whole or not at all").takes::<ImportAutomations>().gives::<ImportedAutomations>(200))
        .post("/api/v1/automations/{type}", Anyone, automations::create, Doc::new("Create an automation; types for a Team, and downloads, need a session").takes::<AutomationFields>().gives::<CreatedAutomation>(200))
        .post("/api/v1/automations/{type}/preview", Anyone, automations::preview, Doc::new("See what a watch folder with these fields would send now: the first 100, with reasons for what is left out. Nothing is kept").takes::<AutomationFields>().gives_list::<PreviewedParcel>(200))
        .put("/api/v1/automations/{type}/{automation_id}", Anyone, automations::update, Doc::new("Change the fields that are given").takes::<AutomationFields>().gives::<AutomationBody>(200))
        .delete("/api/v1/automations/{type}/{automation_id}", Anyone, automations::delete, Doc::new("Delete an automation; what it sent or received stays").gives::<Done>(200))
        .get("/api/v1/automations/{type}/{automation_id}/export", Anyone, automations::export, Doc::new("Export an automation; its passwords only with a passphrase in X-Passphrase, and sealed by that").gives::<ExportedAutomation>(200))
}

#[rustfmt::skip]
fn gateway_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    routes
        .section("Gateways")
        .post("/api/v1/gateways", Anyone, gateways::add, Doc::new("Serve a storage gateway: its packages come to a folder by themselves").takes::<AddGateway>().gives::<AddedGateway>(200))
        .get("/api/v1/gateways", Anyone, gateways::list, Doc::new("List the gateways that are served, and how they stand").gives_list::<GatewayBody>(200))
        .delete("/api/v1/gateways/{gateway_id}", Anyone, gateways::remove, Doc::new("Serve a gateway no more; what was delivered stays").gives::<Done>(200))
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
        .get("/api/v1/paths", Anyone, paths::completions, Doc::new("How a path of this machine can go on, up to 50").asks(paths::COMPLETIONS).gives_list::<PathCompletion>(200))
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
