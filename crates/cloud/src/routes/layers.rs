//! What stands around every route: ids, logs, limits, CORS, the last resort.

use std::any::Any;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{Any as AnyOrigin, CorsLayer};
use tracing::Instrument as _;
use ulid::Ulid;
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::openapi::Document;
use crate::app::App;
use crate::auth::{ClientAddress, PeerAddress, client_address};
use crate::error::ApiError;
use crate::metrics::request_answered;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const REQUEST_ID_LONGEST: usize = 64;

const DOCS_POLICY: &str =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

pub(super) fn around(routes: Router<App>, app: &App, document: Document) -> Router {
    routes
        .merge(docs())
        .fallback(|| async { ApiError::UnknownRoute })
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
        .layer(Extension(document))
        .layer(from_fn_with_state(app.clone(), limits))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(cors())
        .layer(from_fn_with_state(app.clone(), observe))
        .with_state(app.clone())
}

/// The browsable page. It brings its own scripts, and its policy lets it load no others.
fn docs() -> Router<App> {
    let config = Config::from("/openapi.json").validator_url("none").persist_authorization(false);
    let page: Router<App> = SwaggerUi::new("/docs").config(config).into();
    page.layer(from_fn(|request: Request, next: Next| async {
        let mut response = next.run(request).await;
        if response.status().is_client_error() {
            return ApiError::UnknownRoute.into_response();
        }
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(DOCS_POLICY));
        response
    }))
}

/// Any page may call the API: it takes no cookies, so a foreign page gains nothing by it.
fn cors() -> CorsLayer {
    let headers = [
        "content-type",
        "authorization",
        "x-api-key",
        "x-user-token",
        "x-package-token",
        "x-access-code",
        "x-link-password",
        "x-request-id",
    ];
    CorsLayer::new()
        .allow_origin(AnyOrigin)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::HEAD])
        .allow_headers(headers.map(HeaderName::from_static))
        .expose_headers([REQUEST_ID, header::RETRY_AFTER])
        .max_age(Duration::from_hours(1))
}

/// Gives every request an id and a client address, and writes one line of log when it is answered.
async fn observe(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = request_id(request.headers());
    let peer = request
        .extensions()
        .get::<PeerAddress>()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |PeerAddress(peer)| SocketAddr::ip(peer));
    let client = client_address(peer, request.headers(), &app.config.trusted_proxies);
    request.extensions_mut().insert(client);
    let ClientAddress(address) = client;
    let method = request.method().clone();
    // The pattern, not the path: paths can hold secrets.
    let route = request.extensions().get::<MatchedPath>().map_or("unknown", MatchedPath::as_str).to_owned();
    let span = tracing::info_span!("request", id, %method, route);
    let mut response = next.run(request).instrument(span.clone()).await;
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, value);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    let (status, took) = (response.status().as_u16(), started.elapsed());
    request_answered(method_label(&method), &route, status, took);
    span.in_scope(|| tracing::info!(status, millis = took.as_millis(), %address, "answered"));
    response
}

/// Methods that nobody asked us to know share one label.
fn method_label(method: &Method) -> &str {
    match *method {
        Method::GET | Method::POST | Method::PUT | Method::DELETE | Method::HEAD | Method::OPTIONS => method.as_str(),
        _ => "other",
    }
}

/// The caller's own id, when it is one that can stand in a log line.
fn request_id(headers: &HeaderMap) -> String {
    let sane = |text: &&str| {
        (1..=REQUEST_ID_LONGEST).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
    };
    let given = headers.get(REQUEST_ID).and_then(|value| value.to_str().ok()).filter(sane);
    given.map_or_else(|| Ulid::from_bytes(rand::random()).to_string(), str::to_owned)
}

/// Refuses what is too large or takes too long.
async fn limits(State(app): State<App>, request: Request, next: Next) -> Response {
    let limits = &app.config.limits;
    let size: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    if size + request.uri().path().len() > limits.header_bytes {
        return ApiError::HeadersTooLarge(limits.header_bytes).into_response();
    }
    let answered = tokio::time::timeout(Duration::from_secs(limits.request_seconds), next.run(request)).await;
    answered.unwrap_or_else(|_| ApiError::Timeout(limits.request_seconds).into_response())
}

#[expect(clippy::needless_pass_by_value, reason = "the layer hands the panic over")]
fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    ApiError::Internal(anyhow::anyhow!("a handler panicked: {}", text.unwrap_or("unknown cause"))).into_response()
}
