//! Removes listings of storage gateways that nobody waits for any more.

use store::{StoreResult, gateway_listings};
use wire::time::Time;

use super::sweep::Sweep;
use crate::app::App;
use crate::operations::transfers::gateway_files::ABANDONED_SECONDS;

pub(super) struct SweepListings;

impl Sweep for SweepListings {
    const NAME: &'static str = "gateway_listings";
    const EVERY_SECONDS: i64 = 600;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        let mut tx = app.store.begin().await?;
        gateway_listings::delete_before(&mut tx, now.plus_seconds(-ABANDONED_SECONDS)).await?;
        tx.commit().await?;
        Ok(())
    }
}
