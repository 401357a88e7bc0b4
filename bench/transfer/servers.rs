//! The servers: each with an empty directory, stopped at the end.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::Program;
use wire::ids::TeamId;

use crate::measure::stop;
use crate::place::{End, Place, Tools};

pub(crate) const ACCESS_KEY: &str = "BENCHBENCHBENCHBENCH";
pub(crate) const SECRET_KEY: &str = "bench-bench-bench-bench-bench-bench-bench";
pub(crate) const BUCKET: &str = "bench";
const READY_LONGEST: Duration = Duration::from_mins(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Nginx,
    SeaweedFs,
    /// Our server and its own store.
    Ours,
    /// The same, but every answer waits for the disk.
    OursSynced,
    /// Our server, with `SeaweedFS` as its storage.
    OursOnSeaweedFs,
}

pub(crate) struct Servers {
    running: Vec<Child>,
    /// URL of nginx, or of the S3 API.
    pub(crate) endpoint: String,
    /// URL of our own API.
    pub(crate) api: String,
    /// A Team of ours with its key.
    pub(crate) team: Option<(TeamId, String)>,
    pub(crate) directory: TempDir,
}

impl Servers {
    pub(crate) fn start(kind: Kind, tools: &Tools, place: Place) -> anyhow::Result<Self> {
        let directory = tempfile::tempdir_in(&tools.directory)?;
        let mut servers =
            Self { running: Vec::new(), endpoint: String::new(), api: String::new(), team: None, directory };
        match kind {
            Kind::Nginx => servers.nginx(place)?,
            Kind::SeaweedFs => servers.weed(tools, place)?,
            Kind::Ours => servers.ours(tools, place, "relaxed")?,
            Kind::OursSynced => servers.ours(tools, place, "always")?,
            Kind::OursOnSeaweedFs => {
                servers.weed(tools, place)?;
                servers.ours(tools, place, "relaxed")?;
            }
        }
        Ok(servers)
    }

    pub(crate) fn processes(&self) -> Vec<u32> {
        self.running.iter().map(Child::id).collect()
    }

    fn nginx(&mut self, place: Place) -> anyhow::Result<()> {
        let (directory, host, port) = (self.directory.path(), place.host, free_port()?);
        let at = directory.display();
        fs::create_dir(directory.join("www"))?;
        let settings = format!(
            "worker_processes 2; daemon off; user root; pid {at}/pid; error_log {at}/errors;
            events {{ worker_connections 1024; }}
            http {{
                access_log off; sendfile on; tcp_nopush on; client_max_body_size 0;
                client_body_temp_path {at}/bodies; client_body_buffer_size 1m;
                server {{ listen {host}:{port}; root {at}/www; location / {{ dav_methods PUT; create_full_put_path on; }} }}
            }}"
        );
        let file = directory.join("nginx.conf");
        fs::write(&file, settings)?;
        let mut command = place.command(End::Server, "nginx");
        command.arg("-c").arg(&file).arg("-p").arg(directory).stderr(Stdio::null());
        self.running.push(command.spawn()?);
        self.endpoint = format!("http://{host}:{port}");
        wait_for(place, &self.endpoint)
    }

    fn weed(&mut self, tools: &Tools, place: Place) -> anyhow::Result<()> {
        let directory = self.directory.path().join("weed");
        fs::create_dir(&directory)?;
        let at = |name: &str| directory.join(name).display().to_string();
        let keys = json!([{ "accessKey": ACCESS_KEY, "secretKey": SECRET_KEY }]);
        let actions = ["Admin", "Read", "Write", "List", "Tagging"];
        let identity = json!({ "name": BUCKET, "credentials": keys, "actions": actions });
        fs::write(at("s3.json"), json!({ "identities": [identity] }).to_string())?;
        let (host, s3) = (place.host, free_port()?);
        let mut command = place.command(End::Server, &tools.weed);
        command.args(["-logtostderr=true", "server", "-filer", "-s3", "-master.telemetry=false"]);
        command.args(["-master.volumeSizeLimitMB=1024", "-volume.max=100", "-s3.iam=false"]);
        command.args(["-s3.port.iceberg=0", "-s3.port.lance=0"]);
        command.args([format!("-ip={host}"), format!("-ip.bind={host}"), format!("-dir={}", at(""))]);
        for name in ["master", "volume", "filer"] {
            command.args([format!("-{name}.port={}", free_port()?), format!("-{name}.port.grpc={}", free_port()?)]);
        }
        command.args([format!("-s3.port={s3}"), format!("-s3.port.grpc={}", free_port()?)]);
        command.args([format!("-s3.config={}", at("s3.json")), format!("-filer.localSocket={}", at("filer.sock"))]);
        command.arg(format!("-s3.localSocket={}", at("s3.sock")));
        let log = fs::File::create(at("log"))?;
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).current_dir(&directory);
        self.running.push(command.spawn()?);
        self.endpoint = format!("http://{host}:{s3}");
        wait_for(place, &self.endpoint)?;
        bucket(tools, place, &self.endpoint)
    }

    fn ours(&mut self, tools: &Tools, place: Place, sync: &str) -> anyhow::Result<()> {
        let data = self.directory.path().join("data");
        let mut command = place.command(End::Server, &tools.tonnage);
        let listen = format!("{}:0", place.host);
        command.args(["serve", "--listen", &listen, "--storage-listen", &listen, "--data-dir"]).arg(&data);
        command.envs([("TONNAGE_STORAGE__SYNC", sync), ("TONNAGE_LOG__LEVEL", "warn")]);
        if !self.endpoint.is_empty() {
            let keys = [("ACCESS_KEY", ACCESS_KEY), ("SECRET_KEY", SECRET_KEY), ("BUCKET", BUCKET)];
            for (name, value) in keys.into_iter().chain([("ENDPOINT", self.endpoint.as_str())]) {
                command.env(format!("TONNAGE_STORAGE__{name}"), value);
            }
        }
        let (child, line) = launched(command, &self.directory.path().join("tonnage.log"))?;
        self.running.push(child);
        line["api"].as_str().unwrap_or_default().clone_into(&mut self.api);
        self.team = Some(Program::bootstrap(&tools.tonnage, &data));
        Ok(())
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        self.running.iter_mut().rev().for_each(stop);
    }
}

/// Starts one of our programs and returns the line that says where it listens.
pub(crate) fn launched(mut command: Command, log: &Path) -> anyhow::Result<(Child, Value)> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(fs::File::create(log)?).spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
    let listening = serde_json::from_str(&line);
    listening.map(|line| (child, line)).with_context(|| fs::read_to_string(log).unwrap_or_default())
}

/// Some of these servers cannot report which port they took.
fn free_port() -> anyhow::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Waits until something answers, even with an error.
fn wait_for(place: Place, endpoint: &str) -> anyhow::Result<()> {
    until(endpoint, || {
        let mut command = place.command(End::Client, "curl");
        command.args(["--silent", "--max-time", "5", "--output", "/dev/null", endpoint]);
        Ok(command.status()?.success())
    })
}

/// Creates the bucket and a first object: the components of `SeaweedFS` need a while to find each other.
fn bucket(tools: &Tools, place: Place, endpoint: &str) -> anyhow::Result<()> {
    for words in [&["mb", "s3://bench"][..], &["pipe", "s3://bench/probe"], &["rm", "s3://bench/probe"]] {
        until(endpoint, || {
            let mut command = place.command(End::Client, &tools.s5cmd);
            command.args(["--endpoint-url", endpoint]).args(words).envs(keys());
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            Ok(command.status()?.success())
        })?;
    }
    Ok(())
}

/// Credentials of the store, for S3 clients.
pub(crate) fn keys() -> [(&'static str, &'static str); 6] {
    [
        ("AWS_ACCESS_KEY_ID", ACCESS_KEY),
        ("AWS_SECRET_ACCESS_KEY", SECRET_KEY),
        ("AWS_DEFAULT_REGION", "us-east-1"),
        ("AWS_REQUEST_CHECKSUM_CALCULATION", "when_required"),
        ("AWS_RESPONSE_CHECKSUM_VALIDATION", "when_required"),
        ("AWS_EC2_METADATA_DISABLED", "true"),
    ]
}

fn until(what: &str, mut attempt: impl FnMut() -> anyhow::Result<bool>) -> anyhow::Result<()> {
    let started = Instant::now();
    while !attempt()? {
        if started.elapsed() > READY_LONGEST {
            bail!("{what} did not come up");
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}
