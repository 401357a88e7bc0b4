//! The agent's web page: transfers, automations and settings.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use axum::routing::get;
use serving::RequestError;
use texts::{Language, Texts};
use web::{Boot, Brand, Shell, View};

use crate::app::App;
use crate::error::AgentResult;

pub(super) fn router() -> Router<App> {
    Router::new().route("/", get(page)).route("/assets/{name}", get(asset))
}

async fn page(State(app): State<App>, headers: HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let language = accepted.and_then(Language::of_accept_language).unwrap_or_default();
    let shell = Shell {
        language,
        title: Texts::of(language).say("shell-agent-title", &[]),
        boot: Boot::Agent,
        view: View::waiting(),
        brand: Brand::default(),
        storage: None,
    };
    shell.respond(&app.pages, StatusCode::OK)
}

async fn asset(State(app): State<App>, Path(name): Path<String>, headers: HeaderMap) -> AgentResult<Response> {
    app.pages.asset(&name, &headers).ok_or_else(|| RequestError::UnknownRoute.into())
}
