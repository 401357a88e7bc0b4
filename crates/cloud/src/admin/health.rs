//! `tonnage health`: reports by its exit code whether a running server is ready.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use url::Url;

/// Health checks time out after a few seconds themselves.
const PATIENCE: Duration = Duration::from_secs(4);

pub async fn health(address: &Url) -> anyhow::Result<ExitCode> {
    let ready = address.join("/readyz")?;
    let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build()?;
    let reply = client.get(ready.clone()).send().await.with_context(|| format!("{ready} does not answer"))?;
    let status = reply.status();
    let text = reply.text().await.unwrap_or_default();
    super::print(&format!("{}\n", text.trim()));
    Ok(if status.is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
