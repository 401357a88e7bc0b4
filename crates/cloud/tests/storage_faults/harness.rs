//! A store with a proxy in front that fails on demand, and a storage with short timeouts.

use std::time::Duration;

use cloud::clock::Clock;
use cloud::keys::Keys;
use cloud::secret::Secret;
use cloud::storage::{Completion, Part, RetryPolicy, Storage, UploadPlace};
use domain::chunk_plan::FILE_LARGEST;
use reqwest::Response;
use testkit::{FaultProxy, FaultyStore};
use wire::blueprint::Blueprint;
use wire::time::Time;

pub(crate) struct Harness {
    pub(crate) storage: Storage,
    pub(crate) proxy: FaultProxy,
    http: reqwest::Client,
    _store: FaultyStore,
}

impl Harness {
    /// A store whose features are detected and complete.
    pub(crate) async fn start() -> Self {
        let harness = Self::start_untried().await;
        harness.storage.ready().await.unwrap();
        harness
    }

    pub(crate) async fn start_untried() -> Self {
        let clock = Clock::fixed(Time::from_millis(1_767_225_600_000));
        let store = FaultyStore::start(&clock).await;
        let settings = store.settings();
        let keys = Keys::derive(&Secret::new("the secret of all tests, 32 bytes and more"));
        // On a fixed clock there are no pauses between tries.
        let storage = Storage::new(&settings, settings.endpoint.parse().unwrap(), &keys, clock).unwrap();
        let retry_policy = RetryPolicy {
            tries: 4,
            one_try: Duration::from_secs(2),
            stall: Duration::from_secs(1),
            ..RetryPolicy::default()
        };
        let storage = storage.with_retry_policy(retry_policy);
        Self { storage, proxy: store.proxy.clone(), http: reqwest::Client::new(), _store: store }
    }

    /// Does exactly what a blueprint says.
    pub(crate) async fn follow(&self, blueprint: &Blueprint, body: &[u8]) -> Response {
        let method = blueprint.method.parse().unwrap();
        let mut request = self.http.request(method, &blueprint.url).body(body.to_vec());
        if body.is_empty() {
            // Omitted otherwise, and then the store cannot know that the body is empty.
            request = request.header("content-length", 0);
        }
        for (name, value) in &blueprint.headers {
            request = request.header(name, value);
        }
        request.send().await.unwrap()
    }

    pub(crate) async fn put(&self, key: &str, body: &[u8]) {
        let put = self.storage.put_blueprint(key, body.len() as u64, None).unwrap();
        assert_eq!(self.follow(&put, body).await.status(), 200);
    }

    pub(crate) async fn create_upload(&self, key: &str) -> String {
        let reply = self.follow(&self.storage.create_blueprint(key, FILE_LARGEST), b"").await.text().await.unwrap();
        let (_, rest) = reply.split_once("<UploadId>").unwrap();
        rest.split_once("</UploadId>").unwrap().0.to_owned()
    }

    pub(crate) async fn put_part(&self, key: &str, upload_id: &str, number: u16, body: &[u8]) -> Part {
        let place = UploadPlace { key, upload_id };
        let chunk = self.storage.chunk_blueprint(place, number, Some(body.len() as u64), None);
        let reply = self.follow(&chunk, body).await;
        assert_eq!(reply.status(), 200);
        Part { number, etag: reply.headers()["etag"].to_str().unwrap().to_owned() }
    }

    /// An upload with one part, ready to be completed.
    pub(crate) async fn upload(&self, key: &str, body: &[u8]) -> (String, Vec<Part>) {
        let upload_id = self.create_upload(key).await;
        let part = self.put_part(key, &upload_id, 1, body).await;
        (upload_id, vec![part])
    }

    pub(crate) async fn store(&self, key: &str, body: &[u8]) {
        let (upload_id, parts) = self.upload(key, body).await;
        assert_eq!(self.storage.complete(key, &upload_id, &parts).await.unwrap(), Completion::Done);
    }
}
