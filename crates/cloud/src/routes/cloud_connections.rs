//! Cloud connections, what they and their gateways list, and transfers to and from them.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::connection::check_directory;
use serving::describe;
use serving::table::{Doc, Parameter};
use wire::connections::{CloudConnectionBody, CloudFile, StartTransfer, TransferBody, WriteCloudConnection};
use wire::gateway_files::{GATEWAY_FILES_MOST, GatewayFiles};
use wire::ids::{CloudConnectionId, TeamId};

use super::query::{QueryParts, invalid};
use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::{PackageHolder, TeamCaller};
use crate::error::ApiResult;
use crate::operations::transfers::gateway_files::Wanted;
use crate::operations::transfers::{self, connections, imports};

pub(super) const FILES: &[Parameter] = &[
    Parameter::text("prefix", "The id of a directory; default is the root."),
    Parameter::text("prev_key", "The id of the last entry seen; the list continues after it."),
    Parameter::number("count", "1 to 1000; default 1000."),
];

pub(super) const GATEWAY_FILES: &[Parameter] = &[
    Parameter::text("path", "A directory below the folder of the gateway; default is the folder itself."),
    Parameter::number("offset", "How many entries to skip; default 0."),
    Parameter::number("count", "How many entries to list; default and maximum 500."),
];

/// As long as the operating systems of agents support.
const GATEWAY_PATH_LONGEST: usize = 4_096;

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    create,
    Doc::new(
        "Create a connection; its authorization is tried at the provider. For a gateway the reply carries its \
         credentials, once"
    )
    .takes::<WriteCloudConnection>()
    .gives::<CloudConnectionBody>(201)
);

/// `POST /v1/teams/{team_id}/cloud_connections`
pub(super) async fn create(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
    JsonBody(request): JsonBody<WriteCloudConnection>,
) -> ApiResult<(StatusCode, Json<CloudConnectionBody>)> {
    Ok((StatusCode::CREATED, Json(connections::create(&app, &caller, &team_id, &request).await?)))
}

describe!(list, Doc::new("List the Team's connections").gives_list::<CloudConnectionBody>(200));

/// `GET /v1/teams/{team_id}/cloud_connections`
pub(super) async fn list(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(team_id): PathParts<TeamId>,
) -> ApiResult<Json<Vec<CloudConnectionBody>>> {
    Ok(Json(connections::list(&app, &caller, &team_id).await?))
}

describe!(get, Doc::new("Get a connection").gives::<CloudConnectionBody>(200));

/// `GET /v1/cloud_connections/{cloud_connection_id}`
pub(super) async fn get(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CloudConnectionId>,
) -> ApiResult<Json<CloudConnectionBody>> {
    Ok(Json(connections::get(&app, &caller, &id).await?))
}

describe!(
    update,
    Doc::new("Update a connection, which tests it again; waiting transfers continue")
        .takes::<WriteCloudConnection>()
        .gives::<CloudConnectionBody>(200)
);

/// `PUT /v1/cloud_connections/{cloud_connection_id}`
pub(super) async fn update(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CloudConnectionId>,
    JsonBody(request): JsonBody<WriteCloudConnection>,
) -> ApiResult<Json<CloudConnectionBody>> {
    Ok(Json(connections::update(&app, &caller, &id, &request).await?))
}

describe!(delete, Doc::new("Delete a connection; nothing more is sent to it").gives_nothing(204));

/// `DELETE /v1/cloud_connections/{cloud_connection_id}`
pub(super) async fn delete(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CloudConnectionId>,
) -> ApiResult<StatusCode> {
    connections::delete(&app, &caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(test, Doc::new("Test a connection now; the reply contains its state").gives::<CloudConnectionBody>(200));

/// `POST /v1/cloud_connections/{cloud_connection_id}/test`
pub(super) async fn test(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CloudConnectionId>,
) -> ApiResult<Json<CloudConnectionBody>> {
    Ok(Json(connections::test(&app, &caller, &id).await?))
}

describe!(
    files,
    Doc::new("List the files of a `cloud_to_service` connection below a directory")
        .asks(FILES)
        .gives_list::<CloudFile>(200)
);

/// `GET /v1/cloud_connections/{cloud_connection_id}/files`
pub(super) async fn files(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CloudConnectionId>,
    query: QueryParts,
) -> ApiResult<Json<Vec<CloudFile>>> {
    let count = match query.number("count")? {
        None => imports::LIST_MOST,
        Some(count) => u32::try_from(count)
            .ok()
            .filter(|count| (1..=imports::LIST_MOST).contains(count))
            .ok_or_else(|| invalid("count", "must be 1 to 1000"))?,
    };
    let prefix = query.text("prefix").unwrap_or_default();
    let after = query.text("prev_key").unwrap_or_default();
    Ok(Json(imports::list(&app, &caller, &id, prefix, after, count).await?))
}

describe!(
    gateway_files,
    Doc::new(
        "List the files and directories of a storage gateway, as its agent sees them now. If the agent is not connected or \
         does not answer, the reply is 409"
    )
    .asks(GATEWAY_FILES)
    .gives::<GatewayFiles>(200)
);

/// `GET /v1/cloud_connections/providers/storage_gateway/{cloud_connection_id}/files`
pub(super) async fn gateway_files(
    State(app): State<App>,
    TeamCaller(caller): TeamCaller,
    PathParts(id): PathParts<CloudConnectionId>,
    query: QueryParts,
) -> ApiResult<Json<GatewayFiles>> {
    let count = query.number("count")?.unwrap_or(GATEWAY_FILES_MOST).min(GATEWAY_FILES_MOST);
    if count == 0 {
        return Err(invalid("count", "must be 1 to 500"));
    }
    let wanted = Wanted {
        path: check_directory("path", query.text("path").unwrap_or_default(), GATEWAY_PATH_LONGEST)?,
        offset: query.number("offset")?.unwrap_or_default(),
        count,
    };
    Ok(Json(transfers::gateway_files::list(&app, &caller, &id, wanted).await?))
}

describe!(
    start_transfer,
    Doc::new("Send a package to a connection, or fetch files from one into a new package")
        .takes::<StartTransfer>()
        .gives::<TransferBody>(201)
);

/// `POST /v1/packages/{package_id}/transfer`
pub(super) async fn start_transfer(
    State(app): State<App>,
    holder: PackageHolder,
    JsonBody(request): JsonBody<StartTransfer>,
) -> ApiResult<(StatusCode, Json<TransferBody>)> {
    Ok((StatusCode::CREATED, Json(transfers::start(&app, &holder, &request).await?)))
}

describe!(transfers, Doc::new("List the transfers of a package").gives_list::<TransferBody>(200));

/// `GET /v1/packages/{package_id}/transfer`
pub(super) async fn transfers(State(app): State<App>, holder: PackageHolder) -> ApiResult<Json<Vec<TransferBody>>> {
    Ok(Json(transfers::list(&app, &holder).await?))
}
