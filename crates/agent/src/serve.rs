//! `tonnage-agent serve`: starts the log, prints the `listening` line, shuts down cleanly.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::Context as _;
use serving::log;
use tokio::signal::unix::{SignalKind, signal};

use crate::options::Options;
use crate::start::{Running, start};

pub async fn serve(options: Options) -> anyhow::Result<ExitCode> {
    log::start(&options.log_level).context("--log-level must be a level or a filter")?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let running = start(options).await?;
    announce(&running)?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tracing::info!("stopping: running requests may finish");
    tokio::select! {
        () = running.shut_down() => {}
        _ = interrupt.recv() => tracing::warn!("stopped immediately"),
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(serde::Serialize)]
struct Listening<'a> {
    event: &'static str,
    api: &'a str,
}

/// The only line on standard output, for scripts that wait for it.
fn announce(running: &Running) -> anyhow::Result<()> {
    let line = serde_json::to_string(&Listening { event: "listening", api: &running.api })?;
    let mut output = std::io::stdout();
    writeln!(output, "{line}")?;
    output.flush()?;
    tracing::info!(api = running.api, "listening");
    Ok(())
}
