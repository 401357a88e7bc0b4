//! Segments of files that are read while they grow.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serving::describe;
use serving::table::{Doc, Parameter};
use wire::blueprint::Blueprint;
use wire::ids::{FileId, PackageId};
use wire::segments::{NoteSegment, RequestSegments, SegmentPage};

use super::query::{QueryParts, invalid};
use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::PackageHolder;
use crate::error::ApiResult;
use crate::operations::downloads::following;
use crate::operations::files::segments;

pub(super) const FOLLOW: &[Parameter] = &[
    Parameter::number("after", "Number of the last segment that the caller has; default 0."),
    Parameter::number("wait", "Seconds to wait for something new, 0 to 50; default 0. The reply may come earlier."),
];

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    blueprints,
    Doc::new("Get signed requests that upload segments of a growing file")
        .takes::<RequestSegments>()
        .gives_list::<Blueprint>(200)
);

/// `POST /v1/packages/{package_id}/files/{file_id}/segments`
pub(super) async fn blueprints(
    State(app): State<App>,
    holder: PackageHolder,
    PathParts((_, file_id)): PathParts<(PackageId, FileId)>,
    JsonBody(request): JsonBody<RequestSegments>,
) -> ApiResult<Json<Vec<Blueprint>>> {
    Ok(Json(segments::blueprints(&app, &holder, &file_id, &request).await?))
}

describe!(
    note,
    Doc::new("Report that a segment is in storage, so that it can be read").takes::<NoteSegment>().gives_nothing(204)
);

/// `POST /v1/packages/{package_id}/files/{file_id}/segments/done`
pub(super) async fn note(
    State(app): State<App>,
    holder: PackageHolder,
    PathParts((_, file_id)): PathParts<(PackageId, FileId)>,
    JsonBody(request): JsonBody<NoteSegment>,
) -> ApiResult<StatusCode> {
    segments::note(&app, &holder, &file_id, &request).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(
    follow,
    Doc::new("Follow a file that may still grow; for members of the Team").asks(FOLLOW).gives::<SegmentPage>(200)
);

/// `GET /v1/packages/{package_id}/files/{file_id}/segments`
pub(super) async fn follow(
    State(app): State<App>,
    holder: PackageHolder,
    PathParts((_, file_id)): PathParts<(PackageId, FileId)>,
    query: QueryParts,
) -> ApiResult<Json<SegmentPage>> {
    let after = query.number("after")?.unwrap_or(0);
    let after = u64::try_from(after).map_err(|_| invalid("after", "must not be negative"))?;
    let wait = query.number("wait")?.unwrap_or(0);
    let wait = u64::try_from(wait).ok().filter(|seconds| *seconds <= following::LONGEST_WAIT_SECONDS);
    let wait = wait.ok_or_else(|| invalid("wait", "must be 0 to 50 seconds"))?;
    Ok(Json(following::follow(&app, &holder, &file_id, after, Duration::from_secs(wait)).await?))
}
