//! How a program writes its log.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

/// Parts of others that say too much, or say it better elsewhere.
const QUIET: &str = "s3s=off,sqlx=warn,hyper=warn,hyper_util=warn,reqwest=warn,rustls=warn,lettre=warn,async_nats=off";

/// Begins the log on standard error: people read text, machines read JSON. `level` may be a filter of modules too.
pub fn start(level: &str) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(format!("{QUIET},{level}"))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        log.init();
    } else {
        log.json().flatten_event(true).init();
    }
    Ok(())
}
