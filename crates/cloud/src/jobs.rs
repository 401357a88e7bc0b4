//! Background jobs: everything slow is a job.
//!
//! A job is saved in the transaction of the change that needs it, and runs until it succeeds or has no attempts left.
//! It is leased, not locked: if a worker dies, its lease runs out and another worker takes over the job. So a job may
//! run more than once and must be idempotent. A job without attempts left stays as `dead` for the operator to see.

mod abandon_uploads;
mod change_packages;
mod delete_content;
mod deliver_webhook;
mod forward_package;
mod holder;
mod import_files;
mod join_segments;
mod mail_password_reset;
mod mail_receipts;
mod note_wrong_password;
mod notify_recipients;
mod prepare_zip;
mod registry;
mod runner;
mod scan_file;
mod send_mail;
mod sweep;
mod sweep_deliveries;
mod sweep_folders;
mod sweep_form_responses;
mod sweep_held_bytes;
mod sweep_idempotency;
mod sweep_leftovers;
mod sweep_listings;
mod sweep_missing;
mod sweep_packages;
mod sweep_undelivered;
mod sweep_uploads;

pub use runner::{run_due, run_until};

use std::time::Duration;

use providers::ProviderError;

use crate::app::App;
use crate::queue::Task;

/// How a task is carried out. It may run more than once, so it must be idempotent.
pub trait Job: Task + 'static {
    const SIZE: Size = Size::Small;

    fn run(&self, app: &App) -> impl Future<Output = Result<(), JobError>> + Send;

    /// What remains to be done when the job is dead, before it is marked so. Idempotent too.
    fn settle_dead(&self, _app: &App) -> impl Future<Output = anyhow::Result<()>> + Send {
        std::future::ready(Ok(()))
    }
}

/// How long a job may take, which decides the workers that take it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    Small,
    /// Reads or copies whole files or changes many rows, and so may take hours.
    Large,
    /// Moves whole packages to and from other places.
    Transfer,
}

/// Why a job did not finish; `?` on any error means "worth another attempt".
#[derive(Debug)]
pub enum JobError {
    Retry(anyhow::Error),
    /// Also worth another attempt, but not within `seconds`. If it got further, the attempts count from the first again.
    Hindered {
        error: anyhow::Error,
        seconds: i64,
        got_further: bool,
    },
    /// No later attempt can succeed.
    GiveUp(anyhow::Error),
    /// Try again later; this is not a failure and does not count as an attempt. After 0 seconds means that this process
    /// is ending: other processes are woken to take over.
    Later {
        seconds: i64,
    },
}

/// The longest that a provider can make us wait before the next attempt.
const LONGEST_WAIT: Duration = Duration::from_hours(24);

impl JobError {
    /// An attempt of a transfer failed.
    fn of_transfer(error: ProviderError, got_further: bool) -> Self {
        let asked = error.retry_after.unwrap_or_default().min(LONGEST_WAIT);
        Self::Hindered { error: error.into(), seconds: asked.as_secs().cast_signed(), got_further }
    }
}

impl<E: Into<anyhow::Error>> From<E> for JobError {
    fn from(error: E) -> Self {
        Self::Retry(error.into())
    }
}
