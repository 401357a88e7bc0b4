//! Changes of many packages that a request could not complete.

use super::{Job, JobError, Size};
use crate::app::App;
use crate::operations::bulk::{Bulk, carry_on};
use crate::queue::{ArchivePackages, ClearTag, MovePackages};

async fn complete<B: Bulk>(app: &App, bulk: &B) -> Result<(), JobError> {
    carry_on(app, bulk, None).await?;
    Ok(())
}

impl Job for ArchivePackages {
    const SIZE: Size = Size::Large;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        complete(app, self).await
    }
}

impl Job for ClearTag {
    const SIZE: Size = Size::Large;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        complete(app, self).await
    }
}

impl Job for MovePackages {
    const SIZE: Size = Size::Large;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        complete(app, self).await
    }
}
