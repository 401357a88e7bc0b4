//! Giving files their names once they are whole, many at a time.

use std::sync::Arc;

use tokio::sync::mpsc;
use wire::ids::FileId;

use super::{Arrived, DownloadItem, DownloadLedger, Run};
use crate::fault::Fault;
use crate::folder::{Finished, PartFile, Whole};
use crate::running::blocking;

const MOST: usize = 500;

/// A file that is whole and proven, under the name of its part file.
pub(super) struct Received {
    pub(super) item: DownloadItem,
    pub(super) file: FileId,
    pub(super) part: Arc<PartFile>,
}

/// Names what was received until nobody receives any more. What gathers meanwhile goes together.
pub(super) async fn finish<L: DownloadLedger>(
    run: Arc<Run<L>>,
    mut received: mpsc::UnboundedReceiver<Received>,
) -> Result<(), Fault> {
    let mut batch = Vec::new();
    while received.recv_many(&mut batch, MOST).await > 0 {
        finish_batch(&run, std::mem::take(&mut batch)).await?;
    }
    Ok(())
}

async fn finish_batch<L: DownloadLedger>(run: &Run<L>, batch: Vec<Received>) -> Result<(), Fault> {
    let folder = Arc::clone(&run.download.folder);
    let finished = blocking(move || {
        let parts: Vec<Whole> = batch.iter().map(whole).collect();
        let outcomes = folder.finish_many(&parts);
        Ok(batch.into_iter().zip(outcomes).collect::<Vec<_>>())
    });
    let (mut complete, mut confirmed) = (Vec::new(), Vec::new());
    for (received, outcome) in finished.await? {
        match outcome {
            Ok(Finished { relative, is_adopted }) => {
                complete.push(Arrived { item: received.item.number, path: relative, is_adopted });
                confirmed.push(received.file);
            }
            Err(error) => run.file_failed(received.item.number, error.into()).await?,
        }
    }
    run.ledger.complete(complete).await?;
    confirm(run, &confirmed).await;
    Ok(())
}

fn whole(received: &Received) -> Whole {
    let item = &received.item;
    Whole {
        part: Arc::clone(&received.part),
        relative: item.path.clone(),
        size: item.size,
        crc64: item.crc64,
        modified: item.last_modified.0,
    }
}

/// Tells the sender. The files are here in any case, so nothing fails over it.
async fn confirm<L: DownloadLedger>(run: &Run<L>, files: &[FileId]) {
    if files.is_empty() {
        return;
    }
    if let Err(error) = run.download.addresses.arrived(files).await {
        tracing::warn!(%error, "the server was not told which files arrived");
    }
}
