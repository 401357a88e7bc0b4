//! Copies inside the store: no byte of them passes here.

use std::ops::Range;
use std::time::Duration;

use reqwest::{Method, StatusCode};

use super::send::{Call, Expects};
use super::{Part, RetryPolicy, Storage, StorageError, UploadPlace};
use crate::s3::Request;

const ACTION: &str = "copy a part";
/// A store may take its time, and many send nothing meanwhile.
const ONE_COPY: Duration = Duration::from_mins(5);
const ALL_TRIES: Duration = Duration::from_mins(10);

/// What is copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopySource {
    pub key: String,
    /// As it was when we looked: of another content nothing is copied.
    pub etag: String,
    /// None for all of it.
    pub range: Option<Range<u64>>,
}

/// What the store made of a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copied {
    Done(Part),
    NoSuchUpload,
    /// The source is gone, or is not what it was.
    OtherSource,
}

impl Storage {
    /// Copies an object, or a range of it, into an upload. May be repeated.
    pub async fn copy_part(
        &self,
        place: UploadPlace<'_>,
        number: u16,
        source: &CopySource,
    ) -> Result<Copied, StorageError> {
        let mut request = Request::new(Method::PUT, place.key)
            .query("partNumber", number.to_string())
            .query("uploadId", place.upload_id)
            .header("x-amz-copy-source", format!("/{}/{}", self.own.bucket().name(), source.key))
            .header("x-amz-copy-source-if-match", format!("\"{}\"", source.etag.trim_matches('"')));
        if let Some(range) = &source.range {
            let range = format!("bytes={}-{}", range.start, range.end.saturating_sub(1));
            request = request.header("x-amz-copy-source-range", range);
        }
        let call = Call::new(ACTION, request).expects(Expects::Document("CopyPartResult"));
        let retry_policy = RetryPolicy { one_try: ONE_COPY, overall: ALL_TRIES, ..self.retry_policy };
        match self.call_with(&call, retry_policy).await {
            Ok(reply) => match reply.document.text_of("ETag").trim_matches('"') {
                "" => Err(StorageError::unusable(ACTION, "it has no tag")),
                etag => Ok(Copied::Done(Part { number, etag: etag.to_owned() })),
            },
            Err(StorageError::NotFound) => Ok(Copied::OtherSource),
            Err(StorageError::Refused { status, .. }) if status == StatusCode::PRECONDITION_FAILED => {
                Ok(Copied::OtherSource)
            }
            Err(error) if error.has_code("NoSuchUpload") => Ok(Copied::NoSuchUpload),
            Err(error) => Err(error),
        }
    }
}
