//! Packages.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::package::PackageState;
use wire::ids::{PackageId, TeamId};
use wire::packages::{ArchiveRange, Archived, ChangeExpiry, CreatePackage, PackageBody, PackagePage, UpdatePackage};

use super::query::{QueryParts, invalid};
use super::stream::json_array;
use super::table::Parameter;
use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::{Caller, PackageHolder, TeamCaller};
use crate::error::ApiResult;
use crate::operations::package_lists::{self, PageRequest};
use crate::operations::packages::{self, Updated};
use crate::store::package_lists::{PackageFilter, Period, Sort, SortField};

const PAGE_LARGEST: i64 = 50;
/// How many packages of a list without pages are read at once.
const STREAMED_AT_ONCE: i64 = 100;

pub(super) const LIST: &[Parameter] = &[
    Parameter::number("page", "From 1."),
    Parameter::number("limit", "1 to 50; more is taken as 50."),
    Parameter::text(
        "sort",
        "A field, or `-field` for the other direction: `name`, `created_at`, `size`, `usage_total_bytes`, `expiry`, `sender`, `status`, `teamspace_id`.",
    ),
    Parameter::text(
        "status",
        "`new`, `finalized`, `expired`, `archived`, joined by commas. Default `finalized,expired`.",
    ),
    Parameter::text("name", "A part of the name."),
    Parameter::text("sender", "The sender's e-mail address."),
    Parameter::text("tags", "Tag ids, joined by commas."),
    Parameter::text("created_at_start", "Created at or after."),
    Parameter::text("created_at_end", "Created at or before."),
    Parameter::text("teamspaces", "Teamspace ids, joined by commas."),
    Parameter::text("expiry_start", "Expiring at or after."),
    Parameter::text("expiry_end", "Expiring at or before."),
    Parameter::flag("extra_storage", "Whether it is kept beyond the free days."),
];

pub(super) const LEGACY_LIST: &[Parameter] = &[
    Parameter::flag("expired", "Default true."),
    Parameter::flag("finalized", "Default true."),
    Parameter::flag("new", "Default false."),
    Parameter::flag("archived", "Default false."),
];

/// `GET /v1.1/teams/{team_id}/packages`
pub(super) async fn list(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    query: QueryParts,
) -> ApiResult<Json<PackagePage>> {
    let request = page_request(&query)?;
    let filter = filter(visible(&app, &caller, &team_id).await?, &query)?;
    Ok(Json(package_lists::page(&app, &caller, &filter, &request).await?))
}

async fn visible(app: &App, caller: &Caller, team_id: &TeamId) -> ApiResult<PackageFilter> {
    package_lists::visible(&mut *app.store.read().await?, caller, team_id, false).await
}

fn page_request(query: &QueryParts) -> ApiResult<PageRequest> {
    let page = query.number("page")?.unwrap_or(1);
    if page == 0 {
        return Err(invalid("page", "must be at least 1: pages count from 1"));
    }
    let limit = query.number("limit")?.unwrap_or(PAGE_LARGEST).min(PAGE_LARGEST);
    if limit == 0 {
        return Err(invalid("limit", "must be between 1 and 50"));
    }
    Ok(PageRequest { sort: sort(query.text("sort"))?, page, limit })
}

fn sort(text: Option<&str>) -> ApiResult<Sort> {
    let Some(text) = text else { return Ok(Sort { field: SortField::CreatedAt, descending: true }) };
    let (name, descending) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
    match SortField::parse(name) {
        Some(field) => Ok(Sort { field, descending }),
        None => {
            Err(invalid("sort", &format!("must be one of {}, or one of them after a -", SortField::NAMES.join(", "))))
        }
    }
}

fn filter(begun: PackageFilter, query: &QueryParts) -> ApiResult<PackageFilter> {
    let owned = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect::<Vec<_>>();
    Ok(PackageFilter {
        states: states(&query.list("status"))?,
        name: query.text("name").map(str::to_owned),
        sender: query.text("sender").map(str::to_lowercase),
        tags: owned(query.list("tags")),
        teamspaces: owned(query.list("teamspaces")),
        created: Period { start: query.time("created_at_start")?, end: query.time("created_at_end")? },
        expiry: Period { start: query.time("expiry_start")?, end: query.time("expiry_end")? },
        extra_storage: query.flag("extra_storage")?,
        ..begun
    })
}

fn states(names: &[&str]) -> ApiResult<Vec<PackageState>> {
    if names.is_empty() {
        return Ok(vec![PackageState::Finalized, PackageState::Expired]);
    }
    let parse = |name: &&str| {
        PackageState::parse(name).ok_or_else(|| invalid("status", "must be new, finalized, expired or archived"))
    };
    names.iter().map(parse).collect()
}

/// `GET /v1/teams/{team_id}/packages`
pub(super) async fn legacy_list(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    query: QueryParts,
) -> ApiResult<Response> {
    let flags = [
        (PackageState::Expired, query.flag("expired")?.unwrap_or(true)),
        (PackageState::Finalized, query.flag("finalized")?.unwrap_or(true)),
        (PackageState::New, query.flag("new")?.unwrap_or(false)),
        (PackageState::Archived, query.flag("archived")?.unwrap_or(false)),
    ];
    let states: Vec<PackageState> = flags.into_iter().filter(|(_, wanted)| *wanted).map(|(state, _)| state).collect();
    let filter = PackageFilter { states, ..visible(&app, &caller, &team_id).await? };
    let is_empty = filter.states.is_empty();
    json_array(move |last: Option<PackageBody>| {
        let (app, filter, user) = (app.clone(), filter.clone(), caller.user.id.clone());
        async move {
            // No state at all is nothing, and not everything.
            if is_empty {
                return Ok(Vec::new());
            }
            package_lists::after(&app, &user, &filter, last.as_ref(), STREAMED_AT_ONCE).await
        }
    })
    .await
}

/// `GET /v1.1/teams/{team_id}/packages/{package_id}`
pub(super) async fn get(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts((team_id, package_id)): PathParts<(TeamId, PackageId)>,
) -> ApiResult<Json<PackageBody>> {
    Ok(Json(package_lists::one(&app, &caller, &team_id, &package_id).await?))
}

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

/// `PUT /v1/packages/{package_id}/expiry`
pub(super) async fn change_expiry(
    State(app): State<App>,
    holder: PackageHolder,
    JsonBody(request): JsonBody<ChangeExpiry>,
) -> ApiResult<Json<PackageBody>> {
    Ok(Json(packages::change_expiry(&app, &holder, &request).await?))
}

/// `POST /v1/packages/{package_id}/finalize`
pub(super) async fn finalize(State(app): State<App>, holder: PackageHolder) -> ApiResult<Json<PackageBody>> {
    Ok(Json(packages::finalize(&app, &holder).await?))
}

/// `DELETE /v1/packages/{package_id}`
pub(super) async fn delete(State(app): State<App>, holder: PackageHolder) -> ApiResult<StatusCode> {
    packages::delete(&app, &holder).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `PUT /v1/packages/{package_id}/archive`
pub(super) async fn archive(State(app): State<App>, holder: PackageHolder) -> ApiResult<StatusCode> {
    packages::archive(&app, &holder).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `PUT /v1/packages/{package_id}/unarchive`
pub(super) async fn unarchive(State(app): State<App>, holder: PackageHolder) -> ApiResult<StatusCode> {
    packages::unarchive(&app, &holder).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `PUT /v1/teams/{team_id}/archive`
pub(super) async fn archive_sent(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(range): JsonBody<ArchiveRange>,
) -> ApiResult<Json<Archived>> {
    let states = (PackageState::Expired, PackageState::Archived);
    Ok(Json(package_lists::archive(&app, &caller, &team_id, &range, states).await?))
}

/// `PUT /v1/teams/{team_id}/unarchive`
pub(super) async fn unarchive_sent(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(range): JsonBody<ArchiveRange>,
) -> ApiResult<Json<Archived>> {
    let states = (PackageState::Archived, PackageState::Expired);
    Ok(Json(package_lists::archive(&app, &caller, &team_id, &range, states).await?))
}
