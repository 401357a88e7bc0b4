//! Polls a growing file until it has ended.

use std::sync::Arc;
use std::time::Duration;

use domain::growing_plan::check_size;
use tokio::sync::watch;
use tokio::time::Instant;

use super::growing::Growing;
use super::{Extent, StreamLedger};
use crate::fault::Fault;
use crate::progress::Item;
use crate::running::blocking;
use crate::upload::Run;

/// Polls per idle time, within bounds.
const LOOKS: u32 = 10;
const LOOK_LEAST: Duration = Duration::from_millis(10);
const LOOK_MOST: Duration = Duration::from_secs(1);
/// How often the growing size is recorded in the ledger.
const NOTE: Duration = Duration::from_secs(1);

/// Reports the extent of the file until it has ended. The idle time starts now: changes before we started to watch are
/// unknown.
pub(super) async fn watch<L: StreamLedger>(
    run: &Run<L>,
    item: Item,
    source: &Arc<Growing>,
    idle: Duration,
    extent: &watch::Sender<Extent>,
) -> Result<(), Fault> {
    let pause = (idle / LOOKS).clamp(LOOK_LEAST, LOOK_MOST);
    let mut since = Instant::now();
    let (mut noted, mut noted_at) = (extent.borrow().identity, Instant::now());
    loop {
        let (at, from) = (Instant::now(), Arc::clone(source));
        let now = blocking(move || from.look()).await?;
        check_size(now.size)
            .map_err(|refusal| Fault::SourceUnfit { path: source.path().to_owned(), cause: refusal.to_string() })?;
        if now != extent.borrow().identity {
            since = at;
        }
        let is_ended = at.duration_since(since) >= idle;
        if is_ended || (now != noted && noted_at.elapsed() >= NOTE) {
            run.ledger.seen(item, now, is_ended).await?;
            (noted, noted_at) = (now, Instant::now());
        }
        let reaches = Extent { identity: now, is_ended };
        extent.send_if_modified(|before| std::mem::replace(before, reaches) != reaches);
        if is_ended {
            return Ok(());
        }
        tokio::time::sleep(pause).await;
    }
}
