//! Starting and listing transfers. Their state changes are in `moves`; how they are carried out is in `forwarding`,
//! `imports` and `gateways`.

pub mod connections;
pub mod delivery_notices;
pub mod failure;
pub mod filters;
pub mod forwarding;
pub mod gateway_files;
pub mod gateways;
pub mod imports;
mod misses;
pub mod moves;
mod selection;
mod sight;

use domain::Refusal;
use domain::account::EmailAddress;
use domain::audit::AuditAction;
use domain::connection::{CloudConnection, Direction};
use domain::package::{Package, PackageState};
use domain::package_token::Right;
use domain::policy::{self, Action};
use domain::transfer::{Transfer, TransferState};
use store::activities::{self, ActivityKind, ActivityState, NewActivity};
use store::portal_connections::AttachedConnection;
use store::{
    StoreError, Tx, audit, cloud_connections, files, filters as stored_filters, package_filters, packages,
    portal_connections, transfers,
};
use wire::connections::{StartTransfer, TransferBody};
use wire::filters::FilterRule;
use wire::ids::{ActivityId, FileId, PackageId, PortalId, UserId};
use wire::time::Time;

use crate::app::App;
use crate::auth::PackageHolder;
use crate::error::{ApiError, ApiResult};
use crate::queue::{AtEndOfImport, ForwardPackage, ImportFiles, enqueue};
use moves::moved;

/// How many files can be chosen for one transfer.
const CHOSEN_MOST: usize = 10_000;

/// Sends a received package to each connection of its Portal.
pub async fn begin_for_portal(app: &App, tx: &mut Tx, package: &Package, now: Time) -> ApiResult<()> {
    let Some(portal) = &package.portal_id else { return Ok(()) };
    let mut kept = package_filters::kept(tx, &package.id).await?;
    package_filters::forget(tx, &package.id).await?;
    for (_, attached) in portal_connections::of_portals(tx, std::slice::from_ref(portal)).await? {
        let rules = match kept.remove(&attached.connection.id) {
            Some(rules) => rules,
            None => rules_of(tx, &attached).await?,
        };
        // Someone may be deleting it right now.
        let connection = cloud_connections::refer_to(tx, &package.team_id, attached.connection.id.as_str()).await?;
        if let Some(connection) = connection {
            let asked = Asked { filter: rules, ..Asked::default() };
            let transfer = begin(app, tx, package, &connection, asked, Started { now, user: None }).await?;
            set_going(app, tx, &transfer, &connection, now).await?;
        }
    }
    Ok(())
}

/// The rules by which a Portal filters what it sends to a connection now.
async fn rules_of(tx: &mut Tx, attached: &AttachedConnection) -> ApiResult<Vec<FilterRule>> {
    match &attached.filter {
        None => Ok(Vec::new()),
        // A filter in use cannot be deleted, so it was just detached and deleted in another transaction.
        Some(id) => Ok(stored_filters::by_id(tx, id).await?.ok_or(StoreError::Stale)?.rules),
    }
}

/// Keeps the rules of the Portal for a package that is begun: what is decided later is for later packages.
pub async fn keep_filters(tx: &mut Tx, portal: &PortalId, package: &PackageId) -> ApiResult<()> {
    let mut kept = Vec::new();
    for (_, attached) in portal_connections::of_portals(tx, std::slice::from_ref(portal)).await? {
        kept.push((attached.connection.id.clone(), rules_of(tx, &attached).await?));
    }
    Ok(package_filters::keep(tx, package, &kept).await?)
}

/// When a transfer was started, and by whom; no user if a Portal started it.
#[derive(Clone, Copy)]
struct Started<'a> {
    now: Time,
    user: Option<&'a UserId>,
}

/// What a transfer sends, and where to.
#[derive(Default)]
struct Asked {
    filter: Vec<FilterRule>,
    chosen: Option<Vec<FileId>>,
    target_directory: Option<String>,
}

/// Saves a new transfer and its activity.
async fn begin(
    app: &App,
    tx: &mut Tx,
    package: &Package,
    connection: &CloudConnection,
    asked: Asked,
    started: Started<'_>,
) -> ApiResult<Transfer> {
    let Started { now, user } = started;
    let (team, package_id) = (package.team_id.clone(), package.id.clone());
    let Asked { filter, chosen, target_directory } = asked;
    let transfer = Transfer::new(app.ids.next(), team, package_id, connection, filter, now);
    let transfer = Transfer { chosen, target_directory, ..transfer };
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
    Ok(transfer)
}

/// A gateway polls for the packages to fetch; for all others there is a job.
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
    let (transfer, connection) = (transfer.id.clone(), connection.id.clone());
    Ok(enqueue(tx, &app.ids, &ForwardPackage { transfer, connection }, now).await?)
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
    let package = package.at(app.trusted_time());
    let connection = cloud_connections::refer_to(&mut tx, &package.team_id, named).await?;
    let connection = connection.ok_or(ApiError::ReferenceNotFound("cloud_connection_id"))?;
    if connection.direction != direction {
        let reason = format!("must be {}, which is the direction of the connection", connection.direction.as_str());
        return Err(Refusal::invalid("direction", reason).into());
    }
    let started = Started { now, user: holder.grant.user_id() };
    let (transfer, chosen_twice) = match direction {
        Direction::ServiceToCloud => {
            (forward(app, &mut tx, &package, &connection, request, started).await?, Vec::new())
        }
        Direction::CloudToService => {
            // Importing reads the Team's bucket, so it needs the same right as listing it.
            if let Some(role) = holder.role {
                policy::require(role, Action::ManageConnections)?;
            }
            import(app, &mut tx, &package, &connection, request, started).await?
        }
    };
    let entry = holder.audit(now, AuditAction::TransferStarted, transfer.id.as_str(), connection.id.as_str());
    audit::append(&mut tx, &package.team_id, &entry).await?;
    tx.commit().await?;
    Ok(TransferBody { chosen_twice, ..body(transfer) })
}

fn wanted_at_end(request: &StartTransfer, connection: &CloudConnection) -> ApiResult<AtEndOfImport> {
    let email = request.notify_email.as_deref().filter(|email| !email.is_empty());
    let email = email.map(|email| EmailAddress::parse("notify_email", email)).transpose()?;
    Ok(AtEndOfImport {
        finalize: request.finalize.unwrap_or(true),
        notify_email: email.map(|email| email.as_str().to_owned()),
        connection_name: connection.name.clone(),
    })
}

async fn import(
    app: &App,
    tx: &mut Tx,
    package: &Package,
    connection: &CloudConnection,
    request: &StartTransfer,
    started: Started<'_>,
) -> ApiResult<(Transfer, Vec<String>)> {
    let wanted = imports::wanted(connection, request.files.as_deref())?;
    let at_end = wanted_at_end(request, connection)?;
    package.check_open()?;
    let transfer = begin(app, tx, package, connection, Asked::default(), started).await?;
    imports::save(tx, &transfer.id, &wanted.sources).await?;
    let task = ImportFiles { transfer: transfer.id.clone(), connection: connection.id.clone(), at_end };
    enqueue(tx, &app.ids, &task, started.now).await?;
    Ok((transfer, wanted.chosen_twice))
}

/// Sends what was asked for, whatever a Portal filters. A failed transfer of the same continues where it stopped.
async fn forward(
    app: &App,
    tx: &mut Tx,
    package: &Package,
    connection: &CloudConnection,
    request: &StartTransfer,
    started: Started<'_>,
) -> ApiResult<Transfer> {
    if package.state != PackageState::Finalized {
        return Err(Refusal::wrong_state("only a finalized package that has not expired can be forwarded").into());
    }
    let chosen = chosen(tx, package, request).await?;
    let known = transfers::of_package(tx, &package.id).await?;
    let mut known = known.into_iter().filter(|transfer| transfer.connection_id == connection.id);
    if known.clone().any(|transfer| transfer.state.is_open()) {
        return Err(Refusal::wrong_state("the package is already being sent to this connection").into());
    }
    let failed = match continued(request) {
        Some(id) => {
            Some(known.rfind(|known| known.id.as_str() == id).ok_or(ApiError::ReferenceNotFound("transfer_id"))?)
        }
        None => known.rfind(|known| {
            known.state == TransferState::Error && known.is_for(chosen.as_deref(), &connection.target_directory)
        }),
    };
    let transfer = if let Some(failed) = failed {
        moved(tx, failed.revive(started.now)?, ActivityState::Pending, "", started.now).await?
    } else {
        let directory = Some(connection.target_directory.clone());
        let asked = Asked { filter: Vec::new(), chosen, target_directory: directory };
        begin(app, tx, package, connection, asked, started).await?
    };
    set_going(app, tx, &transfer, connection, started.now).await?;
    Ok(transfer)
}

/// The transfer that is to be continued.
fn continued(request: &StartTransfer) -> Option<&str> {
    request.transfer_id.as_deref().filter(|id| !id.is_empty())
}

/// The files that someone chose, in the order of their ids; `None` for all.
async fn chosen(tx: &mut Tx, package: &Package, request: &StartTransfer) -> ApiResult<Option<Vec<FileId>>> {
    let Some(choices) = request.files.as_ref().filter(|files| !files.is_empty()) else { return Ok(None) };
    if choices.len() > CHOSEN_MOST {
        return Err(Refusal::TooLarge(format!("files: up to {CHOSEN_MOST} can be chosen")).into());
    }
    if continued(request).is_some() {
        return Err(
            Refusal::invalid("files", "must be omitted with transfer_id, which continues as it was begun").into()
        );
    }
    let parsed = choices.iter().map(|choice| choice.id.as_deref().unwrap_or_default().parse::<FileId>());
    let unknown = || ApiError::ReferenceNotFound("files");
    let mut ids: Vec<FileId> = parsed.collect::<Result<_, _>>().map_err(|_| unknown())?;
    ids.sort();
    ids.dedup();
    let found = files::with_content(tx, &package.id, &ids).await?;
    if found.len() == ids.len() { Ok(Some(ids)) } else { Err(unknown()) }
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
        withheld_count: transfer.withheld.count,
        withheld: transfer.withheld.first,
        chosen_twice: Vec::new(),
        created_at: transfer.created_at,
    }
}
