//! Sends a package to a connection: one attempt, which resumes where the last one stopped.

use super::{Job, JobError, Size};
use crate::app::App;
use crate::operations::transfers::forwarding::attempt;
use crate::operations::transfers::moves::{Outcome, give_up};
use crate::queue::ForwardPackage;

/// The pause before the scan state is checked again.
const SCAN_SECONDS: i64 = 10;

impl Job for ForwardPackage {
    const SIZE: Size = Size::Transfer;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        let outcome = tokio::select! {
            outcome = attempt(app, &self.transfer) => outcome?,
            // The next process resumes the transfer, so shutdown need not wait for a large package.
            () = app.ending.stop.cancelled() => return Err(JobError::Later { seconds: 0 }),
        };
        match outcome {
            Outcome::Over => Ok(()),
            Outcome::NotYet => Err(JobError::Later { seconds: SCAN_SECONDS }),
            Outcome::Failed { error, got_further } => Err(JobError::of_transfer(error, got_further)),
        }
    }

    async fn settle_dead(&self, app: &App) -> anyhow::Result<()> {
        Ok(give_up(app, &self.transfer).await?)
    }
}
