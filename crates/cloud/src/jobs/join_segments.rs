//! Joins the segments of a growing file in storage.

use super::{Job, JobError};
use crate::app::App;
use crate::operations::files::joining;
use crate::queue::JoinSegments;

impl Job for JoinSegments {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        Ok(joining::join(app, &self.package, &self.file).await?)
    }
}
