//! Multipart uploads: completing, aborting and listing them.

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use protocols::s3::{Element, Request, escaped};
use reqwest::header::ETAG;
use reqwest::{Method, StatusCode};
use wire::time::Time;

use super::send::{Arriving, Call, Expects, Reply, RetryPolicy};
use super::{Storage, StorageError};

/// A part as the client reported it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub number: u16,
    /// With or without quotes.
    pub etag: String,
}

/// The outcome of completing an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Completion {
    Done,
    /// Never begun, aborted, or already completed: checking the object tells which.
    NoSuchUpload,
    /// The list of parts does not match what the store has.
    Refused {
        code: String,
        message: String,
    },
}

/// An upload that was begun and neither completed nor aborted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenUpload {
    pub key: String,
    pub upload_id: String,
    pub initiated: Time,
}

/// Where the next page of uploads begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadMarker {
    pub key: String,
    pub upload_id: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UploadPage {
    pub uploads: Vec<OpenUpload>,
    /// `None` at the end.
    pub next: Option<UploadMarker>,
}

/// An upload that is under way, and the object that it will become.
#[derive(Debug, Clone, Copy)]
pub struct UploadPlace<'a> {
    pub key: &'a str,
    pub upload_id: &'a str,
}

/// Some stores copy all parts when they join them, at a few hundred megabytes a second.
const LONG_COMPLETION: Duration = Duration::from_mins(15);

impl Storage {
    /// Joins the parts to an object. Idempotent: a store that has already done it answers `NoSuchUpload` or `Done`.
    pub async fn complete(&self, key: &str, upload_id: &str, parts: &[Part]) -> Result<Completion, StorageError> {
        self.complete_within(key, upload_id, parts, self.retry_policy).await
    }

    /// As [`complete`](Self::complete), for jobs, which can wait for as long as a store needs.
    pub async fn complete_at_leisure(
        &self,
        key: &str,
        upload_id: &str,
        parts: &[Part],
    ) -> Result<Completion, StorageError> {
        let overall = LONG_COMPLETION.saturating_mul(2);
        let retry_policy = RetryPolicy { one_try: LONG_COMPLETION, overall, ..self.retry_policy };
        self.complete_within(key, upload_id, parts, retry_policy).await
    }

    async fn complete_within(
        &self,
        key: &str,
        upload_id: &str,
        parts: &[Part],
        retry_policy: RetryPolicy,
    ) -> Result<Completion, StorageError> {
        let request = Request::new(Method::POST, key).query("uploadId", upload_id);
        let call = Call::new("complete an upload", request)
            .expects(Expects::Document("CompleteMultipartUploadResult"))
            .body(list_of(parts));
        match self.call_with(&call, retry_policy).await {
            Ok(_) => Ok(Completion::Done),
            // The second is of the embedded store: the file has just been removed.
            Err(error) if error.has_code("NoSuchUpload") || error.has_code("KeyClosed") => Ok(Completion::NoSuchUpload),
            // Errors about our credentials or the bucket are not the client's fault.
            Err(StorageError::Refused { status, code, message, .. }) if is_about_parts(status, &code) => {
                Ok(Completion::Refused { code, message })
            }
            Err(error) => Err(error),
        }
    }

    /// Begins our own upload.
    pub async fn begin_upload(&self, key: &str) -> Result<String, StorageError> {
        const ACTION: &str = "begin an upload";
        let call =
            Call::new(ACTION, self.create_request(key)).expects(Expects::Document("InitiateMultipartUploadResult"));
        match self.call(&call).await?.document.text_of("UploadId") {
            "" => Err(StorageError::unusable(ACTION, "it has no upload id")),
            id => Ok(id.to_owned()),
        }
    }

    /// Sends a part of our own upload.
    pub async fn send_part(
        &self,
        place: UploadPlace<'_>,
        number: u16,
        content: Bytes,
        crc64nvme: &str,
    ) -> Result<Part, StorageError> {
        let request = self.chunk_request(place, number, Some(crc64nvme));
        let reply = self.call(&Call::new("send a part", request).body(content)).await?;
        Ok(Part { number, etag: etag_of(&reply) })
    }

    /// Sends a part of our own upload as it arrives. Its checksum is known afterwards only, and belongs to the whole
    /// file, which is compared in the end.
    pub async fn send_arriving_part(
        &self,
        place: UploadPlace<'_>,
        number: u16,
        length: u64,
        chunks: BoxStream<'static, io::Result<Bytes>>,
    ) -> Result<Part, StorageError> {
        let call = Call::new("send a part", self.chunk_request(place, number, None));
        let reply = self.send_arriving(&call, Arriving { length, chunks }).await?;
        Ok(Part { number, etag: etag_of(&reply) })
    }

    /// Aborts an upload and drops its parts. An upload that no longer exists is fine.
    pub async fn abort(&self, key: &str, upload_id: &str) -> Result<(), StorageError> {
        let request = Request::new(Method::DELETE, key).query("uploadId", upload_id);
        match self.call(&Call::new("abort an upload", request)).await {
            Ok(_) | Err(StorageError::NotFound) => Ok(()),
            Err(error) if error.has_code("NoSuchUpload") => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// A page of unfinished uploads, up to 1,000, whose keys begin with `prefix`. Empty if the store cannot list them;
    /// `tonnage doctor` reports that.
    pub async fn uploads(&self, prefix: &str, after: Option<UploadMarker>) -> Result<UploadPage, StorageError> {
        match self.list_uploads(prefix, after).await {
            Err(StorageError::Refused { status, .. }) if is_unknown_to_the_store(status) => Ok(UploadPage::default()),
            // Some stores answer this for a bucket without uploads.
            Err(error) if error.has_code("NoSuchUpload") => Ok(UploadPage::default()),
            other => other,
        }
    }

    pub(super) async fn list_uploads(
        &self,
        prefix: &str,
        after: Option<UploadMarker>,
    ) -> Result<UploadPage, StorageError> {
        const ACTION: &str = "list uploads";
        let mut request = Request::new(Method::GET, "")
            .query("uploads", "")
            .query("prefix", prefix)
            .query("max-uploads", self.page.to_string());
        if let Some(marker) = &after {
            request = request.query("key-marker", &marker.key).query("upload-id-marker", &marker.upload_id);
        }
        let call = Call::new(ACTION, request).expects(Expects::Listing("ListMultipartUploadsResult"));
        let document = self.call(&call).await?.document;
        let page = page_of(&document).ok_or_else(|| StorageError::unusable(ACTION, "it contains an invalid date"))?;
        if page.next.is_some() && page.next == after {
            return Err(StorageError::unusable(ACTION, "its next page is the same page"));
        }
        Ok(page)
    }
}

fn etag_of(reply: &Reply) -> String {
    reply.headers.get(ETAG).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}

/// Whether a status means that the store does not support this operation at all.
pub(super) fn is_unknown_to_the_store(status: StatusCode) -> bool {
    matches!(status.as_u16(), 405 | 501)
}

fn is_about_parts(status: StatusCode, code: &str) -> bool {
    let is_ours = matches!(status.as_u16(), 401 | 403)
        || is_unknown_to_the_store(status)
        || code == "NoSuchBucket"
        || code.is_empty();
    (status.is_client_error() || status.is_success()) && !is_ours
}

fn list_of(parts: &[Part]) -> String {
    let mut parts: Vec<&Part> = parts.iter().collect();
    parts.sort_by_key(|part| part.number);
    let mut text = String::from("<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">");
    for part in parts {
        let etag = escaped(&format!("\"{}\"", part.etag.trim().trim_matches('"')));
        let _ = write!(text, "<Part><ETag>{etag}</ETag><PartNumber>{}</PartNumber></Part>", part.number);
    }
    text.push_str("</CompleteMultipartUpload>");
    text
}

fn page_of(document: &Element) -> Option<UploadPage> {
    let text = |element: &Element, field: &str| element.text_of(field).to_owned();
    let upload = |element: &Element| {
        let initiated = element.text_of("Initiated").parse().ok()?;
        Some(OpenUpload { key: text(element, "Key"), upload_id: text(element, "UploadId"), initiated })
    };
    let uploads = document.all("Upload").map(upload).collect::<Option<Vec<_>>>()?;
    let next = (document.text_of("IsTruncated") == "true").then(|| UploadMarker {
        key: text(document, "NextKeyMarker"),
        upload_id: text(document, "NextUploadIdMarker"),
    });
    Some(UploadPage { uploads, next })
}

#[cfg(test)]
mod tests {
    use protocols::s3::xml;

    use super::{Part, list_of, page_of};

    #[test]
    fn parts_are_listed_in_order_with_quotes_once_and_escaped() {
        let part = |number, etag: &str| Part { number, etag: etag.to_owned() };
        let text = list_of(&[part(2, "\"b\""), part(1, " a "), part(3, "</ETag>&")]);
        let root = xml::parse(&text).unwrap();
        let listed: Vec<(&str, &str)> =
            root.all("Part").map(|part| (part.text_of("PartNumber"), part.text_of("ETag"))).collect();
        assert_eq!(listed, [("1", "\"a\""), ("2", "\"b\""), ("3", "\"</ETag>&\"")]);
    }

    #[test]
    fn a_page_of_uploads_is_read() {
        let text = "<ListMultipartUploadsResult><IsTruncated>true</IsTruncated>\
            <NextKeyMarker>a/b+&lt; </NextKeyMarker><NextUploadIdMarker>2</NextUploadIdMarker>\
            <Upload><Key>a/b+&lt; </Key><UploadId>2</UploadId><Initiated>2026-01-02T03:04:05.678Z</Initiated></Upload>\
            </ListMultipartUploadsResult>";
        let page = page_of(&xml::parse(text).unwrap()).unwrap();
        assert_eq!(page.uploads[0].key, "a/b+< ");
        assert_eq!(page.uploads[0].initiated.to_string(), "2026-01-02T03:04:05.678Z");
        assert_eq!(page.next.unwrap().key, "a/b+< ");
        assert!(page_of(&xml::parse(&text.replace("2026", "x")).unwrap()).is_none());
    }
}
