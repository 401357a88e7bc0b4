//! Download links.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use wire::ids::{LinkId, PackageId};
use wire::links::{CreateLink, LinkBody, OpenLink, ResolvedLink};

use super::query::QueryParts;
use super::table::Parameter;
use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::{ClientAddress, PackageHolder};
use crate::error::ApiResult;
use crate::operations::downloads::links::{self, Visitor};

const LINK_PASSWORD: &str = "x-link-password";

pub(super) const RESOLVE: &[Parameter] = &[Parameter::text("secret", "The secret of the link.").required()];

/// `POST /v1/packages/{package_id}/links`
pub(super) async fn create(
    State(app): State<App>,
    holder: PackageHolder,
    JsonBody(request): JsonBody<CreateLink>,
) -> ApiResult<(StatusCode, Json<LinkBody>)> {
    Ok((StatusCode::CREATED, Json(links::create(&app, &holder, &request).await?)))
}

/// `GET /v1/packages/{package_id}/links`
pub(super) async fn list(State(app): State<App>, holder: PackageHolder) -> ApiResult<Json<Vec<LinkBody>>> {
    Ok(Json(links::list(&app, &holder).await?))
}

/// `DELETE /v1/packages/{package_id}/links/{link_id}`
pub(super) async fn delete(
    State(app): State<App>,
    holder: PackageHolder,
    PathParts((_, link_id)): PathParts<(PackageId, LinkId)>,
) -> ApiResult<StatusCode> {
    links::delete(&app, &holder, &link_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /v1/links/{link_id}`
pub(super) async fn resolve(
    State(app): State<App>,
    PathParts(link_id): PathParts<LinkId>,
    axum::Extension(ClientAddress(address)): axum::Extension<ClientAddress>,
    query: QueryParts,
    headers: HeaderMap,
) -> ApiResult<Json<ResolvedLink>> {
    let secret = query.text("secret").unwrap_or_default();
    let password = headers.get(LINK_PASSWORD).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let visitor = Visitor { secret, password: password.as_deref(), address };
    Ok(Json(links::resolve(&app, &link_id, &visitor).await?))
}

/// `POST /v1/links/{link_id}/open`
pub(super) async fn open(
    State(app): State<App>,
    PathParts(link_id): PathParts<LinkId>,
    axum::Extension(ClientAddress(address)): axum::Extension<ClientAddress>,
    JsonBody(request): JsonBody<OpenLink>,
) -> ApiResult<Json<ResolvedLink>> {
    let visitor = Visitor { secret: &request.secret, password: request.password.as_deref(), address };
    Ok(Json(links::resolve(&app, &link_id, &visitor).await?))
}
