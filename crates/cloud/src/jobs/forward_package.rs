//! Sends a package to a connection: one attempt, which goes on where the last one stopped.

use super::{Job, JobError};
use crate::app::App;
use crate::operations::transfers::forwarding::attempt;
use crate::operations::transfers::moves::Outcome;
use crate::queue::ForwardPackage;

/// How long the scanner is waited for before it is asked again.
const SCAN_SECONDS: i64 = 10;

impl Job for ForwardPackage {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        let outcome = tokio::select! {
            outcome = attempt(app, &self.transfer) => outcome?,
            // Whoever starts next goes on; nobody is kept waiting for the end of a large package.
            () = app.ending.stop.cancelled() => return Err(JobError::Later { seconds: 0 }),
        };
        match outcome {
            Outcome::Over => Ok(()),
            Outcome::NotYet => Err(JobError::Later { seconds: SCAN_SECONDS }),
            Outcome::Failed(error) => Err(JobError::Retry(error.into())),
        }
    }
}
