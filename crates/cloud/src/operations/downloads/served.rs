//! A zip has arrived when its last byte was sent, in however many requests.

use std::ops::Range;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream::Stream;
use store::activities::{self, ActivityState};
use store::served_zips::{self, OneZip};
use store::{Tx, downloads, packages};
use tokio::runtime::Handle;
use wire::ids::{ActivityId, DownloadId, FileId, LinkId, PackageId};

use super::send_receipt;
use crate::app::App;
use crate::error::ApiResult;
use crate::zip::ZipError;

/// The database may be down for a moment.
const TRIES: usize = 5;
const PAUSE: Duration = Duration::from_secs(1);

/// A zip that is sent for a download.
#[derive(Debug, Clone)]
pub struct ServedZip {
    pub download: DownloadId,
    pub package: PackageId,
    pub link: Option<LinkId>,
    /// The id of the selection, and its files.
    pub selection: Option<(String, Vec<FileId>)>,
    pub length: u64,
}

impl ServedZip {
    fn key(&self) -> OneZip<'_> {
        OneZip { download: &self.download, selection: self.selection.as_ref().map(|(id, _)| id.as_str()) }
    }
}

/// Passes a range of the zip on, and records what was taken of it when the receiver is done or gone.
pub fn counted<S: Stream<Item = Result<Bytes, ZipError>>>(
    app: &App,
    zip: Option<ServedZip>,
    range: &Range<u64>,
    stream: S,
) -> impl Stream<Item = Result<Bytes, ZipError>> + use<S> {
    let mut sending = zip.map(|zip| Sending { app: app.clone(), zip, sent: range.start..range.start });
    stream.inspect(move |chunk| {
        if let (Some(sending), Ok(chunk)) = (&mut sending, chunk) {
            sending.sent.end += chunk.len() as u64;
        }
    })
}

struct Sending {
    app: App,
    zip: ServedZip,
    sent: Range<u64>,
}

/// A connection drops the stream as soon as it has the last byte.
impl Drop for Sending {
    fn drop(&mut self) {
        let Ok(runtime) = Handle::try_current() else { return }; // The process ends.
        let (app, zip, sent) = (self.app.clone(), self.zip.clone(), self.sent.clone());
        runtime.spawn(async move {
            for _ in 0..TRIES {
                match record(&app, &zip, sent.clone()).await {
                    Err(error) if error.is_worth_a_retry() => tokio::time::sleep(PAUSE).await,
                    Err(error) => return tracing::warn!(%error, package = %zip.package, "cannot record a sent zip"),
                    Ok(()) => return,
                }
            }
            tracing::warn!(package = %zip.package, "the database was down, so a sent zip is not recorded");
        });
    }
}

async fn record(app: &App, zip: &ServedZip, sent: Range<u64>) -> ApiResult<()> {
    if sent.is_empty() || downloads::is_confirmed(&mut *app.store.read().await?, &zip.download).await? {
        return Ok(());
    }
    let mut tx = app.store.begin_on(&zip.package).await?;
    if !downloads::hold(&mut tx, &zip.download).await? {
        return Ok(()); // The package and its record are gone.
    }
    let mut all = served_zips::sent(&mut tx, zip.key()).await?;
    all.add(sent);
    if all.are_all_of(zip.length) {
        served_zips::forget(&mut tx, zip.key()).await?;
        arrived(app, &mut tx, zip).await?;
    } else {
        served_zips::keep(&mut tx, zip.key(), &all).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn arrived(app: &App, tx: &mut Tx, zip: &ServedZip) -> ApiResult<()> {
    let now = app.clock.now();
    let (is_new, is_all) = match &zip.selection {
        None => (downloads::confirm_whole(tx, &zip.download).await?, true),
        Some((_, files)) => {
            let confirmed = downloads::confirm_files(tx, &zip.download, files, now).await?;
            (!confirmed.files.is_empty(), confirmed.is_all)
        }
    };
    if !is_new {
        return Ok(());
    }
    let state = if is_all { ActivityState::Complete } else { ActivityState::Started };
    activities::advance(tx, &ActivityId::from(&zip.download), state, "zip", now).await?;
    if let Some(package) = packages::by_id(tx, &zip.package).await? {
        send_receipt(app, tx, &package, zip.link.as_ref()).await?;
    }
    Ok(())
}
