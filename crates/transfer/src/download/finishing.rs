//! Gives complete files their names, many at a time.

use std::sync::Arc;

use tokio::sync::mpsc;
use wire::ids::FileId;

use super::open_part::OpenPart;
use super::{Arrived, DownloadItem, DownloadLedger, Run};
use crate::fault::Fault;
use crate::folder::{Finished, Whole};
use crate::progress::Moving;
use crate::running::blocking;

const MOST: usize = 500;

/// A file that is complete and verified, but still has the name of its part file.
pub(super) struct Received {
    pub(super) item: DownloadItem,
    pub(super) file: FileId,
    pub(super) part: OpenPart,
    /// Bytes that count when the file has its name.
    pub(super) moving: Vec<Moving>,
}

/// Names received files until the download ends. Files that accumulate in the meantime are handled together.
pub(super) async fn finish<L: DownloadLedger>(
    run: Arc<Run<L>>,
    mut received: mpsc::UnboundedReceiver<Received>,
) -> Result<(), Fault> {
    let mut batch = Vec::new();
    while received.recv_many(&mut batch, MOST).await > 0 {
        // Files that could not be named because too many others are open.
        while !batch.is_empty() {
            batch = finish_batch(&run, std::mem::take(&mut batch)).await?;
        }
    }
    Ok(())
}

/// Returns those that must be tried again.
async fn finish_batch<L: DownloadLedger>(run: &Run<L>, batch: Vec<Received>) -> Result<Vec<Received>, Fault> {
    let folder = Arc::clone(&run.download.folder);
    let finished = blocking(move || {
        let parts: Vec<Whole> = batch.iter().map(whole).collect();
        let outcomes = folder.finish_many(&parts);
        Ok(batch.into_iter().zip(outcomes).collect::<Vec<_>>())
    });
    let (mut complete, mut confirmed, mut moving) = (Vec::new(), Vec::new(), Vec::new());
    let mut again = Vec::new();
    for (received, outcome) in finished.await? {
        match outcome.map_err(Fault::from) {
            Ok(Finished { relative, is_adopted }) => {
                complete.push(Arrived { item: received.item.number, path: relative, is_adopted });
                confirmed.push(received.file);
                moving.extend(received.moving);
            }
            Err(fault) if fault.is_shortage() => again.push(received),
            Err(fault) => run.file_failed(received.item.number, fault).await?,
        }
    }
    run.ledger.complete(complete).await?;
    moving.iter().for_each(Moving::arrived);
    confirm(run, &confirmed).await;
    if !again.is_empty() {
        run.running.shortage().await;
    }
    Ok(again)
}

fn whole(received: &Received) -> Whole {
    let item = &received.item;
    Whole {
        part: Arc::clone(&received.part.part),
        relative: item.path.clone(),
        size: item.size,
        crc64: item.crc64,
        modified: item.last_modified.0,
    }
}

/// Notifies the server. The files are here in any case, so errors are only logged.
async fn confirm<L: DownloadLedger>(run: &Run<L>, files: &[FileId]) {
    if files.is_empty() {
        return;
    }
    if let Err(error) = run.download.addresses.arrived(files).await {
        tracing::warn!(%error, "could not report received files to the server");
    }
}
