//! Checks a store for `tonnage doctor`.

use std::fmt;

use protocols::s3::{Request, Signer};
use reqwest::Method;
use reqwest::header::{HeaderMap, ORIGIN};
use serde::Serialize;
use url::Url;

use super::send::Call;
use super::{Lengths, Storage, StorageError};
use crate::clock::Clock;

const KEY: &str = "tonnage-doctor";
const BODY: &str = "written by tonnage doctor";
const SKEW_MOST_SECONDS: i64 = 60;

/// One line of the doctor's report.
#[derive(Serialize)]
pub struct Finding {
    state: FindingState,
    subject: &'static str,
    text: String,
    /// What to do about it.
    remedy: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum FindingState {
    Ok,
    Note,
    Bad,
}

impl Finding {
    pub fn good(subject: &'static str, text: impl Into<String>) -> Self {
        Self { state: FindingState::Ok, subject, text: text.into(), remedy: None }
    }

    pub fn note(subject: &'static str, text: impl Into<String>) -> Self {
        Self { state: FindingState::Note, subject, text: text.into(), remedy: None }
    }

    pub fn bad(subject: &'static str, text: impl fmt::Display, remedy: &str) -> Self {
        Self { state: FindingState::Bad, subject, text: text.to_string(), remedy: Some(remedy.to_owned()) }
    }

    pub fn is_bad(&self) -> bool {
        self.state == FindingState::Bad
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.state {
            FindingState::Ok => "ok  ",
            FindingState::Note => "note",
            FindingState::Bad => "BAD ",
        };
        write!(formatter, "{mark}  {}: {}", self.subject, self.text)?;
        self.remedy.iter().try_for_each(|remedy| write!(formatter, "; {remedy}"))
    }
}

impl Storage {
    /// Writes, reads and deletes an object, and checks what browsers can do and which features the store has.
    pub async fn examine(&self, clock: &Clock, is_embedded: bool) -> Vec<Finding> {
        if is_embedded && !self.is_running().await {
            let text = "the embedded store is not running: start `tonnage serve` to check it";
            return vec![Finding::note("storage", text)];
        }
        if let Err(error) = self.ready().await {
            let text = format!("{}: {error}", self.endpoint());
            return vec![Finding::bad("storage", text, "check storage.endpoint and the keys")];
        }
        let mut findings = vec![Finding::good("storage", format!("{} answers and has the bucket", self.endpoint()))];
        match self.round_trip().await {
            Ok(headers) => {
                findings.push(Finding::good("storage", "an object can be written, read and deleted"));
                findings.push(exposed(&headers));
                findings.push(clock_skew(&headers, clock));
            }
            Err(error) => {
                findings.push(Finding::bad("storage", error, "give the keys the right to put, get and delete"));
            }
        }
        let (way, finding) = self.way_of_clients().await;
        findings.extend(finding);
        findings.push(self.preflight(way).await);
        findings.extend(self.abilities().await);
        findings
    }

    /// Whether anything listens at the address.
    async fn is_running(&self) -> bool {
        let answer = self.http.head(self.endpoint().clone()).timeout(self.retry_policy.one_try).send().await;
        !answer.is_err_and(|error| error.is_connect())
    }

    /// Returns the headers of the reply to the write, as a browser would see them.
    async fn round_trip(&self) -> Result<HeaderMap, StorageError> {
        let put = Call::new("put an object", Request::new(Method::PUT, KEY)).body(BODY);
        let written = self.call(&put.unsigned(ORIGIN.as_str(), "https://example.org".to_owned())).await?;
        let read = self.open(&Call::new("get an object", Request::new(Method::GET, KEY))).await?;
        if read.text().await? != BODY {
            return Err(StorageError::unusable("get an object", "it returned other bytes"));
        }
        self.call(&Call::new("delete an object", Request::new(Method::DELETE, KEY))).await?;
        Ok(written.headers)
    }

    /// The signer for the address that clients use, and a finding if that differs from ours. If it cannot be reached
    /// from here, because internal and external names may differ, it is not checked.
    async fn way_of_clients(&self) -> (&Signer, Option<Finding>) {
        if self.public_origin() == self.endpoint() {
            return (&self.own, None);
        }
        let place = self.public_origin();
        let remedy = "check storage.public_endpoint, and that the proxy there passes on bodies and `Host` unchanged";
        match self.round_trip_of_clients().await {
            Ok(()) => (&self.public, Some(Finding::good("clients", format!("{place} accepts and returns objects")))),
            Err(StorageError::Unavailable(reason)) => {
                let text = format!("{place} cannot be checked from here: {reason}");
                (&self.own, Some(Finding::note("clients", text)))
            }
            Err(error) => (&self.public, Some(Finding::bad("clients", format!("{place}: {error}"), remedy))),
        }
    }

    async fn round_trip_of_clients(&self) -> Result<(), StorageError> {
        let ask = |method: Method| {
            let address = self.address_of(&self.public, method.clone());
            self.http.request(method, address).timeout(self.retry_policy.one_try)
        };
        let written = ask(Method::PUT).body(BODY).send().await?;
        if !written.status().is_success() {
            return Err(StorageError::unusable("put an object", written.status().to_string()));
        }
        let read = ask(Method::GET).send().await?.text().await?;
        self.call(&Call::new("delete an object", Request::new(Method::DELETE, KEY))).await?;
        if read == BODY { Ok(()) } else { Err(StorageError::unusable("get an object", "it returned other bytes")) }
    }

    fn address_of(&self, way: &Signer, method: Method) -> Url {
        way.sign(&Request::new(method, KEY), self.clock.outside(), self.upload_life)
    }

    async fn preflight(&self, way: &Signer) -> Finding {
        let address = self.address_of(way, Method::PUT);
        let request = self.http.request(Method::OPTIONS, address).timeout(self.retry_policy.one_try);
        let request = request.header(ORIGIN, "https://example.org");
        let answer = request.header("access-control-request-method", "PUT").send().await;
        let allowed = answer.is_ok_and(|answer| {
            let origin = answer.headers().get("access-control-allow-origin").map(|value| value.as_bytes().to_owned());
            answer.status().is_success() && matches!(origin.as_deref(), Some(b"*" | b"https://example.org"))
        });
        if allowed {
            return Finding::good("CORS", "browsers may upload");
        }
        Finding::bad(
            "CORS",
            "browsers may not upload",
            "run `tonnage admin storage prepare`, or allow PUT, POST, GET and HEAD from any origin in the bucket's CORS rules",
        )
    }

    /// The optional features of the store, and what we do without them.
    async fn abilities(&self) -> Vec<Finding> {
        let found = match self.find_capabilities().await {
            Ok(found) => found,
            Err(error) => return vec![Finding::bad("abilities", error, "try again")],
        };
        let say = |can: bool, subject, yes: &str, no: &str| {
            if can { Finding::good(subject, yes) } else { Finding::note(subject, no) }
        };
        let lists_uploads = match self.list_uploads(KEY, None).await {
            Ok(_) => true,
            Err(error) => error.has_code("NoSuchUpload"),
        };
        vec![
            say(
                lists_uploads,
                "uploads",
                "abandoned uploads can be found",
                "the store does not list abandoned uploads: let its lifecycle rules abort them",
            ),
            say(
                found.verifies_checksums,
                "checksum",
                "the store verifies CRC-64/NVME",
                "the store does not verify CRC-64/NVME: checksums are saved, but not signed",
            ),
            say(
                found.knows_crc32,
                "CRC-32",
                "the store reports it for every object",
                "the store does not report it: a job reads each file once before a zip can be downloaded",
            ),
            say(
                found.refuses_overwriting,
                "overwriting",
                "is refused where necessary",
                "the store ignores If-None-Match: small files are uploaded in parts, which takes more requests",
            ),
            say(
                found.lengths != Lengths::Unchecked,
                "lengths",
                "nobody can upload more than was announced",
                "the store accepts bodies of other lengths than were signed: anyone who may upload can fill it",
            ),
        ]
    }
}

fn exposed(headers: &HeaderMap) -> Finding {
    let listed = headers.get_all("access-control-expose-headers").iter().filter_map(|value| value.to_str().ok());
    let has_etag = listed
        .flat_map(|value| value.split(','))
        .any(|name| matches!(name.trim().to_ascii_lowercase().as_str(), "etag" | "*"));
    if has_etag {
        return Finding::good("ETag", "is exposed to browsers");
    }
    Finding::bad(
        "ETag",
        "is not exposed, so browsers cannot finish an upload",
        "run `tonnage admin storage prepare`, or add ETag to ExposeHeaders in the bucket's CORS rules",
    )
}

fn clock_skew(headers: &HeaderMap, clock: &Clock) -> Finding {
    let date = headers.get("date").and_then(|value| value.to_str().ok());
    let Some(moment) = date.and_then(|text| jiff::fmt::rfc2822::parse(text).ok()) else {
        return Finding::note("clock", "the store sends no date to compare with");
    };
    let skew = (moment.timestamp().as_second() - clock.outside().as_millis() / 1_000).abs();
    if skew <= SKEW_MOST_SECONDS {
        return Finding::good("clock", format!("differs from the store's by {skew} s"));
    }
    Finding::bad("clock", format!("differs from the store's by {skew} s"), "synchronise both; signatures depend on it")
}
