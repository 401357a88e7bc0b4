//! Starting and listing transfers. Their state changes are in `moves`; how they are carried out is in `forwarding`,
//! `imports` and `gateways`.

pub mod connections;
pub mod failure;
pub mod filters;
pub mod forwarding;
pub mod gateways;
pub mod imports;
pub mod moves;

use domain::Refusal;
use domain::audit::AuditAction;
use domain::connection::{CloudConnection, Direction};
use domain::package::{Package, PackageState};
use domain::package_token::Right;
use domain::policy::{self, Action};
use domain::transfer::{Transfer, TransferState};
use store::activities::{self, ActivityKind, ActivityState, NewActivity};
use store::{
    StoreError, Tx, audit, cloud_connections, filters as stored_filters, packages, portal_connections, transfers,
};
use wire::connections::{StartTransfer, TransferBody};
use wire::filters::FilterRule;
use wire::ids::{ActivityId, UserId};
use wire::time::Time;

use crate::app::App;
use crate::auth::PackageHolder;
use crate::error::{ApiError, ApiResult};
use crate::queue::{ForwardPackage, ImportFiles, enqueue};
use moves::moved;

/// Sends a received package to each connection of its Portal.
pub async fn begin_for_portal(app: &App, tx: &mut Tx, package: &Package, now: Time) -> ApiResult<()> {
    let Some(portal) = &package.portal_id else { return Ok(()) };
    for (_, attached) in portal_connections::of_portals(tx, std::slice::from_ref(portal)).await? {
        let rules = match &attached.filter {
            None => Vec::new(),
            // A filter in use cannot be deleted, so it was just detached and deleted in another transaction.
            Some(id) => stored_filters::by_id(tx, id).await?.ok_or(StoreError::Stale)?.rules,
        };
        // Someone may be deleting it right now.
        let connection = cloud_connections::refer_to(tx, &package.team_id, attached.connection.id.as_str()).await?;
        if let Some(connection) = connection {
            begin(app, tx, package, &connection, rules, Started { now, user: None }).await?;
        }
    }
    Ok(())
}

/// When a transfer was started, and by whom; no user if a Portal started it.
#[derive(Clone, Copy)]
struct Started<'a> {
    now: Time,
    user: Option<&'a UserId>,
}

/// Saves a new transfer, its activity and its job.
async fn begin(
    app: &App,
    tx: &mut Tx,
    package: &Package,
    connection: &CloudConnection,
    filter: Vec<FilterRule>,
    started: Started<'_>,
) -> ApiResult<Transfer> {
    let Started { now, user } = started;
    let (team, package_id) = (package.team_id.clone(), package.id.clone());
    let transfer = Transfer::new(app.ids.next(), team, package_id, connection, filter, now);
    transfers::insert(tx, &transfer).await?;
    let activity = NewActivity {
        id: &ActivityId::from(&transfer.id),
        team_id: &package.team_id,
        kind: ActivityKind::Transfer,
        package_id: &package.id,
        link_id: None,
        actor: &connection.name,
        user_id: user,
        portal_id: package.portal_id.as_ref(),
    };
    activities::begin(tx, &activity, now).await?;
    set_going(app, tx, &transfer, connection, now).await?;
    Ok(transfer)
}

/// A gateway polls for its work; for all others there is a job.
async fn set_going(
    app: &App,
    tx: &mut Tx,
    transfer: &Transfer,
    connection: &CloudConnection,
    now: Time,
) -> ApiResult<()> {
    if connection.provider.is_gateway() {
        return Ok(());
    }
    let (id, connection) = (transfer.id.clone(), connection.id.clone());
    match transfer.direction {
        Direction::ServiceToCloud => enqueue(tx, &app.ids, &ForwardPackage { transfer: id, connection }, now).await?,
        Direction::CloudToService => enqueue(tx, &app.ids, &ImportFiles { transfer: id, connection }, now).await?,
    }
    Ok(())
}

/// Starts a forward or an import. A failed forward resumes where it stopped.
pub async fn start(app: &App, holder: &PackageHolder, request: &StartTransfer) -> ApiResult<TransferBody> {
    holder.require(Right::Transfer)?;
    holder.require_sending()?;
    let now = app.clock.now();
    let direction = Direction::check("direction", request.direction.as_deref().unwrap_or("service_to_cloud"))?;
    let named = request.cloud_connection_id.as_deref().filter(|id| !id.is_empty());
    let named = named.ok_or_else(|| Refusal::invalid("cloud_connection_id", "is required"))?;
    let mut tx = app.store.begin_on(&holder.package.id).await?;
    let package = packages::lock(&mut tx, &holder.package.id).await?.ok_or(ApiError::NotFound("package"))?;
    let connection = cloud_connections::refer_to(&mut tx, &package.team_id, named).await?;
    let connection = connection.ok_or(ApiError::ReferenceNotFound("cloud_connection_id"))?;
    if connection.direction != direction {
        let reason = format!("must be {}, which is the direction of the connection", connection.direction.as_str());
        return Err(Refusal::invalid("direction", reason).into());
    }
    let started = Started { now, user: holder.grant.user_id() };
    let transfer = match direction {
        Direction::ServiceToCloud => forward(app, &mut tx, &package, &connection, request, started).await?,
        Direction::CloudToService => {
            // Importing reads the Team's bucket, so it needs the same right as listing it.
            if let Some(role) = holder.role {
                policy::require(role, Action::ManageConnections)?;
            }
            let sources = imports::sources(&connection, request.files.as_deref())?;
            package.check_open()?;
            let transfer = begin(app, &mut tx, &package, &connection, Vec::new(), started).await?;
            imports::save(&mut tx, &transfer.id, &sources).await?;
            transfer
        }
    };
    let entry = holder.audit(now, AuditAction::TransferStarted, transfer.id.as_str(), connection.id.as_str());
    audit::append(&mut tx, &package.team_id, &entry).await?;
    tx.commit().await?;
    Ok(body(transfer))
}

async fn forward(
    app: &App,
    tx: &mut Tx,
    package: &Package,
    connection: &CloudConnection,
    request: &StartTransfer,
    started: Started<'_>,
) -> ApiResult<Transfer> {
    if request.files.as_ref().is_some_and(|files| !files.is_empty()) {
        return Err(
            Refusal::invalid("files", "is only for cloud_to_service: a package is always sent as a whole").into()
        );
    }
    if package.state != PackageState::Finalized || package.expiry.is_due(started.now) {
        return Err(Refusal::wrong_state("only a finalized package that has not expired can be sent on").into());
    }
    let known = transfers::of_package(tx, &package.id).await?;
    let mut known = known.into_iter().filter(|transfer| transfer.connection_id == connection.id);
    if known.clone().any(|transfer| transfer.state.is_open()) {
        return Err(Refusal::wrong_state("the package is already being sent to this connection").into());
    }
    let Some(failed) = known.rfind(|transfer| transfer.state == TransferState::Error) else {
        return begin(app, tx, package, connection, Vec::new(), started).await;
    };
    let revived = moved(tx, failed.revive(started.now)?, ActivityState::Pending, "", started.now).await?;
    set_going(app, tx, &revived, connection, started.now).await?;
    Ok(revived)
}

pub async fn list(app: &App, holder: &PackageHolder) -> ApiResult<Vec<TransferBody>> {
    holder.require(Right::Transfer)?;
    let found = transfers::of_package(&mut *app.store.read().await?, &holder.package.id).await?;
    Ok(found.into_iter().map(body).collect())
}

fn body(transfer: Transfer) -> TransferBody {
    TransferBody {
        id: transfer.id,
        state: transfer.state.as_str().to_owned(),
        direction: transfer.direction.as_str().to_owned(),
        cloud_connection_id: transfer.connection_id,
        bytes: transfer.bytes,
        total_bytes: transfer.total_bytes,
        error: transfer.error,
        created_at: transfer.created_at,
    }
}
