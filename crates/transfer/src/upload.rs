//! Sends the files of one package.
//!
//! Files are added in batches. Small ones are sent with one plain PUT and finalized in batches, large ones are sent in
//! parts. Everything that storage has acknowledged is recorded in the ledger and never sent again. A file that cannot
//! be sent does not stop the others; a fault that affects all files stops the transfer, which can be resumed.

pub(crate) mod adding;
mod finishing;
mod large;
pub(crate) mod parts;
pub(crate) mod piece;
mod ready;
mod small;

use std::path::PathBuf;
use std::sync::Arc;

use client::Client;
use domain::chunk_plan::smallest_chunk_size;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use wire::ids::{FileId, PackageId};
use wire::time::OptionalTime;

use crate::checksum::Sum;
use crate::engine::Engine;
use crate::fault::Fault;
use crate::progress::{Item, Progress};
use crate::running::Running;
use crate::source::Identity;

use ready::Ready;

/// Parts of this size keep many connections busy and cost little if one is sent again.
const PART_SMALLEST: u64 = 8 << 20;
const PART_LARGEST: u64 = 16 << 20;
/// The target number of parts per file, within those bounds.
const PARTS_WANTED: u64 = 64;

/// How many times a file that arrives corrupted is sent.
const ALTERED_MOST: u32 = 3;

/// What to send and where.
pub struct Upload {
    /// Has the token of the package.
    pub cloud: Client,
    pub package: PackageId,
    pub priority: i64,
}

/// One file or directory of an upload, and its progress.
#[derive(Debug, Clone)]
pub struct UploadItem {
    pub number: Item,
    /// `None` for a directory.
    pub source: Option<SourceFile>,
    /// Folders inside the package.
    pub path: String,
    pub name: String,
    pub last_modified: OptionalTime,
    /// Bytes per part: as requested, or suitable for the size.
    pub part_size: u64,
    pub stage: Stage,
}

#[derive(Debug, Clone)]
pub struct SourceFile {
    pub path: PathBuf,
    pub identity: Identity,
}

/// The progress of a file, as recorded in the ledger.
#[derive(Debug, Clone)]
pub enum Stage {
    Waiting,
    /// It was added to the package, but nothing that was sent can be reused.
    Added(FileId),
    /// Being sent in parts, of which these arrived.
    Begun {
        file: FileId,
        upload: String,
        parts: Vec<PartDone>,
    },
    /// Sent with one plain PUT.
    Sent {
        file: FileId,
        etag: Option<String>,
        sum: Sum,
    },
}

#[derive(Debug, Clone)]
pub struct PartDone {
    /// Starts at 0.
    pub index: u64,
    pub etag: String,
    pub sum: Sum,
}

/// Records the progress of an upload. Every method returns once the record is durable.
pub trait UploadLedger: Send + Sync + 'static {
    /// Incomplete files after the one with the number `after`, in order.
    fn pending(&self, after: Option<Item>, most: usize) -> impl Future<Output = Result<Vec<UploadItem>, Fault>> + Send;
    fn added(&self, files: Vec<(Item, FileId)>) -> impl Future<Output = Result<(), Fault>> + Send;
    /// Discards everything that was sent of the file before.
    fn begun(&self, item: Item, file: FileId, upload: String) -> impl Future<Output = Result<(), Fault>> + Send;
    fn part_done(&self, item: Item, part: PartDone) -> impl Future<Output = Result<(), Fault>> + Send;
    fn sent(&self, files: Vec<(Item, Option<String>, Sum)>) -> impl Future<Output = Result<(), Fault>> + Send;
    fn complete(&self, items: Vec<Item>) -> impl Future<Output = Result<(), Fault>> + Send;
    /// The file is sent again when the upload is resumed.
    fn failed(&self, item: Item, fault: Fault) -> impl Future<Output = Result<(), Fault>> + Send;
}

/// Bytes per part of a file if none were requested or the requested number is too small.
pub fn part_size(size: u64, asked: Option<u64>) -> u64 {
    let suits = (size / PARTS_WANTED).clamp(PART_SMALLEST, PART_LARGEST);
    asked.unwrap_or(suits).max(smallest_chunk_size(size))
}

/// Shared by all tasks of one upload.
pub(crate) struct Run<L> {
    pub(crate) running: Running,
    pub(crate) upload: Upload,
    pub(crate) ledger: Arc<L>,
}

/// Sends everything pending. Errors of single files are returned after all other files are sent.
pub async fn send<L: UploadLedger>(
    engine: &Engine,
    upload: Upload,
    ledger: Arc<L>,
    progress: Arc<Progress>,
    stop: &CancellationToken,
) -> Result<(), Fault> {
    let run = Run::new(engine, upload, ledger, progress, stop);
    run.running.to_its_end(send_all(&run)).await
}

async fn send_all<L: UploadLedger>(run: &Arc<Run<L>>) -> Result<(), Fault> {
    let mut tasks = JoinSet::new();
    let (ready_sender, mut ready) = mpsc::channel(1);
    let (sent, to_finish) = mpsc::unbounded_channel();
    run.running.spawn(&mut tasks, finishing::finish_small(Arc::clone(run), to_finish));
    run.running.spawn(&mut tasks, adding::add_all(Arc::clone(run), ready_sender));
    while let Some(batch) = ready.recv().await {
        for file in batch {
            match file {
                Ready::Small(file) => {
                    let place = run.running.place(file.source.identity.size).await;
                    run.running.spawn(&mut tasks, small::send(Arc::clone(run), file, place, sent.clone()));
                }
                Ready::Sent(file) => {
                    let _ = sent.send(file);
                }
                Ready::Large(file) => {
                    let turn = run.running.turn().await?;
                    run.running.spawn(&mut tasks, large::send(Arc::clone(run), file, turn));
                }
            }
            while tasks.try_join_next().is_some() {}
        }
    }
    drop(sent);
    while tasks.join_next().await.is_some() {}
    run.running.failure()
}

impl<L: UploadLedger> Run<L> {
    pub(crate) fn new(
        engine: &Engine,
        upload: Upload,
        ledger: Arc<L>,
        progress: Arc<Progress>,
        stop: &CancellationToken,
    ) -> Arc<Self> {
        let engine = engine.inner();
        let (lane, priority) = (Arc::clone(&engine.up), upload.priority);
        Arc::new(Self { running: Running::new(engine, lane, priority, progress, stop), upload, ledger })
    }

    /// Records the error of one file; an error that affects all files is returned.
    pub(crate) async fn file_failed(&self, item: Item, fault: Fault) -> Result<(), Fault> {
        if !fault.is_of_one_file() {
            return Err(fault);
        }
        self.ledger.failed(item, fault.clone()).await?;
        self.running.note_failed(fault);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use domain::chunk_plan::{CHUNK_LARGEST, ChunkPlan, FILE_LARGEST};

    use super::part_size;

    #[test]
    fn parts_suit_the_size_and_always_fit() {
        const MIB: u64 = 1 << 20;
        for (size, asked, expected) in [
            (0, None, 8 * MIB),
            (8 * MIB, None, 8 * MIB),
            (1024 * MIB, None, 16 * MIB),
            (1 << 40, None, (1_u64 << 40).div_ceil(10_000)),
            (FILE_LARGEST, None, 1_500_000_000),
            (MIB, Some(100 * MIB), 100 * MIB),
            (FILE_LARGEST, Some(100 * MIB), 1_500_000_000),
        ] {
            assert_eq!(part_size(size, asked), expected, "{size} {asked:?}");
        }
        for step in 0..1_000 {
            let size = step * (FILE_LARGEST / 1_000);
            let part = part_size(size, None);
            assert!(part <= CHUNK_LARGEST && ChunkPlan::new(size, part).is_ok(), "{size}");
        }
    }
}
