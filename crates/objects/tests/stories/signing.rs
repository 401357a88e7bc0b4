//! Signature version 4, implemented from its specification independently of the code under test, in the header and in
//! the query.

use std::fmt::Write as _;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};

use crate::harness::{ACCESS, REGION, RawRequest, SECRET};

/// A request before it is signed.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// How and when it is signed.
#[derive(Clone, Debug)]
pub(crate) struct Mode {
    pub(crate) in_query: bool,
    pub(crate) secret: String,
    pub(crate) access: String,
    pub(crate) payload: String,
    pub(crate) service: String,
    pub(crate) seconds_ago: i64,
    pub(crate) life: u64,
    /// It has a header `date`, so that none is added.
    pub(crate) is_dated: bool,
}

impl Default for Mode {
    fn default() -> Self {
        Self {
            in_query: false,
            secret: SECRET.into(),
            access: ACCESS.into(),
            payload: "UNSIGNED-PAYLOAD".into(),
            service: "s3".into(),
            seconds_ago: 0,
            life: 600,
            is_dated: false,
        }
    }
}

impl Mode {
    pub(crate) fn in_query() -> Self {
        Self { in_query: true, ..Self::default() }
    }
}

impl Call {
    pub(crate) fn new(method: &str, path: &str) -> Self {
        let (query, headers, body) = (Vec::new(), Vec::new(), Vec::new());
        Self { method: method.into(), path: encode(path, true), query, headers, body }
    }

    pub(crate) fn query(mut self, name: &str, value: &str) -> Self {
        self.query.push((name.into(), value.into()));
        self
    }

    /// Names must be lower case; all headers are signed.
    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub(crate) fn body(mut self, body: &[u8]) -> Self {
        self.body = body.into();
        self
    }

    /// Signed in the header, with the date in a header that was added before.
    pub(crate) fn sign_dated(&self, host: &str) -> RawRequest {
        self.sign(host, &Mode { is_dated: true, ..Mode::default() })
    }

    pub(crate) fn sign(&self, host: &str, mode: &Mode) -> RawRequest {
        let (date, time) = moment(mode.seconds_ago);
        let scope = format!("{date}/{REGION}/{}/aws4_request", mode.service);
        let credential = format!("{}/{scope}", mode.access);
        let mut headers = self.headers.clone();
        headers.push(("host".into(), host.into()));
        let mut query = self.query.clone();
        if !mode.in_query && !mode.is_dated {
            headers.push(("x-amz-date".into(), time.clone()));
        }
        if !mode.in_query {
            headers.push(("x-amz-content-sha256".into(), mode.payload.clone()));
        }
        headers.sort();
        let names: Vec<&str> = headers.iter().map(|(name, _)| name.as_str()).collect();
        let names = names.join(";");
        if mode.in_query {
            for (name, value) in [
                ("X-Amz-Algorithm", "AWS4-HMAC-SHA256"),
                ("X-Amz-Credential", &credential),
                ("X-Amz-Date", &time),
                ("X-Amz-Expires", &mode.life.to_string()),
                ("X-Amz-SignedHeaders", &names),
            ] {
                query.push((name.into(), value.into()));
            }
        }
        let canonical = format!(
            "{}\n{}\n{}\n{}\n{names}\n{}",
            self.method,
            self.path,
            query_text(&query, true),
            header_lines(&headers),
            mode.payload
        );
        let to_sign =
            format!("AWS4-HMAC-SHA256\n{time}\n{scope}\n{}", hex::encode(Sha256::digest(canonical.as_bytes())));
        let signature = hex::encode(hmac(&signing_key(mode, &date), to_sign.as_bytes()));
        if mode.in_query {
            query.push(("X-Amz-Signature".into(), signature));
        } else {
            let value =
                format!("AWS4-HMAC-SHA256 Credential={credential}, SignedHeaders={names}, Signature={signature}");
            headers.push(("authorization".into(), value));
        }
        if !headers.iter().any(|(name, _)| name == "content-length") && (!self.body.is_empty() || self.method == "PUT")
        {
            headers.push(("content-length".into(), self.body.len().to_string()));
        }
        let query = query_text(&query, false);
        let target = if query.is_empty() { self.path.clone() } else { format!("{}?{query}", self.path) };
        RawRequest { method: self.method.clone(), target, headers, body: self.body.clone() }
    }
}

pub(crate) fn signing_key(mode: &Mode, date: &str) -> Vec<u8> {
    let first = hmac(format!("AWS4{}", mode.secret).as_bytes(), date.as_bytes());
    let second = hmac(&first, REGION.as_bytes());
    hmac(&hmac(&second, mode.service.as_bytes()), b"aws4_request")
}

pub(crate) fn hmac(key: &[u8], data: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    mac.update(data);
    mac.finalize().into_bytes().to_vec()
}

fn header_lines(headers: &[(String, String)]) -> String {
    let lines: Vec<String> = headers.iter().map(|(name, value)| format!("{name}:{value}\n")).collect();
    lines.concat()
}

fn query_text(query: &[(String, String)], sorted: bool) -> String {
    let mut pairs: Vec<String> =
        query.iter().map(|(name, value)| format!("{}={}", encode(name, false), encode(value, false))).collect();
    if sorted {
        pairs.sort();
    }
    pairs.join("&")
}

pub(crate) fn encode(text: &str, keep_slash: bool) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => encoded.push(char::from(byte)),
            b'/' if keep_slash => encoded.push('/'),
            _ => write!(encoded, "%{byte:02X}").unwrap(),
        }
    }
    encoded
}

/// Day and second in the format of signatures, this many seconds ago. Signatures are checked against the real time.
pub(crate) fn moment(seconds_ago: i64) -> (String, String) {
    let millis = objects::Clock::system().now_millis() - seconds_ago * 1_000;
    let moment = jiff::Timestamp::from_millisecond(millis).unwrap();
    (moment.strftime("%Y%m%d").to_string(), moment.strftime("%Y%m%dT%H%M%SZ").to_string())
}
