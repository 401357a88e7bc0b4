//! Removes form responses that never became part of a package.

use store::{StoreResult, form_responses};
use wire::time::Time;

use super::sweep::Sweep;
use crate::app::App;

const KEPT_DAYS: i64 = 1;
const AT_ONCE: i64 = 100;

pub(super) struct SweepFormResponses;

impl Sweep for SweepFormResponses {
    const NAME: &'static str = "form_responses";
    const EVERY_SECONDS: i64 = 3_600;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        let before = now.plus_days(-KEPT_DAYS);
        loop {
            let mut tx = app.store.begin().await?;
            let forgotten = form_responses::delete_unbound(&mut tx, before, AT_ONCE).await?;
            tx.commit().await?;
            if forgotten == 0 {
                return Ok(());
            }
        }
    }
}
