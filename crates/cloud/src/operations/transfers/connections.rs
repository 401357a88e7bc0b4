//! Creating, showing, changing and deleting cloud connections. Credentials are tested before they are saved, and never
//! shown again.

use std::time::Duration;

use domain::Refusal;
use domain::account::check_name;
use domain::audit::AuditAction;
use domain::connection::{
    CloudConnection, ConnectionState, Direction, Gateway, Placement, ProviderKind, check_placement,
};
use domain::gateway_token;
use domain::policy::Action;
use providers::{self, Access, Fault, Place, ProviderError, ProviderResult, Shown};
use serde_json::Value;
use store::{Connection, Tx, audit, cloud_connections, jobs, teams, transfers};
use wire::connections::{CloudConnectionBody, GatewayCredential, WriteCloudConnection};
use wire::ids::{CloudConnectionId, GatewayId, TeamId};
use wire::names::{Named, gateway_alias};

use super::moves;
use super::sight::check_seen;
use crate::app::App;
use crate::auth::sight::viewer;
use crate::auth::{Caller, TeamAccess};
use crate::credentials::random;
use crate::error::{ApiError, ApiResult};
use crate::operations::requests::rate_limit::{Limit, consume};
use crate::operations::teams::external_id;
use crate::queue::{AbandonUploads, enqueue};
use crate::vault::Column;

/// A check calls any server that the Team names.
const CHECKS_PER_MINUTE: i64 = 60;
const CHECK_LIMIT: Duration = Duration::from_secs(25);
const CONNECTIONS_MOST: i64 = 1_000;

pub async fn create(
    app: &App,
    caller: &Caller,
    team_id: &TeamId,
    request: &WriteCloudConnection,
) -> ApiResult<CloudConnectionBody> {
    access(&mut *app.store.read().await?, caller, team_id).await?;
    let provider = request.provider.as_deref().ok_or_else(|| Refusal::invalid("provider", "is required"))?;
    let provider_alias = gateway_alias(provider).map(str::to_owned);
    let provider = ProviderKind::check("provider", provider)?;
    let direction = Direction::check("direction", request.direction.as_deref().unwrap_or("service_to_cloud"))?;
    let placement = check_placement(
        provider,
        direction,
        request.target_directory_id.as_deref(),
        request.source_directory_ids.as_deref(),
        request.upload_transfer_manifest.unwrap_or(false),
    )?;
    let name = name_of(request.name.as_deref())?;
    let id = app.ids.next::<CloudConnectionId>();
    let (shown, sealed) = match authorization(provider, direction, request.authorization.as_ref())? {
        None => (Shown::default(), String::new()),
        Some((access, given)) => {
            external_id::check(team_id, &given, None)?;
            prove(app, team_id, access.as_ref(), &placement).await?;
            (access.shown(), app.vault.seal(Column::Authorization, id.as_str(), given.to_string().as_bytes())?)
        }
    };
    let credential = provider.is_gateway().then(|| gateway_credential(app.ids.next()));
    let now = app.clock.now();
    let connection = CloudConnection {
        id,
        team_id: team_id.clone(),
        name,
        provider,
        provider_alias,
        direction,
        authorization: sealed,
        destination: shown.destination,
        region: shown.region,
        target_directory: placement.target_directory,
        source_directories: placement.source_directories,
        upload_transfer_manifest: placement.upload_transfer_manifest,
        state: ConnectionState::Ok,
        state_reason: String::new(),
        gateway: credential.as_ref().map(gateway_of),
        created_at: now,
        updated_at: now,
        version: 1,
    };
    let mut tx = app.store.begin().await?;
    access_again(&mut tx, caller, team_id).await?;
    cloud_connections::insert(&mut tx, &connection).await?;
    let entry = caller.audit(now, AuditAction::ConnectionCreated, connection.id.as_str(), connection.name.as_str());
    audit::append(&mut tx, team_id, &entry).await?;
    tx.commit().await?;
    Ok(CloudConnectionBody { gateway: credential, ..body(app, connection, 0) })
}

fn gateway_credential(id: GatewayId) -> GatewayCredential {
    let token = gateway_token::token(&id, &random::secret(""));
    GatewayCredential { id, token }
}

fn gateway_of(credential: &GatewayCredential) -> Gateway {
    Gateway { id: credential.id.clone(), token_hash: random::hash(&credential.token), polled_at: None }
}

/// The check takes time, so access is checked again before the connection is created.
async fn access_again(tx: &mut Tx, caller: &Caller, team_id: &TeamId) -> ApiResult<()> {
    access(tx, caller, team_id).await?;
    teams::lock(tx, team_id).await?;
    if cloud_connections::count_of_team(tx, team_id).await? >= CONNECTIONS_MOST {
        return Err(Refusal::TooLarge(format!("a Team can have up to {CONNECTIONS_MOST} connections")).into());
    }
    Ok(())
}

pub async fn list(app: &App, caller: &Caller, team_id: &TeamId) -> ApiResult<Vec<CloudConnectionBody>> {
    let mut connection = app.store.read().await?;
    let access = access(&mut connection, caller, team_id).await?;
    let found = cloud_connections::of_team(&mut connection, &viewer(&access)?, team_id, None).await?;
    Ok(found.into_iter().map(|(connection, portals)| body(app, connection, portals)).collect())
}

pub async fn get(app: &App, caller: &Caller, id: &CloudConnectionId) -> ApiResult<CloudConnectionBody> {
    let mut connection = app.store.read().await?;
    let (access, _) = find(&mut connection, caller, id).await?;
    shown(app, &mut connection, &access, id).await
}

/// The check runs between reading and writing; if someone else has written in the meantime, their change wins.
/// Transfers that waited for a fixed connection continue at once.
pub async fn update(
    app: &App,
    caller: &Caller,
    id: &CloudConnectionId,
    request: &WriteCloudConnection,
) -> ApiResult<CloudConnectionBody> {
    let (access, known) = find(&mut *app.store.read().await?, caller, id).await?;
    check_unchanged(&known, request)?;
    let target = request.target_directory_id.as_deref().unwrap_or(&known.target_directory);
    let sources = request.source_directory_ids.as_deref().unwrap_or(&known.source_directories);
    let manifest = request.upload_transfer_manifest.unwrap_or(known.upload_transfer_manifest);
    let placement = check_placement(known.provider, known.direction, Some(target), Some(sources), manifest)?;
    let is_redirected = request.authorization.is_some() || placement != Placement::of(&known);
    if is_redirected {
        // Before the credentials are tested, and again when they are saved.
        check_seen(&mut *app.store.read().await?, &access, id).await?;
    }
    let name = request.name.as_deref().map(|name| name_of(Some(name))).transpose()?;
    let stored = match &request.authorization {
        Some(given) => Some(given.clone()),
        None if known.provider.is_gateway() => None,
        None => Some(open_authorization(app, &known)?),
    };
    let now = app.clock.now();
    let mut changed = CloudConnection {
        name: name.unwrap_or_else(|| known.name.clone()),
        target_directory: placement.target_directory.clone(),
        source_directories: placement.source_directories.clone(),
        upload_transfer_manifest: placement.upload_transfer_manifest,
        state: ConnectionState::Ok,
        state_reason: String::new(),
        updated_at: now,
        ..known
    };
    if let Some((opened, given)) = authorization(changed.provider, changed.direction, stored.as_ref())? {
        // Credentials that can no longer be read can still be replaced.
        external_id::check(&access.team.id, &given, open_authorization(app, &changed).ok().as_ref())?;
        prove(app, &access.team.id, opened.as_ref(), &placement).await?;
        let Shown { destination, region } = opened.shown();
        let sealed = app.vault.seal(Column::Authorization, id.as_str(), given.to_string().as_bytes())?;
        changed = CloudConnection { authorization: sealed, destination, region, ..changed };
    }
    let mut tx = app.store.begin().await?;
    cloud_connections::lock(&mut tx, id).await?;
    let (access, _) = find(&mut tx, caller, id).await?;
    if is_redirected {
        check_seen(&mut tx, &access, id).await?;
    }
    cloud_connections::update(&mut tx, &changed).await?;
    jobs::hurry(&mut tx, id.as_str(), now).await?;
    let entry = caller.audit(now, AuditAction::ConnectionUpdated, id.as_str(), changed.name.as_str());
    audit::append(&mut tx, &changed.team_id, &entry).await?;
    tx.commit().await?;
    shown(app, &mut *app.store.read().await?, &access, id).await
}

/// Tests a connection as it is, and saves the result. A gateway is not tested: it reports by itself that it is online.
pub async fn test(app: &App, caller: &Caller, id: &CloudConnectionId) -> ApiResult<CloudConnectionBody> {
    let (access, known) = find(&mut *app.store.read().await?, caller, id).await?;
    if !known.provider.is_gateway() {
        count_check(app, &access.team.id).await?;
        let tried = check(open_place(app, &known), &known.target_directory, &known.source_directories).await;
        let (state, reason) = match tried {
            Ok(()) => (ConnectionState::Ok, String::new()),
            Err(error) => (ConnectionState::Error, error.to_string()),
        };
        let now = app.clock.now();
        let mut tx = app.store.begin().await?;
        find(&mut tx, caller, id).await?;
        cloud_connections::set_state(&mut tx, id, state, &reason).await?;
        if state == ConnectionState::Ok {
            jobs::hurry(&mut tx, id.as_str(), now).await?;
        }
        let entry = caller.audit(now, AuditAction::ConnectionTested, id.as_str(), state.as_str());
        audit::append(&mut tx, &access.team.id, &entry).await?;
        tx.commit().await?;
    }
    shown(app, &mut *app.store.read().await?, &access, id).await
}

fn check_unchanged(known: &CloudConnection, request: &WriteCloudConnection) -> Result<(), Refusal> {
    let pairs = [
        ("provider", Named::Provider, &request.provider, known.provider.as_str()),
        ("direction", Named::Direction, &request.direction, known.direction.as_str()),
    ];
    for (field, named, given, stored) in pairs {
        if given.as_deref().is_some_and(|given| !named.is_same(stored, given)) {
            return Err(Refusal::invalid(
                field,
                format!("is {stored} and cannot be changed: create another connection"),
            ));
        }
    }
    Ok(())
}

/// Nothing is sent to it from now on; running transfers end with an error, and jobs abort what they have begun.
pub async fn delete(app: &App, caller: &Caller, id: &CloudConnectionId) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let (access, known) = find(&mut tx, caller, id).await?;
    // Waits for transactions that are attaching it or starting a transfer to it.
    cloud_connections::lock(&mut tx, id).await?;
    check_seen(&mut tx, &access, id).await?;
    moves::fail_open_of_connection(&mut tx, id, "the connection was deleted", now).await?;
    for transfer in transfers::with_open_uploads(&mut tx, id).await? {
        enqueue(&mut tx, &app.ids, &AbandonUploads { transfer, connection: id.clone() }, now).await?;
    }
    if !cloud_connections::delete(&mut tx, id, now).await? {
        return Err(ApiError::NotFound("cloud connection"));
    }
    let entry = caller.audit(now, AuditAction::ConnectionDeleted, id.as_str(), known.name.as_str());
    audit::append(&mut tx, &access.team.id, &entry).await?;
    tx.commit().await?;
    Ok(())
}

async fn access(connection: &mut Connection, caller: &Caller, team_id: &TeamId) -> ApiResult<TeamAccess> {
    let access = caller.access_to(connection, team_id).await?;
    access.require(Action::ManageConnections)?;
    Ok(access)
}

/// A connection that the caller may manage. One of another Team does not exist for the caller.
pub(super) async fn find(
    connection: &mut Connection,
    caller: &Caller,
    id: &CloudConnectionId,
) -> ApiResult<(TeamAccess, CloudConnection)> {
    let found = cloud_connections::by_id(connection, id).await?.ok_or(ApiError::NotFound("cloud connection"))?;
    let access = caller.access_to_team_of(connection, &found.team_id, "cloud connection").await?;
    access.require(Action::ManageConnections)?;
    Ok((access, found))
}

fn name_of(given: Option<&str>) -> Result<String, Refusal> {
    match given.map(str::trim) {
        None | Some("") => Ok(String::new()),
        Some(name) => check_name("name", name),
    }
}

/// Credentials, parsed and as they were sent.
type Opened = (Box<dyn Access>, Value);

/// `None` for a gateway.
fn authorization(
    provider: ProviderKind,
    direction: Direction,
    given: Option<&Value>,
) -> Result<Option<Opened>, Refusal> {
    let given = given.filter(|given| !given.is_null());
    if !provider.is_gateway() {
        let given = given.ok_or_else(|| Refusal::invalid("authorization", "is required"))?;
        return Ok(Some((providers::access(provider, direction, given)?, given.clone())));
    }
    match given {
        Some(Value::Object(fields)) if fields.is_empty() => Ok(None),
        None => Ok(None),
        Some(_) => {
            let reason = "must be omitted: the reply contains the credentials of a gateway, once";
            Err(Refusal::invalid("authorization", reason))
        }
    }
}

/// The storage that a saved connection leads to.
pub(super) fn open_place(app: &App, connection: &CloudConnection) -> ProviderResult<Place> {
    let given = open_authorization(app, connection).map_err(|error| {
        tracing::warn!(%error, connection = %connection.id, "cannot decrypt the authorization of a connection");
        ProviderError::new(
            Fault::Ours,
            "the credentials of the connection cannot be read: save its authorization again",
        )
    })?;
    let access = providers::access(connection.provider, connection.direction, &given);
    access.map_err(|refusal| ProviderError::new(Fault::Refused, refusal.to_string()))?.open(&app.provider_client)
}

/// The authorization of a saved connection.
fn open_authorization(app: &App, connection: &CloudConnection) -> ApiResult<Value> {
    let opened = app.vault.open_sealed(Column::Authorization, connection.id.as_str(), &connection.authorization)?;
    Ok(serde_json::from_slice(&opened).map_err(anyhow::Error::from)?)
}

/// Tests the credentials before they are saved.
async fn prove(app: &App, team: &TeamId, access: &dyn Access, placement: &Placement) -> ApiResult<()> {
    count_check(app, team).await?;
    let checked =
        check(access.open(&app.provider_client), &placement.target_directory, &placement.source_directories).await;
    Ok(checked.map_err(|error| Refusal::invalid("authorization", format!("was tested: {error}")))?)
}

async fn count_check(app: &App, team: &TeamId) -> ApiResult<()> {
    consume(app, &[Limit::per_minute("connection_check", team.as_str(), CHECKS_PER_MINUTE)]).await.map(drop)
}

/// Does at the provider what a transfer does.
async fn check(place: ProviderResult<Place>, target: &str, sources: &[String]) -> ProviderResult<()> {
    let check = async {
        match place? {
            Place::Target(place) => place.check(target).await,
            Place::Drop(place) => place.check().await,
            Place::Origin(place) => place.check(sources).await,
        }
    };
    tokio::time::timeout(CHECK_LIMIT, check).await.unwrap_or_else(|_| Err(ProviderError::too_slow(CHECK_LIMIT)))
}

async fn shown(
    app: &App,
    connection: &mut Connection,
    access: &TeamAccess,
    id: &CloudConnectionId,
) -> ApiResult<CloudConnectionBody> {
    let found = cloud_connections::of_team(connection, &viewer(access)?, &access.team.id, Some(id)).await?;
    let (found, portals) = found.into_iter().next().ok_or(ApiError::NotFound("cloud connection"))?;
    Ok(body(app, found, portals))
}

fn body(app: &App, connection: CloudConnection, connections: i64) -> CloudConnectionBody {
    let is_origin = connection.direction == Direction::CloudToService;
    CloudConnectionBody {
        id: connection.id,
        name: connection.name,
        provider: connection.provider.as_str().to_owned(),
        provider_alias: connection.provider_alias,
        direction: connection.direction.as_str().to_owned(),
        state: connection.state.as_str().to_owned(),
        state_reason: connection.state_reason,
        destination: connection.destination,
        region: connection.region,
        target_directory_id: connection.target_directory,
        source_directory_ids: is_origin.then_some(connection.source_directories),
        upload_transfer_manifest: connection.upload_transfer_manifest,
        connections,
        connected: connection.gateway.map(|gateway| gateway.is_connected(app.clock.now())),
        gateway: None,
        created_at: connection.created_at,
        updated_at: connection.updated_at,
    }
}
