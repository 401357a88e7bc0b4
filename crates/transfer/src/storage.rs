//! Requests to object storage: sent exactly as their blueprints say, watched for progress, and their responses
//! classified.
//!
//! Responses are not trusted: headers and XML are limited in size, redirects are refused, and a response that is not
//! from a store counts as a failed try.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use client::retry_after;
use http::{HeaderMap, Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt as _, Limited};
use hyper::body::Incoming;
use tokio::time::Instant;
use wire::blueprint::Blueprint;

use crate::checksum;
use crate::connect::{Http, OwnAddressRefused};
use crate::fault::{Fault, Setback, describe};
use crate::part_body::{PartBody, Watch};
use crate::retry::RetryPolicy;
use crate::xml;

/// More than any response of a store to these requests.
const LARGEST_ANSWER: usize = 64 << 10;
const CHECKSUM: &str = "x-amz-checksum-crc64nvme";

pub(crate) struct Storage {
    http: Http,
    retry_policy: RetryPolicy,
}

/// The response of a store to a part.
#[derive(Debug)]
pub(crate) struct Taken {
    pub(crate) etag: String,
    /// Checksum of what the store received; not every store returns it.
    pub(crate) crc64: Option<u64>,
}

/// Content that a store sends.
pub(crate) struct Content {
    pub(crate) etag: String,
    pub(crate) is_range: bool,
    body: Incoming,
    stall: Duration,
}

/// A range of a content with `of` bytes, from its first byte to its last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Range {
    pub(crate) first: u64,
    pub(crate) last: u64,
    pub(crate) of: u64,
}

impl Storage {
    pub(crate) fn new(http: Http, retry_policy: RetryPolicy) -> Self {
        Self { http, retry_policy }
    }

    /// Starts a multipart upload and returns its id.
    pub(crate) async fn begin(&self, blueprint: &Blueprint) -> Result<String, Setback> {
        let answer = self.run(blueprint, PartBody::empty()).await?;
        let text = self.text("the start of an upload", answer).await?;
        xml::text_of(&text, "UploadId")
            .filter(|id| !id.is_empty())
            .ok_or_else(|| passing("the response to the start of an upload has no UploadId"))
    }

    /// Sends one part, or a whole small file.
    pub(crate) async fn send(&self, blueprint: &Blueprint, body: PartBody) -> Result<Taken, Setback> {
        let answer = self.run(blueprint, body).await?;
        let headers = answer.headers().clone();
        self.text("a part", answer).await?;
        let etag = text(&headers, header::ETAG.as_str());
        // Completing the upload needs the ETag of each part; an unusable one would only fail at the very end.
        let bare = etag.trim_matches('"');
        if bare.is_empty() || bare.contains('"') || etag.starts_with("W/") || etag.len() > 200 {
            return Err(passing("storage accepted a part but returned no usable ETag"));
        }
        Ok(Taken { crc64: checksum::parse(text(&headers, CHECKSUM)), etag: etag.to_owned() })
    }

    pub(crate) async fn get(&self, url: &str, range: Option<Range>) -> Result<Content, Setback> {
        let mut request = Request::get(url).header(header::HOST, authority(url)?);
        if let Some(Range { first, last, .. }) = range {
            request = request.header(header::RANGE, format!("bytes={first}-{last}"));
        }
        let request = request.body(PartBody::empty()).map_err(|_| unusable())?;
        let answer = self.answered(request, None).await?;
        let is_range = answer.status() == StatusCode::PARTIAL_CONTENT;
        if !(is_range || answer.status() == StatusCode::OK) {
            self.text("a download", answer).await?;
            return Err(passing("storage answered a download with no content"));
        }
        let headers = answer.headers();
        if let Some(Range { first, last, of }) = range.filter(|_| is_range)
            && text(headers, header::CONTENT_RANGE.as_str()) != format!("bytes {first}-{last}/{of}")
        {
            return Err(passing("storage sent a different range than requested"));
        }
        let etag = text(headers, header::ETAG.as_str()).to_owned();
        Ok(Content { etag, is_range, body: answer.into_body(), stall: self.retry_policy.stall })
    }

    async fn run(&self, blueprint: &Blueprint, body: PartBody) -> Result<Response<Incoming>, Setback> {
        // Nothing else sends content, and a server must not choose what this machine does elsewhere.
        let method = Method::from_bytes(blueprint.method.as_bytes()).ok();
        let method = method.filter(|method| [Method::PUT, Method::POST].contains(method)).ok_or_else(unusable)?;
        let mut request = Request::builder().method(method).uri(&blueprint.url);
        // Also for an empty body: stores refuse content of unknown length.
        request = request.header(header::CONTENT_LENGTH, body.length());
        request = request.header(header::HOST, authority(&blueprint.url)?);
        for (name, value) in &blueprint.headers {
            if !(name.eq_ignore_ascii_case("host") || name.eq_ignore_ascii_case("content-length")) {
                request = request.header(name, value);
            }
        }
        let watch = Arc::clone(body.watch());
        let request = request.body(body).map_err(|_| unusable())?;
        self.answered(request, Some(&watch)).await
    }

    /// Waits for the head of the response as long as bytes move.
    async fn answered(&self, request: Request<PartBody>, watch: Option<&Watch>) -> Result<Response<Incoming>, Setback> {
        let mut answer = std::pin::pin!(self.http.request(request));
        let mut seen = 0;
        let mut since = Instant::now();
        loop {
            let is_sent = watch.is_none_or(Watch::is_sent);
            let limit = if is_sent { self.retry_policy.answer } else { self.retry_policy.stall };
            tokio::select! {
                answer = &mut answer => return answer.map_err(|error| failed(&error)),
                () = tokio::time::sleep_until((since + limit).min(Instant::now() + self.retry_policy.stall)) => {}
            }
            let now = watch.map_or(0, Watch::taken);
            let is_ours = watch.is_some_and(Watch::is_waiting);
            if now != seen || is_ours {
                (seen, since) = (now, Instant::now());
            } else if since.elapsed() >= limit {
                return Err(passing(if is_sent { "storage did not answer" } else { "the connection stalled" }));
            }
        }
    }

    /// The text of a successful response; anything else is classified for the next try.
    async fn text(&self, what: &'static str, answer: Response<Incoming>) -> Result<String, Setback> {
        let status = answer.status();
        let wait = retry_after(answer.headers());
        let body =
            tokio::time::timeout(self.retry_policy.stall, Limited::new(answer.into_body(), LARGEST_ANSWER).collect());
        let body = match body.await {
            Ok(Ok(body)) => String::from_utf8_lossy(&body.to_bytes()).into_owned(),
            Ok(Err(error)) if status.is_success() => return Err(passing(&error.to_string())),
            Err(_) if status.is_success() => return Err(passing("the answer stalled")),
            _ => String::new(),
        };
        let code = xml::text_of(&body, "Code").unwrap_or_default();
        let refused = || Setback::Lasting(Fault::StorageRefused { what, status: status.as_u16(), code: code.clone() });
        Err(match (status.as_u16(), code.as_str()) {
            // Some stores send 200 first and find the error later.
            (200..=299, "") => return Ok(body),
            (403, _) => Setback::Address,
            (404, "NoSuchUpload") => Setback::UploadGone,
            (412, _) => Setback::Present,
            (500, "ContentDamaged") => Setback::Lasting(Fault::ContentDamaged),
            (408 | 409 | 429 | 200..=299 | 500.., _)
            | (400, "BadDigest" | "IncompleteBody" | "RequestTimeout" | "XAmzContentChecksumMismatch") => {
                Setback::Passing { cause: format!("storage answered {what} with {status} {code}"), wait }
            }
            _ => refused(),
        })
    }
}

impl Content {
    /// The next bytes; `None` at the end.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, Setback> {
        loop {
            match tokio::time::timeout(self.stall, self.body.frame()).await {
                Err(_) => return Err(passing("the connection stalled")),
                Ok(None) => return Ok(None),
                Ok(Some(Err(error))) => return Err(passing(&describe(&error))),
                Ok(Some(Ok(frame))) => {
                    if let Ok(bytes) = frame.into_data() {
                        return Ok(Some(bytes));
                    }
                }
            }
        }
    }
}

pub(crate) fn passing(cause: &str) -> Setback {
    Setback::Passing { cause: cause.to_owned(), wait: None }
}

/// No answer came.
fn failed(error: &(dyn std::error::Error + 'static)) -> Setback {
    let is_own = |error: &(dyn std::error::Error + 'static)| {
        let inner = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        inner.and_then(|inner| inner.downcast_ref::<OwnAddressRefused>()).is_some()
    };
    if std::iter::successors(Some(error), |error| error.source()).any(is_own) {
        return Fault::StorageUnusable(OwnAddressRefused.to_string()).into();
    }
    passing(&describe(error))
}

fn unusable() -> Setback {
    Fault::StorageUnusable("its URL or method is not allowed".to_owned()).into()
}

fn authority(url: &str) -> Result<String, Setback> {
    let uri: http::Uri = url.parse().map_err(|_| unusable())?;
    uri.authority().map(|authority| authority.as_str().to_owned()).ok_or_else(unusable)
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;
    use wire::blueprint::Blueprint;

    use crate::engine::Engine;
    use crate::fault::{Fault, Setback};
    use crate::part_body::PartBody;
    use crate::retry::RetryPolicy;

    /// Accepts every request as a store accepts a part.
    async fn store() -> std::net::SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let _ = stream.read(&mut [0; 4096]).await;
                let answer = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        address
    }

    async fn answer(engine: &Engine, method: &str, url: String) -> Result<String, String> {
        let blueprint = Blueprint { method: method.to_owned(), url, headers: BTreeMap::new(), body: String::new() };
        match engine.inner().storage.send(&blueprint, PartBody::empty()).await {
            Ok(taken) => Ok(taken.etag),
            Err(Setback::Lasting(fault @ Fault::StorageUnusable(_))) => Err(fault.to_string()),
            Err(other) => panic!("{method}: {other:?}"),
        }
    }

    #[tokio::test]
    async fn a_server_can_have_content_sent_and_nothing_else_and_never_to_ourselves() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let store = store().await;
        let url = |host: &str| format!("http://{host}:{}/key", store.port());
        let engine = Engine::start(RetryPolicy::default()).unwrap();
        for method in ["GET", "HEAD", "DELETE", "PATCH", "CONNECT", "put", "", "PUT x"] {
            let said = answer(&engine, method, url("127.0.0.1")).await.unwrap_err();
            assert!(said.contains("method is not allowed"), "{method}: {said}");
        }
        for method in ["PUT", "POST"] {
            assert_eq!(answer(&engine, method, url("127.0.0.1")).await.unwrap(), "\"a\"", "{method}");
        }
        for own in [store, ([0, 0, 0, 0], store.port()).into()] {
            let engine = Engine::start(RetryPolicy::default()).unwrap();
            engine.avoid(own);
            for host in ["127.0.0.1", "localhost", "0.0.0.0", "[::ffff:127.0.0.1]"] {
                let said = answer(&engine, "PUT", url(host)).await.unwrap_err();
                assert!(said.contains("this agent itself"), "{own} {host}: {said}");
            }
        }
        let engine = Engine::start(RetryPolicy::default()).unwrap();
        engine.avoid(([127, 0, 0, 1], store.port() ^ 1).into());
        assert!(answer(&engine, "PUT", url("127.0.0.1")).await.is_ok(), "another port of this machine");
    }
}
