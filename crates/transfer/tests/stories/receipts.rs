//! A download ledger in memory that records what a real one would, and fails on demand.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;

use transfer::download::{Arrived, DownloadItem, DownloadLedger, RangeDone};
use transfer::folder::Identity;
use transfer::{Fault, Item, checksum};
use wire::files::FileBody;

/// The kinds of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    Made,
    Complete,
}

#[derive(Default)]
pub(crate) struct Receipts {
    rows: Mutex<BTreeMap<Item, Row>>,
    /// The next record of this kind fails.
    broken: Mutex<Option<Entry>>,
}

#[derive(Clone)]
pub(crate) struct Row {
    pub(crate) item: DownloadItem,
    pub(crate) arrived: Option<Arrived>,
    pub(crate) fault: Option<Fault>,
}

impl Receipts {
    /// A ledger of these files of a package, each under its own name.
    pub(crate) fn of(files: &[FileBody]) -> Self {
        let rows = (1..).zip(files).map(|(number, file)| {
            let item = DownloadItem {
                number,
                file: (file.kind != "directory").then(|| file.id.clone()),
                path: PathBuf::from(&file.path).join(&file.name),
                size: u64::try_from(file.size).unwrap(),
                crc64: checksum::parse(&file.checksum.crc64nvme),
                last_modified: file.last_modified,
                part: None,
                ranges: Vec::new(),
            };
            (number, Row { item, arrived: None, fault: None })
        });
        Self { rows: Mutex::new(rows.collect()), broken: Mutex::default() }
    }

    pub(crate) fn rows(&self) -> Vec<Row> {
        self.rows.lock().unwrap().values().cloned().collect()
    }

    pub(crate) fn break_at(&self, entry: Entry) {
        *self.broken.lock().unwrap() = Some(entry);
    }

    fn change(&self, item: Item, change: impl FnOnce(&mut Row)) {
        change(self.rows.lock().unwrap().get_mut(&item).unwrap());
    }

    fn write(&self, entry: Entry) -> Result<(), Fault> {
        let mut broken = self.broken.lock().unwrap();
        if *broken == Some(entry) {
            *broken = None;
            return Err(Fault::Ledger("made by a test".into()));
        }
        Ok(())
    }
}

impl DownloadLedger for Receipts {
    async fn pending(&self, after: Option<Item>, most: usize) -> Result<Vec<DownloadItem>, Fault> {
        let rows = self.rows.lock().unwrap();
        let pending = rows.values().filter(|row| row.arrived.is_none() && Some(row.item.number) > after);
        Ok(pending.take(most).map(|row| row.item.clone()).collect())
    }

    async fn made(&self, parts: Vec<(Item, Identity)>) -> Result<(), Fault> {
        self.write(Entry::Made)?;
        for (item, part) in parts {
            self.change(item, |row| {
                row.item.part = Some(part);
                row.item.ranges.clear();
            });
        }
        Ok(())
    }

    async fn ranges_done(&self, item: Item, ranges: Vec<RangeDone>) -> Result<(), Fault> {
        self.change(item, |row| row.item.ranges.extend(ranges));
        Ok(())
    }

    async fn range_lost(&self, item: Item, index: u64) -> Result<(), Fault> {
        self.change(item, |row| row.item.ranges.retain(|range| range.index != index));
        Ok(())
    }

    async fn discarded(&self, item: Item) -> Result<(), Fault> {
        self.change(item, |row| row.item.ranges.clear());
        Ok(())
    }

    async fn complete(&self, items: Vec<Arrived>) -> Result<(), Fault> {
        if items.is_empty() {
            return Ok(());
        }
        self.write(Entry::Complete)?;
        for arrived in items {
            self.change(arrived.item, |row| row.arrived = Some(arrived));
        }
        Ok(())
    }

    async fn failed(&self, item: Item, fault: Fault) -> Result<(), Fault> {
        self.change(item, |row| row.fault = Some(fault));
        Ok(())
    }
}
