//! Removes data that is no longer needed: past rate-limit windows, expired tokens, old mails, selections for zips.

use store::{StoreResult, mails, one_time_tokens, rate_limits, zips};
use wire::time::Time;

use super::sweep::Sweep;
use crate::app::App;
use crate::operations::downloads::zips::SELECTION_DAYS;

const MAILS_KEPT_DAYS: i64 = 30;

pub(super) struct SweepLeftovers;

impl Sweep for SweepLeftovers {
    const NAME: &'static str = "leftovers";
    const EVERY_SECONDS: i64 = 3_600;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        let mut tx = app.store.begin().await?;
        let windows = rate_limits::delete_expired(&mut tx, now).await?;
        let tokens = one_time_tokens::delete_expired(&mut tx, now).await?;
        let mails = mails::delete_older(&mut tx, now.plus_days(-MAILS_KEPT_DAYS)).await?;
        let selections = zips::delete_expired(&mut tx, now, now.plus_days(SELECTION_DAYS)).await?;
        tx.commit().await?;
        tracing::debug!(windows, tokens, mails, selections, "removed leftovers");
        Ok(())
    }
}
