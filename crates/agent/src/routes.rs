//! The whole API of the agent: method, path, required caller, handler, description.
//!
//! The router, the OpenAPI document and the test that sends requests of foreign pages to every route are all built from
//! this one table.

mod automations;
mod downloads;
mod events;
mod gateways;
mod items;
mod layers;
mod page;
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
    It serves programs on this machine and blocks web pages of other origins. If the agent was started with a token, \
    every request must send it as `Authorization: Bearer`. Every error is JSON with a `code` and a `message`.";

/// What a route requires.
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
        .get("/api/v1/login", Session, session::login, Doc::new("Get the user that the agent acts for").gives::<LoginBody>(200))
        .post("/api/v1/login", Session, session::sign_in, Doc::new("Deprecated: the session comes from the API key. Same response as the GET").takes::<SignInToAgent>().gives::<LoginBody>(200))
        .get("/api/v1/teams", Session, session::teams, Doc::new("List the Teams of the session").gives_list::<TeamElement>(200))
}

#[rustfmt::skip]
fn upload_routes(routes: Routes) -> Routes {
    use CallerKind::{Anyone, Session};
    routes
        .section("Uploads")
        .post("/api/v1/uploads", Session, uploads::start, Doc::new("Start an upload for a Team. Without `recipients`, share it with a link").takes::<StartUpload>().gives::<StartedUpload>(200))
        .post("/api/v1/portals/uploads", Anyone, uploads::start_through_portal, Doc::new("Start an upload through a Portal").takes::<StartPortalUpload>().gives::<StartedUpload>(200))
        .get("/api/v1/uploads", Anyone, uploads::list, Doc::new("List uploads, each with its first 1,000 items").gives_list::<UploadBody>(200))
        .delete("/api/v1/uploads", Anyone, uploads::delete_all, Doc::new("Delete uploads; files already sent stay in the cloud").asks(items::STATES).gives::<Done>(200))
        .post("/api/v1/uploads/pause", Anyone, uploads::pause_all, Doc::new("Pause all running uploads").gives::<Done>(200))
        .post("/api/v1/uploads/resume", Anyone, uploads::resume_all, Doc::new("Resume all paused uploads").gives::<Done>(200))
        .get("/api/v1/uploads/{upload_id}", Anyone, uploads::get, Doc::new("Get an upload with the state of every file").asks(items::PAGES).gives::<UploadBody>(200))
        .delete("/api/v1/uploads/{upload_id}", Anyone, uploads::delete, Doc::new("Delete an upload; files already sent stay in the cloud").gives::<Done>(200))
        .post("/api/v1/uploads/{upload_id}/finalize", Anyone, uploads::finalize, Doc::new("Finalize an upload that is `idle`").gives::<Done>(200))
        .post("/api/v1/uploads/{upload_id}/pause", Anyone, uploads::pause, Doc::new("Pause an upload").gives::<Done>(200))
        .post("/api/v1/uploads/{upload_id}/resume", Anyone, uploads::resume, Doc::new("Resume an upload that is paused, or that failed and can be retried").gives::<Done>(200))
        .post("/api/v1/uploads/{upload_id}/link", Session, uploads::create_link, Doc::new("Create a link to a complete upload of a Team").takes::<CreateLink>().gives::<AgentLink>(200))
}

#[rustfmt::skip]
fn download_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    routes
        .section("Downloads")
        .post("/api/v1/downloads", Anyone, downloads::start, Doc::new("Start to download the files of a link").takes::<StartDownload>().gives::<StartedDownload>(200))
        .get("/api/v1/downloads", Anyone, downloads::list, Doc::new("List downloads, each with its first 1,000 items").gives_list::<DownloadBody>(200))
        .delete("/api/v1/downloads", Anyone, downloads::delete_all, Doc::new("Delete downloads; files are kept unless `remove_files` is set").asks(items::STATES_AND_FILES).gives::<Done>(200))
        .get("/api/v1/downloads/{download_id}", Anyone, downloads::get, Doc::new("Get a download with the state of every file").asks(items::PAGES).gives::<DownloadBody>(200))
        .delete("/api/v1/downloads/{download_id}", Anyone, downloads::delete, Doc::new("Delete a download; files are kept unless `remove_files` is set").asks(items::REMOVE_FILES).gives::<Done>(200))
        .post("/api/v1/downloads/{download_id}/pause", Anyone, downloads::pause, Doc::new("Pause a download").gives::<Done>(200))
        .post("/api/v1/downloads/{download_id}/resume", Anyone, downloads::resume, Doc::new("Resume a download that is paused, or that failed and can be retried").gives::<Done>(200))
}

#[rustfmt::skip]
fn automation_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    routes
        .section("Automations")
        .get("/api/v1/automations", Anyone, automations::list, Doc::new("List automations, without their passwords").gives_list::<AutomationBody>(200))
        .post("/api/v1/automations/import", Anyone, automations::import, Doc::new("Import the output of an export, all or nothing").takes::<ImportAutomations>().gives::<ImportedAutomations>(200))
        .post("/api/v1/automations/{type}", Anyone, automations::create, Doc::new("Create an automation; types for a Team and downloads need a session").takes::<AutomationFields>().gives::<CreatedAutomation>(200))
        .post("/api/v1/automations/{type}/preview", Anyone, automations::preview, Doc::new("Preview what a watch folder with these fields would send now: the first 100 entries, with reasons for those that are skipped. Nothing is saved").takes::<AutomationFields>().gives_list::<PreviewedParcel>(200))
        .put("/api/v1/automations/{type}/{automation_id}", Anyone, automations::update, Doc::new("Change the given fields").takes::<AutomationFields>().gives::<AutomationBody>(200))
        .delete("/api/v1/automations/{type}/{automation_id}", Anyone, automations::delete, Doc::new("Delete an automation; files that it sent or received are kept").gives::<Done>(200))
        .get("/api/v1/automations/{type}/{automation_id}/export", Anyone, automations::export, Doc::new("Export an automation. Its passwords are included only if X-Passphrase is sent, and encrypted with it").gives::<ExportedAutomation>(200))
}

#[rustfmt::skip]
fn gateway_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    routes
        .section("Gateways")
        .post("/api/v1/gateways", Anyone, gateways::add, Doc::new("Add a storage gateway: its packages are delivered to a folder automatically").takes::<AddGateway>().gives::<AddedGateway>(200))
        .get("/api/v1/gateways", Anyone, gateways::list, Doc::new("List gateways and their status").gives_list::<GatewayBody>(200))
        .delete("/api/v1/gateways/{gateway_id}", Anyone, gateways::remove, Doc::new("Remove a gateway; delivered files are kept").gives::<Done>(200))
}

#[rustfmt::skip]
fn setting_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    routes
        .section("Settings")
        .get("/api/v1/settings/upload_rate_limit", Anyone, settings::upload_rate_limit, Doc::new("Get the rate limit of uploads").gives::<RateLimit>(200))
        .post("/api/v1/settings/upload_rate_limit", Anyone, settings::change_upload_rate_limit, Doc::new("Change the rate limit of uploads").takes::<WriteRateLimit>().gives::<RateLimit>(200))
        .get("/api/v1/settings/download_rate_limit", Anyone, settings::download_rate_limit, Doc::new("Get the rate limit of downloads").gives::<RateLimit>(200))
        .post("/api/v1/settings/download_rate_limit", Anyone, settings::change_download_rate_limit, Doc::new("Change the rate limit of downloads").takes::<WriteRateLimit>().gives::<RateLimit>(200))
        .get("/api/v1/settings/fifo_mode", Anyone, settings::fifo_mode, Doc::new("Get the number of parallel transfers").gives::<FifoMode>(200))
        .post("/api/v1/settings/fifo_mode", Anyone, settings::change_fifo_mode, Doc::new("Change the number of parallel transfers").takes::<WriteFifoMode>().gives::<FifoMode>(200))
        .get("/api/v1/settings/concurrency", Anyone, settings::concurrency, Doc::new("Get the maximum number of connections").gives::<Concurrency>(200))
        .post("/api/v1/settings/concurrency", Anyone, settings::change_concurrency, Doc::new("Change the maximum number of connections").takes::<WriteConcurrency>().gives::<Concurrency>(200))
}

#[rustfmt::skip]
fn service_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    routes
        .section("Service")
        .get("/api/v1/paths", Anyone, paths::completions, Doc::new("Complete a path of this machine, up to 50 entries").asks(paths::COMPLETIONS).gives_list::<PathCompletion>(200))
        .get("/api/v1/events", Anyone, events::follow, Doc::new("Follow all changes as Server-Sent Events, each with the full object").gives_events::<AgentEvent>())
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

/// The router of the API with all its layers.
pub fn router(app: &App) -> Router {
    layers::around(routes().into_router().merge(page::router()), app, document())
}
