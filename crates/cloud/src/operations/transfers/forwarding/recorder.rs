//! Records the progress of a transfer: many notes in one transaction, and each writer waits until its note is saved.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use domain::file::File;
use domain::file_path::FilePath;
use domain::transfer::Transfer;
use parking_lot::{Mutex, MutexGuard};
use providers::{Fault, Journal, ProviderError, ProviderResult};
use store::transfer_files::{self, OpenFile};
use store::{CrashPoint, transfers};
use tokio::sync::{mpsc, oneshot};
use wire::ids::FileId;

use super::Work;
use crate::app::App;
use crate::error::ApiResult;
use crate::operations::transfers::failure::TransferResult;
use crate::vault::Column;

/// More than can be pending at once.
const NOTES_AT_ONCE: usize = 500;

/// Upload ids are sealed, because at some providers they are URLs that anyone could use.
enum Note {
    Begun(FilePath, String),
    Part {
        upload: String,
        number: u32,
        receipt: String,
    },
    Sent,
    /// Nothing to write, but the transfer must still be that of this worker.
    Held,
}

struct Entry {
    file: FileId,
    note: Note,
    done: oneshot::Sender<ProviderResult<()>>,
}

/// Accepts notes. Recording ends when it is dropped.
pub(super) struct Recorder {
    entries: mpsc::Sender<Entry>,
    bytes: Arc<AtomicI64>,
}

impl Recorder {
    /// A recorder, and the future that does the recording while files are sent.
    pub(super) async fn begin(work: &Work) -> TransferResult<(Self, impl Future<Output = ()> + use<>)> {
        let (entries, inbox) = mpsc::channel(NOTES_AT_ONCE);
        let sent = transfer_files::sent_bytes(&mut *work.app.store.read().await?, &work.transfer.id).await?;
        let bytes = Arc::new(AtomicI64::new(sent));
        let recording = record(work.app.clone(), work.transfer.clone(), inbox, bytes.clone());
        Ok((Self { entries, bytes }, recording))
    }

    /// A file has arrived completely. Once this returns, it is never sent again.
    pub(super) async fn sent(&self, file: &FileId) -> ProviderResult<()> {
        self.note(file, Note::Sent).await
    }

    async fn note(&self, file: &FileId, note: Note) -> ProviderResult<()> {
        let (done, written) = oneshot::channel();
        let ended = || ProviderError::new(Fault::Ended, "the transfer was ended");
        self.entries.send(Entry { file: file.clone(), note, done }).await.map_err(|_| ended())?;
        written.await.map_err(|_| ended())?
    }
}

async fn record(app: App, transfer: Transfer, mut inbox: mpsc::Receiver<Entry>, bytes: Arc<AtomicI64>) {
    let mut batch = Vec::with_capacity(NOTES_AT_ONCE);
    while inbox.recv_many(&mut batch, NOTES_AT_ONCE).await > 0 {
        let written = write(&app, &transfer, &batch, bytes.load(Ordering::Relaxed)).await;
        for (index, entry) in batch.drain(..).enumerate() {
            let answer = match &written {
                Ok(wanted) if wanted.get(index).is_some_and(|is_wanted| *is_wanted) => Ok(()),
                Ok(_) => Err(ProviderError::new(Fault::Ended, "the transfer was ended, or another worker has it")),
                Err(error) => {
                    tracing::warn!(%error, transfer = %transfer.id, "cannot record the progress of a transfer");
                    Err(ProviderError::new(
                        Fault::Ours,
                        "our own database is not available: the transfer will be retried",
                    ))
                }
            };
            // The writer of the note may have been dropped with the whole attempt.
            let _ = entry.done.send(answer);
        }
    }
}

/// Returns for each note whether it is still wanted; an empty list if the transfer is no longer wanted, or another worker
/// has begun an attempt because this one has lost its lease.
async fn write(app: &App, transfer: &Transfer, batch: &[Entry], bytes: i64) -> ApiResult<Vec<bool>> {
    let mut tx = app.store.begin().await?;
    if !transfers::set_bytes_of_attempt(&mut tx, transfer, bytes, app.clock.now()).await? {
        return Ok(Vec::new());
    }
    let mut wanted = Vec::with_capacity(batch.len());
    for Entry { file, note, .. } in batch {
        wanted.push(match note {
            Note::Begun(place, upload) => {
                transfer_files::begin_upload(&mut tx, &transfer.id, file, place, upload).await?;
                true
            }
            Note::Part { upload, number, receipt } => {
                transfer_files::add_part(&mut tx, &transfer.id, file, upload, *number, receipt).await?
            }
            Note::Sent => {
                transfer_files::set_sent(&mut tx, &transfer.id, file).await?;
                true
            }
            Note::Held => true,
        });
    }
    tx.commit_at(CrashPoint::RecordForwarding).await?;
    Ok(wanted)
}

/// The notes of one file.
pub(super) struct FileJournal<'a> {
    work: &'a Work,
    recorder: &'a Recorder,
    file: &'a File,
    /// The recorded upload that parts are sent for.
    upload: Mutex<String>,
}

impl<'a> FileJournal<'a> {
    /// Resumes a recorded upload, if there is one.
    pub(super) fn new(work: &'a Work, recorder: &'a Recorder, file: &'a File, open: Option<&OpenFile>) -> Self {
        let upload = Mutex::new(open.map(|open| open.upload.clone()).unwrap_or_default());
        Self { work, recorder, file, upload }
    }

    fn upload(&self) -> MutexGuard<'_, String> {
        self.upload.lock()
    }
}

#[async_trait]
impl Journal for FileJournal<'_> {
    async fn begun(&self, upload: &str) -> ProviderResult<()> {
        let (vault, transfer) = (&self.work.app.vault, self.work.transfer.id.as_str());
        let sealed = vault.seal(Column::ProviderUpload, transfer, upload.as_bytes());
        let sealed = sealed.map_err(|error| {
            tracing::warn!(%error, "cannot encrypt the id of an upload");
            ProviderError::new(Fault::Ours, "an upload could not be recorded: the transfer will be retried")
        })?;
        self.upload().clone_from(&sealed);
        self.recorder.note(&self.file.id, Note::Begun(self.file.place.clone(), sealed)).await
    }

    async fn holds(&self) -> ProviderResult<()> {
        self.recorder.note(&self.file.id, Note::Held).await
    }

    async fn part(&self, number: u32, receipt: &str) -> ProviderResult<()> {
        let upload = self.upload().clone();
        self.recorder.note(&self.file.id, Note::Part { upload, number, receipt: receipt.to_owned() }).await
    }

    fn arrived(&self, bytes: u64) {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.recorder.bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}
