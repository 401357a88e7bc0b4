//! A bucket of a real store with a [`Gate`] in front, for any provider with the S3 API.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::body::Bytes;
use cloud::clock::Clock;
use futures_util::{StreamExt as _, stream};
use protocols::s3::{Element, Request, Signer, xml};
use reqwest::{Method, Response};
use serde_json::{Value, json};

use super::foreign_server::client;
use super::seaweedfs::{ACCESS_KEY, DOMAIN, SECRET_KEY};
use super::{Bed, Gate, Manners, SeaweedFs};

const MANNERS: Manners = Manners {
    carries_content,
    begins_upload: |method, target| method == "POST" && target.contains("uploads"),
    lists_uploads: |method, target| method == "GET" && target.contains("uploads"),
    revoked: (403, "<Error><Code>InvalidAccessKeyId</Code><Message>No such key.</Message></Error>"),
    full: (403, "<Error><Code>QuotaExceeded</Code><Message>The bucket is full.</Message></Error>"),
    failing: "<Error><Code>InternalError</Code><Message>Try again.</Message></Error>",
};

fn carries_content(method: &str, target: &str) -> bool {
    let path = target.split('?').next().unwrap_or_default();
    method == "PUT" && path.trim_matches('/').contains('/')
}

/// How the address of the bucket is configured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// By the operator.
    BaseUrl,
    /// By the Team: the store.
    Endpoint,
    /// By the Team: the store with the bucket in its path.
    EndpointWithBucket,
    /// By the Team: a host that begins with the bucket.
    BucketHost,
}

pub struct S3Store {
    provider: &'static str,
    form: Form,
    region: &'static str,
    bucket: String,
    gate: Gate,
    signer: Signer,
    http: reqwest::Client,
    _store: Arc<SeaweedFs>,
}

impl S3Store {
    /// A separate bucket for every S3 provider, and for every way to configure its address.
    pub async fn all(store: &Arc<SeaweedFs>) -> Vec<Self> {
        let rows = [
            ("vendor_a_s3", Form::BaseUrl, "eu-central-1"),
            ("vendor_e_s3", Form::Endpoint, "eu-central-1"),
            ("vendor_h_s3", Form::Endpoint, "us-west-1"),
            ("vendor_k_s3", Form::EndpointWithBucket, "default"),
            ("vendor_k_s3", Form::BucketHost, "default"),
            ("vendor_l_s3", Form::Endpoint, "eu"),
        ];
        let mut all = Vec::new();
        for (index, (provider, form, region)) in rows.into_iter().enumerate() {
            all.push(Self::start(store, provider, form, region, format!("bed-{index}")).await);
        }
        all
    }

    /// A bucket of a provider whose address the Team configures.
    pub async fn one(store: &Arc<SeaweedFs>) -> Self {
        Self::start(store, "vendor_h_s3", Form::Endpoint, "us-west-1", "bed".to_owned()).await
    }

    /// Puts an object, bypassing the gate.
    pub async fn put(&self, key: String, content: Bytes) {
        let url = self.signer.sign(&Request::new(Method::PUT, &key), Clock::System.now(), Duration::from_mins(5));
        let length = content.len();
        let sent = self.http.put(url).header(reqwest::header::CONTENT_LENGTH, length).body(content).send().await;
        let status = sent.expect("the store answers").status();
        assert!(status.is_success(), "{key:?}: {status}");
    }

    /// Somebody else begins an upload, bypassing the gate.
    pub async fn begin_elsewhere(&self, key: &str) {
        let status = self.ask(&Request::new(Method::POST, key).query("uploads", "")).await.status();
        assert!(status.is_success(), "{key:?}: {status}");
    }

    async fn start(
        store: &Arc<SeaweedFs>,
        provider: &'static str,
        form: Form,
        region: &'static str,
        bucket: String,
    ) -> Self {
        let gate = Gate::start(store.address(), MANNERS).await;
        // Inspecting the content must not be disturbed by the gate.
        let endpoint = format!("http://{}", store.address()).parse().expect("an address");
        let credentials = rusty_s3::Credentials::new(ACCESS_KEY, SECRET_KEY);
        let signer = Signer::new(endpoint, true, bucket.clone(), region.to_owned(), credentials).expect("a bucket");
        let http = client();
        let bed = Self { provider, form, region, bucket, gate, signer, http, _store: store.clone() };
        store.make_bucket(&bed.bucket).await;
        bed
    }

    async fn ask(&self, request: &Request<'_>) -> Response {
        let url = self.signer.sign(request, Clock::System.now(), Duration::from_mins(5));
        let length = reqwest::header::CONTENT_LENGTH;
        let asked = self.http.request(request.method.clone(), url);
        let asked = if request.method == Method::PUT { asked.header(length, 0) } else { asked };
        asked.send().await.expect("the store answers")
    }

    async fn document(&self, request: &Request<'_>) -> Element {
        let text = self.ask(request).await.text().await.expect("the store answers to the end");
        xml::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    async fn keys(&self, prefix: &str) -> Vec<String> {
        let (mut keys, mut after) = (Vec::new(), String::new());
        loop {
            let request = Request::new(Method::GET, "").query("list-type", "2").query("encoding-type", "url");
            let page = self.document(&request.query("prefix", prefix).query("start-after", after.as_str())).await;
            let decoded = |text: &str| percent_decoded(&text.replace('+', " "));
            keys.extend(page.all("Contents").map(|object| decoded(object.text_of("Key"))));
            if page.text_of("IsTruncated") != "true" {
                return keys;
            }
            after = keys.last().cloned().unwrap_or_default();
        }
    }

    async fn read(&self, key: String) -> (String, Vec<u8>) {
        let response = self.ask(&Request::new(Method::GET, &key)).await;
        assert!(response.status().is_success(), "{key:?} is listed but not there: {}", response.status());
        let content = response.bytes().await.expect("the store answers to the end");
        (key, content.to_vec())
    }

    async fn below(&self, prefix: &str) -> BTreeMap<String, Vec<u8>> {
        let keys = self.keys(prefix).await;
        stream::iter(keys).map(|key| self.read(key)).buffer_unordered(16).collect().await
    }

    /// A header of an object.
    pub async fn header(&self, key: &str, name: &str) -> String {
        let response = self.ask(&Request::new(Method::HEAD, key)).await;
        response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
    }
}

fn percent_decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[async_trait]
impl Bed for S3Store {
    fn provider(&self) -> &'static str {
        self.provider
    }

    fn authorization(&self) -> Value {
        let mut authorization = json!({ "client_id": ACCESS_KEY, "client_secret": SECRET_KEY,
            "destination": self.bucket, "region": self.region });
        let port = self.gate.address().port();
        let endpoint = match self.form {
            Form::BaseUrl => return authorization,
            Form::Endpoint => self.gate.url(),
            Form::EndpointWithBucket => format!("{}/{}", self.gate.url(), self.bucket),
            Form::BucketHost => format!("http://{}.{DOMAIN}:{port}", self.bucket),
        };
        authorization["endpoint"] = endpoint.into();
        if self.provider == "vendor_k_s3" {
            authorization["force_s3_path_style"] = (self.form != Form::BucketHost).to_string().into();
        }
        authorization
    }

    fn wrong_authorization(&self) -> Value {
        let mut authorization = self.authorization();
        authorization["client_secret"] = "another secret".into();
        authorization
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        if self.form == Form::BaseUrl { vec![("base_url", self.gate.url())] } else { Vec::new() }
    }

    async fn files(&self) -> BTreeMap<String, Vec<u8>> {
        self.below("").await
    }

    async fn files_below(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        self.below(&format!("{folder}/")).await
    }

    fn writes(&self) -> BTreeMap<String, usize> {
        let mut writes = BTreeMap::new();
        for call in self.gate.passed() {
            let is_whole = call.method == "PUT" && !call.has_query("partNumber");
            let is_joined = call.method == "POST" && call.has_query("uploadId");
            if call.is_success() && (is_whole || is_joined) {
                let path = percent_decoded(call.path().trim_start_matches('/'));
                let key = path.strip_prefix(&format!("{}/", self.bucket)).unwrap_or(&path).to_owned();
                *writes.entry(key).or_default() += 1;
            }
        }
        writes
    }

    async fn open_uploads(&self) -> usize {
        self.document(&Request::new(Method::GET, "").query("uploads", "")).await.all("Upload").count()
    }

    fn gate(&self) -> &Gate {
        &self.gate
    }

    fn several_parts(&self) -> usize {
        (16 << 20) + 1
    }
}
