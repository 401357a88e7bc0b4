//! Periodic sweeps: they take no input, and find work that a lost wake-up missed.

use store::{StoreResult, sweeps};
use wire::time::Time;

use crate::app::App;

pub(super) trait Sweep: 'static {
    /// Stored in the database: must never change.
    const NAME: &'static str;
    const EVERY_SECONDS: i64;

    /// `now` is trusted. The clock must not be read again, as it may jump meanwhile.
    fn run(app: &App, now: Time) -> impl Future<Output = StoreResult<()>> + Send;
}

/// Runs the sweep if it is due and no other process has just claimed it. Sweeps end and delete by the time of day, so none
/// runs while the clock is not trusted.
pub(super) async fn run_if_due<S: Sweep>(app: &App) {
    let due = async {
        let Some(now) = app.clock_guard.trusted_now(&app.store, &app.clock).await? else {
            return StoreResult::Ok(());
        };
        let mut tx = app.store.begin().await?;
        let taken = sweeps::take_due(&mut tx, S::NAME, now, now.plus_seconds(S::EVERY_SECONDS)).await?;
        tx.commit().await?;
        if taken {
            S::run(app, now).await?;
        }
        StoreResult::Ok(())
    };
    if let Err(error) = due.await {
        tracing::warn!(%error, sweep = S::NAME, "a sweep failed and will run again");
    }
}
