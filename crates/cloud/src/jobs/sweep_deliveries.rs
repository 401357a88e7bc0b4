//! Removes old webhook deliveries, the remains of deleted webhooks, and events that are no longer needed.

use store::{StoreResult, deliveries, events, webhooks};
use wire::time::Time;

use super::sweep::Sweep;
use crate::app::App;

const KEPT_DAYS: i64 = 30;
const AT_ONCE: i64 = 1_000;

pub(super) struct SweepDeliveries;

impl Sweep for SweepDeliveries {
    const NAME: &'static str = "deliveries";
    const EVERY_SECONDS: i64 = 3_600;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        let before = now.plus_days(-KEPT_DAYS);
        loop {
            let mut tx = app.store.begin().await?;
            let removed = deliveries::delete_of_deleted(&mut tx, AT_ONCE).await?
                + deliveries::delete_older(&mut tx, before, AT_ONCE).await?
                + events::delete_older(&mut tx, before, AT_ONCE).await?;
            webhooks::forget_deleted(&mut tx).await?;
            tx.commit().await?;
            if removed == 0 {
                return Ok(());
            }
        }
    }
}
