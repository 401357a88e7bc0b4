//! Active and stopped downloads of an automation. Temporary failures are retried with increasing delays.

use std::collections::HashMap;
use std::time::Duration;

use domain::backoff::Backoff;
use tokio::time::Instant;
use wire::agent::{AutomationId, AutomationTrouble, DownloadId, DownloadState};

use crate::app::App;
use crate::downloads;
use crate::error::{AgentResult, tolerated};
use crate::journal::downloads as rows;

/// The longest delay between two tries.
const SELDOM: Duration = Duration::from_mins(10);
/// Complete downloads that are kept in the list, and how many older ones are forgotten at once.
const KEPT: usize = 1_000;
const FORGOTTEN: usize = 100;

/// When stopped downloads are retried.
#[derive(Default)]
pub(super) struct Standing(HashMap<DownloadId, Tries>);

struct Tries {
    count: u32,
    next: Instant,
}

/// The incomplete downloads of an automation.
#[derive(Default)]
pub(super) struct Unfinished {
    /// How many are running.
    pub(super) active: usize,
    /// The bytes that all of them still need.
    pub(super) missing: u64,
    /// Why the stopped ones stopped.
    pub(super) troubles: Vec<AutomationTrouble>,
}

impl Standing {
    /// Retries the stopped downloads that are due.
    pub(super) async fn look(&mut self, app: &App, automation: &AutomationId) -> AgentResult<Unfinished> {
        let wanted = automation.clone();
        let unfinished = app.journal.read(move |tables| rows::unfinished_of(tables, &wanted)).await?;
        self.0.retain(|id, _| unfinished.iter().any(|download| download.id == *id));
        let mut found = Unfinished::default();
        for download in unfinished {
            found.missing = found.missing.saturating_add(download.size.saturating_sub(download.proven));
            let stands = download.life.state == DownloadState::Error;
            // A stopped download does not block others.
            found.active += usize::from(!stands);
            if stands && download.life.recoverable && self.is_due(&download.id, app.options.poll) {
                tolerated(downloads::resume(app, &download.id).await)?;
            }
            if let (true, Some(failure)) = (stands, download.failure) {
                found.troubles.push(AutomationTrouble { name: download.name, reason: failure.message });
            }
        }
        Ok(found)
    }

    fn is_due(&mut self, id: &DownloadId, poll: Duration) -> bool {
        let backoff = Backoff::new(poll, SELDOM);
        let now = Instant::now();
        let tries = self.0.entry(id.clone()).or_insert_with(|| Tries { count: 0, next: now + backoff.delay(0) });
        if tries.next > now {
            return false;
        }
        tries.count += 1;
        tries.next = now + backoff.delay(tries.count);
        true
    }
}

/// An automation may run for years, so the journal keeps only the newest complete downloads. Files are not deleted.
pub(super) async fn forget_old(app: &App, automation: &AutomationId) -> AgentResult<()> {
    let wanted = automation.clone();
    for id in app.journal.read(move |tables| rows::old_of(tables, &wanted, KEPT, FORGOTTEN)).await? {
        tolerated(downloads::delete(app, &id, false).await)?;
    }
    Ok(())
}
