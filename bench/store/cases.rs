//! What is measured.

use std::fs;
use std::path::PathBuf;

use tokio::runtime::Runtime;

use crate::Workplace;
use crate::disk;
use crate::foreign::{self, remote};
use crate::measure::measure;
use crate::presigned::Presigned;
use crate::report::{Report, Unit};
use crate::servers::{Kind, Server, Tools};
use crate::slow;

const BIG: &str = "1 GiB in 16 MiB parts";
const SMALL: &str = "10,000 objects of 16 KiB";
const GIB: u64 = 1 << 30;

/// One round: every server and client once, so that all run under the same conditions.
pub(crate) fn run(runtime: &Runtime, tools: &Tools, workplace: &Workplace, report: &mut Report) -> anyhow::Result<()> {
    report.begin_round();
    report.add(BIG, "up", "-", "cp", Unit::Gibibyte, measure(None, || foreign::copy(workplace))?);
    report.add(BIG, "up", "-", "write + one sync", Unit::Gibibyte, measure(None, || disk::write_and_sync(workplace))?);
    report.note_syncs(disk::syncs_per_second(&workplace.directory)?, disk::durable_files_per_second(workplace)?);
    floor(tools, workplace, report)?;
    for kind in [Kind::OursSynced, Kind::OursRelaxed, Kind::S3sFs] {
        own_client(runtime, tools, workplace, report, kind)?;
        rclone(tools, workplace, report, kind)?;
    }
    slow_syncs(runtime, tools, workplace, report)
}

/// What group commit gains where syncs are slow.
fn slow_syncs(runtime: &Runtime, tools: &Tools, workplace: &Workplace, report: &mut Report) -> anyhow::Result<()> {
    report.note_slow_syncs(slow::syncs_per_second(workplace)?);
    let kind = Kind::OursSlowly;
    let server = Server::start(kind, tools, workplace)?;
    let (client, files) = (Presigned::new(&server.endpoint)?, files(workplace)?);
    let up = || runtime.block_on(client.upload_files(files.clone()));
    report.add(SMALL, "up", kind.name(), "pre-signed", Unit::File, measure(Some(server.process()), up)?);
    Ok(())
}

fn files(workplace: &Workplace) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in fs::read_dir(&workplace.tree)? {
        for file in fs::read_dir(folder?.path())? {
            files.push(file?.path());
        }
    }
    Ok(files)
}

/// curl to nginx: HTTP with no S3, no hash, no signature.
fn floor(tools: &Tools, workplace: &Workplace, report: &mut Report) -> anyhow::Result<()> {
    let server = Server::start(Kind::Nginx, tools, workplace)?;
    let (process, endpoint) = (Some(server.process()), &server.endpoint);
    let (target, files) = (workplace.directory.join("down"), files(workplace)?);
    report.add(BIG, "up", "nginx", "curl", Unit::Gibibyte, measure(process, || foreign::curl_up(endpoint, workplace))?);
    report.add(
        BIG,
        "down",
        "nginx",
        "curl",
        Unit::Gibibyte,
        measure(process, || foreign::curl_down(endpoint, &target))?,
    );
    report.add(
        SMALL,
        "up",
        "nginx",
        "curl",
        Unit::File,
        measure(process, || foreign::curl_files(endpoint, workplace, &files, true))?,
    );
    report.add(
        SMALL,
        "down",
        "nginx",
        "curl",
        Unit::File,
        measure(process, || foreign::curl_files(endpoint, workplace, &files, false))?,
    );
    Ok(fs::remove_file(target)?)
}

fn own_client(
    runtime: &Runtime,
    tools: &Tools,
    workplace: &Workplace,
    report: &mut Report,
    kind: Kind,
) -> anyhow::Result<()> {
    let server = Server::start(kind, tools, workplace)?;
    let (process, name) = (Some(server.process()), kind.name());
    let client = Presigned::new(&server.endpoint)?;
    let size = workplace.big_bytes;
    let (target, files) = (workplace.directory.join("down"), files(workplace)?);
    let up = || runtime.block_on(client.upload(workplace.big.clone(), size)).map(drop);
    report.add(BIG, "up", name, "pre-signed", Unit::Gibibyte, measure(process, up)?);
    let down = || runtime.block_on(client.download(target.clone(), size));
    report.add(BIG, "down", name, "pre-signed", Unit::Gibibyte, measure(process, down)?);
    anyhow::ensure!(same(&workplace.big, &target)?, "{name} returned different bytes");
    let up = || runtime.block_on(client.upload_files(files.clone()));
    report.add(SMALL, "up", name, "pre-signed", Unit::File, measure(process, up)?);
    let down = || runtime.block_on(client.download_files(files.len()));
    report.add(SMALL, "down", name, "pre-signed", Unit::File, measure(process, down)?);
    Ok(fs::remove_file(target)?)
}

fn same(one: &PathBuf, other: &PathBuf) -> anyhow::Result<bool> {
    Ok(std::process::Command::new("cmp").arg("-s").arg(one).arg(other).status()?.success())
}

fn rclone(tools: &Tools, workplace: &Workplace, report: &mut Report, kind: Kind) -> anyhow::Result<()> {
    let server = Server::start(kind, tools, workplace)?;
    let (process, endpoint, name) = (Some(server.process()), &server.endpoint, kind.name());
    let target = workplace.directory.join("rclone");
    let (big, down) = (workplace.big.display().to_string(), target.join("big").display().to_string());
    let up = || foreign::rclone(tools, endpoint, &["copyto"], &big, &remote("big"));
    report.add(BIG, "up", name, "rclone", Unit::Gibibyte, measure(process, up)?);
    let back = || foreign::rclone(tools, endpoint, &["copyto"], &remote("big"), &down);
    report.add(BIG, "down", name, "rclone", Unit::Gibibyte, measure(process, back)?);
    let many = ["copy", "--transfers", "64", "--checkers", "64"];
    let tree = workplace.tree.display().to_string();
    let up = || foreign::rclone(tools, endpoint, &many, &tree, &remote("tree"));
    report.add(SMALL, "up", name, "rclone", Unit::File, measure(process, up)?);
    if kind != Kind::S3sFs {
        // s3s-fs walks the whole bucket for each folder that rclone lists, which takes minutes and measures no transfer.
        let down = target.join("tree").display().to_string();
        let back = || foreign::rclone(tools, endpoint, &many, &remote("tree"), &down);
        report.add(SMALL, "down", name, "rclone", Unit::File, measure(process, back)?);
    }
    Ok(fs::remove_dir_all(target)?)
}

/// How long the completion of an upload takes, by its size.
pub(crate) fn completion(
    runtime: &Runtime,
    tools: &Tools,
    workplace: &Workplace,
    report: &mut Report,
) -> anyhow::Result<()> {
    let server = Server::start(Kind::OursSynced, tools, workplace)?;
    let client = Presigned::new(&server.endpoint)?;
    for gibibytes in [1, 4] {
        let took = runtime.block_on(client.upload(workplace.big.clone(), gibibytes * GIB))?;
        report.note_completion(gibibytes, took);
    }
    Ok(())
}
