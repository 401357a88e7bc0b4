//! Makes one attempt to send an event to a webhook.
//!
//! Delivery is at least once: a receiver recognizes repeats by `event_id`, which is the same on every attempt. An error
//! of the receiver is not an error of the job: the attempt is recorded, and the next one is a separate job. Only a
//! failure on our side makes this job run again.

use super::{Job, JobError};
use crate::app::App;
use crate::operations::webhooks::attempts::{attempt, give_up};
use crate::queue::DeliverWebhook;

impl Job for DeliverWebhook {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        Ok(attempt(app, self).await?)
    }

    async fn settle_dead(&self, app: &App) -> anyhow::Result<()> {
        Ok(give_up(app, self).await?)
    }
}
