//! A real clamd with our own signature: it downloads nothing, and uses nothing of the system's installation.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use cloud::config::Scan;
use cloud::scan::Scanner;
use tempfile::TempDir;

use crate::until;

/// Content that our signature detects as a virus.
pub const VIRUS: &[u8] = b"tonnage: this text stands for a virus";
/// The name that clamd gives to findings of third-party signatures.
pub const VIRUS_NAME: &str = "Tonnage.Test.UNOFFICIAL";

pub struct Clamd {
    process: Child,
    socket: PathBuf,
    _directory: TempDir,
}

impl Clamd {
    /// Starts one that accepts this many MiB, and waits until it answers.
    pub async fn start(most_mebibytes: u32) -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let place = |name: &str| directory.path().join(name);
        std::fs::create_dir(place("signatures")).expect("an empty directory");
        let hex = VIRUS.iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
        std::fs::write(place("signatures/test.ndb"), format!("Tonnage.Test:0:*:{hex}\n")).expect("a signature");
        let settings = format!(
            "Foreground yes\nDatabaseDirectory {}\nLocalSocket {}\nTemporaryDirectory {}\nStreamMaxLength {most_mebibytes}M\n",
            place("signatures").display(),
            place("socket").display(),
            directory.path().display(),
        );
        std::fs::write(place("clamd.conf"), settings).expect("the settings");
        // A copy, since AppArmor may confine clamd by the path of its program.
        std::fs::copy(program(), place("clamd")).expect("a copy of the program");
        let mut command = Command::new(place("clamd"));
        command.arg("--config-file").arg(place("clamd.conf")).stdout(Stdio::null()).stderr(Stdio::null());
        let process = command.spawn().expect("clamd starts");
        let clamd = Self { process, socket: place("socket"), _directory: directory };
        clamd.wait_until_ready().await;
        clamd
    }

    /// For `scan.clamd`.
    pub fn address(&self) -> String {
        format!("unix:{}", self.socket.display())
    }

    async fn wait_until_ready(&self) {
        let scan = Scan { clamd: self.address(), ..Scan::default() };
        let scanner = Scanner::new(&scan).expect("the address is good");
        until("clamd answers", async || scanner.ping().await).await;
    }
}

impl Drop for Clamd {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The folder of servers is not in the path of ordinary users.
fn program() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from));
    let found = folders.map(|folder| folder.join("clamd")).find(|file| Path::is_file(file));
    found.expect("this test needs clamd: `cargo xtask test` installs it, and on Debian so does package clamav-daemon")
}
