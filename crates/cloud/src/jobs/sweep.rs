//! Periodic sweeps: they take no input, and find work that a lost wake-up missed.

use store::{StoreResult, sweeps};

use crate::app::App;

pub(super) trait Sweep: 'static {
    /// Stored in the database: must never change.
    const NAME: &'static str;
    const EVERY_SECONDS: i64;

    fn run(app: &App) -> impl Future<Output = StoreResult<()>> + Send;
}

/// Runs the sweep if it is due and no other process has just claimed it. Sweeps end and delete by the time of day, so none
/// runs while the clock is not trusted.
pub(super) async fn run_if_due<S: Sweep>(app: &App) {
    let due = async {
        if !app.clock_guard.trusts(&app.store, &app.clock).await? {
            return StoreResult::Ok(());
        }
        let now = app.clock.now();
        let mut tx = app.store.begin().await?;
        let taken = sweeps::take_due(&mut tx, S::NAME, now, now.plus_seconds(S::EVERY_SECONDS)).await?;
        tx.commit().await?;
        if taken {
            S::run(app).await?;
        }
        StoreResult::Ok(())
    };
    if let Err(error) = due.await {
        tracing::warn!(%error, sweep = S::NAME, "a sweep failed and will run again");
    }
}
