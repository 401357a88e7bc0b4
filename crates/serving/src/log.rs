//! Sets up the log.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

/// Libraries that log too much, or whose errors we log ourselves.
const QUIET: &str = "s3s=off,sqlx=warn,hyper=warn,hyper_util=warn,reqwest=warn,rustls=warn,lettre=warn,async_nats=off";

/// Starts the log on standard error: text on a terminal, otherwise JSON. `level` may also be a filter of modules.
pub fn start(level: &str) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(format!("{QUIET},{level}"))?;
    // A log on a full disk loses lines. Reporting that on standard error would fail as well, and panic.
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).log_internal_errors(false);
    if std::io::stderr().is_terminal() {
        log.init();
    } else {
        log.json().flatten_event(true).init();
    }
    Ok(())
}
