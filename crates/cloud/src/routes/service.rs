//! What operators and their machines ask.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use sha2::{Digest as _, Sha256};

use crate::app::App;
use crate::error::{ApiError, ApiResult};

/// `GET /healthz`: the process lives.
pub(super) async fn healthy() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: the process can do its work.
pub(super) async fn ready(State(app): State<App>) -> ApiResult<&'static str> {
    app.store.ping().await?;
    app.storage.ready().await.map_err(ApiError::StorageUnavailable)?;
    Ok("ready\n")
}

/// `GET /metrics`
pub(super) async fn metrics(State(app): State<App>, headers: HeaderMap) -> ApiResult<String> {
    let expected = &app.config.metrics.token;
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    // Hashes are compared, so that the time taken says nothing about the token.
    let matches = given.is_some_and(|given| Sha256::digest(given) == Sha256::digest(expected.expose()));
    if expected.is_empty() || !matches {
        return Err(ApiError::Unauthorized);
    }
    Ok(app.metrics.render(&app.store, &app.clock).await?)
}
