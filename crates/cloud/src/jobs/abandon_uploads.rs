//! Aborts the uploads at the provider that a transfer has begun and will not finish, so that nobody pays for their
//! parts.

use super::{Job, JobError};
use crate::app::App;
use crate::operations::transfers::forwarding::abandon;
use crate::queue::AbandonUploads;

impl Job for AbandonUploads {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        Ok(abandon(app, &self.transfer).await?)
    }
}
