//! Copies objects to a store and verifies each one there. Objects that an earlier attempt copied are not sent again.

use std::future::ready;
use std::path::Path;
use std::pin::pin;

use anyhow::{Context as _, bail};
use bytes::Bytes;
use domain::chunk_plan::smallest_chunk_size;
use futures_util::stream::{self, FuturesUnordered};
use futures_util::{StreamExt as _, TryStreamExt as _};
use tokio::sync::Semaphore;

use super::contents::{Content, Damaged, Object, Source, Sum};
use super::progress::Progress;
use super::{PREFIX, Problems};
use crate::storage::{Completion, Part, Storage, UploadPlace};

/// The largest object that is sent in one request, and the part size as long as ten thousand parts are enough.
const PART: u64 = 16 << 20;
/// Memory for the parts of a large object; only one large object is sent at a time.
const LARGE_AT_ONCE: u64 = 64 << 20;
const SMALL_AT_ONCE: usize = 8;

#[derive(Default)]
pub(super) struct Sent {
    pub(super) objects: u64,
    pub(super) bytes: u64,
    /// Already there, from an interrupted attempt.
    pub(super) found: u64,
    /// Not sent, because their bytes are damaged.
    pub(super) damaged: Problems,
}

/// Sends all objects to a bucket that is empty or contains only some of them.
pub(super) async fn send_all(source: Source, storage: &Storage, remedy: &str) -> anyhow::Result<Sent> {
    let (mut source, present) = compare(source, storage, remedy).await?;
    // Nobody else uses this bucket: these uploads are left over from an interrupted attempt.
    storage.abort_below(PREFIX).await?;
    let pieces = source.pieces();
    let sending = Sending { storage, pieces: &pieces, may_be_there: present > 0, large: Semaphore::new(1) };
    let (mut progress, mut sent) = (Progress::begin("sending objects"), Sent::default());
    let mut running = FuturesUnordered::new();
    loop {
        while running.len() < SMALL_AT_ONCE
            && let Some(object) = source.next()?
        {
            running.push(sending.send(object));
        }
        let Some(outcome) = running.next().await else { return Ok(sent) };
        let (bytes, was_found) = match outcome {
            Err(error) if error.is::<Damaged>() => {
                sent.damaged.add(format!("{error:#}"));
                continue;
            }
            other => other?,
        };
        sent.objects += 1;
        sent.bytes += bytes;
        sent.found += u64::from(was_found);
        progress.tell(|| format!("objects: {} sent, {} bytes", sent.objects, sent.bytes))?;
    }
}

/// Refuses a bucket that contains anything else, before anything is sent. Returns how many of the objects seem to be
/// there.
async fn compare(mut source: Source, storage: &Storage, remedy: &str) -> anyhow::Result<(Source, u64)> {
    let (mut wanted, mut after, mut present) = (source.next()?, PREFIX.to_owned(), 0);
    loop {
        let (keys, is_truncated) = storage.keys(PREFIX, &after).await?;
        for key in &keys {
            while wanted.as_ref().is_some_and(|object| object.key < *key) {
                wanted = source.next()?;
            }
            if wanted.as_ref().is_none_or(|object| object.key != *key) {
                bail!("the bucket is not empty: it holds {key}, which is not part of this installation; {remedy}");
            }
            present += 1;
        }
        match keys.last() {
            Some(last) if is_truncated && *last > after => after.clone_from(last),
            Some(_) if is_truncated => bail!("the store keeps listing the same objects"),
            _ => return Ok((source.rewind()?, present)),
        }
    }
}

struct Sending<'a> {
    storage: &'a Storage,
    pieces: &'a Path,
    may_be_there: bool,
    large: Semaphore,
}

impl Sending<'_> {
    /// Returns the size of the object, and whether it was already there.
    async fn send(&self, object: Object) -> anyhow::Result<(u64, bool)> {
        if self.may_be_there && self.is_there(&object).await? {
            return Ok((object.size, true));
        }
        let sent = if object.size <= PART { self.put(&object).await } else { self.put_in_parts(&object).await };
        sent.with_context(|| format!("cannot send the object {}", object.key))?;
        if !self.is_there(&object).await? {
            bail!("the object {} in the store differs from what was sent", object.key);
        }
        Ok((object.size, false))
    }

    async fn put(&self, object: &Object) -> anyhow::Result<()> {
        let mut content = Content::new(object, self.pieces);
        let bytes = content.take(usize::try_from(object.size)?)?;
        content.check()?;
        Ok(self.storage.put(&object.key, Bytes::from(bytes)).await?)
    }

    async fn put_in_parts(&self, object: &Object) -> anyhow::Result<()> {
        let _turn = self.large.acquire().await?;
        let size = smallest_chunk_size(object.size).max(PART);
        let at_once = usize::try_from((LARGE_AT_ONCE / size).max(1))?;
        let upload_id = self.storage.begin_upload(&object.key).await?;
        let place = UploadPlace { key: &object.key, upload_id: &upload_id };
        let most = usize::try_from(size)?;
        let mut content = Content::new(object, self.pieces);
        let parts = stream::iter(1..=u16::MAX).map(|number| anyhow::Ok((content.take(most)?, number)));
        let parts = parts.try_take_while(|(bytes, _)| ready(anyhow::Ok(!bytes.is_empty())));
        let send = async |(bytes, number): (Vec<u8>, u16)| {
            let crc64nvme = Sum::of(&bytes);
            anyhow::Ok(self.storage.send_part(place, number, Bytes::from(bytes), &crc64nvme).await?)
        };
        let parts = match parts.map_ok(send).try_buffered(at_once).try_collect::<Vec<Part>>().await {
            Ok(parts) => parts,
            Err(error) => {
                self.storage.abort(&object.key, &upload_id).await?;
                return Err(error);
            }
        };
        match self.storage.complete(&object.key, &upload_id, &parts).await? {
            Completion::Done => Ok(()),
            other => bail!("the store did not join the parts: {other:?}"),
        }
    }

    /// Whether the store has exactly these bytes. If it does not report a checksum, the bytes are downloaded and
    /// compared.
    async fn is_there(&self, object: &Object) -> anyhow::Result<bool> {
        let Some(stored) = self.storage.look_at(&object.key).await? else { return Ok(false) };
        if stored.size != object.size {
            return Ok(false);
        }
        if let Some(found) = stored.crc64nvme {
            return Ok(found == object.crc64nvme);
        }
        let mut sum = Sum::new();
        let mut bytes = pin!(self.storage.read(&object.key, 0..object.size).await?);
        while let Some(some) = bytes.next().await {
            sum.update(&some?);
        }
        Ok(sum.text() == object.crc64nvme)
    }
}
