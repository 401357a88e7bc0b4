//! Implements the engine's ledger with the journal.

use transfer::download::{Arrived, DownloadItem, DownloadLedger, RangeDone};
use transfer::folder::Identity;
use transfer::{Fault, Item};
use wire::agent::DownloadId;

use crate::failure::Failure;
use crate::journal::{Journal, JournalError, Tables, download_items};

pub(crate) struct Ledger {
    pub(crate) journal: Journal,
    pub(crate) download: DownloadId,
}

impl Ledger {
    async fn write(
        &self,
        work: impl FnOnce(&Tables, &DownloadId) -> Result<(), JournalError> + Send + 'static,
    ) -> Result<(), Fault> {
        let download = self.download.clone();
        let written = self.journal.write(move |tables| work(tables, &download)).await;
        written.map_err(|error| Fault::Ledger(error.to_string()))
    }
}

impl DownloadLedger for Ledger {
    async fn pending(&self, after: Option<Item>, most: usize) -> Result<Vec<DownloadItem>, Fault> {
        let download = self.download.clone();
        let pending = self.journal.read(move |tables| download_items::pending(tables, &download, after, most)).await;
        pending.map_err(|error| Fault::Ledger(error.to_string()))
    }

    async fn made(&self, parts: Vec<(Item, Identity)>) -> Result<(), Fault> {
        if parts.is_empty() {
            return Ok(());
        }
        self.write(move |tables, download| download_items::made(tables, download, &parts)).await
    }

    async fn ranges_done(&self, item: Item, ranges: Vec<RangeDone>) -> Result<(), Fault> {
        self.write(move |tables, download| download_items::ranges_done(tables, download, item, &ranges)).await
    }

    async fn range_lost(&self, item: Item, index: u64) -> Result<(), Fault> {
        self.write(move |tables, download| download_items::forget_range(tables, download, item, index)).await
    }

    async fn discarded(&self, item: Item) -> Result<(), Fault> {
        self.write(move |tables, download| download_items::forget_ranges(tables, download, item)).await
    }

    async fn complete(&self, items: Vec<Arrived>) -> Result<(), Fault> {
        if items.is_empty() {
            return Ok(());
        }
        self.write(move |tables, download| download_items::complete(tables, download, &items)).await
    }

    async fn failed(&self, item: Item, fault: Fault) -> Result<(), Fault> {
        self.write(move |tables, download| download_items::failed(tables, download, item, &Failure::from(&fault))).await
    }
}
