//! A ledger in memory that records what a real one would.

#![expect(clippy::unwrap_used, reason = "a scene that cannot be set up fails its test")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use transfer::checksum::Sum;
use transfer::stream::StreamLedger;
use transfer::upload::{PartDone, SourceFile, Stage, UploadItem, UploadLedger, part_size};
use transfer::{Fault, Identity, Item};
use wire::ids::FileId;

#[derive(Default)]
pub(crate) struct Memory(Mutex<BTreeMap<Item, Row>>);

#[derive(Clone)]
pub(crate) struct Row {
    pub(crate) item: UploadItem,
    pub(crate) is_complete: bool,
    pub(crate) fault: Option<Fault>,
    /// For a growing file.
    pub(crate) is_ended: bool,
}

impl Memory {
    /// A ledger of these files, each with its path in the package, name and source.
    pub(crate) fn of<'a>(files: impl IntoIterator<Item = (&'a str, &'a str, &'a Path)>) -> Self {
        Self::with(files, None)
    }

    pub(crate) fn with<'a>(files: impl IntoIterator<Item = (&'a str, &'a str, &'a Path)>, asked: Option<u64>) -> Self {
        let rows = (1..).zip(files).map(|(number, (path, name, source))| {
            let identity = Identity::at(source).unwrap();
            let item = UploadItem {
                number,
                source: Some(SourceFile { path: source.to_owned(), identity }),
                path: path.to_owned(),
                name: name.to_owned(),
                last_modified: wire::time::OptionalTime::default(),
                part_size: part_size(identity.size, asked),
                stage: Stage::Waiting,
            };
            (number, Row { item, is_complete: false, fault: None, is_ended: false })
        });
        Self(Mutex::new(rows.collect()))
    }

    pub(crate) fn rows(&self) -> Vec<Row> {
        self.0.lock().unwrap().values().cloned().collect()
    }

    fn change(&self, item: Item, change: impl FnOnce(&mut Row)) {
        change(self.0.lock().unwrap().get_mut(&item).unwrap());
    }
}

impl UploadLedger for Memory {
    async fn pending(&self, after: Option<Item>, most: usize) -> Result<Vec<UploadItem>, Fault> {
        let rows = self.0.lock().unwrap();
        let pending = rows.values().filter(|row| !row.is_complete && Some(row.item.number) > after);
        Ok(pending.take(most).map(|row| row.item.clone()).collect())
    }

    async fn added(&self, files: Vec<(Item, FileId)>) -> Result<(), Fault> {
        for (item, file) in files {
            self.change(item, |row| row.item.stage = Stage::Added(file));
        }
        Ok(())
    }

    async fn begun(&self, item: Item, file: FileId, upload: String) -> Result<(), Fault> {
        self.change(item, |row| row.item.stage = Stage::Begun { file, upload, parts: Vec::new() });
        Ok(())
    }

    async fn part_done(&self, item: Item, part: PartDone) -> Result<(), Fault> {
        self.change(item, |row| match &mut row.item.stage {
            Stage::Begun { parts, .. } => parts.push(part),
            other => panic!("a part of {other:?}"),
        });
        Ok(())
    }

    async fn sent(&self, files: Vec<(Item, Option<String>, Sum)>) -> Result<(), Fault> {
        for (item, etag, sum) in files {
            self.change(item, |row| match &row.item.stage {
                Stage::Added(file) => row.item.stage = Stage::Sent { file: file.clone(), etag, sum },
                other => panic!("{other:?} was sent"),
            });
        }
        Ok(())
    }

    async fn complete(&self, items: Vec<Item>) -> Result<(), Fault> {
        for item in items {
            self.change(item, |row| row.is_complete = true);
        }
        Ok(())
    }

    async fn failed(&self, item: Item, fault: Fault) -> Result<(), Fault> {
        self.change(item, |row| {
            row.fault = Some(fault);
            row.item.stage = Stage::Waiting;
        });
        Ok(())
    }
}

impl StreamLedger for Memory {
    async fn seen(&self, item: Item, identity: Identity, is_ended: bool) -> Result<(), Fault> {
        self.change(item, |row| {
            row.is_ended = is_ended;
            row.item.source.as_mut().unwrap().identity = identity;
        });
        Ok(())
    }
}
