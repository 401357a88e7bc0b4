//! Joins the segments of a growing file in storage.

use super::{Job, JobError, Size};
use crate::app::App;
use crate::operations::files::joining;
use crate::queue::JoinSegments;

impl Job for JoinSegments {
    const SIZE: Size = Size::Large;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        Ok(joining::join(app, &self.package, &self.file).await?)
    }

    async fn settle_dead(&self, app: &App) -> anyhow::Result<()> {
        Ok(joining::give_up(app, &self.package, &self.file).await?)
    }
}
