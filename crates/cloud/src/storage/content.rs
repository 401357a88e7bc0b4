//! Inspects and reads objects. A body that is not exactly the requested bytes is an error.

use std::ops::Range;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use futures_util::stream::{Stream, unfold};
use protocols::s3::Request;
use reqwest::header::{CONTENT_LENGTH, CONTENT_RANGE, ETAG, HeaderMap};
use reqwest::{Method, Response};

use super::send::Call;
use super::{CRC32_HEADER, CRC64_HEADER, Storage, StorageError};

const LOOK: &str = "inspect an object";
const READ: &str = "read an object";

/// An object as the store describes it. The checksums cover the whole object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    pub size: u64,
    /// Without quotes.
    pub etag: String,
    /// In base64, as in S3.
    pub crc64nvme: Option<String>,
    pub crc32: Option<u32>,
}

impl Storage {
    /// Puts a small object: an empty one, which a multipart upload cannot create, or one that we write ourselves.
    pub async fn put(&self, key: &str, content: Bytes) -> Result<(), StorageError> {
        self.call(&Call::new("put an object", Request::new(Method::PUT, key)).body(content)).await.map(drop)
    }

    /// Describes the object under a key, if there is one.
    pub async fn look_at(&self, key: &str) -> Result<Option<Stored>, StorageError> {
        let request = Request::new(Method::HEAD, key).header("x-amz-checksum-mode", "ENABLED");
        match self.call(&Call::new(LOOK, request)).await {
            Ok(reply) => described(&reply.headers).map(Some),
            Err(StorageError::NotFound) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads exactly these bytes of an object. The stream ends with an error if the store breaks off or stalls.
    pub async fn read(
        &self,
        key: &str,
        range: Range<u64>,
    ) -> Result<impl Stream<Item = Result<Bytes, StorageError>> + Send + use<>, StorageError> {
        let left = range.end.saturating_sub(range.start);
        let source = if left == 0 { None } else { Some(self.open_range(key, &range).await?) };
        Ok(unfold(Reading { source, left, stall: self.retry_policy.stall }, Reading::next))
    }

    async fn open_range(&self, key: &str, range: &Range<u64>) -> Result<Response, StorageError> {
        let wanted = format!("bytes={}-{}", range.start, range.end - 1);
        let call = Call::new(READ, Request::new(Method::GET, key)).unsigned("range", wanted);
        let response = self.open(&call).await?;
        check_range(&response, range)?;
        Ok(response)
    }
}

/// `Content-Range` decides, not the status: some stores send a range with 200, and none sends that header with the
/// whole object.
fn check_range(response: &Response, range: &Range<u64>) -> Result<(), StorageError> {
    let given = response.headers().get(CONTENT_RANGE).and_then(|value| value.to_str().ok());
    let Some(given) = given else {
        let reason = format!("it answered {} without a range to a range request", response.status());
        return Err(StorageError::unusable(READ, reason));
    };
    let expected = format!("bytes {}-{}/", range.start, range.end - 1);
    if !given.starts_with(&expected) {
        return Err(StorageError::unusable(READ, format!("it sent the range {given:?}, not {expected:?}")));
    }
    if response.content_length().is_some_and(|length| length != range.end - range.start) {
        return Err(StorageError::unusable(READ, "its length does not match the range"));
    }
    Ok(())
}

struct Reading {
    /// `None` at the end, also after an error.
    source: Option<Response>,
    left: u64,
    stall: Duration,
}

impl Reading {
    async fn next(mut self) -> Option<(Result<Bytes, StorageError>, Self)> {
        let mut source = self.source.take()?;
        let arrived = tokio::time::timeout(self.stall, source.chunk()).await;
        let outcome = match arrived {
            Err(_) => Err(StorageError::Unavailable("it stopped sending an object".into())),
            Ok(Err(error)) => Err(StorageError::from(error)),
            Ok(Ok(None)) if self.left == 0 => return None,
            Ok(Ok(None)) => Err(StorageError::Unavailable("it aborted while sending an object".into())),
            Ok(Ok(Some(bytes))) => Ok(bytes),
        };
        let length = outcome.as_ref().map_or(0, |bytes| u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        if outcome.is_err() {
            return Some((outcome, self));
        }
        let Some(left) = self.left.checked_sub(length) else {
            return Some((Err(StorageError::unusable(READ, "it sent more than the range")), self));
        };
        Some((outcome, Self { source: Some(source), left, ..self }))
    }
}

fn described(headers: &HeaderMap) -> Result<Stored, StorageError> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let size = text(CONTENT_LENGTH.as_str()).and_then(|length| length.parse().ok());
    let size = size.ok_or_else(|| StorageError::unusable(LOOK, "it does not report the size of the object"))?;
    let is_whole = text("x-amz-checksum-type").is_some_and(|kind| kind.eq_ignore_ascii_case("FULL_OBJECT"));
    let sum = |name: &str| text(name).filter(|_| is_whole);
    Ok(Stored {
        size,
        etag: text(ETAG.as_str()).unwrap_or_default().trim_matches('"').to_owned(),
        crc64nvme: sum(CRC64_HEADER).filter(|sum| decoded::<8>(sum).is_some()).map(str::to_owned),
        crc32: sum(CRC32_HEADER).and_then(decoded).map(u32::from_be_bytes),
    })
}

fn decoded<const LENGTH: usize>(text: &str) -> Option<[u8; LENGTH]> {
    STANDARD.decode(text).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

    use super::described;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn only_checksums_of_the_whole_count() {
        let (size, etag) = (("content-length", "5"), ("etag", "\"abc-2\""));
        let (crc64, crc32) = (("x-amz-checksum-crc64nvme", "AAAAAAAAAAE="), ("x-amz-checksum-crc32", "AAECAw=="));
        let whole = ("x-amz-checksum-type", "FULL_OBJECT");
        let stored = described(&headers(&[size, etag, crc64, crc32, whole])).unwrap();
        assert_eq!((stored.size, stored.etag.as_str()), (5, "abc-2"));
        assert_eq!(stored.crc64nvme.as_deref(), Some("AAAAAAAAAAE="));
        assert_eq!(stored.crc32, Some(0x0001_0203));
        for kind in [("x-amz-checksum-type", "COMPOSITE"), ("x-other", "")] {
            let stored = described(&headers(&[size, etag, crc64, crc32, kind])).unwrap();
            assert_eq!((stored.crc64nvme, stored.crc32), (None, None));
        }
        let broken = ("x-amz-checksum-crc32", "AAECAw==-2");
        assert_eq!(described(&headers(&[size, broken, whole])).unwrap().crc32, None);
        assert!(described(&headers(&[etag])).is_err());
    }
}
