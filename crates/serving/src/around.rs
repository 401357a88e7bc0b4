//! Layers around every route: request ids, the API docs page, the error handler.

use std::any::Any;

use axum::Router;
use axum::extract::Request;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, StatusCode, Version, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};
use tower_http::CompressionLevel;
use tower_http::catch_panic::{CatchPanicLayer, ResponseForPanic};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};
use ulid::Ulid;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::{RequestError, Serves};

pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const REQUEST_ID_LONGEST: usize = 64;
/// Bytes that are not worth compressing.
const SHORT: u64 = 1000;

const DOCS_POLICY: &str =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/// The routes with the docs page; unknown paths get an error in the common format.
pub fn complete<S: Serves>(routes: Router<S>) -> Router<S> {
    routes
        .merge(docs::<S>())
        .fallback(|| async { S::Error::from(RequestError::UnknownRoute) })
        .method_not_allowed_fallback(|| async { S::Error::from(RequestError::MethodNotAllowed) })
}

/// The API docs page. It includes its own scripts, and its policy forbids all others.
fn docs<S: Serves>() -> Router<S> {
    let config = Config::from("/openapi.json").validator_url("none").persist_authorization(false);
    let page: Router<S> = SwaggerUi::new("/docs").config(config).into();
    page.layer(from_fn(|request: Request, next: Next| async {
        let mut response = next.run(request).await;
        if response.status().is_client_error() {
            return S::Error::from(RequestError::UnknownRoute).into_response();
        }
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(DOCS_POLICY));
        response
    }))
}

/// A handler that panics returns an error like any other, and the process continues.
pub fn catch_panics<S: Serves>() -> CatchPanicLayer<impl ResponseForPanic<ResponseBody = axum::body::Body>> {
    CatchPanicLayer::custom(panicked::<S>)
}

#[expect(clippy::needless_pass_by_value, reason = "the layer hands the panic over")]
fn panicked<S: Serves>(panic: Box<dyn Any + Send>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    S::Error::from(RequestError::Panicked(text.unwrap_or("unknown cause").to_owned())).into_response()
}

/// The caller's own id, if it is safe for a log line.
pub fn request_id(headers: &HeaderMap) -> String {
    let sane = |text: &&str| {
        (1..=REQUEST_ID_LONGEST).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
    };
    let given = headers.get(REQUEST_ID).and_then(|value| value.to_str().ok()).filter(sane);
    given.map_or_else(|| Ulid::from_bytes(rand::random()).to_string(), str::to_owned)
}

/// Refuses a request that does not say for whom it is, or says it twice: what stands before us may have read the other one.
pub async fn require_host<S: Serves>(request: Request, next: Next) -> Response {
    let is_needed = request.version() >= Version::HTTP_11 && request.uri().authority().is_none();
    let count = request.headers().get_all(header::HOST).iter().count();
    if count > 1 || (is_needed && count == 0) {
        return S::Error::from(RequestError::invalid("Host", "must be sent exactly once")).into_response();
    }
    next.run(request).await
}

/// Compresses JSON that is not short, in the way that the client prefers. Everything else is content or streamed.
pub fn compress() -> CompressionLayer<impl Predicate> {
    let is_long = SizeAbove::new(SHORT).and(is_json);
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(is_long)
}

fn is_json(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json")
}

/// Headers that every reply has.
pub fn add_headers(response: &mut Response, id: &str) {
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, value);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
}
