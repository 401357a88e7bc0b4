//! Endpoints for operators and monitoring.

use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use serving::describe;
use serving::table::Doc;
use sha2::{Digest as _, Sha256};

use crate::app::App;
use crate::data_dir;
use crate::error::{ApiError, ApiResult};
use crate::metrics::Surroundings;
use crate::operations::quotas;

/// Collecting the metrics does not wait longer for a database that does not answer.
const DATABASE_PATIENCE: Duration = Duration::from_secs(2);

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(healthy, Doc::new("Check whether the process is running").gives_text(200));

/// `GET /healthz`: the process lives.
pub(super) async fn healthy() -> &'static str {
    "ok\n"
}

describe!(ready, Doc::new("Check whether the database and the object store accept writes").gives_text(200));

/// `GET /readyz`: the process can do its work.
pub(super) async fn ready(State(app): State<App>) -> ApiResult<String> {
    if app.ending.leaving.is_cancelled() {
        return Err(ApiError::Leaving);
    }
    let degraded = checked(&app).await?;
    Ok(degraded.iter().fold("ready\n".to_owned(), |text, reason| format!("{text}degraded: {reason}\n")))
}

async fn checked(app: &App) -> ApiResult<Vec<&'static str>> {
    app.readiness.check(&app.store, &app.storage, &app.bus, &app.clock_guard).await
}

/// The operator's own listener, which every process can have regardless of its roles. It needs no token.
pub async fn operator_page(app: App, path: &str) -> Response {
    match path {
        "/healthz" => healthy().await.into_response(),
        "/readyz" => ready(State(app)).await.into_response(),
        "/metrics" => figures(&app).await.into_response(),
        _ => ApiError::UnknownRoute.into_response(),
    }
}

describe!(metrics, Doc::new("Get metrics in Prometheus' text format").gives_text(200));

/// `GET /metrics`
pub(super) async fn metrics(State(app): State<App>, headers: HeaderMap) -> ApiResult<String> {
    let expected = &app.config.metrics.token;
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    // Hashes are compared, so that the time taken reveals nothing about the token.
    let matches = given.is_some_and(|given| Sha256::digest(given) == Sha256::digest(expected.expose()));
    if expected.is_empty() || !matches {
        return Err(ApiError::Unauthorized);
    }
    figures(&app).await
}

async fn figures(app: &App) -> ApiResult<String> {
    let (busy_connections, idle_connections) = app.store.connections();
    let is_storage_ready = app.readiness.storage.ask(&app.storage).await.is_ok();
    // Nobody else may be asking; what is wrong shows in the other figures.
    let _ = tokio::time::timeout(DATABASE_PATIENCE, checked(app)).await;
    let disk_free_bytes = data_dir::free_bytes(&app.config).ok();
    let quotas_near = quotas::near(app).await?;
    let found = Surroundings { is_storage_ready, disk_free_bytes, busy_connections, idle_connections, quotas_near };
    Ok(app.metrics.render(&app.store, &app.clock, &found).await?)
}
