//! Where both ends run: side by side, or in two network namespaces with an emulated link between them.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Context as _;

/// Programs that `cargo xtask bench` has prepared, and the disk.
pub(crate) struct Tools {
    pub(crate) tonnage: PathBuf,
    pub(crate) agent: PathBuf,
    pub(crate) weed: PathBuf,
    pub(crate) rclone: PathBuf,
    pub(crate) s5cmd: PathBuf,
    pub(crate) aws: PathBuf,
    /// The link emulator, if one is set.
    pub(crate) netsim: Option<PathBuf>,
    pub(crate) directory: PathBuf,
}

impl Tools {
    pub(crate) fn from_environment() -> anyhow::Result<Self> {
        let path = |name: &str| -> anyhow::Result<PathBuf> {
            let path = std::env::var_os(name);
            Ok(path.with_context(|| format!("{name} is not set: run `cargo xtask bench transfer`"))?.into())
        };
        Ok(Self {
            tonnage: path("BENCH_TONNAGE")?,
            agent: path("BENCH_AGENT")?,
            weed: path("BENCH_WEED")?,
            rclone: path("BENCH_RCLONE")?,
            s5cmd: path("BENCH_S5CMD")?,
            aws: path("BENCH_AWS")?,
            netsim: std::env::var_os("BENCH_NETSIM").map(PathBuf::from),
            directory: path("BENCH_DIRECTORY")?,
        })
    }
}

/// Which end of the link a program runs at.
#[derive(Debug, Clone, Copy)]
pub(crate) enum End {
    Client,
    Server,
}

/// The address of the servers, and the namespaces, if there are any.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) host: &'static str,
    pub(crate) namespaces: Option<(&'static str, &'static str)>,
}

pub(crate) const LOOPBACK: Place = Place { host: "127.0.0.1", namespaces: None };

impl Place {
    /// The program at that end. The process is the program itself, not a wrapper.
    pub(crate) fn command(self, end: End, program: impl AsRef<OsStr>) -> Command {
        let Some((client, server)) = self.namespaces else { return Command::new(program) };
        let mut command = Command::new("ip");
        let namespace = match end {
            End::Client => client,
            End::Server => server,
        };
        command.args(["netns", "exec", namespace]).arg(program);
        command
    }
}
