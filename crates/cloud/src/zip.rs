//! Streams zips that are not stored anywhere: headers are generated on the fly, contents come straight from storage.
//!
//! Any range of any zip needs the same small memory: entries are read from the database in pages, contents are passed
//! on in the chunks in which they arrive, and only small files are read ahead. If something cannot be sent as planned,
//! the stream ends with an error, which breaks the connection: a receiver never mistakes an incomplete zip for a
//! complete one.

mod pages;
mod parts;

use std::ops::Range;

use bytes::Bytes;
use domain::zip_layout::{WrongTotals, ZipShape, ZipWalk};
use futures_util::stream::{Stream, unfold};
use store::StoreError;
use tokio::sync::mpsc;
use wire::ids::{FileId, PackageId};

use crate::app::App;
use crate::storage::StorageError;
use pages::Pages;
use parts::{Content, Parts};

/// Chunks that wait for the connection.
const CHUNKS_WAITING: usize = 4;

/// A zip of a whole package, or of some of its files.
#[derive(Debug, Clone)]
pub struct Zip {
    pub package: PackageId,
    /// In the order of the ids; `None` for all files.
    pub selection: Option<Vec<FileId>>,
    pub shape: ZipShape,
}

#[derive(Debug, thiserror::Error)]
pub enum ZipError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("file {file}: {error}")]
    Storage { file: FileId, error: StorageError },
    #[error(transparent)]
    WrongTotals(#[from] WrongTotals),
    #[error("the CRC-32 of file {0} is not known")]
    NoCrc32(FileId),
    #[error("the task that reads ahead ended early")]
    Interrupted,
    /// The receiver has closed the connection.
    #[error("the receiver closed the connection")]
    ReceiverGone,
}

/// A range of the zip. The work runs ahead of the receiver by a few chunks, and ends with it.
pub fn stream(app: &App, zip: Zip, range: Range<u64>) -> impl Stream<Item = Result<Bytes, ZipError>> + Send + use<> {
    let (sender, receiver) = mpsc::channel(CHUNKS_WAITING);
    let app = app.clone();
    tokio::spawn(async move {
        match send_range(&app, &zip, range, &sender).await {
            Ok(()) | Err(ZipError::ReceiverGone) => {}
            Err(error) => {
                tracing::warn!(%error, package = %zip.package, "a zip download was aborted");
                let _ = sender.send(Err(error)).await;
            }
        }
    });
    unfold(receiver, |mut receiver| async { receiver.recv().await.map(|chunk| (chunk, receiver)) })
}

async fn send_range(
    app: &App,
    zip: &Zip,
    range: Range<u64>,
    sender: &mpsc::Sender<Result<Bytes, ZipError>>,
) -> Result<(), ZipError> {
    let mut walk = ZipWalk::new(zip.shape, range);
    let mut parts = Parts::new(app.clone(), sender);
    while walk.wants_entries() {
        send_pass(app, zip, &mut walk, &mut parts).await?;
        if walk.wants_entries() {
            walk.end_of_entries()?;
        }
    }
    walk.ending(parts.bytes());
    parts.finish().await
}

/// Goes through the entries once.
async fn send_pass(app: &App, zip: &Zip, walk: &mut ZipWalk, parts: &mut Parts<'_>) -> Result<(), ZipError> {
    let mut pages = Pages::new(&app.store, zip);
    while walk.wants_entries() {
        let page = pages.next(walk).await?;
        if page.is_empty() {
            break;
        }
        for found in page {
            let range = walk.entry(&found.entry, parts.bytes())?;
            if !found.has_crc32 {
                return Err(ZipError::NoCrc32(found.id));
            }
            if !range.is_empty() {
                parts.push(Content { file: found.id, key: found.object_key, range }).await?;
            }
            if !walk.wants_entries() {
                break;
            }
        }
        parts.send_ready().await?;
    }
    Ok(())
}
