//! Gives up at the provider what a transfer has begun and will not finish: nobody shall pay for parts of nothing.

use super::{Job, JobError};
use crate::app::App;
use crate::operations::transfers::forwarding::abandon;
use crate::queue::AbandonUploads;

impl Job for AbandonUploads {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        Ok(abandon(app, &self.transfer).await?)
    }
}
