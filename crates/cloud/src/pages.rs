//! The web pages: the console, the pages of Portals, the download page.
//!
//! Opening a page changes nothing and counts nothing, since mail scanners and chat apps open it too. Pages use the same
//! API as everyone else, except for the forms of browsers without scripts.

mod download;
mod host;
mod language;
mod look;
mod portal;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use serving::query::QueryParts;
use texts::{Language, Texts};
use web::{Boot, Brand, Shell, View};

use crate::app::App;
use crate::error::{ApiError, ApiResult};

/// The paths of the console, each including everything below it. Its script knows which page each one is.
const CONSOLE: [&str; 22] = [
    "account",
    "activities",
    "api-keys",
    "audit",
    "connections",
    "email",
    "filters",
    "forgot",
    "forms",
    "invitation",
    "members",
    "outbox",
    "packages",
    "portals",
    "received",
    "reset",
    "send",
    "sent",
    "settings",
    "spaces",
    "tags",
    "usage",
];

pub fn router() -> Router<App> {
    let mut router = Router::new().route("/assets/{name}", get(asset));
    for area in CONSOLE.into_iter().chain(["webhooks"]) {
        router = router.route(&format!("/{area}"), get(console)).route(&format!("/{area}/{{*rest}}"), get(console));
    }
    router
}

/// The pages that look up what the address names: trying out names here must be as hard as at the API.
pub fn lookups() -> Router<App> {
    Router::new()
        .route("/", get(home))
        .route("/p/{subdomain}", get(portal::page))
        .route("/d/{link_id}", get(download::page).post(download::unlock))
        .route("/d/{link_id}/download", post(download::without_script))
}

/// `GET /`: the console, or the Portal that the host names.
async fn home(State(app): State<App>, headers: HeaderMap, query: QueryParts) -> Response {
    match host::subdomain(&headers, &app.portal_domain) {
        Some(subdomain) => portal::show(&app, &subdomain, &headers, &query).await,
        None => console(State(app), headers, query).await,
    }
}

async fn console(State(app): State<App>, headers: HeaderMap, query: QueryParts) -> Response {
    let language = language::choose(None, &query, &headers);
    let server = app.public_url.as_str().trim_end_matches('/');
    let shell = Shell {
        language,
        title: Texts::of(language).say("shell-console-title", &[]),
        boot: Boot::Console { server, portal_domain: &app.portal_domain },
        view: View::waiting(),
        brand: Brand::default(),
        storage: Some(app.storage.public_origin()),
    };
    shell.respond(&app.pages, StatusCode::OK)
}

async fn asset(State(app): State<App>, Path(name): Path<String>, headers: HeaderMap) -> ApiResult<Response> {
    app.pages.asset(&name, &headers).ok_or(ApiError::UnknownRoute)
}

/// A page with one sentence that says why there is nothing here, and what to do.
fn sentence(app: &App, language: Language, boot: Boot<'_>, status: StatusCode, name: &str) -> Response {
    #[derive(serde::Serialize)]
    struct Sentence {
        sentence: String,
    }
    let texts = Texts::of(language);
    let shell = Shell {
        language,
        title: texts.say(&format!("{name}-title"), &[]),
        boot,
        view: View::sentence(Sentence { sentence: texts.say(name, &[]) }),
        brand: Brand::default(),
        storage: Some(app.storage.public_origin()),
    };
    shell.respond(&app.pages, status)
}

/// An error that no page describes: the answer of the API.
fn fault(error: ApiError) -> Response {
    error.into_response()
}
