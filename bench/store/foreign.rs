//! Other clients: curl as the baseline for plain HTTP, rclone as a common S3 client, cp.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::ensure;

use crate::Workplace;
use crate::servers::{ACCESS_KEY, BUCKET, SECRET_KEY, Tools};

fn run(command: &mut Command) -> anyhow::Result<()> {
    let status = command.stdout(Stdio::null()).status()?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}

pub(crate) fn copy(workplace: &Workplace) -> anyhow::Result<()> {
    let target = workplace.directory.join("copy");
    run(Command::new("cp").arg(&workplace.big).arg(&target))?;
    Ok(fs::remove_file(target)?)
}

pub(crate) fn curl_up(endpoint: &str, workplace: &Workplace) -> anyhow::Result<()> {
    run(Command::new("curl").args(["-sS", "-f", "-T"]).arg(&workplace.big).arg(format!("{endpoint}/big")))
}

pub(crate) fn curl_down(endpoint: &str, target: &Path) -> anyhow::Result<()> {
    run(Command::new("curl").args(["-sS", "-f", "-o"]).arg(target).arg(format!("{endpoint}/big")))
}

/// Many small files with one curl, 32 at a time.
pub(crate) fn curl_files(endpoint: &str, workplace: &Workplace, files: &[PathBuf], up: bool) -> anyhow::Result<()> {
    let mut list = String::new();
    for (index, file) in files.iter().enumerate() {
        let (option, path) =
            if up { ("upload-file", file.display().to_string()) } else { ("output", "/dev/null".to_owned()) };
        writeln!(list, "url = \"{endpoint}/tree/{index:05}\"\n{option} = \"{path}\"")?;
    }
    let path = workplace.directory.join("curl-list");
    fs::write(&path, list)?;
    run(Command::new("curl")
        .args(["-sS", "-f", "--parallel", "--parallel-max", "32", "-K"])
        .arg(path)
        .stderr(Stdio::null()))
}

/// rclone with its own checksums turned off, as people do for speed.
pub(crate) fn rclone(tools: &Tools, endpoint: &str, arguments: &[&str], from: &str, to: &str) -> anyhow::Result<()> {
    let settings = [
        ("TYPE", "s3"),
        ("PROVIDER", "Other"),
        ("ENDPOINT", endpoint),
        ("ACCESS_KEY_ID", ACCESS_KEY),
        ("SECRET_ACCESS_KEY", SECRET_KEY),
        ("REGION", "us-east-1"),
    ];
    let mut command = Command::new(&tools.rclone);
    command.args(arguments).args(["--s3-chunk-size", "16M", "--s3-upload-concurrency", "8", "--s3-disable-checksum"]);
    command.args(["--s3-use-unsigned-payload=true", "--s3-no-check-bucket", "--no-traverse", "--ignore-checksum"]);
    command.args(["--multi-thread-streams", "8", "--multi-thread-cutoff", "64M", "--multi-thread-chunk-size", "32M"]);
    command.args([from, to]).env("RCLONE_CONFIG", "/notfound");
    run(command.envs(settings.map(|(name, value)| (format!("RCLONE_CONFIG_X_{name}"), value))))
}

pub(crate) fn remote(path: &str) -> String {
    format!("X:{BUCKET}/{path}")
}
