//! A store under examination: what `tonnage doctor` wants to know of it.

use std::fmt;

use reqwest::header::{HeaderMap, ORIGIN};
use reqwest::{Method, Response, StatusCode};
use rusty_s3::S3Action as _;

use super::{SIGNATURE_LIVES, Storage, StorageError};
use crate::clock::Clock;

const KEY: &str = "tonnage-doctor";
const BODY: &str = "written by tonnage doctor";
const CHECKSUM: &str = "x-amz-checksum-crc64nvme";
/// The checksum of something else.
const WRONG_CHECKSUM: &str = "AAAAAAAAAAA=";
const SKEW_MOST_SECONDS: i64 = 60;

/// One line of the doctor's report.
pub struct Finding {
    mark: &'static str,
    subject: &'static str,
    text: String,
}

impl Finding {
    pub fn good(subject: &'static str, text: impl Into<String>) -> Self {
        Self { mark: "ok  ", subject, text: text.into() }
    }

    pub fn note(subject: &'static str, text: impl Into<String>) -> Self {
        Self { mark: "note", subject, text: text.into() }
    }

    pub fn bad(subject: &'static str, text: impl fmt::Display, remedy: &str) -> Self {
        Self { mark: "BAD ", subject, text: format!("{text}; {remedy}") }
    }

    pub fn is_bad(&self) -> bool {
        self.mark.starts_with("BAD")
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}  {}: {}", self.mark, self.subject, self.text)
    }
}

impl Storage {
    /// Writes, reads and deletes an object, and looks at what a browser and a checksum get.
    pub async fn examine(&self, clock: &Clock, is_embedded: bool) -> Vec<Finding> {
        match self.ready().await {
            Ok(()) => {}
            Err(StorageError::Unreachable(_)) if is_embedded => {
                return vec![Finding::note(
                    "storage",
                    "the embedded store is not running: start `tonnage serve` to examine it",
                )];
            }
            Err(error) => {
                let text = format!("{}: {error}", self.endpoint());
                return vec![Finding::bad("storage", text, "check storage.endpoint and the keys")];
            }
        }
        let mut findings = vec![Finding::good("storage", format!("{} answers and has the bucket", self.endpoint()))];
        match self.round_trip().await {
            Ok(written) => {
                findings.push(Finding::good("storage", "an object can be written, read and deleted"));
                findings.push(exposed(written.headers()));
                findings.push(clock_skew(written.headers(), clock));
            }
            Err(error) => {
                findings.push(Finding::bad("storage", error, "give the keys the right to put, get and delete"));
            }
        }
        findings.push(self.preflight().await);
        findings.push(self.checksum().await);
        findings
    }

    async fn round_trip(&self) -> Result<Response, StorageError> {
        let keys = Some(&self.credentials);
        let put = self.http.put(self.presigned_put(KEY)).body(BODY);
        let written = self.run("put an object", put.header(ORIGIN, "https://example.org")).await?;
        let read = self.run("get an object", self.http.get(self.presigned_get(KEY))).await?;
        let text = read.text().await?;
        if text != BODY {
            let status = StatusCode::OK;
            return Err(StorageError::Refused {
                action: "get an object",
                status,
                body: "other bytes came back".to_owned(),
            });
        }
        self.run("delete an object", self.http.delete(self.bucket.delete_object(keys, KEY).sign(SIGNATURE_LIVES)))
            .await?;
        Ok(written)
    }

    async fn preflight(&self) -> Finding {
        let url = self.presigned_put(KEY);
        let request = self.http.request(Method::OPTIONS, url).header(ORIGIN, "https://example.org");
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
            "allow PUT, POST, GET and HEAD from any origin in the bucket's CORS rules",
        )
    }

    async fn checksum(&self) -> Finding {
        let mut action = self.bucket.put_object(Some(&self.credentials), KEY);
        action.headers_mut().insert(CHECKSUM, WRONG_CHECKSUM);
        let put = self.http.put(action.sign(SIGNATURE_LIVES)).header(CHECKSUM, WRONG_CHECKSUM).body(BODY);
        match put.send().await.map(|answer| answer.status()) {
            Ok(StatusCode::BAD_REQUEST) => Finding::good("checksum", "the store verifies CRC-64/NVME"),
            Ok(status) => Finding::note(
                "checksum",
                format!("the store does not verify CRC-64/NVME (it answered {status}): checksums are kept, not signed"),
            ),
            Err(error) => Finding::bad("checksum", StorageError::from(error), "try again"),
        }
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
        "add ETag to ExposeHeaders in the bucket's CORS rules",
    )
}

fn clock_skew(headers: &HeaderMap, clock: &Clock) -> Finding {
    let date = headers.get("date").and_then(|value| value.to_str().ok());
    let Some(moment) = date.and_then(|text| jiff::fmt::rfc2822::parse(text).ok()) else {
        return Finding::note("clock", "the store sends no date to compare with");
    };
    let skew = (moment.timestamp().as_second() - clock.now().as_millis() / 1_000).abs();
    if skew <= SKEW_MOST_SECONDS {
        return Finding::good("clock", format!("differs from the store's by {skew} s"));
    }
    Finding::bad("clock", format!("differs from the store's by {skew} s"), "synchronise both; signatures depend on it")
}
