//! Calls to providers: through the egress, retried while the other side asks us to wait, with bounded answers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use domain::backoff::Backoff;
use egress::{Egress, Exchange, Response};
use http::header::{CONTENT_LENGTH, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use http::{Method, StatusCode};
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;
use url::Url;
use wire::time::Time;

use super::piece::{self, Piece, Source};
use super::{Fault, ProviderError, ProviderResult};
use serving::clock::Clock;
use serving::secret::Secret;

/// Before retries of calls to providers.
const BACKOFF: Backoff = Backoff::new(Duration::from_millis(300), Duration::from_secs(20));
/// How often a call is tried in one attempt at a transfer.
const TRIES: u32 = 5;

/// Timeouts and retries for providers.
#[derive(Debug, Clone, Copy)]
struct RetryPolicy {
    tries: u32,
    backoff: Backoff,
    /// The timeout of a call without content.
    one_try: Duration,
    /// Content that is sent more slowly than this has stalled.
    slowest_bytes_per_second: u64,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self { tries: TRIES, backoff: BACKOFF, one_try: Duration::from_mins(1), slowest_bytes_per_second: 64 << 10 }
    }
}

/// Settings of the operator, by the name of the provider.
pub type Settings = BTreeMap<String, toml::Table>;

/// Everything that providers need from us.
pub struct HttpClient {
    clock: Clock,
    egress: Arc<Egress>,
    settings: Settings,
    retry_policy: RetryPolicy,
    room: Arc<Semaphore>,
}

/// A request, with content that can be sent again.
pub struct Sending<'a> {
    /// The purpose, in words that follow "the provider answered … when it was asked to".
    action: &'static str,
    method: Method,
    url: Url,
    headers: HeaderMap,
    content: Content<'a>,
    /// How much of the answer is read.
    largest_answer: usize,
}

enum Content<'a> {
    Bytes(Bytes),
    Piece(&'a Piece),
    /// A piece between a prefix and a suffix.
    Framed(Bytes, &'a Piece, Bytes),
}

const LARGEST_ANSWER: usize = 8 << 20;

impl<'a> Sending<'a> {
    pub fn new(action: &'static str, method: Method, url: Url) -> Self {
        let content = Content::Bytes(Bytes::new());
        Self { action, method, url, headers: HeaderMap::new(), content, largest_answer: LARGEST_ANSWER }
    }

    /// Adds a header. An invalid value is left out, and the provider refuses the call.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        let pair = (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(value));
        if let (Ok(name), Ok(value)) = pair {
            self.headers.insert(name, value);
        }
        self
    }

    #[must_use]
    pub fn bearer(self, token: &Secret) -> Self {
        self.header("authorization", &format!("Bearer {}", token.expose()))
    }

    #[must_use]
    pub fn bytes(self, kind: &str, bytes: impl Into<Bytes>) -> Self {
        Self { content: Content::Bytes(bytes.into()), ..self.header("content-type", kind) }
    }

    #[must_use]
    pub fn json(self, value: &serde_json::Value) -> Self {
        self.bytes("application/json", value.to_string())
    }

    /// Names and values as a form in the body.
    #[must_use]
    pub fn form(self, pairs: &[(&str, &str)]) -> Self {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        self.bytes("application/x-www-form-urlencoded", body)
    }

    #[must_use]
    pub fn piece(self, piece: &'a Piece) -> Self {
        Self { content: Content::Piece(piece), ..self }
    }

    /// A piece inside a form.
    #[must_use]
    pub fn framed(self, before: impl Into<Bytes>, piece: &'a Piece, after: impl Into<Bytes>) -> Self {
        Self { content: Content::Framed(before.into(), piece, after.into()), ..self }
    }

    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    fn length(&self) -> u64 {
        match &self.content {
            Content::Bytes(bytes) => bytes.len() as u64,
            Content::Piece(piece) => piece.length(),
            Content::Framed(before, piece, after) => before.len() as u64 + piece.length() + after.len() as u64,
        }
    }
}

/// The answer of the provider, whatever it was.
#[derive(Debug)]
pub struct Answer {
    action: &'static str,
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// The provider's own description of an error.
#[derive(Debug, Default)]
pub struct Said {
    pub code: String,
    pub message: String,
    /// Set if the description says more than the status.
    pub fault: Option<Fault>,
}

/// Parses a provider's own error format.
pub(super) type ReadError = fn(&Answer) -> Said;

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json<T: DeserializeOwned>(&self) -> ProviderResult<T> {
        serde_json::from_slice(&self.body).map_err(|error| {
            ProviderError::unusable(format!("the provider's answer to {} cannot be read: {error}", self.action))
        })
    }

    /// The error that this answer means.
    pub fn error(&self, read: ReadError) -> ProviderError {
        let said = read(self);
        let mut error = ProviderError::of_status(self.action, self.status, &said.code, &said.message);
        error.fault = said.fault.unwrap_or(error.fault);
        error.retry_after = self.asked_pause();
        error
    }

    /// This answer, unless it is an error.
    pub fn success(self, read: ReadError) -> ProviderResult<Self> {
        if self.status.is_success() { Ok(self) } else { Err(self.error(read)) }
    }

    fn asks_for_patience(&self) -> bool {
        matches!(self.status.as_u16(), 408 | 425 | 429 | 500 | 502 | 503 | 504)
    }

    fn asked_pause(&self) -> Option<Duration> {
        self.headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
    }
}

impl HttpClient {
    /// `settings` are the operator's settings for each provider, `one_try` the timeout of a call without content.
    pub fn new(settings: Settings, one_try: Duration, egress: Arc<Egress>, clock: Clock) -> Self {
        let retry_policy = RetryPolicy { one_try, ..RetryPolicy::default() };
        Self { clock, egress, settings, retry_policy, room: piece::room() }
    }

    /// The real time, since providers check signatures against their own clocks.
    pub fn now(&self) -> Time {
        self.clock.outside()
    }

    /// Waits between two calls.
    pub async fn pause(&self, duration: Duration) {
        self.clock.sleep(duration.min(self.retry_policy.backoff.longest)).await;
    }

    /// The operator's setting for a provider; empty if there is none.
    pub fn setting(&self, provider: &str, name: &str) -> &str {
        let table = self.settings.get(provider);
        table.and_then(|table| table.get(name)).and_then(toml::Value::as_str).unwrap_or_default()
    }

    /// The address that the operator has set, or the provider's default.
    pub fn address(&self, provider: &str, name: &str, default: &str) -> ProviderResult<Url> {
        let text = self.setting(provider, name);
        let text = if text.is_empty() { default } else { text };
        let wrong = |_| ProviderError::new(Fault::Ours, format!("providers.{provider}.{name} is not an address"));
        text.parse().map_err(wrong)
    }

    /// Pauses before another try of what has failed `tries` times, at least for as long as the provider asks. Returns the
    /// error if that was the last try, or if another one would not help soon: longer pauses are left to the next attempt.
    pub async fn before_another_try(&self, error: ProviderError, tries: u32) -> ProviderResult<()> {
        let asked = error.retry_after.unwrap_or_default();
        if !error.is_passing() || tries >= TRIES || asked > BACKOFF.longest {
            return Err(error);
        }
        tracing::debug!(%error, tries, "trying again");
        self.clock.sleep(BACKOFF.jittered(tries.saturating_sub(1), rand::random()).max(asked)).await;
        Ok(())
    }

    /// Content that we generate ourselves.
    pub fn source_of(&self, bytes: Bytes) -> Source {
        Source::of_bytes(bytes, self.room.clone())
    }

    /// Content that is read from elsewhere.
    pub fn source(&self, size: u64, read: super::ReadRange) -> Source {
        Source::new(size, read, self.room.clone())
    }

    /// Makes a call, retries it while the provider asks us to wait or does not answer, and returns the answer whatever
    /// it is. Only for idempotent calls.
    pub async fn ask(&self, sending: &Sending<'_>) -> ProviderResult<Answer> {
        let mut count = 0;
        loop {
            let outcome = self.ask_once(sending).await;
            count += 1;
            let asked = match &outcome {
                Ok(answer) if answer.asks_for_patience() => answer.asked_pause(),
                Err(error) if error.is_passing() => None,
                _ => return outcome,
            };
            // If the provider asks for a longer pause, leave it to a later attempt.
            let is_long = asked.is_some_and(|asked| asked > self.retry_policy.backoff.longest);
            if count >= self.retry_policy.tries || is_long {
                return outcome;
            }
            self.clock.sleep(self.pause_after(count, asked)).await;
        }
    }

    /// As [`HttpClient::ask`], but an error status is an error.
    pub async fn call(&self, sending: &Sending<'_>, read: ReadError) -> ProviderResult<Answer> {
        self.ask(sending).await?.success(read)
    }

    /// Makes a call once, and returns the answer whatever it is.
    pub async fn ask_once(&self, sending: &Sending<'_>) -> ProviderResult<Answer> {
        let exchange = self.exchange(sending).await?;
        let exchanged = self.egress.exchange(exchange, sending.largest_answer).await;
        let (status, headers, body) = exchanged.map_err(|error| ProviderError::unreached(sending.action, &error))?;
        Ok(Answer { action: sending.action, status, headers, body })
    }

    /// Makes a call once, for an answer that is too long to be held in memory.
    pub async fn open(&self, sending: &Sending<'_>) -> ProviderResult<Response> {
        let exchange = self.exchange(sending).await?;
        self.egress.open(exchange).await.map_err(|error| ProviderError::unreached(sending.action, &error))
    }

    async fn exchange(&self, sending: &Sending<'_>) -> ProviderResult<Exchange> {
        let target = self.egress.check(sending.url.as_str());
        let target = target.map_err(|error| ProviderError::unreached(sending.action, &error))?;
        let mut headers = sending.headers.clone();
        let length = sending.length();
        if length > 0 || matches!(sending.method, Method::PUT | Method::POST) {
            headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
        }
        let body = match &sending.content {
            Content::Bytes(bytes) => bytes.clone().into(),
            Content::Piece(piece) => piece.body().await?,
            Content::Framed(before, piece, after) => piece.body_between(before.clone(), after.clone()).await?,
        };
        let sending_takes = Duration::from_secs(length / self.retry_policy.slowest_bytes_per_second.max(1));
        let limit = self.retry_policy.one_try.saturating_add(sending_takes);
        Ok(Exchange { method: sending.method.clone(), target, headers, body, limit })
    }

    /// At least what the provider asks for.
    fn pause_after(&self, count: u32, asked: Option<Duration>) -> Duration {
        let backoff = self.retry_policy.backoff;
        let pause = backoff.jittered(count.saturating_sub(1), rand::random());
        pause.max(asked.unwrap_or_default()).min(backoff.longest)
    }
}
