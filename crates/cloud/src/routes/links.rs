//! Download links.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serving::describe;
use serving::table::{Doc, Parameter};
use wire::ids::{LinkId, PackageId};
use wire::links::{CreateLink, LinkBody, LinkSecret, OpenLink, ResolvedLink};

use super::query::QueryParts;
use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::{ClientAddress, HolderOrMember, PackageHolder};
use crate::error::ApiResult;
use crate::operations::downloads::link_secrets;
use crate::operations::downloads::links::{self, Visitor};

const LINK_PASSWORD: &str = "x-link-password";

pub(super) const RESOLVE: &[Parameter] = &[Parameter::text("secret", "The secret of the link.").required()];

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    create,
    Doc::new("Create a download link; with an email address it is mailed").takes::<CreateLink>().gives::<LinkBody>(201)
);

/// `POST /v1/packages/{package_id}/links`
pub(super) async fn create(
    State(app): State<App>,
    holder: PackageHolder,
    JsonBody(request): JsonBody<CreateLink>,
) -> ApiResult<(StatusCode, Json<LinkBody>)> {
    Ok((StatusCode::CREATED, Json(links::create(&app, &holder, &request).await?)))
}

describe!(list, Doc::new("List the links of a package").gives_list::<LinkBody>(200));

/// `GET /v1/packages/{package_id}/links`
pub(super) async fn list(State(app): State<App>, holder: PackageHolder) -> ApiResult<Json<Vec<LinkBody>>> {
    Ok(Json(links::list(&app, &holder).await?))
}

describe!(
    secret,
    Doc::new("Show the secret of a link again, unless the Team shows links once").gives::<LinkSecret>(200)
);

/// `GET /v1/packages/{package_id}/links/{link_id}/secret`
pub(super) async fn secret(
    State(app): State<App>,
    HolderOrMember(holder): HolderOrMember,
    PathParts((_, link_id)): PathParts<(PackageId, LinkId)>,
) -> ApiResult<Json<LinkSecret>> {
    Ok(Json(link_secrets::show(&app, &holder, &link_id).await?))
}

describe!(delete, Doc::new("Delete a link").gives_nothing(204));

/// `DELETE /v1/packages/{package_id}/links/{link_id}`
pub(super) async fn delete(
    State(app): State<App>,
    holder: PackageHolder,
    PathParts((_, link_id)): PathParts<(PackageId, LinkId)>,
) -> ApiResult<StatusCode> {
    links::delete(&app, &holder, &link_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(
    resolve,
    Doc::new("Open a link; the reply contains a token for its package").asks(RESOLVE).gives::<ResolvedLink>(200)
);

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

describe!(
    open,
    Doc::new("Open a link with secret and password in the body, which keeps them out of logs and headers")
        .takes::<OpenLink>()
        .gives::<ResolvedLink>(200)
);

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
