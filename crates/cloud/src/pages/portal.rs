//! The page of a Portal.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Serialize;
use serving::body::PathParts;
use serving::query::QueryParts;
use texts::Texts;
use web::{Boot, Shell, View};
use wire::links::Branding;
use wire::portals::PublicPortal;

use super::{fault, language, look, sentence};
use crate::app::App;
use crate::error::ApiError;
use crate::operations::portals;

#[derive(Serialize)]
struct Greeting<'a> {
    name: &'a str,
    message: &'a str,
}

/// `GET /p/{subdomain}`
pub(super) async fn page(
    State(app): State<App>,
    PathParts(subdomain): PathParts<String>,
    headers: HeaderMap,
    query: QueryParts,
) -> Response {
    show(&app, &subdomain, &headers, &query).await
}

pub(super) async fn show(app: &App, subdomain: &str, headers: &HeaderMap, query: &QueryParts) -> Response {
    match portals::public(app, subdomain).await {
        Ok(portal) => greeting(app, &portal, headers, query),
        Err(ApiError::NotFound(_)) => {
            let language = language::choose(None, query, headers);
            sentence(app, language, Boot::Portal { subdomain }, StatusCode::NOT_FOUND, "shell-portal-unknown")
        }
        Err(error) => fault(error),
    }
}

fn greeting(app: &App, portal: &PublicPortal, headers: &HeaderMap, query: &QueryParts) -> Response {
    let language = language::choose(Some(&portal.language), query, headers);
    let branding = Branding {
        logo_url: portal.logo_url.clone(),
        background_url: portal.background_url.clone(),
        primary_color: portal.primary_color.clone(),
    };
    let shell = Shell {
        language,
        title: Texts::of(language).say("shell-portal-title", &[("name", portal.name.as_str().into())]),
        boot: Boot::Portal { subdomain: &portal.subdomain },
        view: View::portal(Greeting { name: &portal.name, message: &portal.message }),
        brand: look::brand(&branding),
        storage: Some(app.storage.public_origin()),
    };
    shell.respond(&app.pages, StatusCode::OK)
}
