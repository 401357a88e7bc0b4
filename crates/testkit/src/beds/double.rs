//! A double of a platform: all requests go through one function, which answers as the platform would.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::{Router, body};
use serde_json::Value;
use tokio::net::TcpListener;

pub(super) trait Double: Send + Sync + 'static {
    fn answer(&self, asked: &Asked) -> Said;
}

/// A complete request.
pub(super) struct Asked {
    pub(super) method: String,
    /// The path, split at its slashes and decoded; a trailing slash gives an empty last segment.
    pub(super) segments: Vec<String>,
    pub(super) query: BTreeMap<String, String>,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

impl Asked {
    /// Method and path as they are matched.
    pub(super) fn call(&self) -> (&str, Vec<&str>) {
        (&self.method, self.segments.iter().map(String::as_str).collect())
    }

    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub(super) fn query(&self, name: &str) -> &str {
        self.query.get(name).map_or("", String::as_str)
    }

    /// The body, if its content type is JSON.
    pub(super) fn json(&self) -> Option<Value> {
        let is_json = self.header("content-type").starts_with("application/json");
        is_json.then(|| serde_json::from_slice(&self.body).ok())?
    }

    /// The address at which this double was called, for URLs that it returns.
    pub(super) fn origin(&self) -> String {
        format!("http://{}", self.header("host"))
    }
}

/// An answer.
pub(super) struct Said {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: String,
}

impl Said {
    pub(super) fn json(status: u16, body: &Value) -> Self {
        Self { status, headers: vec![("content-type", "application/json".to_owned())], body: body.to_string() }
    }

    pub(super) fn text(status: u16, body: impl Into<String>) -> Self {
        Self { status, headers: Vec::new(), body: body.into() }
    }

    pub(super) fn empty(status: u16) -> Self {
        Self::text(status, "")
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}

/// Serves a double on a free port, for as long as the test runs.
pub(super) async fn serve(double: Arc<impl Double>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("a bound listener has an address");
    let router = Router::new().fallback(move |request: Request| answer(double.clone(), request));
    tokio::spawn(async move { axum::serve(listener, router.layer(DefaultBodyLimit::disable())).await });
    address
}

async fn answer(double: Arc<impl Double>, request: Request) -> Response {
    let (parts, content) = request.into_parts();
    // An incomplete body is not a request.
    let Ok(content) = body::to_bytes(content, usize::MAX).await else {
        return response(Said::empty(400));
    };
    let decoded = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
    let query = parts.uri.query().unwrap_or_default();
    let query = query.split('&').filter_map(|pair| pair.split_once('='));
    let asked = Asked {
        method: parts.method.to_string(),
        segments: parts.uri.path().trim_start_matches('/').split('/').map(decoded).collect(),
        query: query.map(|(name, value)| (decoded(name), decoded(&value.replace('+', " ")))).collect(),
        headers: parts.headers,
        body: content,
    };
    response(double.answer(&asked))
}

fn response(said: Said) -> Response {
    let status = StatusCode::from_u16(said.status).expect("a status");
    let response = Response::builder().status(status);
    let response = said.headers.into_iter().fold(response, |response, (name, value)| response.header(name, value));
    response.body(Body::from(said.body)).expect("an answer")
}
