//! Background jobs: everything slow is a job.
//!
//! A job is saved in the transaction of the change that needs it, and runs until it succeeds or has no attempts left.
//! It is leased, not locked: if a worker dies, its lease runs out and another worker takes over the job. So a job may
//! run more than once and must be idempotent. A job without attempts left stays as `dead` for the operator to see.

mod abandon_uploads;
mod delete_content;
mod deliver_webhook;
mod forward_package;
mod import_files;
mod join_segments;
mod mail_password_reset;
mod notify_recipients;
mod prepare_zip;
mod runner;
mod scan_file;
mod send_mail;
mod sweep;
mod sweep_deliveries;
mod sweep_form_responses;
mod sweep_idempotency;
mod sweep_leftovers;
mod sweep_packages;
mod sweep_uploads;

pub use runner::{run_due, run_until};

use futures_util::future::BoxFuture;

use crate::app::App;
use crate::operations::files::joining;
use crate::operations::transfers::moves as transfer_moves;
use crate::operations::webhooks::attempts::give_up;
use crate::queue::{
    AbandonUploads, DeleteContent, DeleteObjects, DeliverWebhook, ForwardPackage, ImportFiles, JoinSegments,
    MailPasswordReset, NotifyRecipients, PrepareZip, ScanFile, SendMail, Task,
};

/// How a task is carried out. It may run more than once, so it must be idempotent.
pub trait Job: Task {
    fn run(&self, app: &App) -> impl Future<Output = Result<(), JobError>> + Send;
}

/// Why a job did not finish; `?` on any error means "worth another attempt".
#[derive(Debug)]
pub enum JobError {
    Retry(anyhow::Error),
    /// No later attempt can succeed.
    GiveUp(anyhow::Error),
    /// Try again later; this is not a failure and does not count as an attempt. After 0 seconds means that this process
    /// is ending: other processes are woken to take over.
    Later {
        seconds: i64,
    },
}

impl<E: Into<anyhow::Error>> From<E> for JobError {
    fn from(error: E) -> Self {
        Self::Retry(error.into())
    }
}

/// All jobs. A job that is not in this list never runs.
async fn run_named(app: &App, name: &str, payload: &str) -> Result<(), JobError> {
    match name {
        AbandonUploads::NAME => run_as::<AbandonUploads>(app, payload).await,
        DeleteContent::NAME => run_as::<DeleteContent>(app, payload).await,
        DeleteObjects::NAME => run_as::<DeleteObjects>(app, payload).await,
        DeliverWebhook::NAME => run_as::<DeliverWebhook>(app, payload).await,
        ForwardPackage::NAME => run_as::<ForwardPackage>(app, payload).await,
        ImportFiles::NAME => run_as::<ImportFiles>(app, payload).await,
        JoinSegments::NAME => run_as::<JoinSegments>(app, payload).await,
        MailPasswordReset::NAME => run_as::<MailPasswordReset>(app, payload).await,
        NotifyRecipients::NAME => run_as::<NotifyRecipients>(app, payload).await,
        PrepareZip::NAME => run_as::<PrepareZip>(app, payload).await,
        ScanFile::NAME => run_as::<ScanFile>(app, payload).await,
        SendMail::NAME => run_as::<SendMail>(app, payload).await,
        unknown => Err(JobError::GiveUp(anyhow::anyhow!("this version does not know the job {unknown:?}"))),
    }
}

async fn run_as<J: Job>(app: &App, payload: &str) -> Result<(), JobError> {
    let job: J = serde_json::from_str(payload).map_err(|error| JobError::GiveUp(error.into()))?;
    job.run(app).await
}

/// What remains to be done when a job is dead, before it is marked so. Idempotent too.
async fn settle_dead(app: &App, name: &str, payload: &str) -> anyhow::Result<()> {
    match name {
        DeliverWebhook::NAME if let Ok(task) = serde_json::from_str(payload) => give_up(app, &task).await?,
        ForwardPackage::NAME if let Ok(task) = serde_json::from_str::<ForwardPackage>(payload) => {
            transfer_moves::give_up(app, &task.transfer).await?;
        }
        ImportFiles::NAME if let Ok(task) = serde_json::from_str::<ImportFiles>(payload) => {
            transfer_moves::give_up(app, &task.transfer).await?;
        }
        JoinSegments::NAME if let Ok(task) = serde_json::from_str::<JoinSegments>(payload) => {
            joining::give_up(app, &task.package, &task.file).await?;
        }
        ScanFile::NAME if let Ok(task) = serde_json::from_str(payload) => scan_file::give_up(app, &task).await?,
        _ => {}
    }
    Ok(())
}

/// Jobs that move whole packages to and from cloud connections.
const TRANSFERS: &[&str] = &[ForwardPackage::NAME, ImportFiles::NAME];

/// Jobs that read or copy whole files, and so may take hours.
const LONG_JOBS: &[&str] = &[JoinSegments::NAME, PrepareZip::NAME, ScanFile::NAME];

type RunSweep = for<'a> fn(&'a App) -> BoxFuture<'a, ()>;

/// All sweeps.
const SWEEPS: &[RunSweep] = &[
    |app| Box::pin(sweep::run_if_due::<sweep_packages::SweepExpired>(app)),
    |app| Box::pin(sweep::run_if_due::<sweep_packages::SweepEnding>(app)),
    |app| Box::pin(sweep::run_if_due::<sweep_packages::SweepAbandoned>(app)),
    |app| Box::pin(sweep::run_if_due::<sweep_uploads::SweepUploads>(app)),
    |app| Box::pin(sweep::run_if_due::<sweep_leftovers::SweepLeftovers>(app)),
    |app| Box::pin(sweep::run_if_due::<sweep_form_responses::SweepFormResponses>(app)),
    |app| Box::pin(sweep::run_if_due::<sweep_deliveries::SweepDeliveries>(app)),
    |app| Box::pin(sweep::run_if_due::<sweep_idempotency::SweepIdempotency>(app)),
];
