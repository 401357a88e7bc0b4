//! Gateways as the API shows them, never with a token.

use transfer::Progress;
use wire::agent::{AgentEvent, DeliveringBody, GatewayBody};
use wire::ids::GatewayId;

use super::row;
use crate::app::App;
use crate::error::AgentResult;
use crate::failure::Failure;
use crate::gateway_states::GatewayState;
use crate::journal::gateways::{self as rows, GatewayRow};

pub async fn list(app: &App) -> AgentResult<Vec<GatewayBody>> {
    let gateways = app.journal.read(rows::all).await?;
    Ok(gateways.into_iter().map(|gateway| body(app, gateway)).collect())
}

fn body(app: &App, gateway: GatewayRow) -> GatewayBody {
    let GatewayState { is_connected, refusal, setback, delivering } = app.gateway_states.of(&gateway.id);
    let progress = app.gateways.progress(&gateway.id);
    let progress = progress.as_deref();
    GatewayBody {
        dst_folder: gateway.dst_folder.to_string_lossy().into_owned(),
        connected: is_connected,
        error: refusal.or(setback).map(Into::into),
        delivering: delivering.map(|delivering| DeliveringBody {
            package_id: delivering.package,
            name: delivering.name,
            progress: progress.map_or(0, Progress::acknowledged).min(delivering.size),
            under_way: progress.map_or(0, Progress::under_way),
            size: delivering.size,
        }),
        gateway_id: gateway.id,
    }
}

/// Changes the state of a gateway, and notifies clients if it differs from before.
pub(super) async fn change(app: &App, id: &GatewayId, change: impl FnOnce(&mut GatewayState)) {
    if app.gateway_states.change(id, change) {
        tell(app, id).await;
    }
}

pub(super) async fn connected(app: &App, id: &GatewayId) {
    let connect = |state: &mut GatewayState| {
        state.is_connected = true;
        state.refusal = None;
    };
    change(app, id, connect).await;
}

pub(super) async fn disconnected(app: &App, id: &GatewayId, failure: Failure) {
    let disconnect = |state: &mut GatewayState| {
        state.is_connected = false;
        state.refusal = Some(failure);
    };
    change(app, id, disconnect).await;
}

pub(super) async fn tell(app: &App, id: &GatewayId) {
    if let Ok(gateway) = row(app, id).await {
        app.events.tell(AgentEvent::Gateway(body(app, gateway)));
    }
}
