//! What goes on beside the transfers: settings take hold, and what waited for the session goes on when it is back.

use std::time::Duration;

use domain::agent_settings::limit_at;
use wire::agent::SettingsBody;

use crate::app::App;
use crate::clock;
use crate::error::AgentResult;
use crate::{automations, downloads, gateways, provisioning, uploads};

/// The windows of rate limits begin and end at full minutes.
const LOOK: Duration = Duration::from_secs(15);
/// How often it is looked for what was left waiting. Whatever was refused is tried no more often than this.
const SWEEP: Duration = Duration::from_mins(1);

/// Before the agent accepts requests: settings hold, and what ran before runs again.
pub async fn begin(app: &App) -> anyhow::Result<()> {
    if let (Some(file), true) = (&app.options.provision, app.options.automations) {
        provisioning::apply(app, file).await?;
    }
    apply(app, &app.settings.now());
    uploads::restore(app).await?;
    downloads::restore(app).await?;
    downloads::follow_session(app).await?;
    gateways::restore(app).await?;
    Ok(automations::restore(app).await?)
}

/// Until the agent stops.
pub async fn run(app: App) {
    let (mut settings, mut session) = (app.settings.watch(), app.sessions.watch());
    let (mut looks, mut sweeps) = (tokio::time::interval(LOOK), tokio::time::interval(SWEEP));
    loop {
        let done = tokio::select! {
            () = app.stop.cancelled() => return,
            _ = settings.changed() => Ok(()),
            _ = looks.tick() => Ok(()),
            _ = session.changed() => look(&app).await,
            _ = sweeps.tick() => look(&app).await,
        };
        apply(&app, &app.settings.now());
        if let Err(error) = done {
            tracing::warn!(error = error.message(), "upkeep failed, and is tried again");
        }
    }
}

/// Transfers of the session stop and go on with it, packages of deleted uploads are deleted, and no gateway stays unserved.
pub async fn look(app: &App) -> AgentResult<()> {
    uploads::follow_session(app).await?;
    downloads::follow_session(app).await?;
    uploads::sweep_removed(app).await?;
    gateways::restore(app).await
}

fn apply(app: &App, settings: &SettingsBody) {
    let now = clock::moment();
    app.engine.limit_uploads(limit_at(&settings.upload_rate_limit, now.weekday, now.minute));
    app.engine.limit_downloads(limit_at(&settings.download_rate_limit, now.weekday, now.minute));
    app.engine.limit_connections(usize::try_from(settings.concurrency.max_connections).unwrap_or(usize::MAX));
    let fifo = &settings.fifo_mode;
    let active = |count: u32| fifo.enabled.then(|| usize::try_from(count).unwrap_or(usize::MAX));
    app.uploads.set_active(active(fifo.active_upload_count));
    app.downloads.set_active(active(fifo.active_download_count));
}
