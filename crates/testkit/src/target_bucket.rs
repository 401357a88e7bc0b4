//! A bucket to send to and to fetch from: the embedded store with a proxy in front that fails on demand.

use std::collections::BTreeMap;
use std::time::Duration;

use cloud::clock::Clock;
use protocols::s3::{Request, Signer, xml};
use reqwest::Method;
use rusty_s3::Credentials;
use serde_json::{Value, json};

use crate::fault_proxy::FaultProxy;
use crate::faulty_store::FaultyStore;

const LIFE: Duration = Duration::from_mins(5);

/// A bucket for one test. It ends when it is dropped.
pub struct TargetBucket {
    store: FaultyStore,
    http: reqwest::Client,
}

impl TargetBucket {
    pub async fn start() -> Self {
        let store = FaultyStore::start(&Clock::System).await;
        let bucket = Self { store, http: reqwest::Client::new() };
        bucket.send(Method::PUT, "", &[], Vec::new()).await;
        bucket
    }

    pub fn proxy(&self) -> &FaultProxy {
        &self.store.proxy
    }

    /// Its authorization as `vendor_e_s3` or `vendor_h_s3`.
    pub fn authorization(&self) -> Value {
        let settings = self.store.settings();
        json!({
            "client_id": settings.access_key,
            "client_secret": settings.secret_key.expose(),
            "destination": settings.bucket,
            "endpoint": settings.endpoint,
            "region": settings.region,
        })
    }

    /// Puts an object into it.
    pub async fn put(&self, key: &str, content: &[u8]) {
        self.send(Method::PUT, key, &[], content.to_vec()).await;
    }

    pub async fn get(&self, key: &str) -> Vec<u8> {
        self.send(Method::GET, key, &[], Vec::new()).await
    }

    pub async fn delete(&self, key: &str) {
        self.send(Method::DELETE, key, &[], Vec::new()).await;
    }

    /// How many uploads were begun and are neither finished nor aborted.
    pub async fn uploads(&self) -> usize {
        let listed = self.send(Method::GET, "", &[("uploads", "")], Vec::new()).await;
        let root = xml::parse(&String::from_utf8_lossy(&listed)).expect("the store speaks XML");
        root.all("Upload").count()
    }

    /// The names of everything in it.
    pub async fn keys(&self) -> Vec<String> {
        let (mut keys, mut last) = (Vec::new(), String::new());
        loop {
            let query = [("list-type", "2"), ("start-after", last.as_str())];
            let listed = self.send(Method::GET, "", &query, Vec::new()).await;
            let root = xml::parse(&String::from_utf8_lossy(&listed)).expect("the store speaks XML");
            keys.extend(root.all("Contents").map(|object| object.text_of("Key").to_owned()));
            if root.text_of("IsTruncated") != "true" {
                return keys;
            }
            last = keys.last().cloned().unwrap_or_default();
        }
    }

    /// Everything in it.
    pub async fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        for key in self.keys().await {
            let content = self.get(&key).await;
            files.insert(key, content);
        }
        files
    }

    async fn send(&self, method: Method, key: &str, query: &[(&'static str, &str)], body: Vec<u8>) -> Vec<u8> {
        let settings = self.store.settings();
        let credentials = Credentials::new(settings.access_key.clone(), settings.secret_key.expose());
        let endpoint = settings.endpoint.parse().expect("the store has an address");
        let signer = Signer::new(endpoint, true, settings.bucket, settings.region, credentials).expect("a signer");
        let request = Request::new(method.clone(), key);
        let request = query.iter().fold(request, |request, (name, value)| request.query(name, *value));
        let url = signer.sign(&request, Clock::System.now(), LIFE);
        let request = self.http.request(method, url).header("content-length", body.len()).body(body);
        let reply = request.send().await.expect("the store answers");
        assert!(reply.status().is_success(), "{}", reply.status());
        reply.bytes().await.expect("the reply arrives whole").to_vec()
    }
}
