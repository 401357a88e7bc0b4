//! Getting ready to receive: directories, files that are there already, names of part files, addresses.

use std::sync::Arc;

use tokio::sync::mpsc;
use wire::files::AddressedOne;
use wire::ids::FileId;

use super::{Arrived, Download, DownloadItem, DownloadLedger, Run, WHOLE_LARGEST};
use crate::fault::Fault;
use crate::folder::{Folder, FolderError, Identity, Resume};
use crate::progress::Item;
use crate::running::blocking;

/// The first batch is small, so that receiving begins at once.
const FIRST: usize = 64;
const MOST: usize = 500;

/// A file that can be fetched now.
pub(super) enum Ready {
    Small(Fetch),
    Large(Fetch),
}

pub(super) struct Fetch {
    pub(super) item: DownloadItem,
    pub(super) file: FileId,
    pub(super) part: Identity,
    pub(super) url: String,
}

pub(super) async fn prepare_all<L: DownloadLedger>(
    run: Arc<Run<L>>,
    ready: mpsc::Sender<Vec<Ready>>,
) -> Result<(), Fault> {
    let mut after = None;
    let mut most = FIRST;
    loop {
        let items = run.ledger.pending(after, most).await?;
        let Some(last) = items.last() else { return Ok(()) };
        after = Some(last.number);
        most = MOST;
        let batch = prepared(&run, items).await?;
        if ready.send(batch).await.is_err() {
            return Ok(());
        }
    }
}

/// What a look at the destination said of one file.
enum Look {
    /// A directory that is made, or a file that is there with the same content.
    There(Arrived),
    Fetch(DownloadItem, Identity),
    Failed(Item, FolderError),
}

async fn prepared<L: DownloadLedger>(run: &Run<L>, items: Vec<DownloadItem>) -> Result<Vec<Ready>, Fault> {
    let folder = Arc::clone(&run.download.folder);
    let looked = blocking(move || Ok(items.into_iter().map(|item| look(&folder, item)).collect::<Vec<_>>())).await?;
    let (mut there, mut made, mut fetch) = (Vec::new(), Vec::new(), Vec::new());
    for look in looked {
        match look {
            Look::There(arrived) => there.push(arrived),
            Look::Failed(item, error) => run.file_failed(item, error.into()).await?,
            Look::Fetch(item, part) => {
                if item.part.is_none() {
                    made.push((item.number, part.clone()));
                }
                fetch.push((item, part));
            }
        }
    }
    run.ledger.complete(there).await?;
    run.ledger.made(made).await?;
    addressed(run, fetch).await
}

fn look(folder: &Folder, item: DownloadItem) -> Look {
    let number = item.number;
    look_for(folder, item).unwrap_or_else(|error| Look::Failed(number, error))
}

fn look_for(folder: &Folder, item: DownloadItem) -> Result<Look, FolderError> {
    if item.file.is_none() {
        folder.directory(&item.path)?;
        return Ok(Look::There(Arrived { item: item.number, path: item.path, is_adopted: false }));
    }
    if let Some(part) = item.part.clone() {
        return Ok(Look::Fetch(item, part));
    }
    if folder.has(&item.path, item.size, item.crc64)? {
        return Ok(Look::There(Arrived { item: item.number, path: item.path, is_adopted: true }));
    }
    let part = folder.part(&item.path, item.size, &Resume::New)?.identity().clone();
    Ok(Look::Fetch(item, part))
}

async fn addressed<L: DownloadLedger>(run: &Run<L>, files: Vec<(DownloadItem, Identity)>) -> Result<Vec<Ready>, Fault> {
    let ids: Vec<FileId> = files.iter().filter_map(|(item, _)| item.file.clone()).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let Download { cloud, package, .. } = &run.download;
    let replies = run.running.repeat(|| cloud.download_addresses(package, &ids)).await?;
    let mut batch = Vec::new();
    for ((item, part), reply) in files.into_iter().zip(replies) {
        match reply {
            AddressedOne::Refused(refusal) => {
                let message = format!("{}: {}", item.path.display(), refusal.error.message);
                run.file_failed(item.number, Fault::Refused { code: refusal.error.code, message }).await?;
            }
            AddressedOne::Done(address) => {
                let is_small = item.size <= WHOLE_LARGEST;
                let fetch = Fetch { file: address.file_id, url: address.url, item, part };
                batch.push(if is_small { Ready::Small(fetch) } else { Ready::Large(fetch) });
            }
        }
    }
    Ok(batch)
}

/// A fresh address for one file.
pub(super) async fn address<L: DownloadLedger>(run: &Run<L>, file: &FileId) -> Result<String, Fault> {
    let Download { cloud, package, .. } = &run.download;
    let address = run.running.repeat(|| cloud.download_address(package, file)).await?;
    Ok(address.url)
}
