//! Object storage with the S3 API: the bucket, and how it is called.

mod access;
mod assumed_role;
mod credentials;
mod origin;
mod target;

pub(super) use access::{bucket_name, parse, place, place_by_token};
pub(super) use credentials::{Keys, TokenSource};

use std::sync::Arc;

use http::Method;
use protocols::s3::{Element, Request, xml};
use url::Url;

use crate::http_client::{Answer, HttpClient, Sending};
use crate::part_target::Unfinished;
use crate::s3_errors::read_error;
use crate::{Fault, ProviderError, ProviderResult};
use credentials::Credentials;

/// The location of a bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) endpoint: Url,
    pub(super) path_style: bool,
    pub(super) bucket: String,
    pub(super) region: String,
}

impl Location {
    fn identity(&self) -> String {
        format!("{} {}", self.endpoint.as_str().trim_end_matches('/'), self.bucket)
    }
}

/// A bucket with its credentials.
struct Bucket {
    http: Arc<HttpClient>,
    location: Location,
    credentials: Credentials,
}

impl Bucket {
    async fn sending(&self, action: &'static str, request: &Request<'_>) -> ProviderResult<Sending<'static>> {
        // URLs resolve such parts, and would lead to another object, or to another bucket.
        if request.key.split('/').any(|part| matches!(part, "." | "..")) {
            return Err(ProviderError::new(Fault::Refused, "a name with . or .. between slashes is not supported"));
        }
        let sending = self.credentials.sending(&self.http, &self.location, action, request).await?;
        Ok(request.headers.iter().fold(sending, |sending, (name, value)| sending.header(name, value)))
    }

    async fn call(&self, action: &'static str, request: &Request<'_>) -> ProviderResult<Answer> {
        self.http.call(&self.sending(action, request).await?, read_error).await
    }

    /// A page of keys below a prefix.
    async fn list(&self, prefix: &str, delimiter: &str, after: &str, count: u32) -> ProviderResult<Listing> {
        let mut request = Request::new(Method::GET, "").query("list-type", "2").query("encoding-type", "url");
        request = request.query("max-keys", count.to_string()).query("prefix", prefix);
        for (name, value) in [("delimiter", delimiter), ("start-after", after)] {
            if !value.is_empty() {
                request = request.query(name, value);
            }
        }
        let answer = self.call("list the bucket", &request).await?;
        Ok(Listing(document(&answer, "ListBucketResult")?))
    }

    /// The uploads of exactly this key that were begun and not finished; `None` if the store does not list
    /// them, or not all on one page.
    async fn unfinished(&self, key: &str) -> ProviderResult<Option<Vec<Unfinished>>> {
        let request = Request::new(Method::GET, "").query("uploads", "").query("encoding-type", "url");
        let answer = self.call("list the uploads", &request.query("prefix", key)).await;
        let answer = match answer {
            // Some stores answer this for a bucket without uploads.
            Err(error) if error.code == "NoSuchUpload" => return Ok(Some(Vec::new())),
            answer => answer?,
        };
        // Some stores do not know this call, and list the objects.
        let root = xml::parse(&answer.text()).ok().filter(|root| root.name == "ListMultipartUploadsResult");
        let Some(listing) = root.filter(|root| root.text_of("IsTruncated") != "true").map(Listing) else {
            return Ok(None);
        };
        // Some stores say that keys are encoded, and do not encode them. As all of them begin with the key, none but itself
        // can be equal to it before or after decoding.
        let is_of_key = |text: &str| text == key || listing.key(text) == key;
        let of_key = listing.0.all("Upload").filter(|upload| is_of_key(upload.text_of("Key")));
        let unfinished = |upload: &Element| {
            let begun_by = upload.all("Initiator").next().map(|initiator| initiator.text_of("ID").to_owned());
            Unfinished { id: upload.text_of("UploadId").to_owned(), begun_by: begun_by.unwrap_or_default() }
        };
        Ok(Some(of_key.map(unfinished).collect()))
    }
}

/// The content of a bucket below a prefix.
struct Listing(Element);

impl Listing {
    /// Keys with their sizes.
    fn objects(&self) -> impl Iterator<Item = (String, u64)> {
        let size = |object: &Element| object.text_of("Size").parse().unwrap_or_default();
        self.0.all("Contents").map(move |object| (self.key(object.text_of("Key")), size(object)))
    }

    /// Prefixes, with their slash.
    fn folders(&self) -> impl Iterator<Item = String> {
        self.0.all("CommonPrefixes").map(|prefix| self.key(prefix.text_of("Prefix")))
    }

    fn key(&self, text: &str) -> String {
        if self.0.text_of("EncodingType") != "url" {
            return text.to_owned();
        }
        percent_encoding::percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
    }
}

/// The document that an answer must contain: some stores send an error with status 200.
fn document(answer: &Answer, name: &str) -> ProviderResult<Element> {
    let root = xml::parse(&answer.text()).ok().filter(|root| root.name == name);
    root.ok_or_else(|| {
        let said = read_error(answer);
        let reason = format!("the provider's answer is not a {name}, but says {:?}: {}", said.code, said.message);
        ProviderError::new(said.fault.unwrap_or(Fault::Unavailable), reason).with_code(said.code)
    })
}
