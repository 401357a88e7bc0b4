//! `tonnage admin fsck`: checks that the database, the store and the disk agree.

mod agreement;
mod foreign;
mod segments;

use std::process::ExitCode;

use store::audit::{Verdict, verify};
use store::tables::first_filled;
use store::teams;

use crate::config::Config;
use crate::data_dir;
use crate::foundation::Foundation;
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
}

pub(super) async fn run(config: &Config, foundation: &Foundation, arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if arguments.set_aside {
        let directory = config.data_dir.join("objects");
        let count = tokio::task::spawn_blocking(move || objects::set_aside(&directory)).await??;
        say!("store: moved {count} files to objects/lost+found");
    }
    let (teams, mut problems) = database(foundation).await?;
    say!("database: {teams} Teams");
    problems.extend(store(config, foundation, arguments.read_data).await?);
    for problem in &problems {
        say!("problem: {problem}");
    }
    if problems.is_empty() {
        let unread = "no problems found; the content was not read: --read-data reads it";
        say!("{}", if arguments.read_data { "clean" } else { unread });
        return Ok(ExitCode::SUCCESS);
    }
    say!("{} problems", problems.len());
    Ok(ExitCode::FAILURE)
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

async fn foreign_store(config: &Config, foundation: &Foundation, read_data: bool) -> anyhow::Result<Vec<String>> {
    let storage = Storage::new(&config.storage, storage_endpoint(config)?, &foundation.keys, foundation.clock.clone())?;
    let found = foreign::check(&foundation.store, &storage, read_data).await?;
    let how = if read_data { "every byte read" } else { "sizes and checksums compared, content not read" };
    say!("files: {} finalized, {} bytes, {how}", found.files, found.bytes);
    if found.unproven > 0 {
        say!("files: {} whose checksum the store does not tell: --read-data reads them", found.unproven);
    }
    say!("store: {} objects in {}, {} unknown", found.objects, config.storage.endpoint, found.unknown);
    for key in &found.first_unknown {
        say!("unknown: {key}");
    }
    Ok(found.problems)
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

async fn store(config: &Config, foundation: &Foundation, read_data: bool) -> anyhow::Result<Vec<String>> {
    let directory = config.data_dir.join("objects");
    if !config.has_embedded_store() {
        return foreign_store(config, foundation, read_data).await;
    }
    if !directory.exists() {
        let has_files = first_filled(&mut *foundation.store.read().await?, ["files"].into_iter()).await?.is_some();
        if has_files || data_dir::had_a_server(&config.data_dir) {
            return Ok(vec![format!("the object store {} is missing: is its disk mounted?", directory.display())]);
        }
        say!("store: not created yet");
        return Ok(Vec::new());
    }
    let catalogue = objects::Catalogue::open(&directory)?;
    let agreement = agreement::check(&foundation.store, &catalogue, &config.storage.bucket).await?;
    say!("files: {} finalized, {} objects without a finalized file", agreement.files, agreement.unnamed);
    let growing = segments::check(&foundation.store, &catalogue, &config.storage.bucket).await?;
    if growing.segments > 0 {
        say!("growing files: {} segments", growing.segments);
    }
    let report = tokio::task::spawn_blocking(move || objects::fsck(&directory, read_data)).await??;
    let read = if report.read_data { ", every byte read" } else { "" };
    say!("store: {} objects, {} bodies, {} bytes{read}", report.objects, report.blobs, report.bytes);
    if report.unreferenced > 0 {
        say!("store: {} files of unfinished uploads, which the server removes", report.unreferenced);
    }
    for path in &report.lost {
        say!("store: {} is not known to the index; it is deleted after storage.lost_days", path.display());
    }
    let hidden = report.problem_count.saturating_sub(report.problems.len() as u64);
    let more = (hidden > 0).then(|| format!("and {hidden} more in the store"));
    Ok(agreement.problems.into_iter().chain(growing.problems).chain(report.problems).chain(more).collect())
}
