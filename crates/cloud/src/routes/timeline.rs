//! What happened to a package.

use axum::Json;
use axum::extract::State;
use serving::describe;
use serving::table::Doc;
use wire::ids::{PackageId, TeamId};
use wire::timeline::Timeline;

use super::PathParts;
use crate::app::App;
use crate::auth::TeamCaller;
use crate::error::ApiResult;
use crate::operations::record::timeline;

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(of_package, Doc::new("List what happened to a package, oldest first").gives::<Timeline>(200));

/// `GET /v1.1/teams/{team_id}/packages/{package_id}/timeline`
pub(super) async fn of_package(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts((team_id, package_id)): PathParts<(TeamId, PackageId)>,
) -> ApiResult<Json<Timeline>> {
    Ok(Json(timeline::of_package(&app, &caller, &team_id, &package_id).await?))
}
