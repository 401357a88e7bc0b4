//! A bucket that provides files. Needs only list and get permissions.

use std::ops::Range;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use egress::Response;
use futures_util::StreamExt as _;
use futures_util::stream::{BoxStream, unfold};
use http::Method;
use http::header::{CONTENT_LENGTH, CONTENT_RANGE, ETAG, HeaderName, RETRY_AFTER};
use protocols::s3::Request;

use super::Bucket;
use crate::{Entry, Fault, Origin, ProviderError, ProviderResult, Version};

/// Sorts after everything that a folder can contain.
const LAST: char = char::MAX;
/// Stores compute it for every object, or have what its uploader said. It always covers the whole object.
const CRC64_HEADER: &str = "x-amz-checksum-crc64nvme";
const STALL: Duration = Duration::from_mins(1);

pub(super) struct BucketOrigin {
    bucket: Bucket,
}

impl BucketOrigin {
    pub(super) fn new(bucket: Bucket) -> Self {
        Self { bucket }
    }

    async fn page(&self, prefix: &str, delimiter: &str, after: &str, count: u32) -> ProviderResult<Vec<Entry>> {
        // What comes after a folder comes after everything in it.
        let after =
            if after.ends_with('/') && !delimiter.is_empty() { format!("{after}{LAST}") } else { after.to_owned() };
        let listing = self.bucket.list(prefix, delimiter, &after, count).await?;
        let files = listing.objects().filter(|(key, _)| key != prefix);
        let files = files.map(|(id, size)| Entry { is_folder: id.ends_with('/'), id, size });
        let folders = listing.folders().map(|id| Entry { id, is_folder: true, size: 0 });
        let mut entries: Vec<Entry> = files.chain(folders).collect();
        entries.sort_by(|one, other| one.id.cmp(&other.id));
        entries.dedup_by(|one, other| one.id == other.id);
        Ok(entries)
    }
}

#[async_trait]
impl Origin for BucketOrigin {
    async fn check(&self, directories: &[String]) -> ProviderResult<()> {
        let first = directories.first().map(|directory| format!("{directory}/")).unwrap_or_default();
        let found = self.page(&first, "", "", 1).await?;
        match found.into_iter().find(|entry| !entry.is_folder) {
            Some(file) => self.look_at(&file.id).await.map(drop),
            None => Ok(()),
        }
    }

    async fn list(&self, prefix: &str, after: &str, count: u32) -> ProviderResult<Vec<Entry>> {
        self.page(prefix, "/", after, count).await
    }

    async fn list_deep(&self, prefix: &str, after: &str, count: u32) -> ProviderResult<Vec<Entry>> {
        self.page(prefix, "", after, count).await
    }

    async fn look_at(&self, id: &str) -> ProviderResult<Version> {
        let request = Request::new(Method::HEAD, id).header("x-amz-checksum-mode", "ENABLED");
        let answer = self.bucket.call("inspect a file", &request).await?;
        let size = answer.header(CONTENT_LENGTH.as_str()).parse();
        let size = size.map_err(|_| ProviderError::unusable("the provider does not report the size of a file"))?;
        let crc64nvme = Some(answer.header(CRC64_HEADER)).filter(|sum| !sum.is_empty()).map(str::to_owned);
        Ok(Version { size, crc64nvme, tag: answer.header(ETAG.as_str()).to_owned() })
    }

    async fn read(
        &self,
        id: &str,
        version: &Version,
        range: Range<u64>,
    ) -> ProviderResult<BoxStream<'static, ProviderResult<Bytes>>> {
        if range.is_empty() {
            return Ok(futures_util::stream::empty().boxed());
        }
        let wanted = format!("bytes={}-{}", range.start, range.end - 1);
        let sending = self.bucket.sending("read a file", &Request::new(Method::GET, id)).await?;
        let sending = sending.header("range", &wanted).header("if-match", &version.tag);
        let response = self.bucket.http.open(&sending).await?;
        check_range(&response, &range, version)?;
        Ok(unfold(Some((response, range.end - range.start)), next_chunk).boxed())
    }
}

/// Some stores ignore the condition, so that the tag and the size are compared as well.
fn check_range(response: &Response, range: &Range<u64>, version: &Version) -> ProviderResult<()> {
    let header =
        |name: HeaderName| response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_other = |tag: &str| !tag.is_empty() && !version.tag.is_empty() && tag != version.tag;
    let is_read = response.status().is_success();
    let total = header(CONTENT_RANGE).rsplit('/').next().and_then(|total| total.parse().ok());
    let has_changed = is_read && (is_other(header(ETAG)) || total.is_some_and(|total: u64| total != version.size));
    if response.status().as_u16() == 412 || has_changed {
        return Err(ProviderError::new(
            Fault::Conflict,
            "the file was changed at the provider while it was being read",
        ));
    }
    if !is_read {
        let mut error = ProviderError::of_status("read a file", response.status(), "", "");
        error.retry_after = header(RETRY_AFTER).trim().parse().ok().map(Duration::from_secs);
        return Err(error);
    }
    if header(CONTENT_RANGE).starts_with(&format!("bytes {}-{}/", range.start, range.end - 1)) {
        return Ok(());
    }
    Err(ProviderError::unusable("the provider sent another range of a file than was requested"))
}

/// The next bytes of a body of which `left` bytes are missing. A body of any other length is an error.
async fn next_chunk(state: Option<(Response, u64)>) -> Option<(ProviderResult<Bytes>, Option<(Response, u64)>)> {
    let (mut response, left) = state?;
    let broken = |reason: &str| Some((Err(ProviderError::new(Fault::Unavailable, reason)), None));
    match tokio::time::timeout(STALL, response.chunk()).await {
        Err(_) => broken("the provider stopped sending a file"),
        Ok(Ok(None)) if left == 0 => None,
        Ok(Err(_) | Ok(None)) => broken("the provider broke off while sending a file"),
        Ok(Ok(Some(chunk))) => match left.checked_sub(chunk.len() as u64) {
            Some(left) => Some((Ok(chunk), Some((response, left)))),
            None => broken("the provider sent more of a file than was requested"),
        },
    }
}
