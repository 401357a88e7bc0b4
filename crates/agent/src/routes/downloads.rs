//! Downloads.

use axum::Json;
use axum::extract::State;
use serving::body::{JsonBody, PathParts};
use serving::describe;
use serving::query::QueryParts;
use serving::table::Doc;
use wire::agent::{Done, DownloadBody, DownloadId, DownloadState, StartDownload, StartedDownload};

use super::items;
use crate::app::App;
use crate::downloads;
use crate::error::AgentResult;

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    start,
    Doc::new("Start to download the files of a link, or of a package of the Team")
        .takes::<StartDownload>()
        .gives::<StartedDownload>(200)
);

/// `POST /api/v1/downloads`
pub(super) async fn start(
    State(app): State<App>,
    JsonBody(request): JsonBody<StartDownload>,
) -> AgentResult<Json<StartedDownload>> {
    Ok(Json(downloads::start(&app, request).await?))
}

describe!(
    list,
    Doc::new(
        "List downloads, the newest last. Each has its first 1,000 items, and all together have up to 10,000: those of the \
         newest ones. If the list has `limit` entries, there may be older ones: ask again with `before`"
    )
    .asks(super::items::LISTS)
    .gives_list::<DownloadBody>(200)
);

/// `GET /api/v1/downloads`
pub(super) async fn list(State(app): State<App>, query: QueryParts) -> AgentResult<Json<Vec<DownloadBody>>> {
    let page = items::list_page(&query, DownloadState::ALL, DownloadState::as_str)?;
    Ok(Json(downloads::list(&app, page).await?))
}

describe!(
    get,
    Doc::new("Get a download with the state of every file").asks(super::items::PAGES).gives::<DownloadBody>(200)
);

/// `GET /api/v1/downloads/{download_id}`
pub(super) async fn get(
    State(app): State<App>,
    PathParts(id): PathParts<DownloadId>,
    query: QueryParts,
) -> AgentResult<Json<DownloadBody>> {
    Ok(Json(downloads::get(&app, &id, items::page(&query)?).await?))
}

describe!(pause, Doc::new("Pause a download").gives::<Done>(200));

/// `POST /api/v1/downloads/{download_id}/pause`
pub(super) async fn pause(State(app): State<App>, PathParts(id): PathParts<DownloadId>) -> AgentResult<Json<Done>> {
    downloads::pause(&app, &id).await?;
    Ok(Json(Done::default()))
}

describe!(resume, Doc::new("Resume a download that is paused, or that failed and can be retried").gives::<Done>(200));

/// `POST /api/v1/downloads/{download_id}/resume`
pub(super) async fn resume(State(app): State<App>, PathParts(id): PathParts<DownloadId>) -> AgentResult<Json<Done>> {
    downloads::resume(&app, &id).await?;
    Ok(Json(Done::default()))
}

describe!(
    delete,
    Doc::new("Delete a download; files are kept unless `remove_files` is set")
        .asks(super::items::REMOVE_FILES)
        .gives::<Done>(200)
);

/// `DELETE /api/v1/downloads/{download_id}`
pub(super) async fn delete(
    State(app): State<App>,
    PathParts(id): PathParts<DownloadId>,
    query: QueryParts,
) -> AgentResult<Json<Done>> {
    downloads::delete(&app, &id, items::remove_files(&query)?).await?;
    Ok(Json(Done::default()))
}

describe!(
    delete_all,
    Doc::new("Delete downloads; files are kept unless `remove_files` is set")
        .asks(super::items::STATES_AND_FILES)
        .gives::<Done>(200)
);

/// `DELETE /api/v1/downloads`
pub(super) async fn delete_all(State(app): State<App>, query: QueryParts) -> AgentResult<Json<Done>> {
    let states = items::states(&query, DownloadState::ALL, DownloadState::as_str)?;
    downloads::delete_all(&app, states.as_deref(), items::remove_files(&query)?).await?;
    Ok(Json(Done::default()))
}
