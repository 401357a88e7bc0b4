//! Settings that can be changed while the agent runs.

use axum::Json;
use axum::extract::State;
use serving::body::JsonBody;
use serving::describe;
use serving::table::Doc;
use wire::agent::{Concurrency, FifoMode, RateLimit, WriteConcurrency, WriteFifoMode, WriteRateLimit};

use crate::app::App;
use crate::error::AgentResult;
use crate::settings::Way;

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(upload_rate_limit, Doc::new("Get the rate limit of uploads").gives::<RateLimit>(200));

/// `GET /api/v1/settings/upload_rate_limit`
pub(super) async fn upload_rate_limit(State(app): State<App>) -> Json<RateLimit> {
    Json(app.settings.now().upload_rate_limit)
}

describe!(
    change_upload_rate_limit,
    Doc::new("Change the rate limit of uploads").takes::<WriteRateLimit>().gives::<RateLimit>(200)
);

/// `POST /api/v1/settings/upload_rate_limit`
pub(super) async fn change_upload_rate_limit(
    State(app): State<App>,
    JsonBody(request): JsonBody<WriteRateLimit>,
) -> AgentResult<Json<RateLimit>> {
    app.settings.change_rate_limit(Way::Up, &request).await.map(Json)
}

describe!(download_rate_limit, Doc::new("Get the rate limit of downloads").gives::<RateLimit>(200));

/// `GET /api/v1/settings/download_rate_limit`
pub(super) async fn download_rate_limit(State(app): State<App>) -> Json<RateLimit> {
    Json(app.settings.now().download_rate_limit)
}

describe!(
    change_download_rate_limit,
    Doc::new("Change the rate limit of downloads").takes::<WriteRateLimit>().gives::<RateLimit>(200)
);

/// `POST /api/v1/settings/download_rate_limit`
pub(super) async fn change_download_rate_limit(
    State(app): State<App>,
    JsonBody(request): JsonBody<WriteRateLimit>,
) -> AgentResult<Json<RateLimit>> {
    app.settings.change_rate_limit(Way::Down, &request).await.map(Json)
}

describe!(fifo_mode, Doc::new("Get the number of parallel transfers").gives::<FifoMode>(200));

/// `GET /api/v1/settings/fifo_mode`
pub(super) async fn fifo_mode(State(app): State<App>) -> Json<FifoMode> {
    Json(app.settings.now().fifo_mode)
}

describe!(
    change_fifo_mode,
    Doc::new("Change the number of parallel transfers").takes::<WriteFifoMode>().gives::<FifoMode>(200)
);

/// `POST /api/v1/settings/fifo_mode`
pub(super) async fn change_fifo_mode(
    State(app): State<App>,
    JsonBody(request): JsonBody<WriteFifoMode>,
) -> AgentResult<Json<FifoMode>> {
    app.settings.change_fifo_mode(&request).await.map(Json)
}

describe!(concurrency, Doc::new("Get the maximum number of connections").gives::<Concurrency>(200));

/// `GET /api/v1/settings/concurrency`
pub(super) async fn concurrency(State(app): State<App>) -> Json<Concurrency> {
    Json(app.settings.now().concurrency)
}

describe!(
    change_concurrency,
    Doc::new("Change the maximum number of connections").takes::<WriteConcurrency>().gives::<Concurrency>(200)
);

/// `POST /api/v1/settings/concurrency`
pub(super) async fn change_concurrency(
    State(app): State<App>,
    JsonBody(request): JsonBody<WriteConcurrency>,
) -> AgentResult<Json<Concurrency>> {
    app.settings.change_concurrency(&request).await.map(Json)
}
