//! `tonnage admin fsck`: checks that the database, the store and the disk agree.

mod agreement;
mod foreign;
mod report;
mod segments;

use std::path::PathBuf;
use std::process::ExitCode;

use report::{Files, Report};
use store::audit::{Verdict, verify};
use store::tables::first_filled;
use store::teams;

use crate::config::Config;
use crate::data_dir;
use crate::foundation::Foundation;
use crate::interruption;
use crate::start::storage_endpoint;
use crate::storage::{Finding, Storage};

#[derive(clap::Args)]
pub struct Arguments {
    /// Read every stored byte and recompute its checksum
    #[arg(long)]
    read_data: bool,
    /// First move files that the index of the embedded store does not know to `objects/lost+found`. Stop the server first
    #[arg(long)]
    set_aside: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) async fn run(config: &Config, foundation: &Foundation, arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut report = Report::new(arguments.read_data, arguments.json);
    if arguments.set_aside {
        let directory = config.data_dir.join("objects");
        interruption::leaves("some files may have been moved to objects/lost+found: run it again");
        let count = tokio::task::spawn_blocking(move || objects::set_aside(&directory)).await??;
        interruption::leaves("");
        report.set_aside(count);
    }
    let (teams, problems) = database(foundation).await?;
    report.teams(teams);
    report.problems(problems);
    store(config, foundation, arguments.read_data, &mut report).await?;
    Ok(if report.finish() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The number of Teams, and the problems of the database and of the audit records.
pub(super) async fn database(foundation: &Foundation) -> anyhow::Result<(usize, Vec<String>)> {
    let mut problems = foundation.store.integrity_problems().await?;
    let mut connection = foundation.store.snapshot().await?;
    let all = teams::all(&mut connection).await?;
    for team in &all {
        match verify(&mut connection, &team.id).await? {
            Verdict::Broken { sequence } => {
                problems.push(format!("the audit record of Team {} is broken at entry {sequence}", team.id));
            }
            Verdict::Whole { keyed_from: None, .. } if foundation.vault.has_keyed_record() => {
                problems.push(format!("the key of the audit record of Team {} was removed", team.id));
            }
            Verdict::Whole { .. } => {}
        }
    }
    Ok((all.len(), problems))
}

async fn foreign_store(
    config: &Config,
    foundation: &Foundation,
    read_data: bool,
    report: &mut Report,
) -> anyhow::Result<()> {
    let storage = Storage::new(&config.storage, storage_endpoint(config)?, &foundation.keys, foundation.clock.clone())?;
    let found = foreign::check(&foundation.store, &storage, read_data).await?;
    let how = if read_data { "every byte read" } else { "sizes and checksums compared, content not read" };
    report.line(&format!("files: {} finalized, {} bytes, {how}", found.files, found.bytes));
    if found.unproven > 0 {
        let unproven = found.unproven;
        report.line(&format!("files: {unproven} whose checksum the store does not tell: --read-data reads them"));
    }
    let endpoint = &config.storage.endpoint;
    report.line(&format!("store: {} objects in {endpoint}, {} unknown", found.objects, found.unknown));
    for key in &found.first_unknown {
        report.line(&format!("unknown: {key}"));
    }
    let files = Files { finalized: found.files, unproven: found.unproven, segments: 0 };
    let (objects, bytes, unknown) = (found.objects, found.bytes, found.first_unknown);
    report.content(files, report::Store { objects, bytes, objects_without_file: found.unknown, unknown });
    report.problems(found.problems);
    Ok(())
}

/// What the scrub of the embedded store has found; `None` if there is no such store yet.
pub(super) fn scrubbed(config: &Config) -> Option<Finding> {
    let directory = config.data_dir.join("objects");
    if !config.has_embedded_store() || !directory.exists() {
        return None;
    }
    Some(match objects::scrub_report(&directory) {
        Ok(report) if !report.damaged.is_empty() => Finding::bad(
            "stored content",
            report.damaged.join(" "),
            "run `tonnage admin fsck --read-data` and restore the damaged files from a backup",
        ),
        Ok(report) if report.finished.is_some() => Finding::good("stored content", "was read and is not damaged"),
        Ok(_) => Finding::note("stored content", "has not been read completely yet (storage.scrub_days)"),
        Err(error) => Finding::bad("stored content", error.to_string(), "run `tonnage admin fsck`"),
    })
}

async fn store(config: &Config, foundation: &Foundation, read_data: bool, report: &mut Report) -> anyhow::Result<()> {
    let directory = config.data_dir.join("objects");
    if !config.has_embedded_store() {
        return foreign_store(config, foundation, read_data, report).await;
    }
    if !directory.exists() {
        let has_files = first_filled(&mut *foundation.store.read().await?, ["files"].into_iter()).await?.is_some();
        if has_files || data_dir::had_a_server(&config.data_dir) {
            let directory = directory.display();
            report.problems([format!("the object store {directory} is missing: is its disk mounted?")]);
        } else {
            report.line("store: not created yet");
        }
        return Ok(());
    }
    own_store(config, foundation, directory, read_data, report).await
}

async fn own_store(
    config: &Config,
    foundation: &Foundation,
    directory: PathBuf,
    read_data: bool,
    report: &mut Report,
) -> anyhow::Result<()> {
    let catalogue = objects::Catalogue::open(&directory)?;
    let agreement = agreement::check(&foundation.store, &catalogue, &config.storage.bucket).await?;
    report
        .line(&format!("files: {} finalized, {} objects without a finalized file", agreement.files, agreement.unnamed));
    let growing = segments::check(&foundation.store, &catalogue, &config.storage.bucket).await?;
    if growing.segments > 0 {
        report.line(&format!("growing files: {} segments", growing.segments));
    }
    let found = tokio::task::spawn_blocking(move || objects::fsck(&directory, read_data)).await??;
    let read = if found.read_data { ", every byte read" } else { "" };
    report.line(&format!("store: {} objects, {} bodies, {} bytes{read}", found.objects, found.blobs, found.bytes));
    if found.unreferenced > 0 {
        let count = found.unreferenced;
        report.line(&format!("store: {count} files of unfinished uploads, which the server removes"));
    }
    for path in &found.lost {
        let path = path.display();
        report.line(&format!("store: {path} is not known to the index; it is deleted after storage.lost_days"));
    }
    let files = Files { finalized: agreement.files, unproven: 0, segments: growing.segments };
    let unknown = found.lost.iter().map(|path| path.display().to_string()).collect();
    let (objects, bytes, objects_without_file) = (found.objects, found.bytes, agreement.unnamed);
    report.content(files, report::Store { objects, bytes, objects_without_file, unknown });
    let hidden = found.problem_count.saturating_sub(found.problems.len() as u64);
    let more = (hidden > 0).then(|| format!("and {hidden} more in the store"));
    report.problems(agreement.problems.into_iter().chain(growing.problems).chain(found.problems).chain(more));
    Ok(())
}
