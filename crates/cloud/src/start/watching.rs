//! What every process watches while it runs, whatever its roles are.

use std::time::Duration;

use store::{StoreResult, secrets};
use tokio_util::sync::CancellationToken;
use wire::time::Time;

use crate::app::App;

/// How often a process compares its clocks.
const CLOCK_EVERY: Duration = Duration::from_mins(1);
/// How often a process looks for new data keys. Much less than they are announced before their use.
const SECRETS_EVERY: Duration = Duration::from_secs(15);
/// How often a process records which secret it has.
const USE_NOTED_SECONDS: i64 = 300;

/// Notices a rotation of `secret_key` while the process runs.
pub(super) async fn follow_secrets(app: App, stop: CancellationToken) {
    let mut noted = None::<Time>;
    loop {
        let now = app.clock.now();
        if noted.is_none_or(|noted| noted.plus_seconds(USE_NOTED_SECONDS) <= now) {
            match note_secret(&app, now).await {
                Ok(()) => noted = Some(now),
                Err(error) => tracing::warn!(%error, "cannot record which secret key is in use"),
            }
        }
        tokio::select! {
            () = tokio::time::sleep(SECRETS_EVERY) => {}
            () = stop.cancelled() => return,
        }
        if let Err(error) = app.vault.refresh(&app.store, app.clock.now()).await {
            tracing::warn!(%error, "cannot look for new data keys");
        }
    }
}

async fn note_secret(app: &App, now: Time) -> StoreResult<()> {
    let mut tx = app.store.begin().await?;
    secrets::note_use(&mut tx, app.vault.secret_id(), now).await?;
    tx.commit_aside().await
}

/// Notices a jump in processes without workers as well: they tell people what has expired, and report what is degraded.
pub(super) async fn follow_the_clock(app: App, stop: CancellationToken) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(CLOCK_EVERY) => {}
            () = stop.cancelled() => return,
        }
        if let Err(error) = app.clock_guard.trusted_now(&app.store, &app.clock).await {
            tracing::warn!(%error, "cannot compare the clock with the database");
        }
    }
}
