//! Background work: applies changed settings, and resumes transfers when the session is back.

use std::time::Duration;

use domain::agent_settings::limit_at;
use wire::agent::SettingsBody;

use crate::app::App;
use crate::clock;
use crate::error::AgentResult;
use crate::{automations, downloads, gateways, history, provisioning, uploads};

/// Time windows of rate limits begin and end at full minutes.
const LOOK: Duration = Duration::from_secs(15);
/// How often waiting work is retried.
const SWEEP: Duration = Duration::from_mins(1);

/// Runs before the agent accepts requests: applies settings and resumes what was running.
pub async fn begin(app: &App) -> anyhow::Result<()> {
    if let (Some(file), false) = (&app.options.provision, app.options.for_one_command) {
        provisioning::apply(app, file).await?;
    }
    apply(app, &app.settings.now());
    uploads::restore(app).await?;
    downloads::restore(app).await?;
    downloads::follow_session(app).await?;
    gateways::restore(app).await?;
    Ok(automations::restore(app).await?)
}

/// Runs until the agent stops.
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
            tracing::warn!(error = error.message(), "background work failed and will be retried");
        }
    }
}

/// Stops or resumes transfers of the session, deletes packages of deleted uploads, forgets old transfers, and starts gateways that are not
/// running.
pub async fn look(app: &App) -> AgentResult<()> {
    uploads::follow_session(app).await?;
    downloads::follow_session(app).await?;
    uploads::sweep_removed(app).await?;
    if !app.options.for_one_command {
        history::sweep(app).await?;
    }
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
