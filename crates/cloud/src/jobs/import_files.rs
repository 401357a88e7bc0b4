//! Fetches files from a connection: one attempt, which resumes where the last one stopped, and what is wanted at the end.

use super::{Job, JobError, Size};
use crate::app::App;
use crate::operations::packages::import_ends::{self, Ended};
use crate::operations::transfers::imports::attempt;
use crate::operations::transfers::moves::{Outcome, give_up};
use crate::queue::ImportFiles;

/// Until another import into the same package may have ended.
const WAIT_FOR_OTHERS: i64 = 10;

impl Job for ImportFiles {
    const SIZE: Size = Size::Transfer;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        let outcome = tokio::select! {
            outcome = attempt(app, &self.transfer) => outcome?,
            () = app.ending.stop.cancelled() => return Err(JobError::Later { seconds: 0 }),
        };
        match outcome {
            Outcome::Over => match import_ends::settle(app, &self.transfer, &self.at_end).await? {
                Ended::Yes => Ok(()),
                Ended::NotYet => Err(JobError::Later { seconds: WAIT_FOR_OTHERS }),
            },
            Outcome::NotYet => Err(JobError::Later { seconds: 1 }),
            Outcome::Failed { error, got_further } => Err(JobError::of_transfer(error, got_further)),
        }
    }

    async fn settle_dead(&self, app: &App) -> anyhow::Result<()> {
        give_up(app, &self.transfer).await?;
        Ok(import_ends::give_up(app, &self.transfer, &self.at_end).await?)
    }
}
