//! Sends our own requests, retries them with growing pauses while the store is unavailable, and limits the size of
//! replies.
//!
//! Every request sent here is idempotent, except content that is sent as it arrives. Redirects are not followed, since a signature is valid for one address.

use std::io;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http;
use bytes::Bytes;
use domain::backoff::Backoff;
use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use protocols::s3::Request;
use protocols::s3::{Element, xml};
use reqwest::header::{CONTENT_LENGTH, HOST, HeaderMap};
use reqwest::{Method, Response, StatusCode};

use super::error::{refusal, retry_after};
use super::{Storage, StorageError};
use crate::metrics::storage_failed;

/// The largest reply that is read: a page of 1,000 keys of 1,024 bytes, each byte written as `%XX`, with their details.
const LARGEST_LISTING: usize = 6 << 20;
const LARGEST_REPLY: usize = 1 << 20;
/// Content that arrives more slowly than this has stalled.
const SLOWEST_BYTES_PER_SECOND: u64 = 64 << 10;

/// Timeouts and retries for a store.
#[derive(Debug, Clone, Copy)]
pub struct RetryPolicy {
    pub tries: u32,
    pub backoff: Backoff,
    /// The timeout of one try.
    pub one_try: Duration,
    /// The timeout of all tries together.
    pub overall: Duration,
    /// A body that makes no progress for this long is abandoned.
    pub stall: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            tries: 6,
            backoff: Backoff::new(Duration::from_millis(200), Duration::from_secs(5)),
            one_try: Duration::from_secs(15),
            overall: Duration::from_secs(20),
            stall: Duration::from_secs(30),
        }
    }
}

impl RetryPolicy {
    /// The pause before the next try: at least what the store asks for, but never longer than the longest.
    fn pause_after(&self, tries: u32, asked: Option<Duration>, chance: f64) -> Duration {
        let backoff = self.backoff.jittered(tries.saturating_sub(1), chance);
        backoff.max(asked.unwrap_or_default()).min(self.backoff.longest)
    }
}

/// A request, and how to send it and read its reply.
pub(super) struct Call<'a> {
    pub(super) action: &'static str,
    pub(super) request: Request<'a>,
    pub(super) body: Bytes,
    /// Headers that the signature does not cover.
    pub(super) unsigned: Vec<(&'static str, String)>,
    /// Which reply is a success.
    pub(super) expects: Expects,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expects {
    /// Any reply with a success status; its body is ignored.
    Status,
    /// A document with this root element, and nothing else: some stores send an error with status 200.
    Document(&'static str),
    Listing(&'static str),
}

pub(super) struct Reply {
    pub(super) headers: HeaderMap,
    pub(super) document: Element,
}

/// A try that failed.
pub(super) struct Failure {
    error: StorageError,
    retry_after: Option<Duration>,
}

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Self {
        Self { error, retry_after: None }
    }
}

impl<'a> Call<'a> {
    pub(super) fn new(action: &'static str, request: Request<'a>) -> Self {
        Self { action, request, body: Bytes::new(), unsigned: Vec::new(), expects: Expects::Status }
    }

    #[must_use]
    pub(super) fn expects(self, expects: Expects) -> Self {
        Self { expects, ..self }
    }

    #[must_use]
    pub(super) fn body(self, body: impl Into<Bytes>) -> Self {
        Self { body: body.into(), ..self }
    }

    #[must_use]
    pub(super) fn unsigned(mut self, name: &'static str, value: String) -> Self {
        self.unsigned.push((name, value));
        self
    }
}

/// The tries of one call.
struct Tries {
    retry_policy: RetryPolicy,
    started: Instant,
    count: u32,
}

impl Tries {
    /// The timeout of the next try.
    fn limit(&self) -> Duration {
        self.retry_policy.overall.saturating_sub(self.started.elapsed()).min(self.retry_policy.one_try)
    }

    /// The pause before the next try, or `None` if this was the last one.
    fn pause_after(&mut self, failure: &Failure) -> Option<Duration> {
        self.count += 1;
        let pause = self.retry_policy.pause_after(self.count, failure.retry_after, rand::random());
        let is_late = self.started.elapsed().saturating_add(pause) >= self.retry_policy.overall;
        let is_last = self.count >= self.retry_policy.tries || is_late || !failure.error.is_worth_a_retry();
        (!is_last).then_some(pause)
    }
}

impl Storage {
    /// Sends a request until it is answered or times out, and reads the reply.
    pub(super) async fn call(&self, call: &Call<'_>) -> Result<Reply, StorageError> {
        self.call_with(call, self.retry_policy).await
    }

    /// As [`call`](Self::call), for requests that take longer than others.
    pub(super) async fn call_with(&self, call: &Call<'_>, retry_policy: RetryPolicy) -> Result<Reply, StorageError> {
        let mut tries = Tries { retry_policy, started: Instant::now(), count: 0 };
        loop {
            match self.ask(call, tries.limit()).await {
                Ok(reply) => return Ok(reply),
                Err(failure) => self.pause(&mut tries, failure).await?,
            }
        }
    }

    /// Sends a request, and retries once at once, because the store may have closed an idle connection just as it was
    /// reused. For callers that poll; failures are not counted in the metrics.
    pub(super) async fn call_twice(&self, call: &Call<'_>) -> Result<Reply, StorageError> {
        let asked = match self.ask(call, self.retry_policy.one_try).await {
            Err(failure) if failure.error.is_worth_a_retry() => self.ask(call, self.retry_policy.one_try).await,
            asked => asked,
        };
        asked.map_err(|failure| failure.error)
    }

    /// Sends a request until it is answered or times out, and leaves the body of a success unread.
    pub(super) async fn open(&self, call: &Call<'_>) -> Result<Response, StorageError> {
        let mut tries = self.tries();
        loop {
            let asked = async {
                let response = self.send(call, call.body.clone().into()).await?;
                if response.status().is_success() { Ok(response) } else { Err(read_refusal(call, response).await) }
            };
            match tokio::time::timeout(tries.limit(), asked).await.unwrap_or_else(|_| Err(too_late(call.action))) {
                Ok(response) => return Ok(response),
                Err(failure) => self.pause(&mut tries, failure).await?,
            }
        }
    }

    fn tries(&self) -> Tries {
        Tries { retry_policy: self.retry_policy, started: Instant::now(), count: 0 }
    }

    /// Waits before the next try, or returns the error if this was the last one.
    async fn pause(&self, tries: &mut Tries, failure: Failure) -> Result<(), StorageError> {
        if let Some(kind) = failure.error.kind_of_failure() {
            storage_failed(kind);
        }
        let Some(pause) = tries.pause_after(&failure) else { return Err(failure.error) };
        tracing::debug!(error = %failure.error, tries = tries.count, "retrying a request to the store");
        self.clock.sleep(pause).await;
        Ok(())
    }

    async fn ask(&self, call: &Call<'_>, limit: Duration) -> Result<Reply, Failure> {
        self.ask_with(call, call.body.clone().into(), limit).await
    }

    /// Sends this content with a request, once: what was read as it arrived cannot be sent again.
    pub(super) async fn send_arriving(&self, call: &Call<'_>, content: Arriving) -> Result<Reply, StorageError> {
        let slowest = Duration::from_secs(content.length / SLOWEST_BYTES_PER_SECOND);
        let limit = self.retry_policy.one_try + slowest;
        self.ask_with(call, Content::Arriving(content), limit).await.map_err(|failure| {
            if let Some(kind) = failure.error.kind_of_failure() {
                storage_failed(kind);
            }
            failure.error
        })
    }

    async fn ask_with(&self, call: &Call<'_>, content: Content, limit: Duration) -> Result<Reply, Failure> {
        let asked = async { read_reply(call, self.send(call, content).await?).await };
        tokio::time::timeout(limit, asked).await.unwrap_or_else(|_| Err(too_late(call.action)))
    }

    /// Sends once. Each try is signed again, so that a signature never expires while it waits.
    async fn send(&self, call: &Call<'_>, content: Content) -> Result<Response, Failure> {
        let mut builder = self.http.request(call.request.method.clone(), self.own_url(&call.request));
        // The length is that of the body, also if another one was signed to see whether the store notices.
        let headers = call.request.headers.iter().filter(|(name, _)| *name != CONTENT_LENGTH.as_str());
        for (name, value) in headers.chain(&call.unsigned) {
            builder = builder.header(*name, value);
        }
        let length = content.length();
        if length > 0 || matches!(call.request.method, Method::PUT | Method::POST) {
            builder = builder.header(CONTENT_LENGTH, length);
        }
        match &self.own_store {
            Some(own_store) => {
                let request = builder.build().map_err(StorageError::from)?;
                Ok(own_store(without_connection(request, content.into_own())?).await)
            }
            None => Ok(builder.body(content.into_body()).send().await.map_err(StorageError::from)?),
        }
    }
}

/// What is sent with a request.
enum Content {
    Whole(Bytes),
    Arriving(Arriving),
}

/// Content that is sent as it arrives.
pub(super) struct Arriving {
    pub(super) length: u64,
    pub(super) chunks: BoxStream<'static, io::Result<Bytes>>,
}

impl From<Bytes> for Content {
    fn from(bytes: Bytes) -> Self {
        Self::Whole(bytes)
    }
}

impl Content {
    fn length(&self) -> u64 {
        match self {
            Self::Whole(bytes) => bytes.len() as u64,
            Self::Arriving(arriving) => arriving.length,
        }
    }

    fn into_body(self) -> reqwest::Body {
        match self {
            Self::Whole(bytes) => bytes.into(),
            Self::Arriving(arriving) => reqwest::Body::wrap_stream(arriving.chunks),
        }
    }

    fn into_own(self) -> Body {
        match self {
            Self::Whole(bytes) => bytes.into(),
            // The store looks for more after the end.
            Self::Arriving(arriving) => Body::from_stream(arriving.chunks.fuse()),
        }
    }
}

/// The request as the store would have received it over a connection.
fn without_connection(request: reqwest::Request, body: Body) -> Result<http::Request<Body>, StorageError> {
    let authority = request.url().authority().to_owned();
    let target = request.url()[url::Position::BeforePath..url::Position::AfterQuery].to_owned();
    let unusable = |_| StorageError::unusable("send a request", "it has no address");
    let mut request = http::Request::try_from(request)?.map(|_| body);
    *request.uri_mut() = http::Uri::try_from(target).map_err(unusable)?;
    let host = http::HeaderValue::from_str(&authority);
    request.headers_mut().insert(HOST, host.map_err(|_| StorageError::unusable("send a request", "it has no host"))?);
    Ok(request)
}

fn too_late(action: &'static str) -> Failure {
    StorageError::Unavailable(format!("it did not answer in time to: {action}")).into()
}

async fn read_reply(call: &Call<'_>, mut response: Response) -> Result<Reply, Failure> {
    let (name, largest) = match call.expects {
        _ if !response.status().is_success() => return Err(read_refusal(call, response).await),
        Expects::Status => return Ok(Reply { headers: response.headers().clone(), document: Element::default() }),
        Expects::Document(name) => (name, LARGEST_REPLY),
        Expects::Listing(name) => (name, LARGEST_LISTING),
    };
    let headers = std::mem::take(response.headers_mut());
    let body = read_text(call.action, &mut response, largest).await?;
    match xml::parse(&body) {
        Ok(document) if document.name == name => Ok(Reply { headers, document }),
        Ok(document) if document.name == "Error" => Err(refusal(call.action, StatusCode::OK, &body).into()),
        Ok(document) => {
            Err(StorageError::unusable(call.action, format!("its root element is {}", document.name)).into())
        }
        // An incomplete reply may have been a success; a retry will tell.
        Err(error) => Err(StorageError::Unavailable(format!("incomplete answer to {}: {error}", call.action)).into()),
    }
}

async fn read_refusal(call: &Call<'_>, mut response: Response) -> Failure {
    let (status, retry_after) = (response.status(), retry_after(response.headers()));
    // If the body is lost, the status says enough.
    let body = read_text(call.action, &mut response, LARGEST_REPLY).await.unwrap_or_default();
    Failure { error: refusal(call.action, status, &body), retry_after }
}

/// A body as text, with a limited size.
async fn read_text(action: &'static str, response: &mut Response, largest: usize) -> Result<String, StorageError> {
    let mut body = Vec::new();
    while let Some(bytes) = response.chunk().await? {
        if body.len() + bytes.len() > largest {
            return Err(StorageError::unusable(action, format!("it is longer than {largest} bytes")));
        }
        body.extend_from_slice(&bytes);
    }
    String::from_utf8(body).map_err(|_| StorageError::unusable(action, "it is not text"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::RetryPolicy;

    #[test]
    fn pauses_grow_and_heed_the_store() {
        let retry_policy = RetryPolicy::default();
        let millis = |tries, asked: Option<u64>, chance| {
            retry_policy.pause_after(tries, asked.map(Duration::from_secs), chance).as_millis()
        };
        assert_eq!(millis(1, None, 1.0), 200);
        assert_eq!(millis(1, None, 0.0), 100);
        assert_eq!(millis(3, None, 1.0), 800);
        assert_eq!(millis(30, None, 1.0), 5_000);
        assert_eq!(millis(1, Some(2), 0.3), 2_000);
        assert_eq!(millis(1, Some(3_600), 0.3), 5_000, "what the store asks for is capped");
    }
}
