//! Adds files to the package in batches, ahead of sending.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use tokio::sync::mpsc;
use wire::error::ErrorCode;
use wire::files::{AddFile, AddedFile, AddedOne, FileBody, RefusedOne};
use wire::ids::FileId;

use super::ready::{LargeFile, Ready, SmallFile, SmallSent};
use super::{Run, SourceFile, Stage, UploadItem, UploadLedger};
use crate::fault::Fault;
use crate::progress::Item;

/// The first batch is small, so that sending starts soon.
const FIRST: usize = 64;
const MOST: usize = 500;
const LISTED: usize = 1_000;
/// Servers refuse bodies above 1 MiB, unless the operator allows more or less.
const BYTES_MOST: usize = 256 << 10;
/// Parallel calls where the API has no batch call.
const AT_ONCE: usize = 16;

/// Adds every pending file to the package and passes it on.
pub(super) async fn add_all<L: UploadLedger>(run: Arc<Run<L>>, ready: mpsc::Sender<Vec<Ready>>) -> Result<(), Fault> {
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

async fn prepared<L: UploadLedger>(run: &Run<L>, items: Vec<UploadItem>) -> Result<Vec<Ready>, Fault> {
    let mut batch = Vec::new();
    let (mut unknown, mut stale) = (Vec::new(), Vec::new());
    for item in items {
        match (&item.source, item.stage.clone()) {
            (Some(source), Stage::Begun { file, upload, parts }) => {
                batch.push(Ready::Large(LargeFile::resumed(&item, source.clone(), file, upload, parts)));
            }
            (Some(source), Stage::Sent { file, etag, sum }) => batch.push(Ready::Sent(SmallSent {
                item: item.clone(),
                source: source.clone(),
                file,
                etag,
                sum,
                is_noted: true,
            })),
            // Its URLs were returned only once, to a process that has ended.
            (_, Stage::Added(file)) => {
                stale.push(file);
                unknown.push(item);
            }
            _ => unknown.push(item),
        }
    }
    forget_all(run, stale).await?;
    batch.extend(added(run, unknown).await?);
    Ok(batch)
}

/// Removes a file that is not finalized from the package, if it exists.
pub(crate) async fn forget<L: UploadLedger>(run: &Run<L>, file: &FileId) -> Result<(), Fault> {
    let upload = &run.upload;
    match run.running.repeat(|| upload.cloud.remove_file(&upload.package, file)).await {
        Err(Fault::Refused { code: ErrorCode::NotFound, .. }) => Ok(()),
        other => other,
    }
}

async fn forget_all<L: UploadLedger>(run: &Run<L>, files: Vec<FileId>) -> Result<(), Fault> {
    let forgotten = stream::iter(files).map(|file| async move { forget(run, &file).await });
    forgotten.buffer_unordered(AT_ONCE).try_collect().await
}

async fn added<L: UploadLedger>(run: &Run<L>, items: Vec<UploadItem>) -> Result<Vec<Ready>, Fault> {
    let (mut batch, taken) = add_once(run, items).await?;
    if taken.is_empty() {
        return Ok(batch);
    }
    // An earlier process, or a call whose answer the server has lost, has added them.
    let taken: Vec<UploadItem> = taken.into_iter().map(|(item, _)| item).collect();
    remove_namesakes(run, &taken).await?;
    let (more, taken) = add_once(run, taken).await?;
    batch.extend(more);
    for (item, reason) in taken {
        let message = format!("{}: {reason}", shown(&item));
        run.file_failed(item.number, Fault::FileRefused { code: ErrorCode::Duplicate, message }).await?;
    }
    Ok(batch)
}

fn shown(item: &UploadItem) -> String {
    if item.path.is_empty() { item.name.clone() } else { format!("{}/{}", item.path, item.name) }
}

/// A file whose name was taken, and what the server says about it.
type Taken = (UploadItem, String);

/// Returns the added files, and those whose names were taken.
async fn add_once<L: UploadLedger>(run: &Run<L>, items: Vec<UploadItem>) -> Result<(Vec<Ready>, Vec<Taken>), Fault> {
    let requests: Vec<AddFile> = items.iter().map(request).collect();
    if requests.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let upload = &run.upload;
    let mut replies = Vec::with_capacity(requests.len());
    for part in by_bytes(&requests, BYTES_MOST, bytes_of) {
        let added = run.running.repeat_once(&upload.cloud, |cloud| {
            let package = &upload.package;
            async move { cloud.add_files(package, part).await }
        });
        replies.extend(added.await?);
    }
    let (mut batch, mut taken) = (Vec::new(), Vec::new());
    let (mut known, mut directories) = (Vec::new(), Vec::new());
    for (item, reply) in items.into_iter().zip(replies) {
        match reply {
            AddedOne::Done(reply) => {
                known.push((item.number, reply.file.id.clone()));
                match item.source.clone() {
                    None => directories.push(item.number),
                    Some(source) => batch.push(ready(item, source, *reply)?),
                }
            }
            AddedOne::Refused(RefusedOne { error, .. }) if error.code == ErrorCode::Duplicate => match &item.source {
                // The directory already exists, which is fine.
                None => directories.push(item.number),
                Some(_) => taken.push((item, error.message)),
            },
            AddedOne::Refused(RefusedOne { error, .. }) => {
                let message = format!("{}: {}", shown(&item), error.message);
                run.file_failed(item.number, Fault::FileRefused { code: error.code, message }).await?;
            }
        }
    }
    run.ledger.added(known).await?;
    run.ledger.complete(directories).await?;
    Ok((batch, taken))
}

/// How long an entry is as JSON, at most: every character of its names may need an escape.
fn bytes_of(request: &AddFile) -> usize {
    const OTHER_FIELDS: usize = 400;
    OTHER_FIELDS + 2 * (request.name.len() + request.path.as_ref().map_or(0, String::len))
}

/// The entries in groups of up to this many bytes, but at least one each.
fn by_bytes<T>(entries: &[T], most: usize, bytes_of: fn(&T) -> usize) -> Vec<&[T]> {
    let (mut groups, mut start, mut bytes) = (Vec::new(), 0, 0);
    for (place, entry) in entries.iter().enumerate() {
        let length = bytes_of(entry);
        if place > start && bytes + length > most {
            groups.extend(entries.get(start..place));
            (start, bytes) = (place, 0);
        }
        bytes += length;
    }
    groups.extend(entries.get(start..).filter(|rest| !rest.is_empty()));
    groups
}

fn request(item: &UploadItem) -> AddFile {
    let size = item.source.as_ref().map(|source| i64::try_from(source.identity.size).unwrap_or(i64::MAX));
    AddFile {
        kind: Some(if item.source.is_some() { "file" } else { "directory" }.to_owned()),
        name: item.name.clone(),
        path: Some(item.path.clone()),
        last_modified: item.last_modified,
        size,
        chunk_size: size.map(|_| i64::try_from(item.part_size).unwrap_or(i64::MAX)),
        ..AddFile::default()
    }
}

fn ready(item: UploadItem, source: SourceFile, reply: AddedFile) -> Result<Ready, Fault> {
    let file = reply.file.id;
    match (reply.put_blueprint, reply.create_blueprint) {
        (Some(put), _) => Ok(Ready::Small(SmallFile { item, source, file, put })),
        (None, Some(create)) => Ok(Ready::Large(LargeFile::new(&item, source, file, create))),
        (None, None) => {
            Err(Fault::Refused { code: ErrorCode::Internal, message: "the server returned no URL for a file".into() })
        }
    }
}

/// Adds one file again after its upload was lost.
pub(super) async fn add_again<L: UploadLedger>(
    run: &Run<L>,
    item: &UploadItem,
    old: &FileId,
) -> Result<Option<Ready>, Fault> {
    forget(run, old).await?;
    let mut batch = added(run, vec![item.clone()]).await?;
    Ok(batch.pop())
}

/// Removes files with the same names from the package.
pub(crate) async fn remove_namesakes<L: UploadLedger>(run: &Run<L>, items: &[UploadItem]) -> Result<(), Fault> {
    let names: HashMap<(&str, &str), Item> =
        items.iter().map(|item| ((item.path.as_str(), item.name.as_str()), item.number)).collect();
    let upload = &run.upload;
    for page in 1_usize.. {
        let query = format!("page={page}&limit={LISTED}");
        let files = run.running.repeat(|| upload.cloud.files(&upload.package, &query)).await?;
        // A finalized file is complete and only missing in the ledger; the server will refuse to add it again.
        let is_last = files.len() < LISTED;
        let is_namesake = |file: &FileBody| names.contains_key(&(file.path.as_str(), file.name.as_str()));
        let namesakes = files.into_iter().filter(is_namesake).map(|file| file.id).collect();
        forget_all(run, namesakes).await?;
        if is_last {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::by_bytes;

    #[test]
    fn groups_are_bounded_by_their_bytes() {
        let entries = [5, 1, 1, 12, 1];
        let cases: [(usize, &[&[usize]]); 4] = [
            (100, &[&[5, 1, 1, 12, 1]]),
            (13, &[&[5, 1, 1], &[12, 1]]),
            (6, &[&[5, 1], &[1], &[12], &[1]]),
            (0, &[&[5], &[1], &[1], &[12], &[1]]),
        ];
        for (most, groups) in cases {
            assert_eq!(by_bytes(&entries, most, |length| *length), groups, "{most}");
        }
        assert!(by_bytes::<usize>(&[], 9, |length| *length).is_empty());
    }
}
