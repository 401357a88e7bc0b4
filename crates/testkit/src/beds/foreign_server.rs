//! Third-party servers, each in a process that ends with its test.

use std::ffi::OsString;
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU16, Ordering};

use tempfile::TempDir;
use tokio::net::TcpStream;

use crate::until;

/// A running server. Killed when it is dropped.
pub(crate) struct ForeignServer {
    process: Child,
    directory: TempDir,
}

/// The path of a server that `cargo xtask test` has fetched, from the variable that names it.
pub(super) fn tool(variable: &str) -> OsString {
    let path = std::env::var_os(variable);
    path.unwrap_or_else(|| panic!("{variable} is not set: run `cargo xtask test`, which fetches the server"))
}

/// Below the ephemeral ports, so that nobody else gets one of these by chance.
const FIRST_PORT: u16 = 12_000;
const PORTS: u16 = 20_000;

/// Free ports, each used once: these servers cannot report which port they took.
pub fn free_ports<const COUNT: usize>() -> [u16; COUNT] {
    static NEXT: LazyLock<AtomicU16> = LazyLock::new(|| AtomicU16::new(rand::random()));
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    let mut free = std::iter::repeat_with(|| FIRST_PORT + NEXT.fetch_add(1, Ordering::Relaxed) % PORTS).filter(is_free);
    [(); COUNT].map(|()| free.next().expect("it does not end"))
}

/// A client that keeps no connections: these servers close idle ones after some seconds, perhaps just as they would be
/// reused.
pub(super) fn client() -> reqwest::Client {
    reqwest::Client::builder().pool_max_idle_per_host(0).build().expect("a client can be made")
}

impl ForeignServer {
    /// Starts a server in its own directory, which also holds its temporary files and its log.
    pub(crate) fn start(mut command: Command, directory: TempDir) -> Self {
        let log = std::fs::File::create(directory.path().join("log")).expect("a log file");
        let errors = log.try_clone().expect("a second handle");
        command.stdin(Stdio::null()).stdout(log).stderr(errors);
        command.env("TMPDIR", directory.path()).current_dir(directory.path());
        let process = command.spawn().unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
        Self { process, directory }
    }

    /// Waits until something listens.
    pub(crate) async fn wait_for(&self, port: u16) -> SocketAddr {
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let connect = async || match TcpStream::connect(address).await {
            Ok(_) => Ok(()),
            Err(error) => Err(format!("{error}\n{}", self.log())),
        };
        until("the server listens", connect).await;
        address
    }

    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.directory.path().join("log")).unwrap_or_default()
    }
}

impl Drop for ForeignServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
