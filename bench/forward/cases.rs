//! Forwards one package to a new target: once with our server, once with rclone.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use bench::process::{cpu, forget_peak, peak_memory};
use serde_json::json;
use testkit::beds::SeaweedFs;
use wire::connections::{StartTransfer, WriteCloudConnection};
use wire::ids::PackageId;

use crate::Tools;
use crate::source::{ACCESS_KEY, BUCKET, SECRET_KEY, Source};

const TARGET: &str = "target";

pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) unit: &'static str,
    /// MiB or files.
    pub(crate) amount: f64,
    pub(crate) package: PackageId,
}

pub(crate) struct Figures {
    pub(crate) seconds: f64,
    pub(crate) cpu: f64,
    /// Peak, in MiB.
    pub(crate) memory: u64,
}

pub(crate) async fn ours(source: &Source, target: &SeaweedFs, case: &Case) -> anyhow::Result<Figures> {
    target.make_bucket(TARGET).await;
    let (client_id, client_secret) = SeaweedFs::keys();
    let authorization = json!({
        "client_id": client_id, "client_secret": client_secret, "destination": TARGET,
        "endpoint": format!("http://{}", target.address()), "region": "us-east-1",
    });
    let request = WriteCloudConnection {
        provider: Some("vendor_e_s3".to_owned()),
        authorization: Some(authorization),
        ..WriteCloudConnection::default()
    };
    let connection = source.client.create_connection(&source.team, &request).await?;
    let package = source.client.package(&source.team, &case.package).await?;
    let holder = source.client.with_package_token(&package.access_token);
    let server = source.server.id();
    forget_peak(server)?;
    let (before, started) = (cpu(server, false), Instant::now());
    let start = StartTransfer { cloud_connection_id: Some(connection.id.to_string()), ..StartTransfer::default() };
    let begun = holder.start_transfer(&case.package, &start).await?;
    loop {
        let transfers = holder.transfers(&case.package).await?;
        let transfer =
            transfers.into_iter().find(|transfer| transfer.id == begun.id).context("the transfer is gone")?;
        if transfer.state == "complete" {
            break;
        }
        if !transfer.error.is_empty() {
            bail!("the transfer failed: {}", transfer.error);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let seconds = started.elapsed().as_secs_f64();
    Ok(Figures { seconds, cpu: cpu(server, false) - before, memory: peak_memory(server) })
}

pub(crate) async fn rclone(
    source: &Source,
    tools: &Tools,
    target: &SeaweedFs,
    case: &Case,
    options: &[&str],
) -> anyhow::Result<Figures> {
    target.make_bucket(TARGET).await;
    let (target_key, target_secret) = SeaweedFs::keys();
    let mut command = Command::new(&tools.rclone);
    command.args(["copy", &format!("src:{BUCKET}/packages/{}", case.package), &format!("dst:{TARGET}/copied")]);
    command.args(options).args(["--s3-no-check-bucket"]).stdout(Stdio::null());
    let endpoint = format!("http://{}", target.address());
    let remotes = [
        ("SRC", ACCESS_KEY, SECRET_KEY, source.server.storage.as_str()),
        ("DST", target_key, target_secret, endpoint.as_str()),
    ];
    for (name, key, secret, endpoint) in remotes {
        let set = [("TYPE", "s3"), ("PROVIDER", "Other"), ("ACCESS_KEY_ID", key), ("SECRET_ACCESS_KEY", secret)];
        for (field, value) in set.into_iter().chain([("ENDPOINT", endpoint), ("REGION", "us-east-1")]) {
            command.env(format!("RCLONE_CONFIG_{name}_{field}"), value);
        }
    }
    let (own, server) = (std::process::id(), source.server.id());
    let before = cpu(own, true) + cpu(server, false);
    let started = Instant::now();
    let mut child = command.spawn()?;
    let mut memory = 0;
    let status = loop {
        memory = memory.max(peak_memory(child.id()));
        if let Some(status) = child.try_wait()? {
            break status;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let seconds = started.elapsed().as_secs_f64();
    if !status.success() {
        bail!("rclone failed: {status}");
    }
    Ok(Figures { seconds, cpu: cpu(own, true) + cpu(server, false) - before, memory })
}
