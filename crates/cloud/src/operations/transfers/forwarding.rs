//! Sends a package to a connection, file by file, with bounded memory.
//!
//! It can be interrupted anywhere and run again: the folder is reserved before it is used, a file that arrived is
//! recorded before the next step depends on it, and parts of large files are recorded, so that nothing is sent twice.
//! The manifest comes last, when all files are there. The reason of a failed attempt is shown on the transfer, its
//! activity and the connection.

mod abandoned;
mod folder;
mod manifest;
mod recorder;

pub use abandoned::abandon;

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::connection::CloudConnection;
use domain::file::File;
use domain::package::{Package, PackageState};
use domain::transfer::{TakenFolder, Transfer};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use providers::{
    BegunUpload, DroppedFile, DroppedPackage, Fault, OutgoingFile, PackageDrop, Place, ProviderError, ProviderResult,
    ReadRange, Source, Target,
};
use store::{files, scans, transfer_files, transfers};
use wire::ids::{FileId, TransferId};

use self::recorder::{FileJournal, Recorder};
use super::connections::open_place;
use super::failure::{TransferError, TransferResult};
use super::misses::Misses;
use super::moves::{Begun, Outcome, begin_attempt, settle};
use super::selection::Selection;
use crate::app::App;
use crate::error::ApiResult;
use crate::vault::Column;

/// How many files are sent at once. Their memory is bounded for all of them together.
const FILES_AT_ONCE: usize = 24;
const FILES_AT_A_TIME: i64 = 1_000;

/// One package to be sent to one connection.
struct Work {
    app: App,
    transfer: Transfer,
    connection: CloudConnection,
    package: Package,
    selection: Selection,
}

/// Makes one attempt.
pub async fn attempt(app: &App, id: &TransferId) -> ApiResult<Outcome> {
    let Some(work) = begin(app, id).await? else { return Ok(Outcome::Over) };
    if scans::has_pending(&mut *app.store.read().await?, &work.package.id).await? {
        return Ok(Outcome::NotYet);
    }
    let sent = send(&work).await;
    settle(app, &work.transfer, sent).await
}

async fn begin(app: &App, id: &TransferId) -> ApiResult<Option<Work>> {
    let Some(Begun { transfer, connection, package }) = begin_attempt(app, id, PackageState::Finalized).await? else {
        return Ok(None);
    };
    let selection = Selection::of(&mut *app.store.read().await?, &transfer, &package).await?;
    Ok(Some(Work { app: app.clone(), transfer, connection, package, selection }))
}

async fn send(work: &Work) -> TransferResult<()> {
    let place = open_place(&work.app, &work.connection)?;
    count(work).await?;
    match place {
        Place::Target(target) => send_files(work, target.as_ref()).await,
        Place::Drop(place) => deliver(work, place.as_ref()).await,
        Place::Origin(_) => {
            let reason = "the connection only provides files and does not accept any";
            Err(ProviderError::new(Fault::Refused, reason).into())
        }
    }
}

impl Work {
    /// Where the folder of the package is.
    fn directory(&self) -> &str {
        self.transfer.directory(&self.connection.target_directory)
    }
}

/// Counts the files to be sent, for progress reports, and records those that are withheld.
async fn count(work: &Work) -> TransferResult<()> {
    let (mut count, mut bytes, mut last) = (0, 0_i64, None::<FileId>);
    loop {
        let mut connection = work.app.store.read().await?;
        let page = files::page_after(&mut connection, &work.package.id, last.as_ref(), FILES_AT_A_TIME).await?;
        drop(connection);
        let Some(newest) = page.last() else { break };
        last = Some(newest.id.clone());
        for file in page.iter().filter(|file| work.selection.has(file)) {
            count += 1;
            bytes = bytes.saturating_add(file.size);
        }
    }
    let withheld = work.selection.all_withheld(&mut *work.app.store.read().await?, &work.package).await?;
    let mut tx = work.app.store.begin().await?;
    transfers::set_totals(&mut tx, &work.transfer.id, count, bytes).await?;
    transfers::set_withheld(&mut tx, &work.transfer.id, &withheld).await?;
    tx.commit().await?;
    Ok(())
}

async fn send_files(work: &Work, target: &dyn Target) -> TransferResult<()> {
    let folder = folder::take(work, target).await?;
    let (recorder, recording) = Recorder::begin(work).await?;
    let (in_folder, largest) = (&folder, target.largest_file().await);
    let sending = async move {
        let misses = Misses::default();
        let mut last: Option<FileId> = None;
        loop {
            let mut connection = work.app.store.read().await?;
            let (transfer, package, after) = (&work.transfer.id, &work.package.id, last.as_ref());
            let unsent = transfer_files::unsent_after(&mut connection, transfer, package, after, FILES_AT_A_TIME);
            let page = unsent.await?;
            drop(connection);
            let Some(newest) = page.last() else {
                return misses.result();
            };
            last = Some(newest.id.clone());
            let (recorder, misses) = (&recorder, &misses);
            stream::iter(page.into_iter().filter(|file| work.selection.has(file)))
                .map(|file| async move {
                    let sent = match check_fits(&file, largest) {
                        Ok(()) => send_file(work, target, in_folder, recorder, &file).await,
                        Err(error) => Err(error.into()),
                    };
                    match sent {
                        Ok(()) => {
                            misses.arrived();
                            Ok(())
                        }
                        Err(TransferError(error)) => {
                            let works = target.check(work.directory());
                            misses.note(file.place.name(), error, works).await
                        }
                    }
                })
                .buffer_unordered(FILES_AT_ONCE)
                .try_for_each(|()| std::future::ready(Ok(())))
                .await?;
        }
    };
    let (sent, ()) = tokio::join!(sending, recording);
    sent?;
    if work.connection.upload_transfer_manifest {
        manifest::send(work, target, &folder).await?;
    }
    Ok(())
}

/// Refuses a file that the provider would refuse after hours.
fn check_fits(file: &File, largest: Option<u64>) -> ProviderResult<()> {
    match largest.filter(|largest| file.size.unsigned_abs() > *largest) {
        None => Ok(()),
        Some(largest) => {
            let reason = format!("the provider accepts files of up to {largest} bytes, and this one has {}", file.size);
            Err(ProviderError::new(Fault::Refused, reason))
        }
    }
}

async fn send_file(
    work: &Work,
    target: &dyn Target,
    folder: &TakenFolder,
    recorder: &Recorder,
    file: &File,
) -> TransferResult<()> {
    let (path, name) = target.names().place(&file.place, folder.path.len());
    let mut connection = work.app.store.read().await?;
    let open = transfer_files::open_upload(&mut connection, &work.transfer.id, &file.id).await?;
    drop(connection);
    let journal = FileJournal::new(work, recorder, file, open.as_ref());
    let begun = match open {
        None => None,
        Some(open) => {
            Some(BegunUpload { upload: opened(&work.app, &work.transfer.id, &open.upload)?, receipts: open.receipts })
        }
    };
    let source = stored(&work.app, file);
    let outgoing =
        OutgoingFile { folder: &folder.reference, path: &path, name: &name, source: &source, begun, journal: &journal };
    target.put(&outgoing).await?;
    Ok(recorder.sent(&file.id).await?)
}

/// The provider's id of an upload, as it was recorded.
fn opened(app: &App, transfer: &TransferId, sealed: &str) -> ProviderResult<String> {
    let opened = app.vault.open_sealed(Column::ProviderUpload, transfer.as_str(), sealed);
    let opened = opened.ok().and_then(|bytes| String::from_utf8(bytes).ok());
    opened.ok_or_else(|| ProviderError::new(Fault::Ours, "the record of an upload cannot be read"))
}

/// The content of a stored file, compared with the checksum of its upload while it is read.
fn stored(app: &App, file: &File) -> Source {
    let (app_of_reader, key) = (app.clone(), file.object_key());
    let read: ReadRange = Arc::new(move |range| {
        let (app, key) = (app_of_reader.clone(), key.clone());
        Box::pin(async move {
            let stream = app.storage.read(&key, range).await?;
            Ok(stream.map_err(ProviderError::from).boxed())
        })
    });
    let source = app.provider_client.source(file.size.unsigned_abs(), read);
    match file.crc64nvme.as_deref().and_then(crc64_of) {
        Some(expected) => source.with_checksum(expected),
        None => source,
    }
}

/// The checksum as it is stored with a file: eight bytes in base64.
fn crc64_of(text: &str) -> Option<u64> {
    Some(u64::from_be_bytes(STANDARD.decode(text).ok()?.try_into().ok()?))
}

/// Announces the whole package at once, since the receiver fetches from a complete list. Files that it does not take are
/// left out, and named at the end.
async fn deliver(work: &Work, place: &dyn PackageDrop) -> TransferResult<()> {
    let (mut dropped, mut last, misses) = (Vec::new(), None::<FileId>, Misses::default());
    let largest = place.largest_file().await;
    loop {
        let mut connection = work.app.store.read().await?;
        let page = files::page_after(&mut connection, &work.package.id, last.as_ref(), FILES_AT_A_TIME).await?;
        drop(connection);
        let Some(newest) = page.last() else { break };
        last = Some(newest.id.clone());
        for file in page.iter().filter(|file| work.selection.has(file)) {
            match check_fits(file, largest) {
                Ok(()) => dropped.push(announced(work, file)),
                Err(error) => misses.note(file.place.name(), error, std::future::ready(Ok(()))).await?,
            }
        }
    }
    let left_out = misses.result();
    if dropped.is_empty() && left_out.is_err() {
        return left_out;
    }
    let package = DroppedPackage {
        id: announcement_id(work, &left_out, largest),
        package_id: work.package.id.to_string(),
        name: work.package.name.clone(),
        sender: work.package.sender.clone(),
        files: dropped,
    };
    place.deliver(&package).await?;
    left_out
}

/// A receiver takes the same id for a repetition. So an announcement without some files is another than that of all files,
/// which may follow once the receiver takes larger ones.
fn announcement_id(work: &Work, left_out: &TransferResult<()>, largest: Option<u64>) -> String {
    match (left_out, largest) {
        (Err(_), Some(largest)) => format!("{}_{largest}", work.transfer.id),
        _ => work.transfer.id.to_string(),
    }
}

fn announced(work: &Work, file: &File) -> DroppedFile {
    DroppedFile {
        path: file.place.path().to_owned(),
        name: file.place.name().to_owned(),
        size: file.size,
        crc64nvme: file.crc64nvme.clone().unwrap_or_default(),
        url: work.app.storage.download_url(&file.object_key(), file.place.name()).into(),
    }
}
