//! The NATS server from Debian, which can be killed and restarted at the same address.

use std::path::PathBuf;
use std::process::Command;

use crate::beds::foreign_server::{ForeignServer, free_ports};

/// The folder of servers is not in the path of ordinary users.
const FOLDERS: &[&str] = &["/usr/sbin", "/usr/local/sbin"];

pub struct Nats {
    port: u16,
    options: Vec<String>,
    server: Option<ForeignServer>,
}

impl Nats {
    pub async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// With further options, such as `--auth TOKEN`.
    pub async fn start_with(options: &[&str]) -> Self {
        let [port] = free_ports();
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        let mut nats = Self { port, options, server: None };
        nats.restart().await;
        nats
    }

    /// Its URL, with an optional prefix of the host: `user:password@`, or nothing.
    pub fn url(&self, login: &str) -> String {
        format!("nats://{login}127.0.0.1:{}", self.port)
    }

    /// `kill -9`; returns when the process is gone.
    pub fn kill(&mut self) {
        self.server = None;
    }

    /// Starts it again after a kill.
    pub async fn restart(&mut self) {
        self.kill();
        let mut command = Command::new(program());
        command.args(["--addr", "127.0.0.1", "--port", &self.port.to_string()]).args(&self.options);
        let server = ForeignServer::start(command, tempfile::tempdir().expect("a temporary directory"));
        server.wait_for(self.port).await;
        self.server = Some(server);
    }
}

fn program() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).chain(FOLDERS.iter().map(PathBuf::from));
    let found = folders.find_map(|folder| Some(folder.join("nats-server")).filter(|program| program.is_file()));
    found.expect("nats-server is installed: `cargo xtask test` does it")
}
