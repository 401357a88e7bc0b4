//! Signatures for one address of the store: pure computation, no I/O.
//!
//! A signature covers the host, the query, and exactly the given headers.

use std::collections::BTreeMap;
use std::time::Duration;

use http::Method;
use jiff::Timestamp;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rusty_s3::{Bucket, Credentials, UrlStyle, signing};
use url::Url;
use wire::blueprint::Blueprint;
use wire::time::Time;

const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A request without its body. Header names are in lower case.
#[derive(Debug, Clone, Default)]
pub struct Request<'a> {
    pub method: Method,
    /// Empty for the bucket itself.
    pub key: &'a str,
    pub query: Vec<(&'static str, String)>,
    pub headers: Vec<(&'static str, String)>,
}

impl<'a> Request<'a> {
    pub fn new(method: Method, key: &'a str) -> Self {
        Self { method, key, ..Self::default() }
    }

    #[must_use]
    pub fn query(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.query.push((name, value.into()));
        self
    }

    #[must_use]
    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}

/// Signs for the bucket at one address.
#[derive(Clone)]
pub struct Signer {
    bucket: Bucket,
    credentials: Credentials,
}

impl Signer {
    pub fn new(
        endpoint: Url,
        path_style: bool,
        bucket: String,
        region: String,
        credentials: Credentials,
    ) -> anyhow::Result<Self> {
        let style = if path_style { UrlStyle::Path } else { UrlStyle::VirtualHost };
        Ok(Self { bucket: Bucket::new(endpoint, style, bucket, region)?, credentials })
    }

    pub fn bucket(&self) -> &Bucket {
        &self.bucket
    }

    pub fn address(&self) -> &Url {
        self.bucket.base_url()
    }

    pub fn sign(&self, request: &Request<'_>, now: Time, life: Duration) -> Url {
        let url = address_of(&self.bucket, request.key);
        let moment = Timestamp::from_millisecond(now.as_millis()).unwrap_or_default();
        let (query, headers) = (sorted(&request.query), sorted(&request.headers));
        signing::sign(
            &moment,
            method(&request.method),
            url,
            self.credentials.key(),
            self.credentials.secret(),
            self.credentials.token(),
            self.bucket.region(),
            life.as_secs(),
            query.into_iter(),
            headers.into_iter(),
        )
    }

    pub fn blueprint(&self, request: &Request<'_>, now: Time, life: Duration) -> Blueprint {
        let url = self.sign(request, now, life).to_string();
        let headers: BTreeMap<String, String> =
            request.headers.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        Blueprint { method: request.method.to_string(), url, headers, body: String::new() }
    }
}

/// The URL of a request that is authorized by a header.
pub fn unsigned(bucket: &Bucket, request: &Request<'_>) -> Url {
    let encoded = |text: &str| utf8_percent_encode(text, UNRESERVED).to_string();
    let pairs = sorted(&request.query).into_iter().map(|(name, value)| format!("{name}={}", encoded(value)));
    let query = pairs.collect::<Vec<_>>().join("&");
    let mut url = address_of(bucket, request.key);
    url.set_query(Some(query.as_str()).filter(|query| !query.is_empty()));
    url
}

fn address_of(bucket: &Bucket, key: &str) -> Url {
    if !key.is_empty() {
        return bucket.object_url(key);
    }
    // Some stores treat the bucket with a trailing slash as an object without a name.
    let mut url = bucket.base_url().clone();
    let path = url.path().trim_end_matches('/').to_owned();
    url.set_path(&path);
    url
}

fn sorted<'a>(pairs: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    let mut pairs: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
    pairs.sort_unstable();
    pairs
}

/// S3 has no other methods; anything else becomes a GET.
fn method(method: &Method) -> rusty_s3::Method {
    match method.as_str() {
        "PUT" => rusty_s3::Method::Put,
        "POST" => rusty_s3::Method::Post,
        "HEAD" => rusty_s3::Method::Head,
        "DELETE" => rusty_s3::Method::Delete,
        _ => rusty_s3::Method::Get,
    }
}
