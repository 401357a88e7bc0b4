//! Storage gateways: packages that the cloud assigns to a folder of this machine are delivered automatically.
//!
//! Each added gateway is served while the agent runs, and again after a restart. A package arrives in its own folder,
//! complete and verified, and only then is it reported to the cloud. An interrupted delivery resumes in the same
//! folder. If the cloud refuses the gateway, it is retried once a minute. Next to that, the agent lists the folder when
//! members of the Team ask for it.

mod delivery;
mod listings;
mod pauses;
mod place;
mod serve;
mod shown;
mod work;

use std::path::{Path, PathBuf};

use domain::Refusal;
use domain::gateway_token::gateway_of;
use serving::secret::Secret;
use transfer::folder::Folder;
use wire::agent::{AddGateway, AddedGateway, AgentEvent, Removed};
use wire::ids::GatewayId;

use crate::app::App;
use crate::downloads;
use crate::error::{AgentError, AgentResult};
use crate::folders::{self, FolderUse};
use crate::journal::deliveries;
use crate::journal::gateways::{self as rows, GatewayRow};
use crate::journal::mounts::FolderOf;
use crate::mounts;

pub use listings::READ_AT_ONCE;
pub use shown::list;

async fn row(app: &App, id: &GatewayId) -> AgentResult<GatewayRow> {
    let wanted = id.clone();
    let found = app.journal.read(move |tables| rows::find(tables, &wanted)).await?;
    found.ok_or(AgentError::not_found("gateway"))
}

pub async fn add(app: &App, request: AddGateway) -> AgentResult<AddedGateway> {
    let token = request.token.trim();
    let id = named_gateway(token, request.gateway_id.as_deref())?;
    let _turn = app.automations.turn.lock().await;
    let dst_folder = usable_folder(app, &request.dst_folder).await?;
    let _alone = app.gateways.alone(&id).await;
    let mounted_at = mounts::mount_of(app, &dst_folder).await?;
    let gateway = GatewayRow { id: id.clone(), token: Secret::new(token), dst_folder, mounted_at };
    if !app.journal.write(move |tables| rows::insert(tables, &gateway)).await? {
        let reason = format!("the gateway {id} was already added: remove it first to change its token or folder");
        return Err(Refusal::wrong_state(reason).into());
    }
    serve::spawn(app, &id);
    shown::tell(app, &id).await;
    Ok(AddedGateway { gateway_id: id })
}

/// The gateway of the token, if it can be determined.
fn named_gateway(token: &str, given: Option<&str>) -> AgentResult<GatewayId> {
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(AgentError::invalid("token", "must be the token that was shown with the new gateway"));
    }
    let given = given.map(str::trim).filter(|id| !id.is_empty());
    let given =
        given.map(|id| id.parse().map_err(|_| AgentError::invalid("gateway_id", "must be the id of a gateway")));
    match (gateway_of(token), given.transpose()?) {
        (Some(named), Some(given)) if named != given => {
            Err(AgentError::invalid("gateway_id", "the token is for another gateway"))
        }
        (Some(id), _) | (None, Some(id)) => Ok(id),
        (None, None) => Err(AgentError::invalid("gateway_id", "is required: the token does not contain the id")),
    }
}

/// The folder for packages; no automation may send from it. It is created now and never later, so that an unmounted
/// disk is not replaced by a new folder.
async fn usable_folder(app: &App, text: &str) -> AgentResult<PathBuf> {
    let (owned, asked) = (app.clone(), text.to_owned());
    let path = app.disks.ask(Path::new(text), move || owned.paths.writable_unattended("dst_folder", &asked)).await?;
    folders::check(app, None, &FolderUse::written(path.clone())).await?;
    let made = path.clone();
    let open = move || Folder::open(&made).map(|_| ()).map_err(|error| AgentError::Cloud(error.into()));
    app.disks.ask(&path, open).await?;
    Ok(path)
}

/// Stops serving the gateway. Delivered files are kept, part files are deleted.
pub async fn remove(app: &App, id: &GatewayId) -> AgentResult<()> {
    let _alone = app.gateways.alone(id).await;
    let gateway = row(app, id).await?;
    app.gateways.abandon(id).await;
    let wanted = id.clone();
    let is_there = mounts::require(app, FolderOf::Gateway(id.clone()), &gateway.dst_folder).await.is_ok();
    let deliveries = app.journal.read(move |tables| deliveries::of_gateway(tables, &wanted)).await?;
    for delivery in deliveries.into_iter().filter(|_| is_there) {
        downloads::clear(app, &delivery.id, delivery.dst_folder, false, false).await?;
    }
    let gone = id.clone();
    app.journal.write(move |tables| rows::delete(tables, &gone)).await?;
    app.gateway_states.forget(id);
    app.events.tell(AgentEvent::Removed(Removed::Gateway { gateway_id: id.clone() }));
    Ok(())
}

/// Starts all added gateways; called at the start and regularly.
pub async fn restore(app: &App) -> AgentResult<()> {
    if app.options.for_one_command {
        return Ok(());
    }
    for gateway in app.journal.read(rows::all).await? {
        let _alone = app.gateways.alone(&gateway.id).await;
        // It may have been removed in the meantime.
        if row(app, &gateway.id).await.is_ok() {
            serve::spawn(app, &gateway.id);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::named_gateway;

    #[test]
    fn a_token_says_or_is_told_whose_it_is() {
        let (id, other) = ("01KA2B3C4D5E6F7G8H9JKMNPQR", "01KA2B3C4D5E6F7G8H9JKMNPQS");
        let own = format!("tgw_{id}_secret");
        for (token, given) in
            [(own.as_str(), None), (own.as_str(), Some(id)), (own.as_str(), Some("")), ("tgw_old", Some(id))]
        {
            assert_eq!(named_gateway(token, given).unwrap().as_str(), id, "{token} {given:?}");
        }
        for (token, given, field) in [
            ("", Some(id), "token"),
            ("two words", Some(id), "token"),
            ("tgw_ü", Some(id), "token"),
            ("tgw_old", None, "gateway_id"),
            ("tgw_old", Some("x"), "gateway_id"),
            (own.as_str(), Some(other), "gateway_id"),
        ] {
            let error = named_gateway(token, given).unwrap_err().message();
            assert!(error.starts_with(&format!("{field}: ")), "{token} {given:?}: {error}");
        }
    }
}
