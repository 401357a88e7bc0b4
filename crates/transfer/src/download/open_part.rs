//! The part file of one download item while it is open.

use std::sync::Arc;

use tokio::sync::OwnedSemaphorePermit;

use super::adding::Fetch;
use super::{DownloadLedger, Run};
use crate::fault::Fault;
use crate::folder::{PartFile, Resume};

/// An open part file. Their number is limited.
pub(super) struct OpenPart {
    pub(super) part: Arc<PartFile>,
    _handle: OwnedSemaphorePermit,
}

/// The part file that was created for it. If it was deleted, it is created and recorded again. `handle` is the permit to
/// have another one open.
pub(super) async fn part_of<L: DownloadLedger>(
    run: &Run<L>,
    fetch: &Fetch,
    handle: OwnedSemaphorePermit,
) -> Result<OpenPart, Fault> {
    let (folder, path, size) = (Arc::clone(&run.download.folder), fetch.item.path.clone(), fetch.item.size);
    let own = Resume::Own(fetch.part.clone());
    let part = run.running.with_files(move || Ok(folder.part(&path, size, &own)?)).await?;
    if !part.is_resumed() {
        run.ledger.made(vec![(fetch.item.number, part.identity().clone())]).await?;
    }
    Ok(OpenPart { part: Arc::new(part), _handle: handle })
}
