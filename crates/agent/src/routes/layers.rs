//! Layers around every route: request ids, log, guard, error handler.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Router};
use serving::around::{add_headers, catch_panics, complete, request_id, require_host};
use serving::openapi::Document;
use tracing::Instrument as _;

use crate::app::App;

pub(super) fn around(routes: Router<App>, app: &App, document: Document) -> Router {
    complete(routes)
        .layer(Extension(document))
        .layer(from_fn_with_state(app.clone(), admit))
        .layer(from_fn(require_host::<App>))
        .layer(catch_panics::<App>())
        .layer(from_fn(observe))
        .with_state(app.clone())
}

/// Gives every request an id, and logs one line when it is answered.
async fn observe(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = request_id(request.headers());
    let method = request.method().clone();
    // Log the route's pattern, not the path, and no query.
    let route = request.extensions().get::<MatchedPath>().map_or("unknown", MatchedPath::as_str).to_owned();
    let span = tracing::info_span!("request", id, %method, route);
    let mut response = next.run(request).instrument(span.clone()).await;
    add_headers(&mut response, &id);
    let (status, millis) = (response.status().as_u16(), started.elapsed().as_millis());
    span.in_scope(|| tracing::info!(status, millis, "answered"));
    response
}

/// Runs the guard before all routes.
async fn admit(State(app): State<App>, request: Request, next: Next) -> Response {
    if let Err(error) = app.guard.admit(&request) {
        return error.into_response();
    }
    app.admitted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    next.run(request).await
}
