//! `tonnage health`: reports by its exit code whether a running server is ready.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail};
use url::Url;

use crate::config::{Config, Role};
use crate::listen::http_url;

/// Health checks time out after a few seconds themselves.
const PATIENCE: Duration = Duration::from_secs(4);

/// Without an address, asks the server that has this configuration.
pub async fn health(config: &Config, address: Option<&Url>) -> anyhow::Result<ExitCode> {
    let address = address.map_or_else(|| own_address(config), |address| Ok(address.clone()))?;
    let ready = address.join("/readyz")?;
    let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build()?;
    let reply = client.get(ready.clone()).send().await.with_context(|| format!("{ready} does not answer"))?;
    let status = reply.status();
    let text = reply.text().await.unwrap_or_default();
    super::print(&format!("{}\n", text.trim()));
    Ok(if status.is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Where the server answers on this machine: on its main listener, or on the operator's own.
fn own_address(config: &Config) -> anyhow::Result<Url> {
    let has_api = config.has_role(Role::Api);
    let (key, listen) = if has_api { ("listen", &config.listen) } else { ("metrics.listen", &config.metrics.listen) };
    if listen.is_empty() {
        bail!("without the role api, only metrics.listen answers, and it is not set: set it, or pass an address");
    }
    let address: SocketAddr = listen.parse().with_context(|| format!("{key} is not an address"))?;
    if address.port() == 0 {
        bail!("{key} is any free port: pass the address that the server printed");
    }
    http_url(address)
}

#[cfg(test)]
mod tests {
    use super::own_address;
    use crate::config::{Config, Metrics, Role};

    fn address(listen: &str, roles: &[Role], metrics: &str) -> Result<String, String> {
        let metrics = Metrics { listen: metrics.into(), ..Metrics::default() };
        let config = Config { listen: listen.into(), roles: roles.to_vec(), metrics, ..Config::default() };
        own_address(&config).map(|url| url.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_server_is_asked_where_it_listens() {
        let (api, worker) = (&[Role::Api, Role::Worker][..], &[Role::Worker][..]);
        for (listen, roles, metrics, expected) in [
            ("127.0.0.1:8080", api, "", "http://127.0.0.1:8080/"),
            ("0.0.0.0:7070", api, "10.0.0.1:9090", "http://127.0.0.1:7070/"),
            ("[::]:7070", api, "", "http://[::1]:7070/"),
            ("10.0.0.1:7070", api, "", "http://10.0.0.1:7070/"),
            ("127.0.0.1:7070", worker, "0.0.0.0:9090", "http://127.0.0.1:9090/"),
        ] {
            assert_eq!(address(listen, roles, metrics).as_deref(), Ok(expected), "{listen}");
        }
        for (listen, roles, expected) in
            [("127.0.0.1:0", api, "listen is any free port"), ("127.0.0.1:7070", worker, "only metrics.listen answers")]
        {
            let refused = address(listen, roles, "").unwrap_err();
            assert!(refused.contains(expected), "{refused}");
        }
    }
}
