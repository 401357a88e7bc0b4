//! Tells Teams what their connections miss, before it is lost.

use store::StoreResult;
use wire::time::Time;

use super::sweep::Sweep;
use crate::app::App;
use crate::operations::transfers::delivery_notices::{tell_of_silence, warn_of_loss};

pub(super) struct SweepUndelivered;

impl Sweep for SweepUndelivered {
    const NAME: &'static str = "undelivered_packages";
    const EVERY_SECONDS: i64 = 3_600;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        warn_of_loss(app, now).await
    }
}

pub(super) struct SweepSilent;

impl Sweep for SweepSilent {
    const NAME: &'static str = "silent_gateways";
    const EVERY_SECONDS: i64 = 600;

    async fn run(app: &App, now: Time) -> StoreResult<()> {
        tell_of_silence(app, now).await
    }
}
