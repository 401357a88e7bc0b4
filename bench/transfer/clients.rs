//! The peers: the commands with which each sends one file, or a tree, and fetches it again.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::place::{End, Place, Tools};
use crate::servers::{ACCESS_KEY, BUCKET, SECRET_KEY, Servers, keys};
use crate::source::{Shape, Source};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Client {
    /// One stream for a file, 32 for a tree. To nginx only.
    Curl,
    /// With this many parts, or files, at once.
    S5cmd {
        at_once: u32,
        part_mib: u32,
    },
    Rclone,
    /// The AWS command line with its native transfer library.
    Aws,
    Agent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
}

impl Direction {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
        }
    }
}

/// The data that one run of a peer moves.
pub(crate) struct Errand<'a> {
    pub(crate) tools: &'a Tools,
    pub(crate) place: Place,
    pub(crate) servers: &'a Servers,
    pub(crate) source: &'a Source,
    /// Where a download goes: a file, or an existing directory.
    pub(crate) received: &'a Path,
    pub(crate) direction: Direction,
}

impl Errand<'_> {
    pub(crate) fn command(&self, client: Client) -> anyhow::Result<Command> {
        let mut command = match (client, self.source.shape) {
            (Client::Curl, Shape::File) => self.curl(),
            (Client::Curl, Shape::Tree { .. }) => self.many_by_curl()?,
            (Client::S5cmd { at_once, part_mib }, _) => self.s5cmd(at_once, part_mib),
            (Client::Rclone, _) => self.rclone(),
            (Client::Aws, _) => self.aws()?,
            (Client::Agent, _) => anyhow::bail!("the agent is not a command"),
        };
        command.envs(keys()).stderr(Stdio::inherit());
        Ok(command)
    }

    /// The source and the target in the order of the direction.
    fn ends(&self, remote: String) -> [String; 2] {
        let local = if self.direction == Direction::Up { &self.source.path } else { self.received };
        let local = local.display().to_string();
        if self.direction == Direction::Up { [local, remote] } else { [remote, local] }
    }

    fn curl(&self) -> Command {
        let mut command = self.place.command(End::Client, "curl");
        command.args(["--silent", "--show-error", "--fail"]);
        match self.direction {
            Direction::Up => command.arg("--upload-file").arg(&self.source.path),
            Direction::Down => command.arg("--output").arg(self.received),
        };
        command.arg(format!("{}/{BUCKET}/large", self.servers.endpoint));
        command
    }

    fn many_by_curl(&self) -> anyhow::Result<Command> {
        let mut list = String::new();
        for file in self.source.files() {
            let url = format!("{}/{BUCKET}/tree/{file}", self.servers.endpoint);
            match self.direction {
                Direction::Up => {
                    writeln!(list, "upload-file = \"{}/{file}\"", self.source.path.display())?;
                }
                Direction::Down => writeln!(list, "output = \"{}/{file}\"\ncreate-dirs", self.received.display())?,
            }
            writeln!(list, "url = \"{url}\"")?;
        }
        let path = self.servers.directory.path().join("curl.list");
        fs::write(&path, list)?;
        let mut command = self.place.command(End::Client, "curl");
        command.args([
            "--silent",
            "--show-error",
            "--no-progress-meter",
            "--fail",
            "--parallel",
            "--parallel-max",
            "32",
            "--config",
        ]);
        command.arg(path);
        Ok(command)
    }

    fn s5cmd(&self, at_once: u32, part_mib: u32) -> Command {
        let mut command = self.place.command(End::Client, &self.tools.s5cmd);
        command.args(["--endpoint-url", &self.servers.endpoint, "--log", "error"]);
        let (at_once, part) = (at_once.to_string(), part_mib.to_string());
        match (self.source.shape, self.direction) {
            (Shape::File, _) => {
                command.args(["cp", "-c", &at_once, "-p", &part]).args(self.ends(format!("s3://{BUCKET}/large")));
            }
            (Shape::Tree { .. }, Direction::Up) => {
                let from = format!("{}/", self.source.path.display());
                command.args(["--numworkers", &at_once, "cp", &from, &format!("s3://{BUCKET}/tree/")]);
            }
            (Shape::Tree { .. }, Direction::Down) => {
                let to = format!("{}/", self.received.display());
                command.args(["--numworkers", &at_once, "cp", &format!("s3://{BUCKET}/tree/*"), &to]);
            }
        }
        command
    }

    fn rclone(&self) -> Command {
        let mut command = self.place.command(End::Client, &self.tools.rclone);
        let is_file = self.source.shape == Shape::File;
        let name = if is_file { "large" } else { "tree" };
        command.arg(if is_file { "copyto" } else { "copy" }).args(self.ends(format!("bench:{BUCKET}/{name}")));
        command.args(["--s3-chunk-size", "16M", "--s3-upload-concurrency", "8", "--s3-disable-checksum"]);
        command.args(["--s3-use-unsigned-payload=true", "--s3-no-check-bucket", "--ignore-checksum", "--quiet"]);
        command.args(["--multi-thread-streams", "8", "--multi-thread-cutoff", "64M"]);
        command.args(["--multi-thread-chunk-size", "32M", "--transfers", "64", "--checkers", "64"]);
        let endpoint = self.servers.endpoint.as_str();
        let fields = [("TYPE", "s3"), ("PROVIDER", "Other"), ("REGION", "us-east-1"), ("ENDPOINT", endpoint)];
        for (field, value) in
            fields.into_iter().chain([("ACCESS_KEY_ID", ACCESS_KEY), ("SECRET_ACCESS_KEY", SECRET_KEY)])
        {
            command.env(format!("RCLONE_CONFIG_BENCH_{field}"), value);
        }
        command.env("RCLONE_CONFIG", self.servers.directory.path().join("rclone.conf"));
        command
    }

    fn aws(&self) -> anyhow::Result<Command> {
        let settings = self.servers.directory.path().join("aws");
        let text = "[default]\nregion = us-east-1\ns3 =\n  preferred_transfer_client = crt\n  \
            target_bandwidth = 5GB/s\n  multipart_chunksize = 16MB\n  addressing_style = path\n";
        fs::write(&settings, text)?;
        let mut command = self.place.command(End::Client, &self.tools.aws);
        command.args(["--endpoint-url", &self.servers.endpoint, "s3", "cp", "--only-show-errors"]);
        match self.source.shape {
            Shape::File => command.args(self.ends(format!("s3://{BUCKET}/large"))),
            Shape::Tree { .. } => command.arg("--recursive").args(self.ends(format!("s3://{BUCKET}/tree"))),
        };
        command.env("AWS_CONFIG_FILE", settings);
        Ok(command)
    }
}
