//! Notifies a Team of what its connections miss: packages that end before they are delivered, and silent gateways.
//!
//! Many packages can wait for one connection, so a mail is about all of them. It names only packages that everybody who
//! gets the mail may see.

use std::collections::BTreeMap;

use domain::undelivered::WARNING_DAYS;
use store::undelivered::{self, Undelivered};
use store::{StoreResult, Tx, cloud_connections, packages, teams};
use wire::ids::CloudConnectionId;
use wire::time::Time;

use crate::app::App;
use crate::error::ApiResult;
use crate::mail::Message;
use crate::operations::mail::fault_notices::{is_hidden, team_to_tell, tell};
use crate::operations::requests::rate_limit::Limit;

/// How many packages a mail names.
const NAMED: usize = 5;
const AT_ONCE: i64 = 1_000;
/// An agent that restarts, or a line that is down for a while, is not worth a mail.
pub const SILENCE_HOURS: i64 = 4;

/// Warns of packages that end soon and have not been delivered.
pub async fn warn_of_loss(app: &App, now: Time) -> StoreResult<()> {
    let by = now.plus_days(WARNING_DAYS);
    let mut ending = BTreeMap::<CloudConnectionId, Vec<Undelivered>>::new();
    let mut last = None;
    loop {
        let page = undelivered::ending(&mut *app.store.read().await?, now, by, last.as_ref(), AT_ONCE).await?;
        last = page.last().map(|one| one.transfer.clone());
        for one in page {
            ending.entry(one.connection.clone()).or_default().push(one);
        }
        if last.is_none() {
            break;
        }
    }
    for (connection, ending) in ending {
        survives(&warn_one(app, &connection, ending, by).await, &connection);
    }
    Ok(())
}

async fn warn_one(app: &App, id: &CloudConnectionId, ending: Vec<Undelivered>, by: Time) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let Some(connection) = cloud_connections::by_id(&mut tx, id).await? else { return Ok(()) };
    let limit = Limit::per_day("undelivered_notice", id.as_str(), 1);
    let Some(team) = team_to_tell(app, &mut tx, &connection.team_id, &limit).await? else { return Ok(()) };
    let mut told = Vec::with_capacity(ending.len());
    for one in ending {
        if undelivered::mark_ending(&mut tx, &one.transfer, by).await? {
            told.push(one);
        }
    }
    let Some(first) = told.iter().filter_map(|one| one.until).min() else { return Ok(()) };
    let names = names(&mut tx, &told).await?;
    let message = Message::DeliveryEnding {
        team: &team.name,
        connection: &connection.name,
        count: told.len(),
        names: &names,
        until: first,
    };
    tell(app, &mut tx, &team, &message).await?;
    Ok(tx.commit().await?)
}

/// Reports packages that have expired and were never delivered.
pub async fn tell_lost(app: &App) -> StoreResult<()> {
    let losers = undelivered::losers(&mut *app.store.read().await?).await?;
    for connection in losers {
        survives(&tell_one(app, &connection).await, &connection);
    }
    Ok(())
}

async fn tell_one(app: &App, id: &CloudConnectionId) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    let lost = undelivered::lost(&mut tx, id).await?;
    if lost.is_empty() {
        return Ok(());
    }
    if let Some(connection) = cloud_connections::by_id(&mut tx, id).await? {
        let limit = Limit::per_hour("lost_notice", id.as_str(), 1);
        let Some(team) = team_to_tell(app, &mut tx, &connection.team_id, &limit).await? else { return Ok(()) };
        let names = names(&mut tx, &lost).await?;
        let message = Message::DeliveryLost {
            team: &team.name,
            connection: &connection.name,
            count: lost.len(),
            names: &names,
            grace_hours: app.config.packages.grace_hours,
        };
        tell(app, &mut tx, &team, &message).await?;
    }
    undelivered::mark_lost_told(&mut tx, &lost).await?;
    Ok(tx.commit().await?)
}

/// The names of the first packages, or none if one of them is not for everybody.
async fn names(tx: &mut Tx, about: &[Undelivered]) -> ApiResult<Vec<String>> {
    let mut names = Vec::with_capacity(NAMED);
    for one in about.iter().take(NAMED) {
        if is_hidden(tx, &one.package).await? {
            return Ok(Vec::new());
        }
        names.extend(packages::by_id(tx, &one.package).await?.map(|package| package.name));
    }
    Ok(names)
}

/// Reports gateways that have not been heard of for hours, once until they are back.
pub async fn tell_of_silence(app: &App, now: Time) -> StoreResult<()> {
    let before = now.plus_seconds(-SILENCE_HOURS * 3_600);
    let silent = cloud_connections::silent_gateways(&mut *app.store.read().await?, before).await?;
    for gateway in silent {
        survives(&tell_of_one(app, &gateway.id, before).await, &gateway.id);
    }
    Ok(())
}

async fn tell_of_one(app: &App, id: &CloudConnectionId, before: Time) -> ApiResult<()> {
    let mut tx = app.store.begin().await?;
    if !cloud_connections::mark_silence_told(&mut tx, id, before).await? {
        return Ok(());
    }
    let Some(connection) = cloud_connections::by_id(&mut tx, id).await? else { return Ok(()) };
    let Some(team) = teams::by_id(&mut tx, &connection.team_id).await? else { return Ok(()) };
    let since = connection.gateway.and_then(|gateway| gateway.polled_at);
    let message = Message::GatewaySilent { team: &team.name, connection: &connection.name, since };
    tell(app, &mut tx, &team, &message).await?;
    Ok(tx.commit().await?)
}

/// One connection that fails must not stop the others.
fn survives(result: &ApiResult<()>, id: &CloudConnectionId) {
    if let Err(error) = result {
        tracing::warn!(%error, connection = %id, "a notice about a connection waits for the next sweep");
    }
}
