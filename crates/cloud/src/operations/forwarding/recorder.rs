//! Writing down how far a transfer is: many notes in one transaction, each waited for by whoever made it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use domain::file::File;
use domain::file_path::FilePath;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::{mpsc, oneshot};
use wire::ids::{FileId, TransferId};

use super::Work;
use crate::app::App;
use crate::error::ApiResult;
use crate::providers::{Fault, Journal, ProviderError, ProviderResult};
use crate::store::transfer_files::{self, OpenFile};
use crate::store::transfers;

/// More than can be on their way at once.
const NOTES_AT_ONCE: usize = 500;

/// Uploads as they are written down: sealed, because some providers know an upload by addresses that anyone could use.
enum Note {
    Begun(FilePath, String),
    Part { upload: String, number: u32, receipt: String },
    Sent,
}

struct Entry {
    file: FileId,
    note: Note,
    done: oneshot::Sender<ProviderResult<()>>,
}

/// Takes notes. When it is dropped, the recording ends.
pub(super) struct Recorder {
    entries: mpsc::Sender<Entry>,
    bytes: Arc<AtomicI64>,
}

impl Recorder {
    /// A recorder, and the work of recording, which goes on beside the sending.
    pub(super) async fn begin(work: &Work) -> ProviderResult<(Self, impl Future<Output = ()> + use<>)> {
        let (entries, inbox) = mpsc::channel(NOTES_AT_ONCE);
        let sent = transfer_files::sent_bytes(&mut *work.app.store.read().await?, &work.transfer.id).await?;
        let bytes = Arc::new(AtomicI64::new(sent));
        let recording = record(work.app.clone(), work.transfer.id.clone(), inbox, bytes.clone());
        Ok((Self { entries, bytes }, recording))
    }

    /// A file has arrived whole. When this comes back, it is never sent again.
    pub(super) async fn sent(&self, file: &FileId) -> ProviderResult<()> {
        self.note(file, Note::Sent).await
    }

    async fn note(&self, file: &FileId, note: Note) -> ProviderResult<()> {
        let (done, written) = oneshot::channel();
        let ended = || ProviderError::new(Fault::Ours, "the transfer was ended");
        self.entries.send(Entry { file: file.clone(), note, done }).await.map_err(|_| ended())?;
        written.await.map_err(|_| ended())?
    }
}

async fn record(app: App, transfer: TransferId, mut inbox: mpsc::Receiver<Entry>, bytes: Arc<AtomicI64>) {
    let mut batch = Vec::with_capacity(NOTES_AT_ONCE);
    while inbox.recv_many(&mut batch, NOTES_AT_ONCE).await > 0 {
        let written = write(&app, &transfer, &batch, bytes.load(Ordering::Relaxed)).await;
        for (index, entry) in batch.drain(..).enumerate() {
            let answer = match &written {
                Ok(wanted) if wanted.get(index).is_some_and(|is_wanted| *is_wanted) => Ok(()),
                Ok(_) => {
                    Err(ProviderError::new(Fault::Ours, "the transfer was ended, or someone else is at work at it"))
                }
                Err(error) => {
                    tracing::warn!(%error, %transfer, "a transfer cannot write down how far it is");
                    Err(ProviderError::new(Fault::Ours, "our own database could not be used: it will be tried again"))
                }
            };
            // Whoever made the note may be gone with the whole attempt.
            let _ = entry.done.send(answer);
        }
    }
}

/// Says of each note whether it is still wanted; of none when nobody wants the transfer any more.
async fn write(app: &App, transfer: &TransferId, batch: &[Entry], bytes: i64) -> ApiResult<Vec<bool>> {
    let mut tx = app.store.begin().await?;
    if !transfers::set_bytes(&mut tx, transfer, bytes, app.clock.now()).await? {
        return Ok(Vec::new());
    }
    let mut wanted = Vec::with_capacity(batch.len());
    for Entry { file, note, .. } in batch {
        wanted.push(match note {
            Note::Begun(place, upload) => {
                transfer_files::begin_upload(&mut tx, transfer, (file, place), upload).await?;
                true
            }
            Note::Part { upload, number, receipt } => {
                transfer_files::add_part(&mut tx, transfer, (file, upload), *number, receipt).await?
            }
            Note::Sent => {
                transfer_files::set_sent(&mut tx, transfer, file).await?;
                true
            }
        });
    }
    tx.commit().await?;
    Ok(wanted)
}

/// The notes of one file.
pub(super) struct FileJournal<'a> {
    work: &'a Work,
    recorder: &'a Recorder,
    file: &'a File,
    /// The upload that parts are sent for, as it is written down.
    upload: Mutex<String>,
}

impl<'a> FileJournal<'a> {
    /// Goes on with an upload that is written down, if there is one.
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
        let sealed = self.work.app.vault.seal(self.work.transfer.id.as_str(), upload.as_bytes());
        let sealed = sealed.map_err(|error| {
            tracing::warn!(%error, "an upload cannot be sealed");
            ProviderError::new(Fault::Ours, "an upload cannot be written down: it will be tried again")
        })?;
        self.upload().clone_from(&sealed);
        self.recorder.note(&self.file.id, Note::Begun(self.file.place.clone(), sealed)).await
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
