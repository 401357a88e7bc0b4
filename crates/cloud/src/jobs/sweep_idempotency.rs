//! Removes old requests with an `Idempotency-Key`, which are no longer repeated.

use store::{StoreResult, idempotency};
use wire::time::Time;

use super::sweep::Sweep;
use crate::app::App;
use crate::operations::requests::idempotency::KEPT_HOURS;

const AT_ONCE: i64 = 1_000;

pub(super) struct SweepIdempotency;

impl Sweep for SweepIdempotency {
    const NAME: &'static str = "idempotency";
    const EVERY_SECONDS: i64 = 600;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        let before = now.plus_seconds(-KEPT_HOURS * 3_600);
        loop {
            let mut tx = app.store.begin().await?;
            let forgotten = idempotency::delete_before(&mut tx, before, AT_ONCE).await?;
            tx.commit().await?;
            if forgotten == 0 {
                return Ok(());
            }
        }
    }
}
