//! The whole interface of the agent: method, path, who may call, handler. The description of a route is next to its
//! handler.
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
mod status;
mod uploads;

use axum::Router;
use axum::middleware::from_fn_with_state;
use serving::openapi::{self, About, Document, bearer};
use serving::query::refuse_unknown;
use serving::route_table;
use serving::table::{self, Caller};
use utoipa::openapi::security::SecurityRequirement;

use crate::app::App;

const INTRODUCTION: &str = "Moves files between this machine and a Tonnage server.\n\n\
    It serves programs on this machine and blocks web pages of other origins. Every request must send \
    the agent's token as `Authorization: Bearer`. It is new at every start, in the file `token` of the agent's state \
    directory, unless the agent was started with `--token-file`. With `--no-token`, or on a Unix socket, no request needs \
    one. Every error is JSON with a `code` and a `message`.";

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

fn session_routes(routes: Routes) -> Routes {
    use CallerKind::{Anyone, Session};
    route_table! { routes,
        ["Session": "The account and the Team for which the agent works."]
        get "/api/v1/login" Session session::login;
        post "/api/v1/login" Anyone session::sign_in;
        post "/api/v1/logout" Anyone session::log_out;
        get "/api/v1/teams" Session session::teams;
    }
}

fn upload_routes(routes: Routes) -> Routes {
    use CallerKind::{Anyone, Session};
    route_table! { routes,
        ["Uploads": "Packages that this agent sends."]
        post "/api/v1/uploads" Session uploads::start;
        post "/api/v1/portals/uploads" Anyone uploads::start_through_portal;
        post "/api/v1/uploads/check" Session uploads::check;
        post "/api/v1/portals/uploads/check" Anyone uploads::check_through_portal;
        get "/api/v1/uploads" Anyone uploads::list;
        delete "/api/v1/uploads" Anyone uploads::delete_all;
        post "/api/v1/uploads/pause" Anyone uploads::pause_all;
        post "/api/v1/uploads/resume" Anyone uploads::resume_all;
        get "/api/v1/uploads/{upload_id}" Anyone uploads::get;
        delete "/api/v1/uploads/{upload_id}" Anyone uploads::delete;
        post "/api/v1/uploads/{upload_id}/finalize" Anyone uploads::finalize;
        post "/api/v1/uploads/{upload_id}/pause" Anyone uploads::pause;
        post "/api/v1/uploads/{upload_id}/resume" Anyone uploads::resume;
        post "/api/v1/uploads/{upload_id}/leave_out_failed" Anyone uploads::leave_out_failed;
        post "/api/v1/uploads/{upload_id}/link" Session uploads::create_link;
    }
}

fn download_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    route_table! { routes,
        ["Downloads": "Packages that this agent fetches."]
        post "/api/v1/downloads" Anyone downloads::start;
        get "/api/v1/downloads" Anyone downloads::list;
        delete "/api/v1/downloads" Anyone downloads::delete_all;
        get "/api/v1/downloads/{download_id}" Anyone downloads::get;
        delete "/api/v1/downloads/{download_id}" Anyone downloads::delete;
        post "/api/v1/downloads/{download_id}/pause" Anyone downloads::pause;
        post "/api/v1/downloads/{download_id}/resume" Anyone downloads::resume;
    }
}

fn automation_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    route_table! { routes,
        ["Automations": "Recurring transfers that run without a user."]
        get "/api/v1/automations" Anyone automations::list;
        post "/api/v1/automations/import" Anyone automations::import;
        post "/api/v1/automations/{type}" Anyone automations::create;
        post "/api/v1/automations/{type}/preview" Anyone automations::preview;
        put "/api/v1/automations/{type}/{automation_id}" Anyone automations::update;
        delete "/api/v1/automations/{type}/{automation_id}" Anyone automations::delete;
        get "/api/v1/automations/{type}/{automation_id}/export" Anyone automations::export;
    }
}

fn gateway_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    route_table! { routes,
        ["Gateways": "Folders to which a server delivers packages by itself."]
        post "/api/v1/gateways" Anyone gateways::add;
        get "/api/v1/gateways" Anyone gateways::list;
        delete "/api/v1/gateways/{gateway_id}" Anyone gateways::remove;
    }
}

fn setting_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    route_table! { routes,
        ["Settings": "Limits and the order of transfers."]
        get "/api/v1/settings/upload_rate_limit" Anyone settings::upload_rate_limit;
        post "/api/v1/settings/upload_rate_limit" Anyone settings::change_upload_rate_limit;
        get "/api/v1/settings/download_rate_limit" Anyone settings::download_rate_limit;
        post "/api/v1/settings/download_rate_limit" Anyone settings::change_download_rate_limit;
        get "/api/v1/settings/fifo_mode" Anyone settings::fifo_mode;
        post "/api/v1/settings/fifo_mode" Anyone settings::change_fifo_mode;
        get "/api/v1/settings/concurrency" Anyone settings::concurrency;
        post "/api/v1/settings/concurrency" Anyone settings::change_concurrency;
    }
}

fn service_routes(routes: Routes) -> Routes {
    use CallerKind::Anyone;
    route_table! { routes,
        ["Service": "The state of the agent, its events and this document."]
        get "/api/v1/status" Anyone status::status;
        get "/api/v1/paths" Anyone paths::completions;
        get "/api/v1/events" Anyone events::follow;
        get "/openapi.json" Anyone openapi::document;
    }
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
    let is_list = |route: &Route| route.method == "GET" && route.doc.gives_many();
    let only_known = |route: &Route| from_fn_with_state(route.doc.parameters(), refuse_unknown::<App>);
    let routes = routes().layered_each(|route| is_list(route).then(|| only_known(route)));
    layers::around(routes.into_router().merge(page::router()), app, document())
}
