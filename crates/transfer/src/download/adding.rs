//! Prepares files for receiving: directories, files that exist already, part files, URLs.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::mpsc;
use wire::files::AddressedOne;
use wire::ids::FileId;

use super::{Arrived, DownloadItem, DownloadLedger, Run, WHOLE_LARGEST};
use crate::fault::Fault;
use crate::folder::{Folder, FolderError, Identity, NewPart};
use crate::running::blocking;

/// The first batch is small, so that receiving starts soon.
const FIRST: usize = 64;
const MOST: usize = 500;
/// Part files that are created and open at the same time.
const MADE: usize = 100;

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

/// The state of one file at the destination.
enum Look {
    /// A directory that was created, or a file that exists with the same content.
    There(Arrived),
    Fetch(DownloadItem, Identity),
    /// Its part file is created, but not recorded yet.
    New(DownloadItem, NewPart),
    Failed(DownloadItem, FolderError),
}

async fn prepared<L: DownloadLedger>(run: &Run<L>, items: Vec<DownloadItem>) -> Result<Vec<Ready>, Fault> {
    let (mut fetch, mut items) = (Vec::with_capacity(items.len()), VecDeque::from(items));
    let mut made = MADE;
    while !items.is_empty() {
        let some: Vec<_> = items.drain(..made.min(items.len())).collect();
        let folder = Arc::clone(&run.download.folder);
        let looked = blocking(move || Ok(some.into_iter().map(|item| look(&folder, item)).collect::<Vec<_>>()));
        let (mut there, mut new, mut again) = (Vec::new(), Vec::new(), Vec::new());
        for look in looked.await? {
            match look {
                Look::There(arrived) => there.push(arrived),
                Look::Failed(item, FolderError::NoHandles { .. }) => again.push(item),
                Look::Failed(item, error) => run.file_failed(item.number, error.into()).await?,
                Look::Fetch(item, part) => fetch.push((item, part)),
                Look::New(item, part) => new.push((item, part)),
            }
        }
        record_there(run, there).await?;
        let (named, unnamed) = noted(run, new).await?;
        fetch.extend(named);
        again.extend(unnamed);
        if !again.is_empty() {
            made = (made / 2).max(1);
            again.into_iter().rev().for_each(|item| items.push_front(item));
            run.running.shortage().await;
        }
    }
    addressed(run, fetch).await
}

/// Records what exists already, once its names are on the disk.
async fn record_there<L: DownloadLedger>(run: &Run<L>, there: Vec<Arrived>) -> Result<(), Fault> {
    if sync_names(run, &there).await.is_ok() {
        return run.ledger.complete(there).await;
    }
    // It is unknown which of them are safe, so each is flushed by itself.
    for arrived in there {
        match sync_names(run, std::slice::from_ref(&arrived)).await {
            Ok(()) => run.ledger.complete(vec![arrived]).await?,
            Err(fault) => run.file_failed(arrived.item, fault).await?,
        }
    }
    Ok(())
}

async fn sync_names<L: DownloadLedger>(run: &Run<L>, there: &[Arrived]) -> Result<(), Fault> {
    let folder = Arc::clone(&run.download.folder);
    let paths: Vec<_> = there.iter().map(|arrived| arrived.path.clone()).collect();
    run.running.with_files(move || Ok(folder.sync_directories(paths.iter().map(PathBuf::as_path))?)).await
}

/// Records the part files and then names them: if the process ends in between, no unknown part file is left. Also returns
/// the files that must be tried again, because too many others are open.
async fn noted<L: DownloadLedger>(
    run: &Run<L>,
    new: Vec<(DownloadItem, NewPart)>,
) -> Result<(Vec<(DownloadItem, Identity)>, Vec<DownloadItem>), Fault> {
    let made = new.iter().map(|(item, part)| (item.number, part.identity().clone()));
    run.ledger.made(made.collect()).await?;
    let folder = Arc::clone(&run.download.folder);
    let named = blocking(move || {
        let name = |(item, part): (DownloadItem, NewPart)| {
            let other = folder.name_part(&part, &item.path, item.size);
            (item, other.map(|other| (other.is_some(), other.unwrap_or_else(|| part.identity().clone()))))
        };
        Ok(new.into_iter().map(name).collect::<Vec<_>>())
    });
    let (mut fetch, mut others, mut again) = (Vec::new(), Vec::new(), Vec::new());
    for (item, named) in named.await? {
        match named {
            Err(FolderError::NoHandles { .. }) => again.push(item),
            Err(error) => run.file_failed(item.number, error.into()).await?,
            Ok((is_other, part)) => {
                if is_other {
                    others.push((item.number, part.clone()));
                }
                fetch.push((item, part));
            }
        }
    }
    run.ledger.made(others).await?;
    Ok((fetch, again))
}

fn look(folder: &Folder, item: DownloadItem) -> Look {
    look_for(folder, item.clone()).unwrap_or_else(|error| Look::Failed(item, error))
}

fn look_for(folder: &Folder, mut item: DownloadItem) -> Result<Look, FolderError> {
    if item.file.is_none() {
        folder.directory(&item.path)?;
        return Ok(Look::There(Arrived { item: item.number, path: item.path, is_adopted: false }));
    }
    if let Some(part) = item.part.clone() {
        if folder.has_part(&part)? {
            return Ok(Look::Fetch(item, part));
        }
        // The process ended after the file got its name and before that was recorded.
        if let Some(path) = folder.named_before(&part, &item.path, (item.size, item.crc64))? {
            return Ok(Look::There(Arrived { item: item.number, path, is_adopted: false }));
        }
        item.ranges.clear();
    }
    if folder.has(&item.path, item.size, item.crc64)? {
        return Ok(Look::There(Arrived { item: item.number, path: item.path, is_adopted: true }));
    }
    let part = folder.new_part_for(&item.path, item.size)?;
    Ok(Look::New(item, part))
}

async fn addressed<L: DownloadLedger>(run: &Run<L>, files: Vec<(DownloadItem, Identity)>) -> Result<Vec<Ready>, Fault> {
    let ids: Vec<FileId> = files.iter().filter_map(|(item, _)| item.file.clone()).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let replies = run.running.repeat(|| run.download.addresses.of_many(&ids)).await?;
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

/// A new URL for one file.
pub(super) async fn address<L: DownloadLedger>(run: &Run<L>, file: &FileId, old: &str) -> Result<String, Fault> {
    run.running.repeat(|| run.download.addresses.instead_of(file, old)).await
}
