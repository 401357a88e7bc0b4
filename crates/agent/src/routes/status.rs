//! What the user of the agent should know about it.

use axum::Json;
use axum::extract::State;
use serving::describe;
use serving::table::Doc;
use wire::agent::AgentStatus;

use crate::app::App;
use crate::error::{AgentError, AgentResult};

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(status, Doc::new("Get problems of the agent itself").gives::<AgentStatus>(200));

/// `GET /api/v1/status`
pub(super) async fn status(State(app): State<App>) -> AgentResult<Json<AgentStatus>> {
    let damaged = app.journal.set_aside().await.map_err(AgentError::Internal)?;
    let damaged_journals = damaged.into_iter().map(|path| path.to_string_lossy().into_owned()).collect();
    Ok(Json(AgentStatus {
        damaged_journals,
        too_many_open_files: app.engine.lacks_open_files(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        server: app.options.cloud_url.to_string(),
    }))
}
