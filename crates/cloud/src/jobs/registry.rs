//! Every job and every sweep there is, one line each. What is not here is never run.

use std::sync::LazyLock;

use futures_util::future::BoxFuture;

use super::sweep::{Sweep, run_if_due};
use super::sweep_deliveries::SweepDeliveries;
use super::sweep_folders::SweepFolders;
use super::sweep_form_responses::SweepFormResponses;
use super::sweep_held_bytes::SweepHeldBytes;
use super::sweep_idempotency::SweepIdempotency;
use super::sweep_leftovers::SweepLeftovers;
use super::sweep_listings::SweepListings;
use super::sweep_missing::SweepMissing;
use super::sweep_packages::{SweepAbandoned, SweepEnding, SweepExpired};
use super::sweep_undelivered::{SweepSilent, SweepUndelivered};
use super::sweep_uploads::SweepUploads;
use super::{Job, JobError, Size};
use crate::app::App;
use crate::queue::{
    AbandonUploads, ArchivePackages, ClearTag, DeleteContent, DeleteObjects, DeliverWebhook, ForwardPackage,
    ImportFiles, JoinSegments, MailPasswordReset, MailReceipts, MovePackages, NoteWrongPassword, NotifyRecipients,
    PrepareZip, ScanFile, SendMail,
};

const JOBS: &[Entry] = &[
    job::<AbandonUploads>(),
    job::<ArchivePackages>(),
    job::<ClearTag>(),
    job::<DeleteContent>(),
    job::<DeleteObjects>(),
    job::<DeliverWebhook>(),
    job::<ForwardPackage>(),
    job::<ImportFiles>(),
    job::<JoinSegments>(),
    job::<MailPasswordReset>(),
    job::<MailReceipts>(),
    job::<MovePackages>(),
    job::<NoteWrongPassword>(),
    job::<NotifyRecipients>(),
    job::<PrepareZip>(),
    job::<ScanFile>(),
    job::<SendMail>(),
];

pub(super) const SWEEPS: &[RunSweep] = &[
    sweep::<SweepExpired>(),
    sweep::<SweepEnding>(),
    sweep::<SweepAbandoned>(),
    sweep::<SweepUploads>(),
    sweep::<SweepLeftovers>(),
    sweep::<SweepFormResponses>(),
    sweep::<SweepDeliveries>(),
    sweep::<SweepIdempotency>(),
    sweep::<SweepMissing>(),
    sweep::<SweepListings>(),
    sweep::<SweepHeldBytes>(),
    sweep::<SweepUndelivered>(),
    sweep::<SweepSilent>(),
    sweep::<SweepFolders>(),
];

/// The names of the jobs that move whole packages.
pub(super) static TRANSFERS: LazyLock<Vec<&'static str>> = LazyLock::new(|| names(Size::Transfer));
/// The names of the jobs that read whole files, or change many rows.
pub(super) static LARGE: LazyLock<Vec<&'static str>> = LazyLock::new(|| names(Size::Large));

/// What the queue needs to know of a job: its task is in `queue.rs`, the rest in its [`Job`].
struct Entry {
    name: &'static str,
    size: Size,
    run: for<'a> fn(&'a App, &'a str) -> BoxFuture<'a, Result<(), JobError>>,
    settle_dead: for<'a> fn(&'a App, &'a str) -> BoxFuture<'a, anyhow::Result<()>>,
}

pub(super) type RunSweep = for<'a> fn(&'a App) -> BoxFuture<'a, ()>;

const fn job<J: Job>() -> Entry {
    Entry {
        name: J::NAME,
        size: J::SIZE,
        run: |app, payload| Box::pin(run_as::<J>(app, payload)),
        settle_dead: |app, payload| Box::pin(settle_dead_as::<J>(app, payload)),
    }
}

const fn sweep<S: Sweep>() -> RunSweep {
    |app| Box::pin(run_if_due::<S>(app))
}

fn names(size: Size) -> Vec<&'static str> {
    JOBS.iter().filter(|entry| entry.size == size).map(|entry| entry.name).collect()
}

fn entry(name: &str) -> Option<&'static Entry> {
    JOBS.iter().find(|entry| entry.name == name)
}

pub(super) async fn run_named(app: &App, name: &str, payload: &str) -> Result<(), JobError> {
    let Some(entry) = entry(name) else {
        return Err(JobError::GiveUp(anyhow::anyhow!("this version knows no job {name:?}")));
    };
    (entry.run)(app, payload).await
}

async fn run_as<J: Job>(app: &App, payload: &str) -> Result<(), JobError> {
    let job: J = serde_json::from_str(payload).map_err(|error| JobError::GiveUp(error.into()))?;
    job.run(app).await
}

pub(super) async fn settle_dead(app: &App, name: &str, payload: &str) -> anyhow::Result<()> {
    match entry(name) {
        Some(entry) => (entry.settle_dead)(app, payload).await,
        None => Ok(()),
    }
}

/// A payload that cannot be read has nothing to settle.
async fn settle_dead_as<J: Job>(app: &App, payload: &str) -> anyhow::Result<()> {
    match serde_json::from_str::<J>(payload) {
        Ok(job) => job.settle_dead(app).await,
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{JOBS, LARGE, TRANSFERS};

    #[test]
    fn every_job_is_here_once_and_in_its_lane() {
        let names: HashSet<&str> = JOBS.iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), JOBS.len());
        assert_eq!(*TRANSFERS, ["forward_package", "import_files"]);
        assert_eq!(
            *LARGE,
            ["archive_packages", "clear_tag", "join_segments", "move_packages", "prepare_zip", "scan_file"]
        );
    }
}
