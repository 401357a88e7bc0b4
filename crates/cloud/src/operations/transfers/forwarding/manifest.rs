//! The list of all sent files, as JSON. It is generated while it is sent, since it may not fit in memory.

use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use domain::file::File;
use domain::file_path::FilePath;
use domain::transfer::TakenFolder;
use futures_util::StreamExt as _;
use futures_util::stream::{BoxStream, TryStreamExt as _, unfold};
use providers::{Fault, Journal, OutgoingFile, ProviderError, ProviderResult, ReadRange, Target};
use serde_json::json;
use store::{files, scans};
use wire::ids::FileId;

use super::{FILES_AT_A_TIME, Work};
use crate::operations::files::place_of;
use crate::operations::transfers::failure::{TransferError, TransferResult};

const NAME: &str = "transfer-manifest";

/// Sends the manifest into the folder of the package, under a name that no file has.
pub(super) async fn send(work: &Work, target: &dyn Target, folder: &TakenFolder) -> TransferResult<()> {
    let name = free_name(work).await?;
    let maker = Arc::new(Maker::new(work, target, folder.path.clone()));
    let mut size = 0;
    let mut whole = maker.clone().pieces();
    while let Some(piece) = whole.try_next().await? {
        size += piece.len() as u64;
    }
    let read: ReadRange = Arc::new(move |range| {
        let maker = maker.clone();
        Box::pin(async move { Ok(cut(maker.pieces(), range)) })
    });
    let source = work.app.provider_client.source(size, read);
    let outgoing = OutgoingFile {
        folder: &folder.reference,
        path: &[],
        name: &name,
        source: &source,
        begun: None,
        journal: &Forgetful,
    };
    Ok(target.put(&outgoing).await?)
}

async fn free_name(work: &Work) -> TransferResult<String> {
    for number in 1..1_000 {
        let name = if number == 1 { format!("{NAME}.json") } else { format!("{NAME} ({number}).json") };
        let Ok(place) = FilePath::parse("", &name) else { break };
        let mut connection = work.app.store.read().await?;
        if files::at_place(&mut connection, &work.package.id, &place_of(&place)).await?.is_none() {
            return Ok(name);
        }
    }
    Err(ProviderError::new(Fault::Conflict, "the package has too many files with the name of the manifest").into())
}

/// The entry of a file in one of the lists; `None` if it does not belong there.
type Line = dyn Fn(&File) -> Option<String> + Send + Sync;

/// Generates the same text each time.
struct Maker {
    app: crate::app::App,
    head: String,
    sent: Arc<Line>,
    withheld: Arc<Line>,
    package: wire::ids::PackageId,
}

impl Maker {
    fn new(work: &Work, target: &dyn Target, folder: String) -> Self {
        let about = json!({
            "package": {"id": work.package.id, "name": work.package.name, "sender": work.package.sender},
            "transfer_id": work.transfer.id,
            "cloud_connection_id": work.connection.id,
            "created_at": work.transfer.created_at,
            "folder": folder,
        });
        let mut head = about.to_string();
        head.pop();
        head.push_str(",\"files\":[\n");
        let (names, selection) = (target.names(), work.selection.clone());
        let kept_back = work.selection.clone();
        let withheld = move |file: &File| kept_back.withheld(file).map(|file| json!(file).to_string());
        let sent = move |file: &File| {
            selection.has(file).then(|| {
                let (path, name) = names.place(&file.place, folder.len());
                let placed = path.iter().map(String::as_str).chain([name.as_str()]).collect::<Vec<_>>().join("/");
                json!({
                    "path": file.place.path(),
                    "name": file.place.name(),
                    "size": file.size,
                    "crc64nvme": file.crc64nvme,
                    "target_path": format!("{folder}/{placed}"),
                })
                .to_string()
            })
        };
        let (sent, withheld) = (Arc::new(sent), Arc::new(withheld));
        Self { app: work.app.clone(), head, sent, withheld, package: work.package.id.clone() }
    }

    fn pieces(self: Arc<Self>) -> BoxStream<'static, ProviderResult<Bytes>> {
        unfold(Some(Progress { maker: self, state: State::Head }), next).boxed()
    }
}

struct Progress {
    maker: Arc<Maker>,
    state: State,
}

enum State {
    Head,
    List { list: List, last: Option<FileId>, is_first: bool },
}

#[derive(Clone, Copy)]
enum List {
    Sent,
    Withheld,
}

impl List {
    const fn begin(self) -> State {
        State::List { list: self, last: None, is_first: true }
    }
}

async fn next(progress: Option<Progress>) -> Option<(ProviderResult<Bytes>, Option<Progress>)> {
    let Progress { maker, state } = progress?;
    let (list, newest_before, mut is_first) = match state {
        State::Head => {
            let head = Bytes::from(maker.head.clone());
            return Some((Ok(head), Some(Progress { maker, state: List::Sent.begin() })));
        }
        State::List { list, last, is_first } => (list, last, is_first),
    };
    let page = async {
        let mut connection = maker.app.store.read().await?;
        match list {
            List::Sent => {
                files::page_after(&mut connection, &maker.package, newest_before.as_ref(), FILES_AT_A_TIME).await
            }
            List::Withheld => {
                scans::doubtful(&mut connection, &maker.package, newest_before.as_ref(), FILES_AT_A_TIME).await
            }
        }
    };
    let page = match page.await {
        Ok(page) => page,
        Err(error) => return Some((Err(TransferError::from(error).0), None)),
    };
    let Some(newest) = page.last() else {
        return Some(match list {
            List::Sent => {
                let between = Bytes::from_static(b"\n],\"withheld\":[\n");
                (Ok(between), Some(Progress { maker, state: List::Withheld.begin() }))
            }
            List::Withheld => (Ok(Bytes::from_static(b"\n]}\n")), None),
        });
    };
    let line = match list {
        List::Sent => &maker.sent,
        List::Withheld => &maker.withheld,
    };
    let mut text = String::new();
    for line in page.iter().filter_map(|file| line(file)) {
        text.push_str(if is_first { "" } else { ",\n" });
        text.push_str(&line);
        is_first = false;
    }
    let state = State::List { list, last: Some(newest.id.clone()), is_first };
    Some((Ok(text.into()), Some(Progress { maker, state })))
}

/// Cuts a stream to these bytes.
fn cut(
    pieces: BoxStream<'static, ProviderResult<Bytes>>,
    range: Range<u64>,
) -> BoxStream<'static, ProviderResult<Bytes>> {
    let cut = pieces.scan(0_u64, move |at, piece| {
        let piece = piece.map(|piece| {
            let length = piece.len() as u64;
            let start = range.start.saturating_sub(*at).min(length);
            let end = range.end.saturating_sub(*at).min(length);
            *at += length;
            // Both are at most the length of a piece, which fits.
            piece.slice(usize::try_from(start).unwrap_or(0)..usize::try_from(end).unwrap_or(0))
        });
        let is_over = *at >= range.end && piece.as_ref().is_ok_and(Bytes::is_empty);
        std::future::ready((!is_over).then_some(piece))
    });
    cut.try_filter(|piece| std::future::ready(!piece.is_empty())).boxed()
}

/// A manifest is small, and every attempt generates it again.
struct Forgetful;

#[async_trait]
impl Journal for Forgetful {
    async fn begun(&self, _: &str) -> ProviderResult<()> {
        Ok(())
    }

    async fn holds(&self) -> ProviderResult<()> {
        Ok(())
    }

    async fn part(&self, _: u32, _: &str) -> ProviderResult<()> {
        Ok(())
    }

    fn arrived(&self, _: u64) {}
}
