//! The servers, each on a free port, with an empty directory, killed at the end.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use tempfile::TempDir;

use crate::Workplace;
use crate::slow::slowly;

pub(crate) const ACCESS_KEY: &str = "BENCHBENCHBENCHBENCH";
pub(crate) const SECRET_KEY: &str = "bench-bench-bench-bench-bench-bench-bench";
pub(crate) const BUCKET: &str = "bench";

/// Programs that `cargo xtask bench` has prepared.
pub(crate) struct Tools {
    tonnage: PathBuf,
    s3s_fs: PathBuf,
    pub(crate) rclone: PathBuf,
}

impl Tools {
    pub(crate) fn from_environment() -> anyhow::Result<Self> {
        let path = |name: &str| -> anyhow::Result<PathBuf> {
            let path =
                std::env::var_os(name).with_context(|| format!("{name} is not set: run `cargo xtask bench store`"))?;
            Ok(path.into())
        };
        Ok(Self { tonnage: path("BENCH_TONNAGE")?, s3s_fs: path("BENCH_S3S_FS")?, rclone: path("BENCH_RCLONE")? })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    OursSynced,
    OursRelaxed,
    /// Synced, on a disk with slow syncs.
    OursSlowly,
    S3sFs,
    Nginx,
}

impl Kind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::OursSynced => "ours, synced",
            Self::OursRelaxed => "ours, relaxed",
            Self::OursSlowly => "ours, synced, slow syncs",
            Self::S3sFs => "s3s-fs",
            Self::Nginx => "nginx",
        }
    }
}

pub(crate) struct Server {
    child: Child,
    pub(crate) endpoint: String,
    _directory: TempDir,
}

impl Server {
    pub(crate) fn start(kind: Kind, tools: &Tools, workplace: &Workplace) -> anyhow::Result<Self> {
        let directory = tempfile::tempdir_in(&workplace.directory)?;
        let (child, endpoint) = match kind {
            Kind::OursSynced => ours(Command::new(&tools.tonnage), directory.path(), "always")?,
            Kind::OursRelaxed => ours(Command::new(&tools.tonnage), directory.path(), "relaxed")?,
            Kind::OursSlowly => ours(slowly(&tools.tonnage), directory.path(), "always")?,
            Kind::S3sFs => s3s_fs(tools, directory.path())?,
            Kind::Nginx => nginx(directory.path())?,
        };
        Ok(Self { child, endpoint, _directory: directory })
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // nginx stops its workers only when it gets SIGTERM.
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}

fn ours(mut tonnage: Command, directory: &Path, sync: &str) -> anyhow::Result<(Child, String)> {
    let mut child = tonnage
        .args(["serve", "--listen", "127.0.0.1:0", "--storage-listen", "127.0.0.1:0", "--data-dir"])
        .arg(directory.join("data"))
        .envs([("TONNAGE_STORAGE__SYNC", sync), ("TONNAGE_STORAGE__ACCESS_KEY", ACCESS_KEY)])
        .envs([("TONNAGE_STORAGE__SECRET_KEY", SECRET_KEY), ("TONNAGE_STORAGE__BUCKET", BUCKET)])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
    let listening: serde_json::Value = serde_json::from_str(&line).context("tonnage did not start")?;
    Ok((child, listening["storage"].as_str().unwrap_or_default().to_owned()))
}

fn s3s_fs(tools: &Tools, directory: &Path) -> anyhow::Result<(Child, String)> {
    fs::create_dir(directory.join(BUCKET))?;
    let port = free_port()?;
    let child = Command::new(&tools.s3s_fs)
        .args([
            "--host",
            "127.0.0.1",
            "--port",
            &port.to_string(),
            "--access-key",
            ACCESS_KEY,
            "--secret-key",
            SECRET_KEY,
        ])
        .arg(directory)
        .env("RUST_LOG", "warn")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    wait_for(port)?;
    Ok((child, format!("http://127.0.0.1:{port}")))
}

fn nginx(directory: &Path) -> anyhow::Result<(Child, String)> {
    let port = free_port()?;
    let place = directory.display();
    fs::create_dir(directory.join("www"))?;
    let settings = format!(
        "worker_processes 2; daemon off; user root; pid {place}/pid; error_log {place}/errors;
        events {{ worker_connections 1024; }}
        http {{
            access_log off; sendfile on; tcp_nopush on; client_max_body_size 0;
            client_body_temp_path {place}/bodies; client_body_buffer_size 1m;
            server {{ listen 127.0.0.1:{port}; root {place}/www; location / {{ dav_methods PUT; create_full_put_path on; }} }}
        }}"
    );
    let file = directory.join("nginx.conf");
    fs::write(&file, settings)?;
    let child = Command::new("nginx").arg("-c").arg(&file).arg("-p").arg(directory).stderr(Stdio::null()).spawn()?;
    wait_for(port)?;
    Ok((child, format!("http://127.0.0.1:{port}")))
}

fn free_port() -> anyhow::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

fn wait_for(port: u16) -> anyhow::Result<()> {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(20) {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    bail!("no server opened port {port}")
}
