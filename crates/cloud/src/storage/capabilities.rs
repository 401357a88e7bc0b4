//! What a store can do beyond the common ground, found out by trying it with objects of a few bytes.
//!
//! A store is believed only when it refuses what is wrong and also takes what is right.

use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};

use super::send::{Call, Expects};
use super::{CRC64_HEADER, Completion, Part, Storage, StorageError};
use crate::s3::Request;

const BODY: &str = "a probe of tonnage";
const RIGHT: &str = "RlgWdwknbP8=";
/// The checksum of something else.
const WRONG: &str = "AAAAAAAAAAA=";
const ACTION: &str = "try what the store can do";

/// Until it is known, a store is taken to do none of this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Capabilities {
    /// Refuses a body that is not what its CRC-64/NVME says, and keeps that checksum for a whole multipart object.
    pub verifies_checksums: bool,
    /// Heeds `If-None-Match: *` and never replaces an object under it.
    pub refuses_overwriting: bool,
    /// Tells the CRC-32 of a whole object.
    pub knows_crc32: bool,
}

impl Storage {
    pub fn capabilities(&self) -> Capabilities {
        self.capabilities.get().copied().unwrap_or_default()
    }

    /// Tries the store unless that was done before. What could not be tried is tried again the next time.
    pub(super) async fn find_capabilities(&self) -> Result<Capabilities, StorageError> {
        self.capabilities.get_or_try_init(|| self.probe()).await.copied()
    }

    async fn probe(&self) -> Result<Capabilities, StorageError> {
        // A name of its own, for several processes start at once.
        let name = format!("tonnage-probe-{:016x}", rand::random::<u64>());
        let (single, multipart) = (format!("{name}-put"), format!("{name}-parts"));
        let found = async {
            let refuses_overwriting = self.try_overwriting(&single).await?;
            let (sums, crc32) = self.try_checksums(&single, &multipart).await?;
            Ok(Capabilities { verifies_checksums: sums, refuses_overwriting, knows_crc32: crc32 })
        };
        let found = found.await;
        // Also what a lost reply left behind.
        if let Err(error) = self.delete_below(&name).await {
            tracing::warn!(%error, name, "what was written to try the store could not be deleted");
        }
        found
    }

    async fn try_overwriting(&self, key: &str) -> Result<bool, StorageError> {
        let request = Request::new(Method::PUT, key).header("if-none-match", "*");
        let put = Call::new(ACTION, request).body(BODY);
        match self.call(&put).await {
            Ok(_) => {}
            // The first reply was lost and the request repeated: the object is there.
            Err(error) if says_it_exists(&error) => {}
            Err(error) => return unavailable_or(error, false),
        }
        match self.call(&put).await {
            Ok(_) => Ok(false),
            Err(error) if says_it_exists(&error) => Ok(true),
            Err(error) => unavailable_or(error, false),
        }
    }

    /// Whether checksums are verified, and whether the CRC-32 is known.
    async fn try_checksums(&self, single: &str, multipart: &str) -> Result<(bool, bool), StorageError> {
        let put = |sum: &str| Request::new(Method::PUT, single).header(CRC64_HEADER, sum);
        let refuses_wrong = self.try_put(put(WRONG)).await?.is_none();
        let takes_right = self.try_put(put(RIGHT)).await?.is_some();
        let parts_work = refuses_wrong && takes_right && self.try_parts(multipart).await?;
        let key = if parts_work { multipart } else { single };
        let stored = self.look_at(key).await?;
        let sum = stored.as_ref().and_then(|stored| stored.crc64nvme.as_deref());
        let knows_crc32 = stored.as_ref().is_some_and(|stored| stored.crc32.is_some());
        Ok((parts_work && sum == Some(RIGHT), parts_work && knows_crc32))
    }

    /// A multipart upload with one wrong part and one that is right.
    async fn try_parts(&self, key: &str) -> Result<bool, StorageError> {
        let create = Request::new(Method::POST, key)
            .query("uploads", "")
            .header("x-amz-checksum-algorithm", "CRC64NVME")
            .header("x-amz-checksum-type", "FULL_OBJECT");
        let call = Call::new(ACTION, create).expects(Expects::Document("InitiateMultipartUploadResult"));
        let upload_id = match self.call(&call).await {
            Ok(reply) => reply.document.text_of("UploadId").to_owned(),
            Err(error) => return unavailable_or(error, false),
        };
        let part = |sum: &str| {
            let request = Request::new(Method::PUT, key).query("partNumber", "1").query("uploadId", &upload_id);
            request.header(CRC64_HEADER, sum)
        };
        let refuses_wrong = self.try_put(part(WRONG)).await?.is_none();
        let right = self.try_put(part(RIGHT)).await?;
        let etag = right.as_ref().and_then(|headers| headers.get("etag")).and_then(|etag| etag.to_str().ok());
        let (true, Some(etag)) = (refuses_wrong, etag) else {
            self.abort(key, &upload_id).await?;
            return Ok(false);
        };
        let parts = [Part { number: 1, etag: etag.to_owned() }];
        Ok(self.complete(key, &upload_id, &parts).await? == Completion::Done)
    }

    /// The headers of the reply to a small body, or none when the store refused it.
    async fn try_put(&self, request: Request<'_>) -> Result<Option<HeaderMap>, StorageError> {
        match self.call(&Call::new(ACTION, request).body(BODY)).await {
            Ok(reply) => Ok(Some(reply.headers)),
            Err(error) => unavailable_or(error, None),
        }
    }
}

fn says_it_exists(error: &StorageError) -> bool {
    matches!(error, StorageError::Refused { status, .. } if *status == StatusCode::PRECONDITION_FAILED)
}

/// A store that is not there has said nothing of what it can do, and one that lets us do nothing neither. Any other
/// answer that is not the right one is an inability.
fn unavailable_or<T>(error: StorageError, unable: T) -> Result<T, StorageError> {
    match error {
        StorageError::Refused { status, .. } if status != StatusCode::FORBIDDEN => Ok(unable),
        StorageError::Unusable { .. } => Ok(unable),
        error => Err(error),
    }
}
