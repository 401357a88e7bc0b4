//! The HTTP client for addresses that a Team can set (protection against SSRF).
//!
//! A hostile address must not make us call our own machine or the networks around it. So an address is checked when it
//! is saved, and again at each call: names are resolved here, every resolved address is checked, and the connection
//! uses only those addresses. Redirects are not followed and proxy variables not read, since both would lead elsewhere.
//! `egress.allow` opens networks for installations that need to call hosts on their own network.
//!
//! A forbidden address is refused before anything is sent, and always with the same answer, so that it does not reveal
//! which internal names exist or which ports are open.

mod address;
mod error;
mod lookup;

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use ipnet::IpNet;
use reqwest::header::{HeaderMap, USER_AGENT};
use reqwest::{Method, StatusCode, redirect, retry, tls};
use url::{Host, Url};

pub use error::EgressError;
pub use lookup::{Lookup, system_lookup};
/// Callers need no HTTP client of their own to send content and to read long answers.
pub use reqwest::{Body, Response};

use address::Networks;
use lookup::CheckedLookup;

/// How much of an answer is read. The content is ignored; reading it lets an honest receiver finish.
const LARGEST_ANSWER: usize = 16 << 10;
const LONGEST_ADDRESS: usize = 8_192;
/// Servers close idle connections after a minute or so. Closing them earlier ourselves avoids failed calls.
const KEPT_IDLE: Duration = Duration::from_secs(20);
const KEPT_PER_HOST: usize = 64;
const OWN_NAME: &str = concat!("Tonnage/", env!("CARGO_PKG_VERSION"));

pub struct Egress {
    networks: Arc<Networks>,
    http: reqwest::Client,
    /// Keeps connections open, for hosts that are called many times in a row.
    kept: reqwest::Client,
}

/// An address that passed the check. Nothing else can be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target(Url);

impl Target {
    /// Host and port: the server that a call puts load on.
    pub fn authority(&self) -> String {
        format!("{}:{}", self.0.host_str().unwrap_or_default(), self.0.port_or_known_default().unwrap_or_default())
    }
}

/// One request.
pub struct Call {
    pub method: Method,
    pub target: Target,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// From name lookup to the end of the answer.
    pub limit: Duration,
}

/// A request whose answer is read.
pub struct Exchange {
    pub method: Method,
    pub target: Target,
    pub headers: HeaderMap,
    pub body: Body,
    /// From name lookup to the end of the answer.
    pub limit: Duration,
}

impl Egress {
    /// An egress that may also reach the networks in `allow`, and resolves names with `lookup`.
    pub fn new(allow: &[IpNet], lookup: Lookup) -> anyhow::Result<Self> {
        let networks = Arc::new(Networks::new(allow));
        let client = |lookup, idle| {
            reqwest::Client::builder()
                .dns_resolver(CheckedLookup::new(lookup, networks.clone()))
                .redirect(redirect::Policy::none())
                .retry(retry::never())
                .no_proxy()
                .referer(false)
                .http1_only()
                .tls_version_min(tls::Version::TLS_1_2)
                .pool_max_idle_per_host(idle)
                .pool_idle_timeout(KEPT_IDLE)
                .build()
        };
        // Connections to webhook receivers are not kept, so no call fails because the receiver closed an idle one.
        Ok(Self { http: client(lookup.clone(), 0)?, kept: client(lookup, KEPT_PER_HOST)?, networks })
    }

    /// Checks an address without a lookup: its form, its port, and its host if that is an IP address.
    pub fn check(&self, text: &str) -> Result<Target, EgressError> {
        if text.len() > LONGEST_ADDRESS {
            return Err(EgressError::TooLong(LONGEST_ADDRESS));
        }
        let url = Url::parse(text.trim()).map_err(|_| EgressError::NotAnAddress)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(EgressError::NotAnAddress);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(EgressError::Userinfo);
        }
        // Mail, name and file services use ports below 1024, and a request could be made to talk to them.
        if !matches!(url.port_or_known_default(), Some(80 | 443 | 1_024..)) {
            return Err(EgressError::Port);
        }
        // A host that is an IP address is never looked up, so it is checked here.
        let is_reachable = match url.host() {
            None => return Err(EgressError::NotAnAddress),
            Some(Host::Domain(name)) => !name.is_empty(),
            Some(Host::Ipv4(address)) => self.networks.may_reach(address.into()),
            Some(Host::Ipv6(address)) => self.networks.may_reach(address.into()),
        };
        if is_reachable { Ok(Target(url)) } else { Err(EgressError::Forbidden) }
    }

    /// Makes the request once, and returns the status of the answer whatever it is.
    pub async fn call(&self, call: Call) -> Result<StatusCode, EgressError> {
        let limit = call.limit;
        tokio::time::timeout(limit, self.send(call)).await.unwrap_or(Err(EgressError::TooSlow(limit.as_secs())))
    }

    /// Makes the request once, and returns the answer whatever it is. An answer longer than `largest` is an error.
    pub async fn exchange(
        &self,
        exchange: Exchange,
        largest: usize,
    ) -> Result<(StatusCode, HeaderMap, Bytes), EgressError> {
        let limit = exchange.limit;
        let read = async {
            let mut response = self.open(exchange).await?;
            let (status, headers) = (response.status(), response.headers().clone());
            let mut body = BytesMut::new();
            while let Some(piece) = response.chunk().await.map_err(|error| EgressError::of(&error))? {
                if body.len() + piece.len() > largest {
                    return Err(EgressError::AnswerTooLarge(largest));
                }
                body.extend_from_slice(&piece);
            }
            Ok((status, headers, body.freeze()))
        };
        tokio::time::timeout(limit, read).await.unwrap_or(Err(EgressError::TooSlow(limit.as_secs())))
    }

    /// As [`Egress::exchange`], for callers that stream the answer. The limit ends when the answer begins.
    pub async fn open(&self, exchange: Exchange) -> Result<Response, EgressError> {
        let limit = exchange.limit;
        let request = self.kept.request(exchange.method, exchange.target.0).header(USER_AGENT, OWN_NAME);
        let sent = request.headers(exchange.headers).body(exchange.body).send();
        let sent = tokio::time::timeout(limit, sent).await;
        sent.map_err(|_| EgressError::TooSlow(limit.as_secs()))?.map_err(|error| EgressError::of(&error))
    }

    async fn send(&self, call: Call) -> Result<StatusCode, EgressError> {
        let mut request = self.http.request(call.method, call.target.0).header(USER_AGENT, OWN_NAME);
        // These replace our headers of the same name.
        request = request.headers(call.headers);
        if !call.body.is_empty() {
            request = request.body(call.body);
        }
        let mut response = request.send().await.map_err(|error| EgressError::of(&error))?;
        let mut read = 0;
        while let Some(piece) = response.chunk().await.map_err(|error| EgressError::of(&error))? {
            read += piece.len();
            if read >= LARGEST_ANSWER {
                break;
            }
        }
        Ok(response.status())
    }
}

#[cfg(test)]
mod tests;
