//! Aborts the uploads that a transfer has begun and will not finish, at the provider or in our own storage, so that nobody
//! pays for their parts.

use super::{Job, JobError};
use crate::app::App;
use crate::operations::transfers::{forwarding, imports};
use crate::queue::AbandonUploads;

impl Job for AbandonUploads {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        imports::abandon(app, &self.transfer).await?;
        Ok(forwarding::abandon(app, &self.transfer).await?)
    }
}
