//! Copies inside the store: the content does not pass through this process.

use std::ops::Range;
use std::time::Duration;

use protocols::s3::Request;
use reqwest::{Method, StatusCode};

use super::send::{Call, Expects};
use super::{Part, RetryPolicy, Storage, StorageError, UploadPlace};

const ACTION: &str = "copy a part";
/// A store may take long, and many send nothing until they are done.
const ONE_COPY: Duration = Duration::from_mins(5);
const ALL_TRIES: Duration = Duration::from_mins(10);

/// The source of a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopySource {
    pub key: String,
    /// The `ETag` that we saw: if the content has changed, nothing is copied.
    pub etag: String,
    /// `None` for the whole object.
    pub range: Option<Range<u64>>,
}

/// The outcome of a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copied {
    Done(Part),
    NoSuchUpload,
    /// The source no longer exists, or has changed.
    OtherSource,
}

impl Storage {
    /// Copies an object, or a range of it, into an upload. Idempotent.
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
                "" => Err(StorageError::unusable(ACTION, "it has no ETag")),
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
