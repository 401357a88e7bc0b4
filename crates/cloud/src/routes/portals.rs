//! Portals, and the packages that visitors create through them.

use axum::Json;
use axum::extract::{FromRequest as _, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serving::describe;
use serving::table::{Doc, Parameter};
use store::conditions::Period;
use store::portal_lists::{PortalFilter, PortalSort};
use wire::ids::{PortalId, TeamId};
use wire::package_checks::{CheckPortalPackage, CheckedPackage};
use wire::packages::PackageBody;
use wire::portals::{CreatePortalPackage, PortalBody, PortalPage, PublicPortal, WritePortal};

use super::files::check_number;
use super::query::{QueryParts, invalid};
use super::stream::json_array;
use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::{PortalSender, PortalVisitor, TeamCaller};
use crate::error::ApiResult;
use crate::operations::packages::{check as checks, through_portal};
use crate::operations::portals;

/// How many Portals of an unpaged list are read at once.
const STREAMED_AT_ONCE: i64 = 100;

pub(super) const LIST: &[Parameter] = &[
    Parameter::number("page", "From 1."),
    Parameter::number("limit", "1 to 50; larger values count as 50."),
    Parameter::text(
        "sort",
        "A field, or `-field` for descending order: `name`, `created_at`, `updated_at`, `subdomain`, `active`.",
    ),
    Parameter::text("name", "A part of the name."),
    Parameter::text("subdomain", "The whole subdomain."),
    Parameter::flag("active", "Whether the Portal accepts files."),
    Parameter::text("tags", "Tag ids, joined by commas."),
    Parameter::text("teamspaces", "Teamspace ids, joined by commas."),
    Parameter::text("created_at_start", "Created at or after."),
    Parameter::text("created_at_end", "Created at or before."),
];

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(create, Doc::new("Create a Portal").takes::<WritePortal>().gives::<PortalBody>(201));

/// `POST /v1/teams/{team_id}/portals`
pub(super) async fn create(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(request): JsonBody<WritePortal>,
) -> ApiResult<(StatusCode, Json<PortalBody>)> {
    Ok((StatusCode::CREATED, Json(portals::create(&app, &caller, &team_id, &request).await?)))
}

describe!(
    update,
    Doc::new("Update a Portal: get it, modify it, send it back as a whole")
        .takes::<WritePortal>()
        .gives::<PortalBody>(200)
);

/// `PUT /v1/portals/{portal_id}`
pub(super) async fn update(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(portal_id): PathParts<PortalId>,
    JsonBody(request): JsonBody<WritePortal>,
) -> ApiResult<Json<PortalBody>> {
    Ok(Json(portals::update(&app, &caller, &portal_id, &request).await?))
}

describe!(
    get,
    Doc::new("Get a Portal; with an access code, without recipients, connections, webhooks and access list")
        .gives::<PortalBody>(200)
);

/// `GET /v1/portals/{portal_id}`
pub(super) async fn get(
    State(app): State<App>,
    visitor: PortalVisitor,
    PathParts(portal_id): PathParts<PortalId>,
) -> ApiResult<Json<PortalBody>> {
    Ok(Json(portals::get(&app, &visitor, &portal_id).await?))
}

describe!(get_newer, Doc::new("Get a Portal").gives::<PortalBody>(200));

/// `GET /v1.1/portals/{portal_id}`
pub(super) async fn get_newer(
    state: State<App>,
    visitor: PortalVisitor,
    portal: PathParts<PortalId>,
) -> ApiResult<Json<PortalBody>> {
    get(state, visitor, portal).await
}

describe!(delete, Doc::new("Delete a Portal; its packages are kept").gives_nothing(204));

/// `DELETE /v1/portals/{portal_id}`
pub(super) async fn delete(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(portal_id): PathParts<PortalId>,
) -> ApiResult<StatusCode> {
    portals::delete(&app, &caller, &portal_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(public, Doc::new("Get the public part of a Portal that accepts files").gives::<PublicPortal>(200));

/// `GET /v1/subdomains/portals/{subdomain}`
pub(super) async fn public(
    State(app): State<App>,
    PathParts(subdomain): PathParts<String>,
) -> ApiResult<Json<PublicPortal>> {
    Ok(Json(portals::public(&app, &subdomain).await?))
}

describe!(list, Doc::new("List the Portals that the caller can see").asks(LIST).gives::<PortalPage>(200));

/// `GET /v1.1/teams/{team_id}/portals`
pub(super) async fn list(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    query: QueryParts,
) -> ApiResult<Json<PortalPage>> {
    let sort = match query.text("sort") {
        None => PortalSort::NEWEST_FIRST,
        Some(text) => PortalSort::parse(text).ok_or_else(|| {
            invalid(
                "sort",
                "must be one of name, created_at, updated_at, subdomain, active, or one of them with a leading -",
            )
        })?,
    };
    let visible = portals::visible(&mut *app.store.read().await?, &caller, &team_id).await?;
    let filter = filter(visible, &query)?;
    Ok(Json(portals::page(&app, &caller, &filter, sort, query.page_from_one()?).await?))
}

fn filter(visible: PortalFilter, query: &QueryParts) -> ApiResult<PortalFilter> {
    let owned = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect::<Vec<_>>();
    Ok(PortalFilter {
        name: query.text("name").map(str::to_owned),
        subdomain: query.text("subdomain").map(str::to_lowercase),
        active: query.flag("active")?,
        tags: owned(query.list("tags")?),
        teamspaces: owned(query.list("teamspaces")?),
        created: Period { start: query.time("created_at_start")?, end: query.time("created_at_end")? },
        ..visible
    })
}

describe!(legacy_list, Doc::new("List the Portals that the caller can see (legacy)").gives_list::<PortalBody>(200));

/// `GET /v1/teams/{team_id}/portals`
pub(super) async fn legacy_list(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
) -> ApiResult<Response> {
    let filter = portals::visible(&mut *app.store.read().await?, &caller, &team_id).await?;
    let caller = std::sync::Arc::new(caller);
    json_array(move |last: Option<PortalBody>| {
        let (app, filter, caller) = (app.clone(), filter.clone(), caller.clone());
        async move { portals::after(&app, &caller, &filter, last.as_ref(), STREAMED_AT_ONCE).await }
    })
    .await
}

describe!(
    create_package,
    Doc::new("Create a package that is sent through a Portal").takes::<CreatePortalPackage>().gives::<PackageBody>(201)
);

/// `POST /v1/portals/{portal_id}/packages`
pub(super) async fn create_package(
    State(app): State<App>,
    sender: PortalSender,
    PathParts(portal_id): PathParts<PortalId>,
    request: Request,
) -> ApiResult<(StatusCode, Json<PackageBody>)> {
    through_portal::admit(&app, &sender.stranger, &portal_id).await?;
    // A visitor who is not admitted must not learn what is wrong with the body.
    let JsonBody(request) = JsonBody::<CreatePortalPackage>::from_request(request, &app).await?;
    let created = through_portal::create(&app, &sender, &portal_id, &request).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

describe!(
    check_package,
    Doc::new("Check whether a package could be sent through a Portal; nothing is saved")
        .takes::<CheckPortalPackage>()
        .gives::<CheckedPackage>(200)
);

/// `POST /v1/portals/{portal_id}/packages/check`
pub(super) async fn check_package(
    State(app): State<App>,
    sender: PortalSender,
    PathParts(portal_id): PathParts<PortalId>,
    request: Request,
) -> ApiResult<Json<CheckedPackage>> {
    checks::admit(&app, &sender.stranger, &portal_id).await?;
    // As for the package itself.
    let JsonBody(request) = JsonBody::<CheckPortalPackage>::from_request(request, &app).await?;
    check_number(request.files.len())?;
    Ok(Json(checks::of_portal(&app, &sender, &portal_id, request).await?))
}
