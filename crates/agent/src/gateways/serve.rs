//! Serves one gateway while the agent runs: requests work, delivers it, and repeats.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use transfer::{Fault, Progress};
use wire::error::ErrorCode;
use wire::ids::GatewayId;

use super::delivery::Delivery;
use super::pauses::{HASTE, PAUSE_MOST, WAIT_SECONDS, pause_after};
use super::work::Cloud;
use super::{listings, row, shown};
use crate::app::App;
use crate::failure::Failure;
use crate::journal::deliveries;
use crate::runs::Broken;

/// Serves the gateway, unless it is already being served.
pub(super) fn spawn(app: &App, id: &GatewayId) {
    if app.options.for_one_command {
        return;
    }
    let (owned, run_id) = (app.clone(), id.clone());
    app.gateways.begin(id, &app.stop, |progress, stop| async move {
        tokio::select! {
            () = run(&owned, &run_id, &progress, &stop) => {}
            () = listings::answer(&owned, &run_id) => {}
        }
    });
}

async fn run(app: &App, id: &GatewayId, progress: &Arc<Progress>, stop: &CancellationToken) {
    let mut failed = 0;
    loop {
        let round = tokio::select! {
            round = round(app, id, progress, stop) => round,
            () = stop.cancelled() => return,
        };
        let pause = match round {
            Ok(pause) => {
                failed = 0;
                pause
            }
            Err(Broken::Fault(Fault::Stopped)) => return,
            // It was removed at the same time.
            Err(broken) if broken.is_overtaken() => return,
            Err(broken) => {
                failed += 1;
                note(app, id, &broken).await;
                pause_after(&broken, failed, app.engine.retry_policy())
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Requests work once and does it. Returns how long to wait before the next request.
async fn round(
    app: &App,
    id: &GatewayId,
    progress: &Arc<Progress>,
    stop: &CancellationToken,
) -> Result<Duration, Broken> {
    let gateway = row(app, id).await?;
    let cloud = Cloud { client: app.anyone.with_gateway_token(gateway.token.expose()), gateway: id.clone() };
    let delivery = Delivery { app, gateway: &gateway, cloud: cloud.clone(), progress, stop };
    let wanted = id.clone();
    if let Some(begun) = app.journal.read(move |tables| deliveries::with_us(tables, &wanted)).await? {
        delivery.go_on(&begun).await?;
        return Ok(Duration::ZERO);
    }
    // The first request does not wait for work, so that it shows soon whether there is a connection at all.
    let wait = if app.gateway_states.of(id).is_connected { WAIT_SECONDS } else { 0 };
    let asked = Instant::now();
    let work = match cloud.next(wait).await {
        Ok(work) => work,
        Err(error) => {
            let broken = Broken::from(Fault::from(&error));
            let Some(pause) = error.retry_after() else { return Err(broken) };
            note(app, id, &broken).await;
            return Ok(pause.clamp(HASTE, PAUSE_MOST));
        }
    };
    shown::connected(app, id).await;
    match work {
        Some(work) => delivery.deliver(work).await.map(|()| Duration::ZERO),
        None if wait > 0 => Ok(HASTE.saturating_sub(asked.elapsed())),
        None => Ok(Duration::ZERO),
    }
}

async fn note(app: &App, id: &GatewayId, broken: &Broken) {
    let failure = match broken {
        Broken::Fault(Fault::Refused { code: ErrorCode::Unauthorized, .. }) => Failure {
            code: ErrorCode::Unauthorized,
            message:
                "the cloud refused the token of this gateway: its connection was deleted, or the token belongs to \
                      a different gateway; retrying every minute"
                    .to_owned(),
            recoverable: true,
        },
        broken => Failure::from(broken),
    };
    // Logged once, even if it is retried for years.
    if app.gateway_states.of(id).refusal.as_ref() != Some(&failure) {
        tracing::warn!(gateway = %id, reason = failure.message, "a gateway is not connected");
    }
    shown::disconnected(app, id, failure).await;
}
