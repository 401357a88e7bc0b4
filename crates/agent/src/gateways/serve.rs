//! Serves one gateway for as long as the agent runs: asks for work, has it delivered, asks again.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use transfer::{Fault, Progress, RetryPolicy};
use wire::error::ErrorCode;
use wire::ids::GatewayId;

use super::delivery::Delivery;
use super::work::Cloud;
use super::{row, shown};
use crate::app::App;
use crate::failure::Failure;
use crate::journal::deliveries;
use crate::runs::Broken;

/// The longest that the cloud lets anybody wait.
const WAIT_SECONDS: u64 = 50;
/// A cloud that refuses the gateway is asked no more often.
const REFUSED: Duration = Duration::from_mins(1);
/// Nor is one that has nothing, and does not let us wait for it.
const HASTE: Duration = Duration::from_secs(1);

/// Serves the gateway, unless it is served already.
pub(super) fn spawn(app: &App, id: &GatewayId) {
    if !app.options.automations {
        return;
    }
    let (owned, run_id) = (app.clone(), id.clone());
    app.gateways.begin(id, &app.stop, |progress, stop| async move { run(&owned, &run_id, &progress, &stop).await });
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
            // Somebody removed it in the same moment.
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

/// Asks for work once, and does it. Gives how long to wait before the next time.
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
    // The first answer tells whether there is a connection at all, so it is not waited for.
    let wait = if app.gateway_states.of(id).is_connected { WAIT_SECONDS } else { 0 };
    let asked = Instant::now();
    let work = cloud.next(wait).await.map_err(|error| Fault::from(&error))?;
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
            message: "the cloud does not take the token of this gateway: its connection was deleted there, or the \
                      token is another one's; it is tried again every minute"
                .to_owned(),
            recoverable: true,
        },
        broken => Failure::from(broken),
    };
    // Said once, though it is tried for years.
    if app.gateway_states.of(id).refusal.as_ref() != Some(&failure) {
        tracing::warn!(gateway = %id, reason = failure.message, "a gateway is not connected");
    }
    shown::disconnected(app, id, failure).await;
}

fn pause_after(broken: &Broken, failed: u32, policy: RetryPolicy) -> Duration {
    match broken {
        Broken::Fault(Fault::Refused { .. }) => REFUSED,
        _ => policy.backoff.delay(failed),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use transfer::{Fault, RetryPolicy};
    use wire::error::ErrorCode;

    use super::{REFUSED, pause_after};

    #[test]
    fn a_refusal_is_waited_out_and_silence_ever_longer() {
        let policy = RetryPolicy::default();
        let refused = Fault::Refused { code: ErrorCode::Unauthorized, message: String::new() }.into();
        let silent = Fault::Unreachable(String::new()).into();
        for failed in [1, 5, 100] {
            assert_eq!(pause_after(&refused, failed, policy), REFUSED);
        }
        let waits: Vec<Duration> = (1..=20).map(|failed| pause_after(&silent, failed, policy)).collect();
        assert!(waits.is_sorted() && waits[0] > Duration::ZERO, "{waits:?}");
        assert_eq!(waits[19], policy.backoff.longest);
    }
}
