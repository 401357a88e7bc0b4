//! Receives the files of one package.
//!
//! Large files are fetched in parallel ranges into a `.part` file, small ones whole. Ranges that are on the disk are
//! recorded in the ledger with their checksums. A resumed download reads them again and fetches only those that are
//! damaged or missing. A file gets its name only when its checksum matches the one calculated by the sender, and every
//! byte of it was either written and synced by this run, or read again by this run.

mod adding;
mod addresses;
mod checking;
mod finishing;
mod large;
mod open_part;
mod receiving;
mod recording;
mod small;

use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use wire::ids::FileId;
use wire::time::OptionalTime;

use crate::checksum::Sum;
use crate::engine::Engine;
use crate::fault::Fault;
use crate::folder::{Folder, Identity};
use crate::progress::{Item, Progress};
use crate::running::Running;

use adding::Ready;
pub(crate) use checking::sum_of;
pub(crate) use receiving::write;

pub use addresses::{Addresses, Asked, OfPackage};

/// Files up to this size are fetched whole.
const WHOLE_LARGEST: u64 = 8 << 20;
/// On lossy links, throughput depends on how many connections a file has ranges for.
const RANGE_SMALLEST: u64 = 4 << 20;
const RANGE_LARGEST: u64 = 16 << 20;
/// The target number of ranges per file, within those bounds.
const RANGES_WANTED: u64 = 64;

/// Bytes per range of a file of this size. It must never change for a file: the ledger identifies ranges by number.
fn range_length(size: u64) -> u64 {
    (size / RANGES_WANTED).next_multiple_of(1 << 20).clamp(RANGE_SMALLEST, RANGE_LARGEST)
}

/// What to receive and where to store it.
pub struct Download {
    pub addresses: Arc<dyn Addresses>,
    pub priority: i64,
    pub folder: Arc<Folder>,
}

/// One file or directory of a download, and its progress.
#[derive(Debug, Clone)]
pub struct DownloadItem {
    pub number: Item,
    /// `None` for a directory.
    pub file: Option<FileId>,
    /// Below the destination; mapped once and recorded.
    pub path: PathBuf,
    pub size: u64,
    /// `None` if the server does not know it.
    pub crc64: Option<u64>,
    pub last_modified: OptionalTime,
    /// The `.part` file that was created for it, if any.
    pub part: Option<Identity>,
    /// The recorded ranges of a large file.
    pub ranges: Vec<RangeDone>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RangeDone {
    /// Starts at 0.
    pub index: u64,
    pub sum: Sum,
}

/// A complete file, under its final name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrived {
    pub item: Item,
    pub path: PathBuf,
    /// It existed before with the same content.
    pub is_adopted: bool,
}

/// Records the progress of a download. Every method returns once the record is durable.
pub trait DownloadLedger: Send + Sync + 'static {
    /// Incomplete files after the one with the number `after`, in order.
    fn pending(
        &self,
        after: Option<Item>,
        most: usize,
    ) -> impl Future<Output = Result<Vec<DownloadItem>, Fault>> + Send;
    /// The `.part` files that we created.
    fn made(&self, parts: Vec<(Item, Identity)>) -> impl Future<Output = Result<(), Fault>> + Send;
    /// These ranges are on the disk.
    fn ranges_done(&self, item: Item, ranges: Vec<RangeDone>) -> impl Future<Output = Result<(), Fault>> + Send;
    /// The disk has lost the range with this index.
    fn range_lost(&self, item: Item, index: u64) -> impl Future<Output = Result<(), Fault>> + Send;
    /// The received data of the file is discarded.
    fn discarded(&self, item: Item) -> impl Future<Output = Result<(), Fault>> + Send;
    fn complete(&self, items: Vec<Arrived>) -> impl Future<Output = Result<(), Fault>> + Send;
    /// The file is fetched again when the download is resumed.
    fn failed(&self, item: Item, fault: Fault) -> impl Future<Output = Result<(), Fault>> + Send;
}

/// Receives everything pending. Errors of single files are returned after all other files are done.
pub async fn receive<L: DownloadLedger>(
    engine: &Engine,
    download: Download,
    ledger: Arc<L>,
    progress: Arc<Progress>,
    stop: &CancellationToken,
) -> Result<(), Fault> {
    let engine = engine.inner();
    let (lane, priority) = (Arc::clone(&engine.down), download.priority);
    let running = Running::new(engine, lane, priority, progress, stop);
    let run = Arc::new(Run { running, download, ledger, checks: Arc::new(Semaphore::new(checking::AT_ONCE)) });
    run.running.to_its_end(receive_all(&run)).await
}

/// Shared by all tasks of one download.
struct Run<L> {
    running: Running,
    download: Download,
    ledger: Arc<L>,
    /// Limits how many files are read again at the same time.
    checks: Arc<Semaphore>,
}

async fn receive_all<L: DownloadLedger>(run: &Arc<Run<L>>) -> Result<(), Fault> {
    let mut tasks = JoinSet::new();
    let (ready_sender, mut ready) = mpsc::channel(1);
    let (received, to_finish) = mpsc::unbounded_channel();
    run.running.spawn(&mut tasks, finishing::finish(Arc::clone(run), to_finish));
    run.running.spawn(&mut tasks, adding::prepare_all(Arc::clone(run), ready_sender));
    while let Some(batch) = ready.recv().await {
        for file in batch {
            match file {
                Ready::Small(file) => {
                    // In this order, as large files do: each could wait for what the other holds.
                    let handle = run.running.part_file().await?;
                    let place = run.running.place(file.item.size).await;
                    let small = small::receive(Arc::clone(run), file, handle, place, received.clone());
                    run.running.spawn(&mut tasks, small);
                }
                Ready::Large(file) => {
                    let turn = run.running.turn().await?;
                    run.running.spawn(&mut tasks, large::receive(Arc::clone(run), file, turn, received.clone()));
                }
            }
            while tasks.try_join_next().is_some() {}
        }
    }
    drop(received);
    while tasks.join_next().await.is_some() {}
    run.running.failure()
}

impl<L: DownloadLedger> Run<L> {
    /// Waits until another file may be read again.
    async fn may_check(&self) -> Result<OwnedSemaphorePermit, Fault> {
        Arc::clone(&self.checks).acquire_owned().await.map_err(|_| Fault::Stopped)
    }

    /// Records the error of one file; an error that affects all files is returned.
    async fn file_failed(&self, item: Item, fault: Fault) -> Result<(), Fault> {
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
    use super::{RANGE_LARGEST, RANGE_SMALLEST, range_length};

    #[test]
    fn a_file_has_ranges_for_many_connections() {
        assert_eq!(range_length(9 << 20), RANGE_SMALLEST);
        assert_eq!(range_length(256 << 20), 4 << 20);
        assert_eq!(range_length(513 << 20), 9 << 20);
        assert_eq!(range_length(15 << 40), RANGE_LARGEST);
    }
}
