//! When content last arrived, also that of uploads which nobody has completed.

use protocols::s3::{Element, Request};
use reqwest::Method;
use wire::time::Time;

use super::send::{Call, Expects};
use super::{Storage, StorageError};

impl Storage {
    /// When the newest object below `prefix`, or the newest part of an upload there, arrived; `None` if there is neither.
    /// An error if the store cannot list uploads or parts: then nobody knows.
    pub async fn newest_arrival(&self, prefix: &str) -> Result<Option<Time>, StorageError> {
        let mut newest = self.newest_object(prefix).await?;
        let mut after = None;
        loop {
            let page = match self.list_uploads(prefix, after).await {
                // Some stores answer this for a bucket without uploads.
                Err(error) if error.has_code("NoSuchUpload") => return Ok(newest),
                page => page?,
            };
            // A store may ignore a part of the prefix.
            for upload in page.uploads.iter().filter(|upload| upload.key.starts_with(prefix)) {
                newest = newest.max(self.newest_part(&upload.key, &upload.upload_id).await?);
            }
            match page.next {
                None => return Ok(newest),
                next => after = next,
            }
        }
    }

    async fn newest_object(&self, prefix: &str) -> Result<Option<Time>, StorageError> {
        const ACTION: &str = "list objects";
        let (mut newest, mut after) = (None, String::new());
        loop {
            let document = self.call(&listing(ACTION, prefix, &after, self.page)).await?.document;
            for entry in document.all("Contents").filter(|entry| entry.text_of("Key").starts_with(prefix)) {
                newest = newest.max(Some(modified(ACTION, entry)?));
            }
            let last = document.all("Contents").last().map(|entry| entry.text_of("Key").to_owned());
            match last.filter(|_| document.text_of("IsTruncated") == "true") {
                None => return Ok(newest),
                Some(last) if last <= after => {
                    return Err(StorageError::unusable(ACTION, "its next page is the same page"));
                }
                Some(last) => after = last,
            }
        }
    }

    /// When the newest part of an upload arrived. Some stores list an upload only to those who ask for its whole key.
    pub async fn newest_part(&self, key: &str, upload_id: &str) -> Result<Option<Time>, StorageError> {
        let parts = self.parts(key, upload_id).await?;
        Ok(parts.into_iter().map(|part| part.arrived_at).max())
    }

    /// The bytes of all parts of an upload that have arrived.
    pub async fn bytes_of_parts(&self, key: &str, upload_id: &str) -> Result<u64, StorageError> {
        let parts = self.parts(key, upload_id).await?;
        Ok(parts.into_iter().fold(0, |sum, part| part.size.saturating_add(sum)))
    }

    async fn parts(&self, key: &str, upload_id: &str) -> Result<Vec<ArrivedPart>, StorageError> {
        const ACTION: &str = "list parts";
        let (mut parts, mut marker) = (Vec::new(), String::new());
        loop {
            let mut request =
                Request::new(Method::GET, key).query("uploadId", upload_id).query("max-parts", self.page.to_string());
            if !marker.is_empty() {
                request = request.query("part-number-marker", &marker);
            }
            let call = Call::new(ACTION, request).expects(Expects::Listing("ListPartsResult"));
            let document = match self.call(&call).await {
                // Completed or aborted meanwhile.
                Err(StorageError::NotFound) => return Ok(parts),
                Err(error) if error.has_code("NoSuchUpload") => return Ok(parts),
                reply => reply?.document,
            };
            for part in document.all("Part") {
                let size = part.text_of("Size").parse().unwrap_or_default();
                parts.push(ArrivedPart { size, arrived_at: modified(ACTION, part)? });
            }
            let next = document.text_of("NextPartNumberMarker").to_owned();
            if document.text_of("IsTruncated") != "true" || next == marker {
                return Ok(parts);
            }
            marker = next;
        }
    }
}

/// A part of an upload. There are up to 10,000.
struct ArrivedPart {
    size: u64,
    arrived_at: Time,
}

fn listing<'a>(action: &'static str, prefix: &'a str, after: &'a str, page: u16) -> Call<'a> {
    let mut request = Request::new(Method::GET, "")
        .query("list-type", "2")
        .query("prefix", prefix)
        .query("max-keys", page.to_string());
    if !after.is_empty() {
        request = request.query("start-after", after);
    }
    Call::new(action, request).expects(Expects::Listing("ListBucketResult"))
}

fn modified(action: &'static str, entry: &Element) -> Result<Time, StorageError> {
    let invalid = |_| StorageError::unusable(action, "it contains an invalid date");
    entry.text_of("LastModified").parse().map_err(invalid)
}
