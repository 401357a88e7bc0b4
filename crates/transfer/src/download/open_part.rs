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
    _place: OwnedSemaphorePermit,
}

/// The part file that was created for it. If it was deleted, it is created and recorded again.
pub(super) async fn part_of<L: DownloadLedger>(run: &Run<L>, fetch: &Fetch) -> Result<OpenPart, Fault> {
    let place = run.running.part_file().await?;
    let (folder, path, size) = (Arc::clone(&run.download.folder), fetch.item.path.clone(), fetch.item.size);
    let own = Resume::Own(fetch.part.clone());
    let part = run.running.with_files(move || Ok(folder.part(&path, size, &own)?)).await?;
    if !part.is_resumed() {
        run.ledger.made(vec![(fetch.item.number, part.identity().clone())]).await?;
    }
    Ok(OpenPart { part: Arc::new(part), _place: place })
}
