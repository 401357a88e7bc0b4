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

describe!(upload_rate_limit, Doc::new("How fast uploads may be").gives::<RateLimit>(200));

/// `GET /api/v1/settings/upload_rate_limit`
pub(super) async fn upload_rate_limit(State(app): State<App>) -> Json<RateLimit> {
    Json(app.settings.now().upload_rate_limit)
}

describe!(
    change_upload_rate_limit,
    Doc::new("Change how fast uploads may be").takes::<WriteRateLimit>().gives::<RateLimit>(200)
);

/// `POST /api/v1/settings/upload_rate_limit`
pub(super) async fn change_upload_rate_limit(
    State(app): State<App>,
    JsonBody(request): JsonBody<WriteRateLimit>,
) -> AgentResult<Json<RateLimit>> {
    app.settings.change_rate_limit(Way::Up, &request).await.map(Json)
}

describe!(download_rate_limit, Doc::new("How fast downloads may be").gives::<RateLimit>(200));

/// `GET /api/v1/settings/download_rate_limit`
pub(super) async fn download_rate_limit(State(app): State<App>) -> Json<RateLimit> {
    Json(app.settings.now().download_rate_limit)
}

describe!(
    change_download_rate_limit,
    Doc::new("Change how fast downloads may be").takes::<WriteRateLimit>().gives::<RateLimit>(200)
);

/// `POST /api/v1/settings/download_rate_limit`
pub(super) async fn change_download_rate_limit(
    State(app): State<App>,
    JsonBody(request): JsonBody<WriteRateLimit>,
) -> AgentResult<Json<RateLimit>> {
    app.settings.change_rate_limit(Way::Down, &request).await.map(Json)
}

describe!(fifo_mode, Doc::new("How many transfers run at once").gives::<FifoMode>(200));

/// `GET /api/v1/settings/fifo_mode`
pub(super) async fn fifo_mode(State(app): State<App>) -> Json<FifoMode> {
    Json(app.settings.now().fifo_mode)
}

describe!(
    change_fifo_mode,
    Doc::new("Change how many transfers run at once").takes::<WriteFifoMode>().gives::<FifoMode>(200)
);

/// `POST /api/v1/settings/fifo_mode`
pub(super) async fn change_fifo_mode(
    State(app): State<App>,
    JsonBody(request): JsonBody<WriteFifoMode>,
) -> AgentResult<Json<FifoMode>> {
    app.settings.change_fifo_mode(&request).await.map(Json)
}

describe!(concurrency, Doc::new("How many connections are used at most").gives::<Concurrency>(200));

/// `GET /api/v1/settings/concurrency`
pub(super) async fn concurrency(State(app): State<App>) -> Json<Concurrency> {
    Json(app.settings.now().concurrency)
}

describe!(
    change_concurrency,
    Doc::new("Change how many connections are used at most").takes::<WriteConcurrency>().gives::<Concurrency>(200)
);

/// `POST /api/v1/settings/concurrency`
pub(super) async fn change_concurrency(
    State(app): State<App>,
    JsonBody(request): JsonBody<WriteConcurrency>,
) -> AgentResult<Json<Concurrency>> {
    app.settings.change_concurrency(&request).await.map(Json)
}
