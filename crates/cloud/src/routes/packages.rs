//! Packages. Lists of them are in `package_lists`.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serving::describe;
use serving::entity_tags::Renewed;
use serving::table::{Doc, Parameter};
use wire::ids::{PackageId, TeamId};
use wire::package_checks::{CheckPackage, CheckedPackage};
use wire::packages::{ChangeExpiry, CreatePackage, PackageBody, UpdatePackage};

use super::files::check_number;
use super::query::QueryParts;
use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::{PackageHolder, TeamCaller};
use crate::error::ApiResult;
use crate::operations::packages::{self, Removal, Updated, check as checks, lists as package_lists};

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(get, Doc::new("Get one package, sent or received").gives::<PackageBody>(200));

/// `GET /v1.1/teams/{team_id}/packages/{package_id}`
pub(super) async fn get(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts((team_id, package_id)): PathParts<(TeamId, PackageId)>,
) -> ApiResult<Renewed<Json<PackageBody>>> {
    Ok(Renewed(Json(package_lists::one(&app, &caller, &team_id, &package_id).await?)))
}

describe!(create, Doc::new("Create a Team package").takes::<CreatePackage>().gives::<PackageBody>(201));

/// `POST /v1/teams/{team_id}/packages`
pub(super) async fn create(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(request): JsonBody<CreatePackage>,
) -> ApiResult<(StatusCode, Json<PackageBody>)> {
    let created = packages::create(&app, &caller, &team_id, &request).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

describe!(
    check,
    Doc::new("Check whether a Team package could be created and filled; nothing is saved")
        .takes::<CheckPackage>()
        .gives::<CheckedPackage>(200)
);

/// `POST /v1/teams/{team_id}/packages/check`
pub(super) async fn check(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(request): JsonBody<CheckPackage>,
) -> ApiResult<Json<CheckedPackage>> {
    check_number(request.files.len())?;
    Ok(Json(checks::of_team(&app, &caller, &team_id, request).await?))
}

describe!(
    update,
    Doc::new("Rename (200); with other fields of a package: set name and tag (201)")
        .takes::<UpdatePackage>()
        .gives::<PackageBody>(200)
        .or(201)
);

/// `PUT /v1/packages/{package_id}`
pub(super) async fn update(
    State(app): State<App>,
    holder: PackageHolder,
    JsonBody(request): JsonBody<UpdatePackage>,
) -> ApiResult<(StatusCode, Json<PackageBody>)> {
    let (updated, body) = packages::update(&app, &holder, &request).await?;
    let status = if updated == Updated::Name { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, Json(body)))
}

describe!(
    change_expiry,
    Doc::new("Change how long a package is kept").takes::<ChangeExpiry>().gives::<PackageBody>(200)
);

/// `PUT /v1/packages/{package_id}/expiry`
pub(super) async fn change_expiry(
    State(app): State<App>,
    holder: PackageHolder,
    JsonBody(request): JsonBody<ChangeExpiry>,
) -> ApiResult<Json<PackageBody>> {
    Ok(Json(packages::change_expiry(&app, &holder, &request).await?))
}

describe!(finalize, Doc::new("Finalize a package: lock it and deliver it").gives::<PackageBody>(200));

/// `POST /v1/packages/{package_id}/finalize`
pub(super) async fn finalize(State(app): State<App>, holder: PackageHolder) -> ApiResult<Json<PackageBody>> {
    Ok(Json(packages::finalize(&app, &holder).await?))
}

const DELETE: &[Parameter] = &[
    Parameter::flag("purge", "Whether to remove the content at once, so that it cannot be restored"),
    Parameter::flag("only_new", "Whether to refuse (409) a package that has been finalized, instead of deleting it"),
];

describe!(
    delete,
    Doc::new("Delete a package's content; its record stays as `expired`, and it can be restored for a while")
        .asks(DELETE)
        .gives_nothing(204)
);

/// `DELETE /v1/packages/{package_id}`
pub(super) async fn delete(State(app): State<App>, holder: PackageHolder, query: QueryParts) -> ApiResult<StatusCode> {
    let removal = if query.flag("purge")? == Some(true) { Removal::AtOnce } else { Removal::AfterGrace };
    let only_new = query.flag("only_new")? == Some(true);
    packages::delete(&app, &holder, removal, only_new).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(
    restore,
    Doc::new("Restore a deleted or expired package while its content is still in storage").gives::<PackageBody>(200)
);

/// `PUT /v1/packages/{package_id}/restore`
pub(super) async fn restore(State(app): State<App>, holder: PackageHolder) -> ApiResult<Json<PackageBody>> {
    Ok(Json(packages::restore(&app, &holder).await?))
}

describe!(archive, Doc::new("Archive an expired package").gives_nothing(204));

/// `PUT /v1/packages/{package_id}/archive`
pub(super) async fn archive(State(app): State<App>, holder: PackageHolder) -> ApiResult<StatusCode> {
    packages::archive(&app, &holder).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(unarchive, Doc::new("Unarchive a package").gives_nothing(204));

/// `PUT /v1/packages/{package_id}/unarchive`
pub(super) async fn unarchive(State(app): State<App>, holder: PackageHolder) -> ApiResult<StatusCode> {
    packages::unarchive(&app, &holder).await?;
    Ok(StatusCode::NO_CONTENT)
}
