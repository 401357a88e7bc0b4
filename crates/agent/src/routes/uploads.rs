//! Uploads and the links to what they sent.

use axum::Json;
use axum::extract::State;
use serving::body::{JsonBody, PathParts};
use serving::describe;
use serving::query::QueryParts;
use serving::table::Doc;
use wire::agent::{
    AgentLink, CheckedUpload, Done, StartPortalUpload, StartUpload, StartedUpload, UploadBody, UploadId, UploadState,
};
use wire::links::CreateLink;

use super::items;
use super::session::NeedsSession;
use crate::app::App;
use crate::error::AgentResult;
use crate::uploads::{self, Start};

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    start,
    Doc::new("Start an upload for a Team. Without `recipients`, share it with a link")
        .takes::<StartUpload>()
        .gives::<StartedUpload>(200)
);

/// `POST /api/v1/uploads`
pub(super) async fn start(
    NeedsSession: NeedsSession,
    State(app): State<App>,
    JsonBody(request): JsonBody<StartUpload>,
) -> AgentResult<Json<StartedUpload>> {
    Ok(Json(uploads::start_for_team(&app, request, Start::default()).await?))
}

describe!(
    start_through_portal,
    Doc::new("Start an upload through a Portal").takes::<StartPortalUpload>().gives::<StartedUpload>(200)
);

/// `POST /api/v1/portals/uploads`
pub(super) async fn start_through_portal(
    State(app): State<App>,
    JsonBody(request): JsonBody<StartPortalUpload>,
) -> AgentResult<Json<StartedUpload>> {
    Ok(Json(uploads::start_through_portal(&app, request, Start::default()).await?))
}

describe!(
    check,
    Doc::new("Check whether an upload for a Team could be started, and which files the server would refuse")
        .takes::<StartUpload>()
        .gives::<CheckedUpload>(200)
);

/// `POST /api/v1/uploads/check`
pub(super) async fn check(
    NeedsSession: NeedsSession,
    State(app): State<App>,
    JsonBody(request): JsonBody<StartUpload>,
) -> AgentResult<Json<CheckedUpload>> {
    Ok(Json(uploads::check_for_team(&app, request).await?))
}

describe!(
    check_through_portal,
    Doc::new("Check whether an upload through a Portal could be started, and which files the server would refuse")
        .takes::<StartPortalUpload>()
        .gives::<CheckedUpload>(200)
);

/// `POST /api/v1/portals/uploads/check`
pub(super) async fn check_through_portal(
    State(app): State<App>,
    JsonBody(request): JsonBody<StartPortalUpload>,
) -> AgentResult<Json<CheckedUpload>> {
    Ok(Json(uploads::check_through_portal(&app, request).await?))
}

describe!(
    list,
    Doc::new(
        "List uploads, the newest last. Each has its first 1,000 items, and all together have up to 10,000: those of the \
         newest ones. If the list has `limit` entries, there may be older ones: ask again with `before`"
    )
    .asks(super::items::LISTS)
    .gives_list::<UploadBody>(200)
);

/// `GET /api/v1/uploads`
pub(super) async fn list(State(app): State<App>, query: QueryParts) -> AgentResult<Json<Vec<UploadBody>>> {
    let page = items::list_page(&query, UploadState::ALL, UploadState::as_str)?;
    Ok(Json(uploads::list(&app, page).await?))
}

describe!(
    get,
    Doc::new("Get an upload with the state of every file").asks(super::items::PAGES).gives::<UploadBody>(200)
);

/// `GET /api/v1/uploads/{upload_id}`
pub(super) async fn get(
    State(app): State<App>,
    PathParts(id): PathParts<UploadId>,
    query: QueryParts,
) -> AgentResult<Json<UploadBody>> {
    Ok(Json(uploads::get(&app, &id, items::page(&query)?).await?))
}

describe!(finalize, Doc::new("Finalize an upload that is `idle`").gives::<Done>(200));

/// `POST /api/v1/uploads/{upload_id}/finalize`
pub(super) async fn finalize(State(app): State<App>, PathParts(id): PathParts<UploadId>) -> AgentResult<Json<Done>> {
    uploads::finalize(&app, &id).await?;
    Ok(Json(Done::default()))
}

describe!(pause, Doc::new("Pause an upload").gives::<Done>(200));

/// `POST /api/v1/uploads/{upload_id}/pause`
pub(super) async fn pause(State(app): State<App>, PathParts(id): PathParts<UploadId>) -> AgentResult<Json<Done>> {
    uploads::pause(&app, &id).await?;
    Ok(Json(Done::default()))
}

describe!(pause_all, Doc::new("Pause all running uploads").gives::<Done>(200));

/// `POST /api/v1/uploads/pause`
pub(super) async fn pause_all(State(app): State<App>) -> AgentResult<Json<Done>> {
    uploads::pause_all(&app).await?;
    Ok(Json(Done::default()))
}

describe!(resume, Doc::new("Resume an upload that is paused, or that failed and can be retried").gives::<Done>(200));

/// `POST /api/v1/uploads/{upload_id}/resume`
pub(super) async fn resume(State(app): State<App>, PathParts(id): PathParts<UploadId>) -> AgentResult<Json<Done>> {
    uploads::resume(&app, &id).await?;
    Ok(Json(Done::default()))
}

describe!(
    leave_out_failed,
    Doc::new("Resume an upload without the files that failed. They are listed in `skipped_items`").gives::<Done>(200)
);

/// `POST /api/v1/uploads/{upload_id}/leave_out_failed`
pub(super) async fn leave_out_failed(
    State(app): State<App>,
    PathParts(id): PathParts<UploadId>,
) -> AgentResult<Json<Done>> {
    uploads::leave_out_failed(&app, &id).await?;
    Ok(Json(Done::default()))
}

describe!(resume_all, Doc::new("Resume all paused uploads").gives::<Done>(200));

/// `POST /api/v1/uploads/resume`
pub(super) async fn resume_all(State(app): State<App>) -> AgentResult<Json<Done>> {
    uploads::resume_all(&app).await?;
    Ok(Json(Done::default()))
}

describe!(delete, Doc::new("Delete an upload; files already sent stay in the cloud").gives::<Done>(200));

/// `DELETE /api/v1/uploads/{upload_id}`
pub(super) async fn delete(State(app): State<App>, PathParts(id): PathParts<UploadId>) -> AgentResult<Json<Done>> {
    uploads::delete(&app, &id).await?;
    Ok(Json(Done::default()))
}

describe!(
    delete_all,
    Doc::new("Delete uploads; files already sent stay in the cloud").asks(super::items::STATES).gives::<Done>(200)
);

/// `DELETE /api/v1/uploads`
pub(super) async fn delete_all(State(app): State<App>, query: QueryParts) -> AgentResult<Json<Done>> {
    let states = items::states(&query, UploadState::ALL, UploadState::as_str)?;
    uploads::delete_all(&app, states.as_deref()).await?;
    Ok(Json(Done::default()))
}

describe!(
    create_link,
    Doc::new("Create a link to a complete upload of a Team").takes::<CreateLink>().gives::<AgentLink>(200)
);

/// `POST /api/v1/uploads/{upload_id}/link`
pub(super) async fn create_link(
    NeedsSession: NeedsSession,
    State(app): State<App>,
    PathParts(id): PathParts<UploadId>,
    JsonBody(request): JsonBody<CreateLink>,
) -> AgentResult<Json<AgentLink>> {
    Ok(Json(uploads::create_link(&app, &id, &request).await?))
}
