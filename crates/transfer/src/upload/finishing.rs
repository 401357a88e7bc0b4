//! Finalizes small files in batches.

use std::sync::Arc;

use tokio::sync::mpsc;
use wire::error::ErrorCode;
use wire::files::{FinalizeFile, FinalizeFileOf, FinalizedOne};

use super::adding::{add_again, forget};
use super::ready::{Ready, SmallSent};
use super::{Run, SourceFile, UploadLedger, small};
use crate::fault::Fault;
use crate::progress::Item;
use crate::source::Identity;

const MOST: usize = 500;
/// How many times a file that the server rejects is sent.
const TRIES: u32 = 3;

/// Finalizes sent files until the upload ends. Files that accumulate in the meantime are handled together.
pub(super) async fn finish_small<L: UploadLedger>(
    run: Arc<Run<L>>,
    mut sent: mpsc::UnboundedReceiver<SmallSent>,
) -> Result<(), Fault> {
    let mut batch = Vec::new();
    while sent.recv_many(&mut batch, MOST).await > 0 {
        let mut left = std::mem::take(&mut batch);
        for tried in 1..=TRIES {
            let refused = finish(&run, left).await?;
            left = send_again(&run, refused, tried).await?;
            if left.is_empty() {
                break;
            }
        }
    }
    Ok(())
}

/// Returns the rejected files with the reasons.
async fn finish<L: UploadLedger>(run: &Run<L>, batch: Vec<SmallSent>) -> Result<Vec<(SmallSent, Fault)>, Fault> {
    let news = batch.iter().filter(|sent| !sent.is_noted);
    let news: Vec<_> = news.map(|sent| (sent.item.number, sent.etag.clone(), sent.sum)).collect();
    run.ledger.sent(news).await?;
    let batch = unchanged(run, batch).await?;
    let requests: Vec<FinalizeFileOf> = batch.iter().map(request).collect();
    if requests.is_empty() {
        return Ok(Vec::new());
    }
    let upload = &run.upload;
    let replies = run.running.repeat(|| upload.cloud.finalize_files(&upload.package, &requests)).await?;
    let mut done: Vec<Item> = Vec::new();
    let mut refused = Vec::new();
    for (sent, reply) in batch.into_iter().zip(replies) {
        match reply {
            FinalizedOne::Done(_) => done.push(sent.item.number),
            FinalizedOne::Refused(refusal) => {
                let message = format!("{}: {}", sent.item.name, refusal.error.message);
                // The file was accepted when it was added. So this is about the bytes that arrived, which can be sent again.
                let code = match refusal.error.code {
                    ErrorCode::InvalidField => ErrorCode::Corrupted,
                    code => code,
                };
                refused.push((sent, Fault::FileRefused { code, message }));
            }
        }
    }
    run.ledger.complete(done).await?;
    Ok(refused)
}

fn request(sent: &SmallSent) -> FinalizeFileOf {
    let finalize = FinalizeFile {
        size: i64::try_from(sent.sum.length).unwrap_or(i64::MAX),
        checksum: Some(sent.sum.text()),
        etag: sent.etag.clone(),
        ..FinalizeFile::default()
    };
    FinalizeFileOf { file_id: sent.file.clone(), finalize }
}

/// Removes files whose sources have changed since they were sent.
async fn unchanged<L: UploadLedger>(run: &Run<L>, batch: Vec<SmallSent>) -> Result<Vec<SmallSent>, Fault> {
    let sources: Arc<[SourceFile]> = batch.iter().map(|sent| sent.source.clone()).collect();
    let looked = run.running.with_files(move || sources.iter().map(change_of).collect::<Result<Vec<_>, _>>());
    let mut same = Vec::new();
    for (sent, fault) in batch.into_iter().zip(looked.await?) {
        match fault {
            None => same.push(sent),
            Some(fault) => {
                forget(run, &sent.file).await?;
                run.running.progress.lost(sent.sum.length);
                run.file_failed(sent.item.number, fault).await?;
            }
        }
    }
    Ok(same)
}

/// What has changed about a source. Fails only if there are too many open files to tell.
fn change_of(source: &SourceFile) -> Result<Option<Fault>, Fault> {
    match Identity::at(&source.path).and_then(|now| source.identity.check(&source.path, now)) {
        Err(fault) if fault.is_shortage() => Err(fault),
        answer => Ok(answer.err()),
    }
}

async fn send_again<L: UploadLedger>(
    run: &Run<L>,
    refused: Vec<(SmallSent, Fault)>,
    tried: u32,
) -> Result<Vec<SmallSent>, Fault> {
    let mut again = Vec::new();
    for (sent, fault) in refused {
        tracing::warn!(%fault, tried, "the server rejected a file");
        run.running.progress.lost(sent.sum.length);
        if tried == TRIES {
            // The package would not be finalized with it.
            forget(run, &sent.file).await?;
            run.ledger.failed(sent.item.number, fault.clone()).await?;
            run.running.note_failed(fault);
            continue;
        }
        match send_one_again(run, &sent).await {
            Ok(sent) => again.extend(sent),
            // The others must not wait for it.
            Err(fault) => run.file_failed(sent.item.number, fault).await?,
        }
    }
    Ok(again)
}

async fn send_one_again<L: UploadLedger>(run: &Run<L>, sent: &SmallSent) -> Result<Option<SmallSent>, Fault> {
    let Some(Ready::Small(file)) = add_again(run, &sent.item, &sent.file).await? else { return Ok(None) };
    let place = run.running.place(file.source.identity.size).await;
    small::send_whole(run, file, place).await
}
