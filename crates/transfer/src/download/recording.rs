//! Records received ranges once they are on the disk.
//!
//! A range counts only if a sync succeeded after it was written, so ranges are synced in groups and each group is
//! recorded afterwards. If a sync fails, nothing since the last good one is recorded: it is fetched again.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

use super::{DownloadLedger, RangeDone, Run};
use crate::fault::Fault;
use crate::folder::PartFile;
use crate::progress::{Item, Moving};
use crate::running::blocking;

/// On a fast line, a sync for every range would cost too much.
const GROUP_LARGEST: u64 = 64 << 20;
const GROUP_EVERY: Duration = Duration::from_millis(250);

/// A range that is written, but perhaps not on the disk yet.
pub(super) struct Written {
    pub(super) range: RangeDone,
    pub(super) moving: Moving,
}

/// Where the ranges of one file are recorded.
pub(super) struct Recorder<'a, L> {
    pub(super) run: &'a Run<L>,
    pub(super) item: Item,
    pub(super) part: &'a Arc<PartFile>,
}

impl<L: DownloadLedger> Recorder<'_, L> {
    /// Records ranges until there are no more. The last group is returned instead: if the file is complete, it is
    /// synced when the file gets its name.
    pub(super) async fn record(&self, mut written: mpsc::UnboundedReceiver<Written>) -> Result<Vec<Written>, Fault> {
        let mut next_sync = Instant::now();
        loop {
            let mut group = Vec::new();
            let mut bytes = 0;
            while bytes < GROUP_LARGEST {
                // The first range of a group is waited for as long as it takes.
                let due = if group.is_empty() { None } else { Some(next_sync) };
                let received = match due {
                    None => Ok(written.recv().await),
                    Some(due) => timeout_at(due, written.recv()).await,
                };
                match received {
                    Ok(Some(more)) => {
                        bytes += more.range.sum.length;
                        group.push(more);
                    }
                    Ok(None) => return Ok(group),
                    Err(_) => break,
                }
            }
            self.keep(group).await?;
            next_sync = Instant::now() + GROUP_EVERY;
        }
    }

    /// Syncs and records one group.
    pub(super) async fn keep(&self, group: Vec<Written>) -> Result<(), Fault> {
        if group.is_empty() {
            return Ok(());
        }
        let part = Arc::clone(self.part);
        blocking(move || Ok(part.sync()?)).await?;
        self.run.ledger.ranges_done(self.item, group.iter().map(|written| written.range).collect()).await?;
        for written in &group {
            written.moving.arrived();
        }
        Ok(())
    }
}
