//! A bucket that accepts files.
//!
//! Needs only the permissions that the specification asks for: put, abort, list and delete. So receipts of parts are
//! kept in our journal and never queried, and the result is looked up in a listing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::target_path::NameRules;
use http::Method;
use md5::Md5;
use protocols::s3::{Request, escaped};

use super::{Bucket, document};
use crate::http_client::HttpClient;
use crate::part_target::{PartTarget, Unfinished};
use crate::parts::{PartRules, abandon, send_in_parts};
use crate::piece::Piece;
use crate::s3_errors::read_error;
use crate::{AbandonedFile, Fault, OutgoingFile, ProviderError, ProviderResult, Target};

/// Other stores than Amazon S3 document 5 TiB.
const PARTS: PartRules = PartRules { size: 16 << 20, largest: 5 << 30, most: 10_000, file: 5 << 40, at_once: 4 };
/// Amazon S3 takes as many parts of the largest size as an upload can have: 48.8 TiB.
const PARTS_AT_AMAZON: PartRules = PartRules { file: 10_000 * (5 << 30), ..PARTS };
const CLASS_HEADER: &str = "x-amz-storage-class";
const HASH_HEADER: &str = "x-goog-hash";
const PROBE: &str = ".tonnage-check";

pub(super) struct BucketTarget {
    bucket: Bucket,
    storage_class: String,
    rules: PartRules,
}

impl BucketTarget {
    pub(super) fn new(bucket: Bucket, storage_class: &str, is_amazon: bool) -> Self {
        let rules = if is_amazon { PARTS_AT_AMAZON } else { PARTS };
        Self { bucket, storage_class: storage_class.to_owned(), rules }
    }

    /// A request that creates an object.
    fn making<'a>(&self, method: Method, key: &'a str) -> Request<'a> {
        let request = Request::new(method, key);
        match self.storage_class.as_str() {
            "STANDARD" => request,
            class => request.header(CLASS_HEADER, class),
        }
    }

    /// The store compares the content with the digest before it stores it.
    async fn put_piece(&self, action: &'static str, request: &Request<'_>, piece: &Piece) -> ProviderResult<String> {
        let digest = STANDARD.encode(piece.digest::<Md5>().await?);
        let sending = self.bucket.sending(action, request).await?.header("content-md5", &digest).piece(piece);
        let answer = self.bucket.http.call(&sending, read_error).await?;
        // Some stores also return the digest of what they stored.
        let kept = answer.headers.get_all(HASH_HEADER).iter().filter_map(|value| value.to_str().ok());
        let kept = kept.flat_map(|value| value.split(',')).find_map(|hash| hash.trim().strip_prefix("md5="));
        if kept.is_some_and(|kept| kept != digest) {
            return Err(ProviderError::unusable("the content that the provider stored differs from what was sent"));
        }
        Ok(answer.header("etag").to_owned())
    }

    async fn give_up(&self, key: &str, upload: &str) -> ProviderResult<()> {
        let request = Request::new(Method::DELETE, key).query("uploadId", upload);
        match self.bucket.call("abort an upload", &request).await {
            Err(error) if error.fault != Fault::Missing => Err(error),
            _ => Ok(()),
        }
    }

    async fn size_of(&self, key: &str) -> ProviderResult<Option<u64>> {
        let listing = self.bucket.list(key, "", "", 1).await?;
        Ok(listing.objects().find(|(found, _)| found == key).map(|(_, size)| size))
    }
}

#[async_trait]
impl Target for BucketTarget {
    fn names(&self) -> &'static NameRules {
        &NameRules::S3
    }

    fn identity(&self) -> String {
        self.bucket.location.identity()
    }

    async fn check(&self, directory: &str) -> ProviderResult<()> {
        let key = if directory.is_empty() { PROBE.to_owned() } else { format!("{directory}/{PROBE}") };
        let piece = self.bucket.http.source_of(bytes::Bytes::from_static(b"tonnage")).whole().await?;
        self.put_piece("put an object", &Request::new(Method::PUT, &key), &piece).await?;
        self.bucket.list(&key, "", "", 1).await?;
        self.bucket.call("delete an object", &Request::new(Method::DELETE, &key)).await.map(drop)
    }

    async fn take_folder(&self, parts: &[String]) -> ProviderResult<Option<String>> {
        let prefix = format!("{}/", parts.join("/"));
        let is_taken = self.bucket.list(&prefix, "", "", 1).await?.objects().next().is_some();
        Ok((!is_taken).then_some(prefix))
    }

    async fn largest_file(&self) -> Option<u64> {
        Some(self.rules.largest_file())
    }

    async fn put(&self, file: &OutgoingFile<'_>) -> ProviderResult<()> {
        let key = key(file.folder, file.path, file.name);
        let size = file.source.size();
        if size <= self.rules.size {
            let piece = file.source.whole().await?;
            self.put_piece("put an object", &self.making(Method::PUT, &key), &piece).await?;
            file.journal.arrived(size);
            return Ok(());
        }
        send_in_parts(&ObjectParts { target: self, key: &key, size }, file, &self.rules).await
    }

    async fn abandon(&self, file: &AbandonedFile<'_>) -> ProviderResult<()> {
        let key = key(file.folder, file.path, file.name);
        abandon(&ObjectParts { target: self, key: &key, size: 0 }, file.upload).await
    }
}

fn key(folder: &str, path: &[String], name: &str) -> String {
    let parts = path.iter().map(String::as_str).chain([name]).collect::<Vec<_>>();
    format!("{folder}{}", parts.join("/"))
}

/// One object that is sent in parts.
struct ObjectParts<'a> {
    target: &'a BucketTarget,
    key: &'a str,
    size: u64,
}

#[async_trait]
impl PartTarget for ObjectParts<'_> {
    fn http(&self) -> &HttpClient {
        &self.target.bucket.http
    }

    /// Nothing that is sent along would be listed.
    async fn begin(&self, _mark: &str) -> ProviderResult<String> {
        let request = self.target.making(Method::POST, self.key).query("uploads", "");
        let sending = self.target.bucket.sending("begin an upload", &request).await?;
        let answer = self.http().ask_once(&sending).await?.success(read_error)?;
        let root = document(&answer, "InitiateMultipartUploadResult")?;
        match root.text_of("UploadId") {
            "" => Err(ProviderError::unusable("the provider's answer has no upload id")),
            upload => Ok(upload.to_owned()),
        }
    }

    /// This permission is not among those that we require.
    async fn unfinished(&self) -> ProviderResult<Option<Vec<Unfinished>>> {
        self.target.bucket.unfinished(self.key).await
    }

    async fn send(&self, upload: &str, number: u32, piece: &Piece) -> ProviderResult<String> {
        let request = Request::new(Method::PUT, self.key).query("partNumber", number.to_string());
        self.target.put_piece("send a part", &request.query("uploadId", upload), piece).await
    }

    async fn finish(&self, upload: &str, receipts: &BTreeMap<u32, String>) -> ProviderResult<()> {
        let mut body = String::from("<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">");
        for (number, etag) in receipts {
            let etag = escaped(etag);
            let _ = write!(body, "<Part><PartNumber>{number}</PartNumber><ETag>{etag}</ETag></Part>");
        }
        body.push_str("</CompleteMultipartUpload>");
        let request = Request::new(Method::POST, self.key).query("uploadId", upload);
        let sending = self.target.bucket.sending("complete an upload", &request).await?;
        let sending = sending.bytes("application/xml", body);
        let joined = self.target.bucket.http.call(&sending, read_error).await;
        let joined = joined.and_then(|answer| document(&answer, "CompleteMultipartUploadResult").map(drop));
        // If the upload is unknown, it may have been completed by a try whose answer was lost.
        let unknown = match joined {
            Err(error) if error.fault == Fault::Missing => Some(error),
            other => other.map(|()| None)?,
        };
        match (self.target.size_of(self.key).await?, unknown) {
            (Some(size), _) if size == self.size => Ok(()),
            (_, Some(error)) => Err(error),
            (found, None) => {
                let found = found.map_or("nothing".to_owned(), |size| format!("{size} bytes"));
                let reason = format!("the provider stored {found} of a file of {} bytes", self.size);
                Err(ProviderError::unusable(reason))
            }
        }
    }

    async fn give_up(&self, upload: &str) -> ProviderResult<()> {
        self.target.give_up(self.key, upload).await
    }
}
