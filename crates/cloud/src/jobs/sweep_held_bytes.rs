//! Compares the bytes that are counted against the limits of storage with what packages hold, and corrects the count.
//!
//! Both are written together, so they differ only after a fault: a restored table, or an error of ours.

use store::{StoreResult, held_bytes, teams};
use wire::ids::TeamId;
use wire::time::Time;

use super::sweep::Sweep;
use crate::app::App;

const AT_ONCE: i64 = 100;

pub(super) struct SweepHeldBytes;

impl Sweep for SweepHeldBytes {
    const NAME: &'static str = "held_bytes";
    const EVERY_SECONDS: i64 = 6 * 3_600;

    async fn run(app: &App, _now: Time) -> StoreResult<()> {
        let mut last = None;
        loop {
            let found = teams::ids_after(&mut *app.store.read().await?, last.as_ref(), AT_ONCE).await?;
            for team in &found {
                if let Err(error) = check(app, team).await {
                    tracing::warn!(%error, %team, "cannot check the held bytes of a Team; the next sweep tries again");
                }
            }
            last = found.into_iter().next_back();
            if last.is_none() {
                return Ok(());
            }
        }
    }
}

async fn check(app: &App, team: &TeamId) -> StoreResult<()> {
    let differences = held_bytes::differences(&mut *app.store.snapshot().await?, team).await?;
    for (portal, missing) in differences {
        tracing::error!(%team, portal, missing, "the sum of held bytes was wrong and is corrected");
        let mut tx = app.store.begin().await?;
        held_bytes::correct(&mut tx, team, &portal, missing).await?;
        tx.commit().await?;
    }
    Ok(())
}
