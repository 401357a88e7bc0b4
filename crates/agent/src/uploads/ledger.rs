//! Implements the engine's ledger with the journal.

use transfer::checksum::Sum;
use transfer::stream::StreamLedger;
use transfer::upload::{PartDone, UploadItem, UploadLedger};
use transfer::{Fault, Identity, Item};
use wire::agent::UploadId;
use wire::ids::FileId;

use crate::failure::Failure;
use crate::journal::{Journal, JournalError, Tables, upload_items};

pub(super) struct Ledger {
    pub(super) journal: Journal,
    pub(super) upload: UploadId,
}

impl Ledger {
    async fn write(
        &self,
        work: impl FnOnce(&Tables, &UploadId) -> Result<(), JournalError> + Send + 'static,
    ) -> Result<(), Fault> {
        let upload = self.upload.clone();
        let written = self.journal.write(move |tables| work(tables, &upload)).await;
        written.map_err(|error| Fault::Ledger(error.to_string()))
    }
}

impl UploadLedger for Ledger {
    async fn pending(&self, after: Option<Item>, most: usize) -> Result<Vec<UploadItem>, Fault> {
        let upload = self.upload.clone();
        let pending = self.journal.read(move |tables| upload_items::pending(tables, &upload, after, most)).await;
        pending.map_err(|error| Fault::Ledger(error.to_string()))
    }

    async fn added(&self, files: Vec<(Item, FileId)>) -> Result<(), Fault> {
        self.write(move |tables, upload| upload_items::added(tables, upload, &files)).await
    }

    async fn begun(&self, item: Item, file: FileId, storage_upload: String) -> Result<(), Fault> {
        self.write(move |tables, upload| upload_items::begun(tables, upload, item, &file, &storage_upload)).await
    }

    async fn part_done(&self, item: Item, part: PartDone) -> Result<(), Fault> {
        self.write(move |tables, upload| upload_items::part_done(tables, upload, item, &part)).await
    }

    async fn sent(&self, files: Vec<(Item, Option<String>, Sum)>) -> Result<(), Fault> {
        self.write(move |tables, upload| upload_items::sent(tables, upload, &files)).await
    }

    async fn complete(&self, items: Vec<Item>) -> Result<(), Fault> {
        if items.is_empty() {
            return Ok(());
        }
        self.write(move |tables, upload| upload_items::complete(tables, upload, &items)).await
    }

    async fn failed(&self, item: Item, fault: Fault) -> Result<(), Fault> {
        self.write(move |tables, upload| upload_items::failed(tables, upload, item, &Failure::from(&fault))).await
    }
}

impl StreamLedger for Ledger {
    async fn seen(&self, item: Item, identity: Identity, is_ended: bool) -> Result<(), Fault> {
        self.write(move |tables, upload| upload_items::seen(tables, upload, item, identity, is_ended)).await
    }
}
