//! `tonnage serve`: logging, the `listening` line, the orderly shutdown.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;
use serving::log;
use tokio::signal::unix::{SignalKind, signal};

use crate::clock::Clock;
use crate::config::Config;
use crate::first_start::Welcome;
use crate::interruption;
use crate::start::{Running, Workers, start};

pub async fn serve(config: Config) -> anyhow::Result<ExitCode> {
    log::start(&config.log.level).context("log.level cannot be used")?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hangups = interruption::hangups()?;
    let running = start(config, Clock::System, Workers::Running).await?;
    if let Some(welcome) = &running.welcome {
        show(welcome)?;
    }
    announce(&running)?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        () = interruption::hung_up(hangups.as_mut()) => {}
    }
    tracing::info!("stopping: running requests may finish");
    tokio::select! {
        () = running.shut_down() => tracing::info!("stopped"),
        _ = interrupt.recv() => tracing::warn!("stopped at once"),
    }
    Ok(ExitCode::SUCCESS)
}

/// On a terminal someone reads it now, and the file with it can go. Otherwise the file is where it is read.
fn show(welcome: &Welcome) -> anyhow::Result<()> {
    if std::io::stderr().is_terminal() {
        eprintln!("\n{welcome}");
        return welcome.remove_file();
    }
    let path = welcome.file().display();
    tracing::info!(%path, "first start: address, email, password and key are in this file");
    Ok(())
}

#[derive(serde::Serialize)]
struct Listening {
    event: &'static str,
    api: Option<String>,
    storage: String,
    /// The operator's own listener, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    metrics: Option<String>,
}

/// The one line on standard output, for scripts that wait for it.
fn announce(running: &Running) -> anyhow::Result<()> {
    let text = |url: &url::Url| url.as_str().trim_end_matches('/').to_owned();
    let line = Listening {
        event: "listening",
        api: running.api.as_ref().map(text),
        storage: text(&running.storage),
        metrics: running.metrics.as_ref().map(text),
    };
    let mut output = std::io::stdout();
    writeln!(output, "{}", serde_json::to_string(&line)?)?;
    output.flush()?;
    tracing::info!(api = line.api, storage = line.storage, metrics = line.metrics, "listening");
    Ok(())
}
