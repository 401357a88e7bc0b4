//! Fetches files from a connection: one attempt, which resumes where the last one stopped.

use super::{Job, JobError, Size};
use crate::app::App;
use crate::operations::transfers::imports::attempt;
use crate::operations::transfers::moves::{Outcome, give_up};
use crate::queue::ImportFiles;

impl Job for ImportFiles {
    const SIZE: Size = Size::Transfer;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        let outcome = tokio::select! {
            outcome = attempt(app, &self.transfer) => outcome?,
            () = app.ending.stop.cancelled() => return Err(JobError::Later { seconds: 0 }),
        };
        match outcome {
            Outcome::Over => Ok(()),
            Outcome::NotYet => Err(JobError::Later { seconds: 1 }),
            Outcome::Failed(error) => Err(JobError::Retry(error.into())),
        }
    }

    async fn settle_dead(&self, app: &App) -> anyhow::Result<()> {
        Ok(give_up(app, &self.transfer).await?)
    }
}
