//! Lists of packages, and operations on a whole list.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use domain::package::PackageState;
use serving::describe;
use serving::entity_tags::Renewed;
use serving::table::{Doc, Parameter};
use store::conditions::Period;
use store::package_lists::{Sort, SortField, Wanted};
use wire::ids::{PortalId, TeamId, TeamspaceId};
use wire::packages::{ArchiveRange, Archived, PackageBody, PackagePage};
use wire::time::Time;

use super::query::{QueryParts, invalid};
use super::stream::json_array;
use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::{Caller, TeamCaller};
use crate::error::ApiResult;
use crate::operations::packages::lists as package_lists;
use crate::operations::packages::lists::{PageRequest, Shelf};
use crate::queue::{ArchiveStep, Side};

const SPACE_PAGE_LARGEST: i64 = 100;
/// How many packages of an unpaged list are read at once.
const STREAMED_AT_ONCE: i64 = 100;
const DAY_MILLIS: i64 = 86_400_000;

const SORT: Parameter = Parameter::text(
    "sort",
    "A field, or `-field` for descending order: `name`, `created_at`, `size`, `usage_total_bytes`, `expiry`, `sender`, `status`, `teamspace_id`.",
);
const STATUS: Parameter = Parameter::text(
    "status",
    "`new`, `finalized`, `expired`, `archived`, joined by commas. Default `finalized,expired`.",
);
const NAME: Parameter = Parameter::text("name", "A part of the name.");
const SENDER: Parameter = Parameter::text("sender", "The sender's email address.");
const TAGS: Parameter = Parameter::text("tags", "Tag ids, joined by commas.");
const CREATED_AT_START: Parameter = Parameter::text("created_at_start", "Created at or after.");
const CREATED_AT_END: Parameter = Parameter::text("created_at_end", "Created at or before.");
const TEAMSPACES: Parameter = Parameter::text("teamspaces", "Teamspace ids, joined by commas.");
const EXPIRY_START: Parameter = Parameter::text("expiry_start", "Expiring at or after.");
const EXPIRY_END: Parameter = Parameter::text("expiry_end", "Expiring at or before.");
const EXTRA_STORAGE: Parameter = Parameter::flag("extra_storage", "Whether it is kept beyond the free days.");
const PAGE: Parameter = Parameter::number("page", "From 1.");
const LIMIT: Parameter = Parameter::number("limit", "1 to 50; more is taken as 50.");

pub(super) const SENT: &[Parameter] = &[
    PAGE,
    LIMIT,
    SORT,
    STATUS,
    NAME,
    SENDER,
    TAGS,
    CREATED_AT_START,
    CREATED_AT_END,
    TEAMSPACES,
    EXPIRY_START,
    EXPIRY_END,
    EXTRA_STORAGE,
];

pub(super) const INBOX: &[Parameter] = &[
    PAGE,
    LIMIT,
    SORT,
    STATUS,
    NAME,
    SENDER,
    TAGS,
    CREATED_AT_START,
    CREATED_AT_END,
    TEAMSPACES,
    EXPIRY_START,
    EXPIRY_END,
    EXTRA_STORAGE,
    Parameter::text("portal", "The id or the name of a Portal."),
];

pub(super) const SPACE: &[Parameter] = &[
    Parameter::number("page", "From 0."),
    Parameter::number("limit", "1 to 100; larger values count as 100."),
    SORT,
    STATUS,
    NAME,
    SENDER,
    TAGS,
    Parameter::text("created_at_start", "`YYYY-MM-DD`: created on that day or later."),
    Parameter::text("created_at_end", "`YYYY-MM-DD`: created on that day or earlier."),
];

pub(super) const LEGACY: &[Parameter] = &[
    Parameter::flag("expired", "Default true."),
    Parameter::flag("finalized", "Default true."),
    Parameter::flag("new", "Default false."),
    Parameter::flag("archived", "Default false."),
];

pub(super) const LEGACY_PORTAL: &[Parameter] = &[
    Parameter::flag("expired", "1 or 0."),
    Parameter::flag("finalized", "1 or 0. If none of the four is 1, `finalized` and `expired` count as 1."),
    Parameter::flag("new", "1 or 0."),
    Parameter::flag("archived", "1 or 0."),
];

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(sent, Doc::new("List sent packages").asks(SENT).gives::<PackagePage>(200));

/// `GET /v1.1/teams/{team_id}/packages`
pub(super) async fn sent(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    query: QueryParts,
) -> ApiResult<Renewed<Json<PackagePage>>> {
    let request = page_request(&query)?;
    Ok(Renewed(Json(package_lists::page(&app, &caller, Shelf::Sent(&team_id), wanted(&query)?, &request).await?)))
}

describe!(
    inbox,
    Doc::new("List packages received through the Portals that the caller can see")
        .asks(INBOX)
        .gives::<PackagePage>(200)
);

/// `GET /v1.1/teams/{team_id}/inbox`
pub(super) async fn inbox(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    query: QueryParts,
) -> ApiResult<Renewed<Json<PackagePage>>> {
    let request = page_request(&query)?;
    let wanted = Wanted { portal: query.text("portal").map(str::to_owned), ..wanted(&query)? };
    Ok(Renewed(Json(package_lists::page(&app, &caller, Shelf::Inbox(&team_id), wanted, &request).await?)))
}

describe!(
    of_space,
    Doc::new("List the packages of a Teamspace, sent and received").asks(SPACE).gives_list::<PackageBody>(200)
);

/// `GET /v1.1/spaces/{space_id}/packages`
pub(super) async fn of_space(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(space_id): PathParts<TeamspaceId>,
    query: QueryParts,
) -> ApiResult<Renewed<Json<Vec<PackageBody>>>> {
    let page = query.page_from_zero(SPACE_PAGE_LARGEST)?;
    let request = PageRequest { sort: sort(query.text("sort"))?, page };
    let mut wanted = wanted(&query)?;
    // A date without a time includes the whole day.
    if query.text("created_at_end").is_some_and(|text| !text.contains([':', 'T'])) {
        wanted.created.end = wanted.created.end.map(|midnight: Time| midnight.plus_millis(DAY_MILLIS - 1));
    }
    Ok(Renewed(Json(package_lists::page(&app, &caller, Shelf::Space(&space_id), wanted, &request).await?.records)))
}

fn page_request(query: &QueryParts) -> ApiResult<PageRequest> {
    Ok(PageRequest { sort: sort(query.text("sort"))?, page: query.page_from_one()? })
}

fn sort(text: Option<&str>) -> ApiResult<Sort> {
    let Some(text) = text else { return Ok(Sort { field: SortField::CreatedAt, descending: true }) };
    let (name, descending) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
    match SortField::parse(name) {
        Some(field) => Ok(Sort { field, descending }),
        None => Err(invalid(
            "sort",
            &format!("must be one of {}, or one of them with a leading -", SortField::NAMES.join(", ")),
        )),
    }
}

fn wanted(query: &QueryParts) -> ApiResult<Wanted> {
    let owned = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect::<Vec<_>>();
    Ok(Wanted {
        states: states(&query.list("status")?)?,
        due_by: None,
        name: query.text("name").map(str::to_owned),
        sender: query.text("sender").map(str::to_lowercase),
        tags: owned(query.list("tags")?),
        teamspaces: owned(query.list("teamspaces")?),
        created: Period { start: query.time("created_at_start")?, end: query.time("created_at_end")? },
        expiry: Period { start: query.time("expiry_start")?, end: query.time("expiry_end")? },
        extra_storage: query.flag("extra_storage")?,
        portal: None,
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

describe!(legacy_sent, Doc::new("List sent packages (legacy)").asks(LEGACY).gives_list::<PackageBody>(200));

/// `GET /v1/teams/{team_id}/packages`
pub(super) async fn legacy_sent(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    query: QueryParts,
) -> ApiResult<Response> {
    let states = flagged(&query, [true, true, false, false])?;
    whole_list(app, caller, Shelf::Sent(&team_id), states).await
}

describe!(
    legacy_of_portal,
    Doc::new("List the packages of a Portal (legacy)").asks(LEGACY_PORTAL).gives_list::<PackageBody>(200)
);

/// `GET /v1/portals/{portal_id}/packages`
pub(super) async fn legacy_of_portal(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(portal_id): PathParts<PortalId>,
    query: QueryParts,
) -> ApiResult<Response> {
    let mut states = flagged(&query, [false; 4])?;
    if states.is_empty() {
        states = vec![PackageState::Expired, PackageState::Finalized];
    }
    whole_list(app, caller, Shelf::Portal(&portal_id), states).await
}

/// The states whose flag is set; `defaults` apply to flags that are not given.
fn flagged(query: &QueryParts, defaults: [bool; 4]) -> ApiResult<Vec<PackageState>> {
    let flags = [
        (PackageState::Expired, "expired"),
        (PackageState::Finalized, "finalized"),
        (PackageState::New, "new"),
        (PackageState::Archived, "archived"),
    ];
    let mut states = Vec::new();
    for ((state, name), default) in flags.into_iter().zip(defaults) {
        if query.flag(name)?.unwrap_or(default) {
            states.push(state);
        }
    }
    Ok(states)
}

async fn whole_list(app: App, caller: Caller, shelf: Shelf<'_>, states: Vec<PackageState>) -> ApiResult<Response> {
    let is_empty = states.is_empty();
    let wanted = Wanted { states, due_by: Some(app.trusted_time()), ..Wanted::default() };
    let filter = package_lists::filter(&mut *app.store.read().await?, &caller, shelf, wanted).await?;
    json_array(move |last: Option<PackageBody>| {
        let (app, filter, member) = (app.clone(), filter.clone(), caller.as_holder());
        async move {
            // If no state is selected, the list is empty, not complete.
            if is_empty {
                return Ok(Vec::new());
            }
            package_lists::after(&app, &member, &filter, last.as_ref(), STREAMED_AT_ONCE).await
        }
    })
    .await
}

describe!(
    archive_sent,
    Doc::new("Archive all sent packages that expired in a period").takes::<ArchiveRange>().gives::<Archived>(200)
);

/// `PUT /v1/teams/{team_id}/archive`
pub(super) async fn archive_sent(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(range): JsonBody<ArchiveRange>,
) -> ApiResult<Json<Archived>> {
    Ok(Json(package_lists::archive(&app, &caller, &team_id, Side::Sent, ArchiveStep::Archive, &range).await?))
}

describe!(
    unarchive_sent,
    Doc::new("Unarchive all sent packages of a period").takes::<ArchiveRange>().gives::<Archived>(200)
);

/// `PUT /v1/teams/{team_id}/unarchive`
pub(super) async fn unarchive_sent(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(range): JsonBody<ArchiveRange>,
) -> ApiResult<Json<Archived>> {
    Ok(Json(package_lists::archive(&app, &caller, &team_id, Side::Sent, ArchiveStep::Unarchive, &range).await?))
}

describe!(
    archive_inbox,
    Doc::new("Archive all received packages that expired in a period").takes::<ArchiveRange>().gives::<Archived>(200)
);

/// `PUT /v1/teams/{team_id}/inbox/archive`
pub(super) async fn archive_inbox(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(range): JsonBody<ArchiveRange>,
) -> ApiResult<Json<Archived>> {
    Ok(Json(package_lists::archive(&app, &caller, &team_id, Side::Received, ArchiveStep::Archive, &range).await?))
}

describe!(
    unarchive_inbox,
    Doc::new("Unarchive all received packages of a period").takes::<ArchiveRange>().gives::<Archived>(200)
);

/// `PUT /v1/teams/{team_id}/inbox/unarchive`
pub(super) async fn unarchive_inbox(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(range): JsonBody<ArchiveRange>,
) -> ApiResult<Json<Archived>> {
    Ok(Json(package_lists::archive(&app, &caller, &team_id, Side::Received, ArchiveStep::Unarchive, &range).await?))
}
