//! Finds the files that an upload has to send.

use std::path::Path;

use tokio::sync::mpsc;
use transfer::tree::Entry;
use transfer::upload::{SourceFile, part_size};
use transfer::{Fault, Identity, Item, SHORTAGE_WAIT};

use crate::app::App;
use crate::choice::Chooser;
use crate::error::{AgentError, AgentResult};
use crate::failure::Failure;
use crate::fingerprint::Fingerprint;
use crate::journal::Tables;
use crate::journal::upload_items::{self, NewItem};
use crate::journal::upload_skipped::{self, Skipped};
use crate::journal::uploads::{self as rows, UploadRow};
use crate::left_out;
use crate::runs::Broken;

/// Items per journal write.
const BATCH: usize = 1_000;

/// Records every file of the upload. Nothing is sent before all are known, so an interrupted walk starts again from
/// scratch.
pub(super) async fn walk_once(app: &App, row: &UploadRow) -> Result<(), Broken> {
    if row.walked {
        return Ok(());
    }
    let id = row.id.clone();
    app.journal.write(move |tables| upload_items::clear(tables, &id)).await?;
    let (sender, mut found) = mpsc::channel::<Vec<NewItem>>(2);
    let (paths, chunk_size) = (row.paths.clone(), row.chunk_size);
    let rule = row.origin.left_out.as_ref().map(left_out::rule).transpose()?;
    let choice = row.origin.choice.clone();
    let (engine, allowed) = (app.engine.clone(), app.clone());
    let walking = tokio::task::spawn_blocking(move || {
        let waits = {
            let sender = sender.clone();
            move || {
                engine.note_shortage();
                std::thread::sleep(SHORTAGE_WAIT);
                // The receiver is gone if the upload was stopped in the meantime.
                !sender.is_closed()
            }
        };
        let chooser = Chooser::new(&paths, &choice)?.waiting(waits.clone());
        let is_left_out = |path: &Path| rule.as_ref().is_some_and(|rule| rule(path)) || chooser.leaves_out(path);
        let may_read = |path: &Path| allowed.paths.require_readable("paths", path).map_err(|error| error.message());
        let entries = chooser.walk(paths, is_left_out, waits, may_read);
        let gathered = gather(entries, chunk_size, &sender);
        chooser.trouble().map_or(Ok(gathered), |fault| Err(Broken::Fault(fault)))
    });
    while let Some(batch) = found.recv().await {
        let id = row.id.clone();
        app.journal.write(move |tables| upload_items::add(tables, &id, &batch)).await?;
    }
    let (found, skipped) = walking.await.map_err(|error| AgentError::Internal(error.into()))??;
    if row.origin.fingerprint.as_ref().is_some_and(|before| *before != found) {
        let path = row.paths.first().cloned().unwrap_or_default();
        return Err(Fault::SourceChanged { path, how: "changed before it could be sent" }.into());
    }
    let id = row.id.clone();
    let walked = app.journal.write(move |tables| {
        upload_skipped::replace(tables, &id, &skipped)?;
        rows::set_fingerprint(tables, &id, &found)?;
        rows::mark_walked(tables, &id)
    });
    walked.await?;
    Ok(())
}

/// Returns the fingerprint of everything found, and what was left out.
fn gather(
    entries: impl Iterator<Item = Entry>,
    chunk_size: Option<u64>,
    sender: &mpsc::Sender<Vec<NewItem>>,
) -> (String, Skipped) {
    let (mut batch, mut fingerprint, mut skipped) = (Vec::new(), Fingerprint::default(), Skipped::default());
    let entries = entries.inspect(|entry| fingerprint.add(entry));
    let items = entries.filter_map(|entry| new_item(entry, chunk_size, &mut skipped));
    for (number, mut item) in (1_u64..).zip(items) {
        item.number = number;
        batch.push(item);
        // The receiver is gone if the upload was stopped in the meantime.
        if batch.len() == BATCH && sender.blocking_send(std::mem::take(&mut batch)).is_err() {
            return (String::new(), Skipped::default());
        }
    }
    let _ = sender.blocking_send(batch);
    (fingerprint.text(), skipped)
}

fn new_item(entry: Entry, chunk_size: Option<u64>, skipped: &mut Skipped) -> Option<NewItem> {
    let number: Item = 0;
    Some(match entry {
        Entry::File { source, identity, path, name, .. } => NewItem {
            number,
            source: Some(SourceFile { path: source, identity }),
            path,
            name,
            modified: identity.modified,
            part_size: part_size(identity.size, chunk_size),
            failure: None,
        },
        Entry::EmptyDirectory { path, name, modified, .. } => {
            NewItem { number, source: None, path, name, modified, part_size: 0, failure: None }
        }
        Entry::Skipped { source, why } => {
            tracing::debug!(source = %source.display(), why, "skipped in an upload");
            skipped.add(source, why);
            return None;
        }
        Entry::Unfit { source, why } => {
            let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let fault = Fault::SourceUnfit { path: source, cause: why };
            let failure = Some(Failure::from(&fault));
            NewItem { number, source: None, path: String::new(), name, modified: 0, part_size: 0, failure }
        }
    })
}

/// Failed files are sent again, in their current state.
pub(super) async fn renew_failed(app: &App, row: &UploadRow) -> AgentResult<()> {
    let id = row.id.clone();
    let failed = app.journal.read(move |tables| upload_items::failed_sources(tables, &id)).await?;
    let (chunk_size, is_stream) = (row.chunk_size, row.stream.is_some());
    let looked = tokio::task::spawn_blocking(move || {
        // A file that is still unreadable keeps its old identity and fails again.
        let look = |(item, source): (Item, SourceFile)| {
            let now = Identity::at(&source.path).ok();
            // A different file with the name of a growing file is a different stream.
            let now = now.filter(|now| !is_stream || now.is_same_file(source.identity));
            let identity = now.unwrap_or(source.identity);
            (item, identity, part_size(identity.size, chunk_size))
        };
        failed.into_iter().map(look).collect::<Vec<_>>()
    });
    let looked = looked.await.map_err(|error| AgentError::Internal(error.into()))?;
    let id = row.id.clone();
    let renew = move |tables: &Tables| {
        let mut looked = looked.into_iter();
        looked.try_for_each(|(item, identity, size)| upload_items::renew(tables, &id, item, identity, size))
    };
    app.journal.write(renew).await?;
    Ok(())
}
