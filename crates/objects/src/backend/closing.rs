//! `POST /bucket?x-tonnage-close=PREFIX&x-tonnage-seconds=N`: our own extension, which closes a prefix for uploaders.
//!
//! The owner of the store sends it before it removes something whose URLs still work. Nothing is deleted. From the reply
//! on, nothing can be stored under URLs that were signed for a length or a limit, and no request that writes under one is
//! still running. The owner's own requests, which have no limit, are not affected.

use http::{HeaderMap, Method, Uri};
use s3s::route::S3Route;
use s3s::{Body, S3Request, S3Response, S3Result};

use super::Backend;
use crate::allowance::{CLOSE, CLOSED_SECONDS, number, text};
use crate::error::Error;
use crate::index;
use crate::names::ObjectName;

/// A month, more than a URL can be valid.
const LONGEST_SECONDS: u64 = 31 * 24 * 60 * 60;

pub(crate) struct Closing(pub(crate) Backend);

#[async_trait::async_trait]
impl S3Route for Closing {
    fn is_match(&self, method: &Method, uri: &Uri, _: &HeaderMap, _: &mut http::Extensions) -> bool {
        method == Method::POST && text(uri, CLOSE).is_some()
    }

    async fn call(&self, request: S3Request<Body>) -> S3Result<S3Response<Body>> {
        let Self(backend) = self;
        let seconds = number(&request.uri, CLOSED_SECONDS).filter(|seconds| *seconds <= LONGEST_SECONDS);
        let seconds = seconds.and_then(|seconds| i64::try_from(seconds).ok()).ok_or_else(|| {
            Error::InvalidArgument(format!("{CLOSED_SECONDS} must be a number up to {LONGEST_SECONDS}"))
        })?;
        // The name of a bucket has no character that would be encoded.
        let bucket = request.uri.path().trim_matches('/').to_owned();
        let prefix = ObjectName { bucket, key: text(&request.uri, CLOSE).unwrap_or_default() };
        let now = backend.clock.now_millis();
        let until = now.saturating_add(seconds.saturating_mul(1_000));
        let closed = prefix.clone();
        let close = move |connection: &index::Connection| index::closings::close(connection, &closed, until, now);
        // Closing precedes deleting, so it must work on a full disk, too.
        backend.index.free(close).await?;
        // A request that begins after this sees that the prefix is closed.
        backend.writers.end_below(&prefix);
        Ok(S3Response::new(Body::empty()))
    }
}
