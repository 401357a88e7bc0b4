//! Detects optional features of a store by trying them with objects of a few bytes.
//!
//! A feature counts only if the store refuses invalid input and also accepts valid input.

use protocols::s3::Request;
use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};

use super::send::{Call, Expects};
use super::{CRC64_HEADER, Completion, Part, SIGNED_LENGTH, Storage, StorageError};

const BODY: &str = "a probe of tonnage";
const RIGHT: &str = "RlgWdwknbP8=";
/// The checksum of something else.
const WRONG: &str = "AAAAAAAAAAA=";
const ACTION: &str = "detect the features of the store";

/// Until they are detected, a store is assumed to have none of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Capabilities {
    /// Refuses a body that does not match its CRC-64/NVME, and keeps that checksum for a whole multipart object.
    pub verifies_checksums: bool,
    /// Supports `If-None-Match: *` and never overwrites an object with it.
    pub refuses_overwriting: bool,
    /// Reports the CRC-32 of a whole object.
    pub knows_crc32: bool,
    pub lengths: Lengths,
}

/// How the holder of a URL is held to the length of the body that it was signed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lengths {
    /// The store accepts any length.
    #[default]
    Unchecked,
    /// By a signed `Content-Length`.
    InHeader,
    /// By a parameter of the URL, as in the embedded store, which also limits whole uploads.
    InUrl,
}

impl Storage {
    pub fn capabilities(&self) -> Capabilities {
        self.capabilities.get().copied().unwrap_or_default()
    }

    /// Detects the features unless that was done before. If it fails, it is tried again the next time.
    pub(super) async fn find_capabilities(&self) -> Result<Capabilities, StorageError> {
        self.capabilities.get_or_try_init(|| self.probe()).await.copied()
    }

    async fn probe(&self) -> Result<Capabilities, StorageError> {
        // A random name, since several processes may start at once.
        let name = format!("tonnage-probe-{:016x}", rand::random::<u64>());
        let (single, multipart) = (format!("{name}-put"), format!("{name}-parts"));
        let found = async {
            let refuses_overwriting = self.try_overwriting(&single).await?;
            let (sums, crc32) = self.try_checksums(&single, &multipart).await?;
            let lengths = self.try_lengths(&single).await?;
            Ok(Capabilities { verifies_checksums: sums, refuses_overwriting, knows_crc32: crc32, lengths })
        };
        let found = found.await;
        // Also deletes what a request with a lost reply has left behind.
        if let Err(error) = self.delete_below(&name).await {
            tracing::warn!(%error, name, "could not delete the test objects that were used to detect the store's features");
        }
        found
    }

    async fn try_overwriting(&self, key: &str) -> Result<bool, StorageError> {
        let request = Request::new(Method::PUT, key).header("if-none-match", "*");
        let put = Call::new(ACTION, request).body(BODY);
        match self.call(&put).await {
            Ok(_) => {}
            // The first reply was lost and the request was retried: the object exists.
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

    async fn try_lengths(&self, key: &str) -> Result<Lengths, StorageError> {
        let (right, wrong) = (BODY.len().to_string(), (BODY.len() + 1).to_string());
        let in_url = |length: &str| Request::new(Method::PUT, key).query(SIGNED_LENGTH, length);
        let in_header = |length: &str| Request::new(Method::PUT, key).header("content-length", length);
        if !self.takes(in_url(&wrong)).await? && self.takes(in_url(&right)).await? {
            return Ok(Lengths::InUrl);
        }
        let is_checked = !self.takes(in_header(&wrong)).await? && self.takes(in_header(&right)).await?;
        Ok(if is_checked { Lengths::InHeader } else { Lengths::Unchecked })
    }

    /// Whether the store accepts a small body. A signature that does not match is a refusal like any other.
    async fn takes(&self, request: Request<'_>) -> Result<bool, StorageError> {
        match self.call(&Call::new(ACTION, request).body(BODY)).await {
            Ok(_) => Ok(true),
            Err(StorageError::Refused { .. } | StorageError::Unusable { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// A multipart upload with one invalid and one valid part.
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

    /// The headers of the reply to a small body, or `None` if the store refused it.
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

/// If a store is down or denies us everything, nothing is known about the feature. Any other unexpected answer means
/// that the feature is missing.
fn unavailable_or<T>(error: StorageError, unable: T) -> Result<T, StorageError> {
    match error {
        StorageError::Refused { status, .. } if status != StatusCode::FORBIDDEN => Ok(unable),
        StorageError::Unusable { .. } => Ok(unable),
        error => Err(error),
    }
}
