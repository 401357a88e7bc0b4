//! Joins the segments of a growing file into its object.
//!
//! Finalizing the file starts a job for it, since it takes as long as storage takes. Each step is recorded, so that
//! after a crash at any point the next attempt resumes from there.

use std::collections::BTreeMap;

use anyhow::anyhow;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use crc_fast::{CrcAlgorithm, checksum_combine};
use domain::Refusal;
use domain::file::{File, object_key};
use domain::package::PackageState;
use domain::segments::{self as rules, Copy};
use futures_util::{StreamExt as _, stream};
use store::files::StoredContent;
use store::segments::{self, JoinState, Segment};
use store::{Connection, CrashPoint, StoreError, StoreResult, Tx, packages};
use wire::ids::{FileId, PackageId};

use super::removal::{after_upload_addresses, close};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::queue::{DeleteObjects, JoinSegments, enqueue, enqueue_at};
use crate::storage::{Completion, Copied, CopySource, Part, StorageError, Stored, UploadPlace};

const COPIES_AT_ONCE: usize = 16;
/// Copies that are recorded together.
const NOTED_AT_ONCE: usize = 64;
const PAGE: i64 = 1_000;

/// What the sender of a growing file reports to have sent.
#[derive(Clone, Copy)]
pub struct Whole<'a> {
    pub segments: u64,
    pub size: u64,
    pub checksum: Option<&'a str>,
}

/// The content of a growing file, checked against what the sender reported. Starts the joining if nobody has; until it
/// is done, the sender is asked to retry.
pub async fn content(app: &App, file: &File, said: Whole<'_>) -> ApiResult<StoredContent> {
    let (size, whole) = (said.size, ordered(app, file, said).await?);
    let key = file.object_key();
    if said.segments == 0 {
        app.storage.put(&key, Bytes::new()).await?;
    }
    let stored = app.storage.look_at(&key).await?;
    let stored = stored.ok_or_else(|| anyhow!("a file was joined, but its object is missing"))?;
    check(&stored, size, &whole).map_err(|reason| anyhow!(reason))?;
    // The file is counted next, and a joined file takes no more segments.
    close(app, &rules::prefix(&file.package_id, &file.id)).await;
    let size = i64::try_from(size).map_err(anyhow::Error::from)?;
    Ok(StoredContent { size, crc64nvme: Some(whole), crc32: stored.crc32 })
}

/// The checksum of a joined file.
async fn ordered(app: &App, file: &File, said: Whole<'_>) -> ApiResult<String> {
    let now = app.clock.now();
    let mut tx = app.store.begin_on(&file.package_id).await?;
    // Also locked by everyone who records a segment.
    packages::lock(&mut tx, &file.package_id).await?;
    let Some(growing) = segments::growing(&mut tx, &file.id).await? else { return Err(ApiError::StillJoining) };
    if growing.state == JoinState::Joining {
        return Err(ApiError::StillJoining);
    }
    if !growing.error.is_empty() {
        // The error is reported once: another request means another attempt.
        segments::move_state(&mut tx, &file.id, JoinState::Open, JoinState::Open, "").await?;
        tx.commit().await?;
        return Err(Refusal::wrong_state(growing.error).into());
    }
    rules::check_whole(said.segments, said.size, segments::noted(&mut tx, &file.id).await?)?;
    let whole = whole_checksum(&all_segments(&mut tx, &file.id).await?);
    if let Some(checksum) = said.checksum.filter(|checksum| *checksum != whole) {
        return Err(Refusal::invalid("checksum", format!("the segments have {whole}, not {checksum}")).into());
    }
    if growing.state == JoinState::Open && said.segments > 0 {
        segments::move_state(&mut tx, &file.id, JoinState::Open, JoinState::Joining, "").await?;
        let task = JoinSegments { package: file.package_id.clone(), file: file.id.clone() };
        enqueue(&mut tx, &app.ids, &task, now).await?;
        tx.commit_at(CrashPoint::OrderJoining).await?;
        return Err(ApiError::StillJoining);
    }
    Ok(whole)
}

/// The file is finalized, so its segments are no longer needed.
pub async fn forget_segments(app: &App, tx: &mut Tx, file: &File) -> StoreResult<()> {
    let now = app.clock.now();
    segments::forget(tx, &file.id).await?;
    let task = DeleteObjects { below: rules::prefix(&file.package_id, &file.id) };
    enqueue(tx, &app.ids, &task, now).await?;
    // Delete again when the last upload URL for a segment has expired.
    enqueue_at(tx, &app.ids, &task, after_upload_addresses(app, now), now).await
}

async fn all_segments(connection: &mut Connection, file: &FileId) -> StoreResult<Vec<Segment>> {
    let mut all: Vec<Segment> = Vec::new();
    loop {
        let last = all.last().map_or(0, |segment| segment.number);
        let page = segments::after(connection, file, last, PAGE).await?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page);
    }
}

/// The checksum of all segments in order, combined without reading them.
fn whole_checksum(segments: &[Segment]) -> String {
    let joined = segments.iter().fold(None, |whole, segment| {
        let crc = crc_of(&segment.crc64nvme);
        Some(whole.map_or(crc, |whole| checksum_combine(CrcAlgorithm::Crc64Nvme, whole, crc, segment.size)))
    });
    STANDARD.encode(joined.unwrap_or(0).to_be_bytes())
}

/// Invalid checksums were refused when the segment was reported.
fn crc_of(text: &str) -> u64 {
    let bytes = STANDARD.decode(text).unwrap_or_default();
    bytes.try_into().map_or(0, u64::from_be_bytes)
}

/// Whether the store has what the segments add up to.
fn check(stored: &Stored, size: u64, checksum: &str) -> Result<(), String> {
    if stored.size != size {
        return Err(format!("the joined segments have {} bytes in storage, not {size}", stored.size));
    }
    match &stored.crc64nvme {
        Some(found) if found != checksum => {
            Err(format!("the joined segments have the checksum {found}, not {checksum}"))
        }
        _ => Ok(()),
    }
}

/// Why the segments are not joined yet.
enum Trouble {
    /// Another attempt may succeed.
    Passing(anyhow::Error),
    /// Someone must act first.
    Lasting(String),
}

impl From<StorageError> for Trouble {
    fn from(error: StorageError) -> Self {
        if error.is_worth_a_retry() { Self::Passing(error.into()) } else { Self::Lasting(error.to_string()) }
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Passing(error.into())
    }
}

/// Joins the segments of a file, unless that is done or no longer wanted.
pub async fn join(app: &App, package: &PackageId, file: &FileId) -> anyhow::Result<()> {
    let mut connection = app.store.read().await?;
    let found = packages::by_id(&mut connection, package).await?;
    let growing = segments::growing(&mut connection, file).await?;
    let is_wanted = found.is_some_and(|package| package.state == PackageState::New)
        && growing.as_ref().is_some_and(|growing| growing.state == JoinState::Joining);
    if !is_wanted {
        return Ok(());
    }
    let (segments, noted) = (all_segments(&mut connection, file).await?, segments::parts(&mut connection, file).await?);
    drop(connection);
    let upload_id = match growing.and_then(|growing| growing.upload_id) {
        Some(upload_id) => Some(upload_id),
        None => begun(app, package, file).await?,
    };
    let Some(upload_id) = upload_id else { return Ok(()) };
    let join = Join { app, package, file, upload_id, segments, noted: noted.into_iter().collect() };
    let (state, error) = match join.run().await {
        Ok(()) => (JoinState::Joined, String::new()),
        Err(Trouble::Passing(error)) => return Err(error),
        Err(Trouble::Lasting(reason)) => {
            join.give_upload_up().await?;
            (JoinState::Open, reason)
        }
    };
    ended(app, package, file, state, &error).await?;
    Ok(())
}

/// Every attempt has failed: report it to the client that finalizes the file.
pub async fn give_up(app: &App, package: &PackageId, file: &FileId) -> StoreResult<()> {
    let reason = "joining the segments failed several times: finalize the file again to retry";
    ended(app, package, file, JoinState::Open, reason).await
}

async fn ended(app: &App, package: &PackageId, file: &FileId, state: JoinState, error: &str) -> StoreResult<()> {
    let mut tx = app.store.begin().await?;
    segments::move_state(&mut tx, file, JoinState::Joining, state, error).await?;
    tx.commit_at(CrashPoint::EndJoining).await?;
    app.bus.wake(package);
    Ok(())
}

/// A new, recorded upload. An unrecorded one is aborted once the file is finalized or deleted.
async fn begun(app: &App, package: &PackageId, file: &FileId) -> anyhow::Result<Option<String>> {
    let key = object_key(package, file);
    let upload_id = app.storage.begin_upload(&key).await?;
    let mut tx = app.store.begin().await?;
    let is_kept = segments::keep_upload(&mut tx, file, &upload_id).await?;
    tx.commit_at(CrashPoint::BeginJoining).await?;
    if is_kept {
        return Ok(Some(upload_id));
    }
    // Another worker was faster, or the file was deleted.
    app.storage.abort(&key, &upload_id).await?;
    let growing = segments::growing(&mut *app.store.read().await?, file).await?;
    Ok(growing.and_then(|growing| growing.upload_id))
}

struct Join<'a> {
    app: &'a App,
    package: &'a PackageId,
    file: &'a FileId,
    upload_id: String,
    segments: Vec<Segment>,
    /// Parts that are copied, with their `ETag`s.
    noted: BTreeMap<u64, String>,
}

impl Join<'_> {
    async fn run(&self) -> Result<(), Trouble> {
        let key = object_key(self.package, self.file);
        let parts = self.copied().await?;
        let size = self.segments.iter().map(|segment| segment.size).sum();
        match self.app.storage.complete(&key, &self.upload_id, &parts).await? {
            // Perhaps it was completed before, and the reply was lost: then the object exists.
            Completion::Done | Completion::NoSuchUpload => {}
            Completion::Refused { code, message } if code == "EntityTooSmall" => {
                return Err(Trouble::Lasting(format!("storage refused the segments ({code}): {message}")));
            }
            // A previous worker of this job may have copied a part again.
            Completion::Refused { code, message } => {
                return self.anew(format!("storage refused the parts ({code}): {message}")).await;
            }
        }
        let Some(stored) = self.app.storage.look_at(&key).await? else {
            return self.anew("storage lost the upload that the segments were copied to".to_owned()).await;
        };
        check(&stored, size, &whole_checksum(&self.segments)).map_err(Trouble::Lasting)
    }

    /// All parts, in order; missing ones are copied.
    async fn copied(&self) -> Result<Vec<Part>, Trouble> {
        let sizes: Vec<u64> = self.segments.iter().map(|segment| segment.size).collect();
        let mut tags = self.noted.clone();
        let missing: Vec<Copy> =
            rules::copies(&sizes).into_iter().filter(|copy| !tags.contains_key(&copy.part)).collect();
        let mut copies = stream::iter(missing)
            .map(|copy| self.copy(copy))
            .buffer_unordered(COPIES_AT_ONCE)
            .ready_chunks(NOTED_AT_ONCE);
        while let Some(some) = copies.next().await {
            let (mut tx, mut trouble) = (self.app.store.begin().await?, None);
            for copy in some {
                match copy {
                    Ok((part, etag)) => {
                        segments::keep_part(&mut tx, self.file, part, &etag).await?;
                        tags.insert(part, etag);
                    }
                    Err(error) => trouble = trouble.or(Some(error)),
                }
            }
            tx.commit_at(CrashPoint::RecordCopies).await?;
            match trouble {
                None => {}
                Some(Stopped::Trouble(trouble)) => return Err(trouble),
                Some(Stopped::NoSuchUpload) => {
                    // Completed before, or gone: the next step finds out.
                    break;
                }
            }
        }
        let part = |(number, etag): (u64, String)| Some(Part { number: u16::try_from(number).ok()?, etag });
        Ok(tags.into_iter().filter_map(part).collect())
    }

    async fn copy(&self, copy: Copy) -> Result<(u64, String), Stopped> {
        let segment = usize::try_from(copy.segment - 1).ok().and_then(|index| self.segments.get(index));
        let (Some(segment), Ok(number)) = (segment, u16::try_from(copy.part)) else {
            return Err(Trouble::Lasting("a file can have up to 10,000 segments".to_owned()).into());
        };
        let key = object_key(self.package, self.file);
        let source = CopySource {
            key: rules::key(self.package, self.file, copy.segment),
            etag: segment.etag.clone(),
            range: copy.range,
        };
        match self
            .app
            .storage
            .copy_part(UploadPlace { key: &key, upload_id: &self.upload_id }, number, &source)
            .await
            .map_err(Trouble::from)?
        {
            Copied::Done(part) => Ok((copy.part, part.etag)),
            Copied::NoSuchUpload => Err(Stopped::NoSuchUpload),
            Copied::OtherSource => {
                let reason = "has changed since it was reported: report it again if it is right, or remove the file";
                Err(Trouble::Lasting(format!("segment {} {reason}", copy.segment)).into())
            }
        }
    }

    /// The copied parts are lost; the next attempt starts over.
    async fn anew(&self, reason: String) -> Result<(), Trouble> {
        self.drop_upload().await?;
        Err(Trouble::Passing(anyhow!(reason)))
    }

    async fn give_upload_up(&self) -> anyhow::Result<()> {
        self.drop_upload().await?;
        self.app.storage.abort(&object_key(self.package, self.file), &self.upload_id).await?;
        Ok(())
    }

    async fn drop_upload(&self) -> StoreResult<()> {
        let mut tx = self.app.store.begin().await?;
        segments::drop_upload(&mut tx, self.file, &self.upload_id).await?;
        tx.commit().await
    }
}

/// Why a copy was not made.
enum Stopped {
    NoSuchUpload,
    Trouble(Trouble),
}

impl From<Trouble> for Stopped {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use crc_fast::{CrcAlgorithm, checksum};
    use store::segments::Segment;

    use super::whole_checksum;

    #[test]
    fn checksums_of_segments_add_up() {
        let text = |bytes: &[u8]| STANDARD.encode(checksum(CrcAlgorithm::Crc64Nvme, bytes).to_be_bytes());
        let content = b"what was recorded while it was read";
        for length in [1, 5, 34, 100] {
            let pieces = content.chunks(length).map(|piece| Segment {
                number: 1,
                size: piece.len() as u64,
                crc64nvme: text(piece),
                etag: String::new(),
            });
            assert_eq!(whole_checksum(&pieces.collect::<Vec<_>>()), text(content));
        }
        assert_eq!(whole_checksum(&[]), text(b""));
    }
}
