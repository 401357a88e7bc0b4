//! Copies one file into our own storage, part by part. Each part is recorded when it is stored, so that another attempt
//! goes on from there, and a part that fails is tried again by itself.

use std::collections::BTreeMap;
use std::future::ready;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use crc_fast::{CrcAlgorithm, Digest, checksum_combine};
use domain::connection::Direction;
use domain::file::{File, object_key};
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, stream};
use parking_lot::Mutex;
use providers::{Fault, Origin, ProviderError, ProviderResult, Version};
use serde::{Deserialize, Serialize};
use store::{CrashPoint, transfer_files, transfers};
use wire::files::{ChunkExtras, FileExtras, FinalizeFile};
use wire::ids::{FileId, PackageId, TransferId};

use super::super::failure::{TransferError, TransferResult};
use crate::app::App;
use crate::storage::{Completion, Part, UploadPlace};

const PART: u64 = 16 << 20;
const PARTS_AT_ONCE: usize = 4;

pub(super) struct Copying<'a> {
    pub(super) app: &'a App,
    pub(super) transfer: &'a TransferId,
    pub(super) origin: &'a dyn Origin,
    /// The provider's id of the file.
    pub(super) id: &'a str,
    pub(super) version: &'a Version,
    /// The file in the package.
    pub(super) file: &'a File,
}

/// An upload to our own storage, as it is recorded: its parts belong to one version of the file.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Upload {
    id: String,
    tag: String,
    size: u64,
}

/// A part of the content that is now in our own storage.
#[derive(Debug, Serialize, Deserialize)]
struct CopiedPart {
    etag: String,
    crc64: u64,
    length: u64,
}

/// How a file is split.
struct Split {
    size: u64,
    part_size: u64,
}

impl Split {
    fn of(size: u64) -> Self {
        Self { size, part_size: PART.max(size.div_ceil(10_000).next_multiple_of(1 << 20)) }
    }

    fn count(&self) -> u16 {
        u16::try_from(self.size.div_ceil(self.part_size)).unwrap_or(u16::MAX)
    }

    fn range(&self, number: u16) -> Range<u64> {
        let start = u64::from(number.saturating_sub(1)) * self.part_size;
        start.min(self.size)..(start + self.part_size).min(self.size)
    }
}

/// Copies the content, and returns how it can be finalized.
pub(super) async fn copy(copying: &Copying<'_>) -> TransferResult<FinalizeFile> {
    let split = &Split::of(copying.version.size);
    let (upload, mut parts) = copying.upload(split).await?;
    // After a failure no other part is begun, but those that are under way arrive, and need not be read again.
    let has_failed = &AtomicBool::new(false);
    let (upload, known) = (&upload, &parts);
    let missing = (1..=split.count()).filter(|number| !known.contains_key(number));
    let copied: Vec<TransferResult<(u16, CopiedPart)>> = stream::iter(missing)
        .take_while(|_| ready(!has_failed.load(Ordering::Relaxed)))
        .map(|number| async move {
            let copied = copying.part(upload, number, split.range(number)).await;
            has_failed.fetch_or(copied.is_err(), Ordering::Relaxed);
            copied.map(|part| (number, part))
        })
        .buffer_unordered(PARTS_AT_ONCE)
        .collect()
        .await;
    match copied.into_iter().collect::<TransferResult<Vec<_>>>() {
        Ok(copied) => parts.extend(copied),
        // Another version begins with another upload. Everything else can pass, and the parts are kept.
        Err(TransferError(error)) => {
            if matches!(error.fault, Fault::Missing | Fault::Conflict) {
                copying.give_up().await?;
            }
            return Err(error.into());
        }
    }
    let whole = parts.values().fold(None, |whole, CopiedPart { crc64, length, .. }| {
        Some(whole.map_or(*crc64, |whole| checksum_combine(CrcAlgorithm::Crc64Nvme, whole, *crc64, *length)))
    });
    let checksum = whole.map(|crc| STANDARD.encode(crc.to_be_bytes()));
    let expected = copying.version.crc64nvme.as_ref();
    if checksum.as_ref().is_some_and(|checksum| expected.is_some_and(|expected| expected != checksum)) {
        copying.give_up().await?;
        let reason = "the content that arrived does not have the checksum that the provider has for it";
        return Err(ProviderError::unusable(reason).into());
    }
    copying.join(upload, &parts).await?;
    let parts = parts.into_iter().map(|(part_number, CopiedPart { etag, .. })| ChunkExtras { part_number, etag });
    Ok(FinalizeFile {
        size: i64::try_from(split.size).unwrap_or(i64::MAX),
        chunk_size: Some(i64::try_from(split.part_size).unwrap_or(i64::MAX)),
        file_extras: Some(FileExtras { upload_id: upload.id.clone() }),
        chunk_extras: Some(parts.collect()),
        checksum,
        ..FinalizeFile::default()
    })
}

/// Aborts what an import has begun in our own storage and will not finish. Idempotent.
pub async fn abandon(app: &App, id: &TransferId) -> TransferResult<()> {
    let mut connection = app.store.read().await?;
    let Some(transfer) = transfers::by_id(&mut connection, id).await? else { return Ok(()) };
    if transfer.state.is_open() || transfer.direction != Direction::CloudToService {
        return Ok(());
    }
    let uploads = transfer_files::open_uploads(&mut connection, id).await?;
    drop(connection);
    for upload in uploads {
        give_up(app, id, &transfer.package_id, &upload.file).await?;
    }
    Ok(())
}

/// Aborts the upload of a file, if one is recorded, and forgets it.
pub(super) async fn give_up(
    app: &App,
    transfer: &TransferId,
    package: &PackageId,
    file: &FileId,
) -> TransferResult<()> {
    let mut connection = app.store.read().await?;
    let open = transfer_files::open_upload(&mut connection, transfer, file).await?;
    drop(connection);
    let Some(open) = open else { return Ok(()) };
    if let Ok(upload) = serde_json::from_str::<Upload>(&open.upload)
        && let Err(error) = app.storage.abort(&object_key(package, file), &upload.id).await
    {
        tracing::debug!(%error, "the upload of a file that is not imported is left for the sweep to abort");
    }
    let mut tx = app.store.begin().await?;
    transfer_files::forget_upload(&mut tx, transfer, file, &open.upload).await?;
    Ok(tx.commit().await?)
}

impl Copying<'_> {
    /// The upload of an earlier attempt with its parts, or a new one. An earlier one of another version is aborted.
    async fn upload(&self, split: &Split) -> TransferResult<(Upload, BTreeMap<u16, CopiedPart>)> {
        let mut connection = self.app.store.read().await?;
        let open = transfer_files::open_upload(&mut connection, self.transfer, &self.file.id).await?;
        drop(connection);
        if let Some(open) = open
            && let Ok(upload) = serde_json::from_str::<Upload>(&open.upload)
        {
            // Without a tag, nobody knows which version the parts are of.
            let is_same = upload.tag == self.version.tag && upload.size == self.version.size;
            if is_same && !upload.tag.is_empty() {
                let part = |(number, receipt): (&u32, &String)| {
                    let number = u16::try_from(*number).ok()?;
                    let (range, part) = (split.range(number), serde_json::from_str::<CopiedPart>(receipt).ok()?);
                    (part.length == range.end - range.start).then_some((number, part))
                };
                return Ok((upload, open.receipts.iter().filter_map(part).collect()));
            }
            self.give_up().await?;
        }
        let id = self.app.storage.begin_upload(&self.file.object_key()).await?;
        let upload = Upload { id, tag: self.version.tag.clone(), size: self.version.size };
        let mut tx = self.app.store.begin().await?;
        transfer_files::begin_upload(&mut tx, self.transfer, &self.file.id, &self.file.place, &written(&upload))
            .await?;
        tx.commit().await?;
        Ok((upload, BTreeMap::new()))
    }

    /// Copies a part, and records it. Only what the provider did not answer is worth another try.
    async fn part(&self, upload: &Upload, number: u16, range: Range<u64>) -> TransferResult<CopiedPart> {
        let mut tries = 0;
        loop {
            tries += 1;
            match self.part_once(upload, number, range.clone()).await {
                Err(TransferError(error)) => self.app.provider_client.before_another_try(error, tries).await?,
                Ok(part) => return Ok(part),
            }
        }
    }

    async fn part_once(&self, upload: &Upload, number: u16, range: Range<u64>) -> TransferResult<CopiedPart> {
        let length = range.end - range.start;
        let content = self.origin.read(self.id, self.version, range).await?;
        let (chunks, summed) = summed(content);
        let place = UploadPlace { key: &self.file.object_key(), upload_id: &upload.id };
        let sent = self.app.storage.send_arriving_part(place, number, length, chunks).await;
        let Summed { digest, failure } = std::mem::replace(&mut *summed.lock(), Summed::new());
        // What the provider said is the cause of what our storage says then.
        if let Some(failure) = failure {
            return Err(failure.into());
        }
        let part = match sent {
            Err(error) if error.has_code("NoSuchUpload") => {
                self.give_up().await?;
                return Err(error.into());
            }
            // Nothing of a part that was sent as it arrived can be sent again without reading it again.
            Err(error) if error.is_worth_a_retry() => return Err(TransferError::from(error).0.that_passes().into()),
            part => part?,
        };
        let part = CopiedPart { etag: part.etag, crc64: digest.finalize(), length };
        let mut tx = self.app.store.begin().await?;
        let is_wanted = transfers::by_id(&mut tx, self.transfer).await?.is_some_and(|found| found.state.is_open());
        let (upload, receipt) = (written(upload), written(&part));
        let is_ours =
            transfer_files::add_part(&mut tx, self.transfer, &self.file.id, &upload, number.into(), &receipt).await?;
        tx.commit_at(CrashPoint::CopyImported).await?;
        if !is_ours || !is_wanted {
            return Err(ProviderError::new(Fault::Ended, "the transfer was ended, or another worker has it").into());
        }
        Ok(part)
    }

    /// Has our storage join the parts. This can take minutes, so it happens before anything waits for it.
    async fn join(&self, upload: &Upload, parts: &BTreeMap<u16, CopiedPart>) -> TransferResult<()> {
        let parts = parts.iter().map(|(number, part)| Part { number: *number, etag: part.etag.clone() });
        let parts: Vec<Part> = parts.collect();
        match self.app.storage.complete_at_leisure(&self.file.object_key(), &upload.id, &parts).await? {
            // Finalizing the file finds out whether it was joined before.
            Completion::Done | Completion::NoSuchUpload => Ok(()),
            Completion::Refused { code, message } => {
                self.give_up().await?;
                let reason = format!("our own storage did not join the parts ({code}): {message}");
                Err(ProviderError::new(Fault::Ours, reason).into())
            }
        }
    }

    async fn give_up(&self) -> TransferResult<()> {
        give_up(self.app, self.transfer, &self.file.package_id, &self.file.id).await
    }
}

/// What has passed on its way to our storage.
struct Summed {
    digest: Digest,
    /// Why the provider stopped sending.
    failure: Option<ProviderError>,
}

impl Summed {
    fn new() -> Self {
        Self { digest: Digest::new(CrcAlgorithm::Crc64Nvme), failure: None }
    }
}

/// The same content, which is summed while somebody else reads it.
fn summed(
    content: BoxStream<'static, ProviderResult<Bytes>>,
) -> (BoxStream<'static, io::Result<Bytes>>, Arc<Mutex<Summed>>) {
    let summed = Arc::new(Mutex::new(Summed::new()));
    let passing = summed.clone();
    let chunks = content.map(move |chunk| {
        let mut passing = passing.lock();
        match chunk {
            Ok(chunk) => {
                passing.digest.update(&chunk);
                Ok(chunk)
            }
            Err(error) => {
                let told = io::Error::other(error.to_string());
                passing.failure = Some(error);
                Err(told)
            }
        }
    });
    (chunks.boxed(), summed)
}

/// Plain values can always be written.
fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
