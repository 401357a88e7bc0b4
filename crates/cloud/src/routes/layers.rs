//! The layers around every route: ids, logs, limits, CORS, error handling.

use std::time::{Duration, Instant};

use axum::Extension;
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use serving::around::{REQUEST_ID, add_headers, catch_panics, complete, compress, request_id, require_host};
use serving::entity_tags::tagged;
use serving::openapi::Document;
use tower_http::cors::{AllowHeaders, Any as AnyOrigin, CorsLayer};
use tracing::Instrument as _;

use super::admission::admit;
use super::idempotency::REPLAYED;
use crate::app::App;
use crate::auth::{ClientAddress, client_of, peer_of};
use crate::error::ApiError;
use crate::metrics::request_answered;
use crate::operations::requests::proxies;

pub(super) fn around(routes: Router<App>, app: &App, document: Document) -> Router {
    complete(routes)
        .layer(Extension(document))
        .layer(from_fn_with_state(app.clone(), limits))
        .layer(from_fn_with_state(app.clone(), admit))
        .layer(from_fn(tag))
        .layer(from_fn(require_host::<App>))
        .layer(catch_panics::<App>())
        .layer(compress())
        .layer(cors())
        .layer(from_fn_with_state(app.clone(), observe))
        .with_state(app.clone())
}

/// Any page may call the API: it does not use cookies, so a foreign page gains nothing.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(AnyOrigin)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::HEAD])
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers([REQUEST_ID, header::ETAG, header::RETRY_AFTER, REPLAYED])
        .max_age(Duration::from_hours(1))
}

/// Lets clients ask for what they have read before only if it has changed.
async fn tag(request: Request, next: Next) -> Response {
    if request.method() != Method::GET {
        return next.run(request).await;
    }
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    tagged::<App>(known, next.run(request).await).await
}

/// Gives every request an id and a client address, and logs one line when it is answered.
async fn observe(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = request_id(request.headers());
    proxies::notice(&app, peer_of(&request), request.headers());
    let client = client_of(&request, &app.config.trusted_proxies);
    request.extensions_mut().insert(client);
    let ClientAddress(address) = client;
    let method = request.method().clone();
    // The pattern, not the path: paths can contain secrets.
    let route = request.extensions().get::<MatchedPath>().map_or("unknown", MatchedPath::as_str).to_owned();
    let span = tracing::info_span!("request", id, %method, route);
    let mut response = next.run(request).instrument(span.clone()).await;
    add_headers(&mut response, &id);
    let (status, took) = (response.status().as_u16(), started.elapsed());
    request_answered(method_label(&method), &route, status, took);
    span.in_scope(|| tracing::info!(status, millis = took.as_millis(), %address, "answered"));
    response
}

/// Unknown methods share one label.
fn method_label(method: &Method) -> &str {
    match *method {
        Method::GET | Method::POST | Method::PUT | Method::DELETE | Method::HEAD | Method::OPTIONS => method.as_str(),
        _ => "other",
    }
}

/// Refuses requests that are too large or take too long.
async fn limits(State(app): State<App>, request: Request, next: Next) -> Response {
    let limits = &app.config.limits;
    let size: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    let address = request.uri().path().len() + request.uri().query().map_or(0, str::len);
    if size + address > limits.header_bytes {
        return ApiError::HeadersTooLarge(limits.header_bytes).into_response();
    }
    let answered = tokio::time::timeout(Duration::from_secs(limits.request_seconds), next.run(request)).await;
    answered.unwrap_or_else(|_| ApiError::Timeout(limits.request_seconds).into_response())
}
