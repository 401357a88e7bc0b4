//! The end of an import: its package is finalized, and the address that the caller named is told.

use domain::connection::Direction;
use domain::package::{Package, PackageState};
use domain::transfer::{Transfer, TransferState};
use store::{packages, teams, transfers};
use wire::ids::{PackageId, TransferId};

use super::finalize;
use crate::app::App;
use crate::auth::PackageHolder;
use crate::error::{ApiError, ApiResult};
use crate::mail::{Message, PackageNote};
use crate::operations::mail::{About, To, post};
use crate::operations::requests::rate_limit::{Limit, is_allowed};
use crate::queue::AtEndOfImport;

/// Whether everything that was wanted at the end is done.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    Yes,
    /// Another import into the package is still under way.
    NotYet,
}

/// Does what was wanted when an import has ended, well or badly. It can be repeated.
pub async fn settle(app: &App, id: &TransferId, at_end: &AtEndOfImport) -> ApiResult<Ended> {
    let Some((transfer, package)) = found(app, id).await? else { return Ok(Ended::Yes) };
    match transfer.state {
        TransferState::Complete => complete(app, &transfer, &package, at_end).await,
        TransferState::Error => {
            tell(app, &transfer, Some(&transfer.error), at_end).await?;
            Ok(Ended::Yes)
        }
        TransferState::Pending | TransferState::Transferring => Ok(Ended::Yes),
    }
}

/// There are no attempts left, of the import or of what was to follow it.
pub async fn give_up(app: &App, id: &TransferId, at_end: &AtEndOfImport) -> ApiResult<()> {
    let Some((transfer, package)) = found(app, id).await? else { return Ok(()) };
    let is_left_open = at_end.finalize && package.state == PackageState::New;
    let reason = match transfer.state {
        TransferState::Complete if is_left_open => note(app, &transfer, "the server could not do it").await?,
        TransferState::Error => transfer.error.clone(),
        _ => return Ok(()),
    };
    tell(app, &transfer, Some(&reason), at_end).await
}

async fn found(app: &App, id: &TransferId) -> ApiResult<Option<(Transfer, Package)>> {
    let mut connection = app.store.read().await?;
    let Some(transfer) = transfers::by_id(&mut connection, id).await? else { return Ok(None) };
    let package = packages::by_id(&mut connection, &transfer.package_id).await?;
    Ok(package.map(|package| (transfer, package)))
}

async fn complete(app: &App, transfer: &Transfer, package: &Package, at_end: &AtEndOfImport) -> ApiResult<Ended> {
    let mut refusal = None;
    if at_end.finalize && package.state == PackageState::New {
        if is_another_open(app, &package.id).await? {
            return Ok(Ended::NotYet);
        }
        refusal = close(app, package.clone()).await?;
        // One may have been started since, and the package waits for it.
        if refusal.is_some() && is_another_open(app, &package.id).await? {
            return Ok(Ended::NotYet);
        }
    }
    let refusal = match refusal {
        Some(reason) => Some(note(app, transfer, &reason).await?),
        None => None,
    };
    tell(app, transfer, refusal.as_deref(), at_end).await?;
    Ok(Ended::Yes)
}

/// Whether an import is under way, or waits for its next attempt: its files belong to the package, too.
async fn is_another_open(app: &App, package: &PackageId) -> ApiResult<bool> {
    let found = transfers::of_package(&mut *app.store.read().await?, package).await?;
    Ok(found.iter().any(|transfer| is_import(transfer) && transfer.state.is_open()))
}

fn is_import(transfer: &Transfer) -> bool {
    transfer.direction == Direction::CloudToService
}

/// Finalizes the package. Returns the reason if it cannot be: then someone has to do something about it.
async fn close(app: &App, package: Package) -> ApiResult<Option<String>> {
    let mut connection = app.store.read().await?;
    let found = transfers::of_package(&mut connection, &package.id).await?;
    if found.iter().any(|transfer| is_import(transfer) && transfer.state == TransferState::Error) {
        return Ok(Some("another import into it has failed".into()));
    }
    let team = teams::by_id(&mut connection, &package.team_id).await?.ok_or(ApiError::NotFound("Team"))?;
    drop(connection);
    if let Err(refusal) = team.check_sending() {
        return Ok(Some(refusal.to_string()));
    }
    match finalize(app, &PackageHolder::service(package, app.ids.next())).await {
        Ok(_) => Ok(None),
        Err(error) if error.is_worth_a_retry() => Err(error),
        Err(error) => Ok(Some(error.to_string())),
    }
}

/// Says on the transfer why its package is still open.
async fn note(app: &App, transfer: &Transfer, reason: &str) -> ApiResult<String> {
    let reason = format!("all files have arrived, but the package could not be finalized: {reason}");
    let mut tx = app.store.begin().await?;
    transfers::set_reason(&mut tx, &transfer.id, &reason).await?;
    tx.commit().await?;
    Ok(reason)
}

/// Once, also if it is repeated, and within the limit for mails to unverified addresses.
async fn tell(app: &App, transfer: &Transfer, failure: Option<&str>, at_end: &AtEndOfImport) -> ApiResult<()> {
    let Some(email) = &at_end.notify_email else { return Ok(()) };
    let mut tx = app.store.begin().await?;
    // What has arrived changed the package since it was read.
    let Some(package) = packages::by_id(&mut tx, &transfer.package_id).await? else { return Ok(()) };
    let (name, connection) = (package.name.as_str(), at_end.connection_name.as_str());
    let message = match failure {
        None => Message::ImportComplete { note: PackageNote::of(&package), connection },
        Some(reason) => Message::ImportFailed { name, connection, reason },
    };
    let once = Limit::per_day("import_notice", transfer.id.as_str(), 1);
    let seldom = Limit::per_hour("import_notice_to", email, app.config.limits.mails_per_address_per_hour);
    let now = app.clock.now();
    if is_allowed(&mut tx, &once, now).await? && is_allowed(&mut tx, &seldom, now).await? {
        post(app, &mut tx, About::Package(&package), To::Address(email), &message).await?;
    }
    tx.commit().await?;
    Ok(())
}
