//! A store that answers without a connection, so that thousands of requests take seconds.

use std::collections::BTreeMap;

use http_body_util::BodyExt as _;
use objects::Body;
use objects::{Options, SyncPolicy};
use tokio::runtime::Runtime;

use crate::harness::{RawRequest, Reply, TestStore, options};
use crate::signing::{Call, Mode};

pub(super) struct Scene {
    runtime: Runtime,
    store: TestStore,
    _directory: tempfile::TempDir,
}

impl Scene {
    /// With the bucket `shelf`. Nothing here is about disks, so none is waited for.
    pub(super) fn start() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let runtime = Runtime::new().unwrap();
        let options = Options { sync: SyncPolicy::Relaxed, ..options(directory.path()) };
        let store = runtime.block_on(TestStore::open_with(options));
        let scene = Self { runtime, store, _directory: directory };
        scene.signed(&Call::new("PUT", "/shelf")).expect(200);
        scene
    }

    pub(super) fn host(&self) -> &str {
        &self.store.address
    }

    pub(super) fn signed(&self, call: &Call) -> Reply {
        self.send(&call.sign(self.host(), &Mode::default())).unwrap()
    }

    /// The reply; `None` if HTTP cannot carry the request.
    pub(super) fn send(&self, request: &RawRequest) -> Option<Reply> {
        let mut parts = http::Request::builder().method(request.method.as_str()).uri(request.target.as_str());
        for (name, value) in &request.headers {
            parts = parts.header(name.as_str(), value.as_str());
        }
        let sent = parts.body(Body::from(request.body.clone())).ok()?;
        let (head, body) = self.runtime.block_on(self.store.store.handle_own(sent)).into_parts();
        let body = self.runtime.block_on(body.collect());
        let text = |value: &http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let headers: BTreeMap<String, String> =
            head.headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect();
        let is_cut = body.is_err();
        let body = body.map(|body| body.to_bytes().to_vec()).unwrap_or_default();
        Some(Reply { status: head.status.as_u16(), headers, body, is_cut })
    }
}

/// An error that is the caller's: the store itself is fine, and says what is wrong.
pub(super) fn is_refusal(reply: &Reply) -> bool {
    (400..500).contains(&reply.status) || reply.status == 501
}
